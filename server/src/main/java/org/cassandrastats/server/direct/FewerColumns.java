/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.server.direct;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.cassandra.cql3.QueryOptions;
import org.apache.cassandra.cql3.functions.AggregateFcts;
import org.apache.cassandra.cql3.functions.Function;
import org.apache.cassandra.cql3.selection.Selection;
import org.apache.cassandra.cql3.selection.Selector;
import org.apache.cassandra.cql3.selection.SimpleSelector;
import org.apache.cassandra.cql3.selection.TermSelector;
import org.apache.cassandra.cql3.statements.SelectStatement;
import org.apache.cassandra.db.RegularAndStaticColumns;
import org.apache.cassandra.db.aggregation.AggregationSpecification;
import org.apache.cassandra.db.filter.ColumnFilter;
import org.apache.cassandra.schema.ColumnMetadata;
import org.cassandrastats.server.batch.AggregateCall;
import org.cassandrastats.server.function.StatsFunctions;
import org.cassandrastats.server.reflect.PrivateField;

/**
 * Reads no other columns than those that are aggregated, where that changes no answer. Cassandra
 * reads all regular columns, because a row is there as long as one of them has a value. Who only
 * adds up values, and passes over null, need not know of rows that have none.
 */
final class FewerColumns {
  private final SelectParts parts;
  private final AggregateCall calls;
  private final PrivateField factories =
      new PrivateField(AggregateCall.inSelection("Selection$SelectionWithProcessing"), "factories");

  /**
   * Finds what a selection consists of.
   *
   * @throws LinkageError if something is not where it is expected
   */
  FewerColumns(SelectParts parts, AggregateCall calls) {
    this.parts = parts;
    this.calls = calls;
  }

  /**
   * The columns to be read for a statement.
   *
   * @param columns those that Cassandra would read; the answer where it has to be so
   */
  ColumnFilter of(SelectStatement statement, QueryOptions options, ColumnFilter columns) {
    RegularAndStaticColumns queried = columns.queriedColumns();
    boolean fewer =
        queried.regulars.size() < columns.fetchedColumns().size()
            && suffice(statement, options, queried);
    return fewer ? ColumnFilter.selection(queried) : columns;
  }

  /** Whether an answer depends on the values of these columns alone, and on no row without them. */
  boolean suffice(
      SelectStatement statement, QueryOptions options, RegularAndStaticColumns queried) {
    return queried.statics.isEmpty()
        && !queried.regulars.hasComplex()
        && countsNoRows(statement)
        && aggregated(statement.getSelection(), options).equals(setOf(queried));
  }

  /** A group is there if one of its rows is, limits count rows, and filters see other columns. */
  private boolean countsNoRows(SelectStatement statement) {
    return parts.aggregation(statement) == AggregationSpecification.AGGREGATE_EVERYTHING_FACTORY
        && parts.limit(statement) == null
        && parts.perPartitionLimit(statement) == null
        && !statement.parameters.allowFiltering;
  }

  private static Set<ColumnMetadata> setOf(RegularAndStaticColumns columns) {
    Set<ColumnMetadata> set = new HashSet<>();
    columns.regulars.forEach(set::add);
    return set;
  }

  /** The columns whose nulls every aggregate passes over; none where something else is selected. */
  private Set<ColumnMetadata> aggregated(Selection selection, QueryOptions options) {
    if (!factories.owner().isInstance(selection)) {
      return Set.of();
    }
    Set<ColumnMetadata> columns = new HashSet<>();
    for (Object factory : (Iterable<?>) factories.of(selection)) {
      Selector selector = ((Selector.Factory) factory).newInstance(options);
      if (!calls.isSelector(selector)
          || !passesOverNull(calls.function(selector))
          || !addColumns(calls.sources(selector), columns)) {
        return Set.of();
      }
    }
    return columns;
  }

  private static boolean passesOverNull(Function function) {
    return StatsFunctions.passesOverNull(function)
        || function.getClass().getName().startsWith(AggregateFcts.class.getName() + "$");
  }

  /** Adds arguments that are columns, and says whether there is one and nothing but constants. */
  private static boolean addColumns(List<?> selectors, Set<ColumnMetadata> columns) {
    boolean any = false;
    for (Object selector : selectors) {
      if (selector instanceof SimpleSelector) {
        columns.add(((SimpleSelector) selector).column);
        any = true;
      } else if (!(selector instanceof TermSelector)) {
        return false;
      }
    }
    return any;
  }
}
