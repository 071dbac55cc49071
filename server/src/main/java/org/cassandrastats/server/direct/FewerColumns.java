/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.server.direct;

import java.lang.reflect.Field;
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
import org.cassandrastats.server.function.StatsFunctions;

/**
 * Reads no other columns than those that are aggregated, where that changes no answer. Cassandra
 * reads all regular columns, because a row is there as long as one of them has a value. Who only
 * adds up values, and passes over null, need not know of rows that have none.
 */
final class FewerColumns {
  private static final String SELECTORS = "org.apache.cassandra.cql3.selection.";

  private final SelectParts parts;
  private final Field factories;
  private final Class<?> aggregateCall;
  private final Field called;
  private final Field arguments;

  /**
   * Finds what a selection consists of.
   *
   * @throws ReflectiveOperationException if something is not where it is expected
   */
  FewerColumns(SelectParts parts) throws ReflectiveOperationException {
    this.parts = parts;
    factories = field(Class.forName(SELECTORS + "Selection$SelectionWithProcessing"), "factories");
    aggregateCall = Class.forName(SELECTORS + "AggregateFunctionSelector");
    called = field(aggregateCall.getSuperclass(), "fun");
    arguments = field(aggregateCall.getSuperclass(), "argSelectors");
  }

  private static Field field(Class<?> type, String name) throws ReflectiveOperationException {
    Field field = type.getDeclaredField(name);
    field.setAccessible(true);
    return field;
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
    if (!factories.getDeclaringClass().isInstance(selection)) {
      return Set.of();
    }
    Set<ColumnMetadata> columns = new HashSet<>();
    for (Object factory : (Iterable<?>) value(factories, selection)) {
      Selector selector = ((Selector.Factory) factory).newInstance(options);
      if (selector.getClass() != aggregateCall
          || !passesOverNull((Function) value(called, selector))
          || !addColumns((List<?>) value(arguments, selector), columns)) {
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

  private static Object value(Field field, Object of) {
    try {
      return field.get(of);
    } catch (IllegalAccessException impossible) {
      throw new IllegalStateException(impossible);
    }
  }
}
