/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.server.direct;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.cassandra.cql3.QueryOptions;
import org.apache.cassandra.cql3.functions.AggregateFcts;
import org.apache.cassandra.cql3.functions.Arguments;
import org.apache.cassandra.cql3.functions.Function;
import org.apache.cassandra.cql3.functions.PartialScalarFunction;
import org.apache.cassandra.cql3.functions.ScalarFunction;
import org.apache.cassandra.cql3.selection.Selection;
import org.apache.cassandra.cql3.selection.Selector;
import org.apache.cassandra.cql3.selection.SimpleSelector;
import org.apache.cassandra.cql3.selection.TermSelector;
import org.apache.cassandra.cql3.statements.SelectStatement;
import org.apache.cassandra.db.RegularAndStaticColumns;
import org.apache.cassandra.db.aggregation.AggregationSpecification;
import org.apache.cassandra.db.filter.ColumnFilter;
import org.apache.cassandra.exceptions.FunctionExecutionException;
import org.apache.cassandra.schema.ColumnMetadata;
import org.apache.cassandra.transport.ProtocolVersion;
import org.cassandrastats.server.batch.AggregateCall;
import org.cassandrastats.server.function.StatsFunctions;
import org.cassandrastats.server.reflect.PrivateField;

/**
 * Reads no other columns than those that are aggregated, where that changes no answer. Cassandra
 * reads all regular columns, because a row is there as long as one of them has a value. Who only
 * adds up values, and ignores null, need not know of rows that have none.
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
    AggregatedColumns aggregated = aggregated(statement, options, queried);
    return isOneGroup(statement) && !aggregated.columns.isEmpty() && !aggregated.countsRows;
  }

  /** Whether all rows are one group, which is there whether they are or not. */
  boolean isOneGroup(SelectStatement statement) {
    return parts.aggregation(statement) == AggregationSpecification.AGGREGATE_EVERYTHING_FACTORY;
  }

  /**
   * What is aggregated, if the answer of each group that is there depends on that alone; else
   * nothing.
   */
  AggregatedColumns aggregated(
      SelectStatement statement, QueryOptions options, RegularAndStaticColumns queried) {
    if (!queried.statics.isEmpty() || queried.regulars.hasComplex() || isLimited(statement)) {
      return AggregatedColumns.NONE;
    }
    AggregatedColumns aggregated =
        aggregated(statement.getSelection(), options, !isOneGroup(statement));
    Set<ColumnMetadata> regulars = new HashSet<>(aggregated.columns);
    regulars.removeIf(ColumnMetadata::isClusteringColumn);
    // Who counts rows alone has all columns queried: a row is there if any of them has a value.
    boolean isAll = aggregated.countsRows || regulars.equals(setOf(queried));
    return isAll ? aggregated : AggregatedColumns.NONE;
  }

  /** Limits count rows or groups, and filters see other columns. */
  private boolean isLimited(SelectStatement statement) {
    return parts.aggregation(statement) == null
        || parts.limit(statement) != null
        || parts.perPartitionLimit(statement) != null
        || statement.parameters.allowFiltering;
  }

  private static Set<ColumnMetadata> setOf(RegularAndStaticColumns columns) {
    Set<ColumnMetadata> set = new HashSet<>();
    columns.regulars.forEach(set::add);
    return set;
  }

  /**
   * The columns whose nulls every aggregate ignores, each with one that may be null, and whether
   * rows are counted; nothing where something else is selected.
   */
  private AggregatedColumns aggregated(
      Selection selection, QueryOptions options, boolean inGroups) {
    if (!factories.owner().isInstance(selection)) {
      return AggregatedColumns.NONE;
    }
    Set<ColumnMetadata> columns = new HashSet<>();
    boolean countsRows = false;
    for (Object factory : (Iterable<?>) factories.of(selection)) {
      Selector selector = ((Selector.Factory) factory).newInstance(options);
      List<Object> found = new ArrayList<>();
      if (!addAggregates(selector, inGroups, found)) {
        return AggregatedColumns.NONE;
      }
      for (Object aggregate : found) {
        if (calls.function(aggregate) instanceof AggregateFcts.CountRowsFunction) {
          countsRows = true;
        } else if (!addColumnsOf(aggregate, columns)) {
          return AggregatedColumns.NONE;
        }
      }
    }
    return new AggregatedColumns(columns, countsRows);
  }

  /**
   * Adds an aggregate, or those in a function that is called when a group is complete; false where
   * something else is in it than aggregates, constants, and in groups their keys.
   */
  private boolean addAggregates(Object selector, boolean inGroups, List<Object> found) {
    if (calls.isSelector(selector)) {
      found.add(selector);
      return true;
    }
    if (inGroups && isOfKey(selector)) {
      return true;
    }
    return calls.isScalar(selector)
        && calls.sources(selector).stream()
            .allMatch(
                source -> source instanceof TermSelector || addAggregates(source, inGroups, found));
  }

  /**
   * Adds what an aggregate takes, and says whether it ignores rows where a part of that is null.
   */
  private boolean addColumnsOf(Object aggregate, Set<ColumnMetadata> columns) {
    Set<ColumnMetadata> taken = new HashSet<>();
    boolean isKnown =
        passesOverNull(calls.function(aggregate)) && addColumns(calls.sources(aggregate), taken);
    columns.addAll(taken);
    return isKnown && taken.stream().anyMatch(ColumnMetadata::isRegular);
  }

  /** Whether it is the same for all rows with one key, such as a function of the clustering. */
  private boolean isOfKey(Object selector) {
    if (selector instanceof SimpleSelector) {
      return ((SimpleSelector) selector).column.isPrimaryKeyColumn();
    }
    return selector instanceof TermSelector
        || (calls.isScalar(selector) && calls.sources(selector).stream().allMatch(this::isOfKey));
  }

  private static boolean passesOverNull(Function function) {
    return StatsFunctions.passesOverNull(function)
        || function.getClass().getName().startsWith(AggregateFcts.class.getName() + "$");
  }

  /**
   * Adds the columns among some arguments and those of the functions in them; false where one is
   * something else than a column of the row, a constant, or a function that is null if one of its
   * arguments is.
   */
  private boolean addColumns(List<?> selectors, Set<ColumnMetadata> columns) {
    for (Object selector : selectors) {
      if (selector instanceof SimpleSelector) {
        ColumnMetadata column = ((SimpleSelector) selector).column;
        if (!column.isRegular() && !column.isClusteringColumn()) {
          return false;
        }
        columns.add(column);
      } else if (!(selector instanceof TermSelector) && !isNullForNull(selector, columns)) {
        return false;
      }
    }
    return true;
  }

  private boolean isNullForNull(Object selector, Set<ColumnMetadata> columns) {
    if (!calls.isScalar(selector)) {
      return false;
    }
    List<?> sources = calls.sources(selector);
    return givesNullForNull((ScalarFunction) calls.function(selector), sources.size())
        && addColumns(sources, columns);
  }

  /**
   * Whether a function is one of the pack that certainly gives null if one of its arguments is
   * null.
   *
   * @param function which may know some arguments already, the constants
   * @param others how many others there are
   */
  private static boolean givesNullForNull(ScalarFunction function, int others) {
    Function whole =
        function instanceof PartialScalarFunction
            ? ((PartialScalarFunction) function).getFunction()
            : function;
    if (StatsFunctions.isSkippedForNull(whole)) {
      return true;
    }
    if (others != 1 || !StatsFunctions.hasMade(whole)) {
      return false;
    }
    try {
      Arguments none = function.newArguments(ProtocolVersion.CURRENT);
      none.set(0, null);
      return StatsFunctions.givesNull(whole, none);
    } catch (FunctionExecutionException ofConstant) {
      return false;
    }
  }
}
