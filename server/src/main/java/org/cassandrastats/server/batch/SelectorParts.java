/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.server.batch;

import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.List;
import org.apache.cassandra.cql3.functions.AggregateFunction;
import org.apache.cassandra.cql3.functions.Arguments;
import org.apache.cassandra.cql3.selection.ResultSetBuilder;
import org.apache.cassandra.cql3.selection.Selection;
import org.apache.cassandra.cql3.selection.Selector;
import org.apache.cassandra.cql3.selection.SimpleSelector;
import org.apache.cassandra.transport.ProtocolVersion;
import org.cassandrastats.server.cursor.AskedColumns;

/** What the selectors of a running statement know about themselves and tell nobody. */
public final class SelectorParts {
  private static final String SELECTION = "org.apache.cassandra.cql3.selection.";

  private final Field selectors;
  private final Class<?> anonymous;
  private final Field list;
  private final Class<?> aggregateCall;
  private final Field aggregate;
  private final Field arguments;
  private final Field argumentSelectors;

  /**
   * Finds the fields.
   *
   * @throws ReflectiveOperationException if one is not there
   * @throws IllegalStateException if one has another type
   */
  public SelectorParts() throws ReflectiveOperationException {
    selectors = field(ResultSetBuilder.class, "selectors", Selection.Selectors.class);
    anonymous = Class.forName(SELECTION + "Selection$SelectionWithProcessing$1");
    list = field(anonymous, "selectors", List.class);
    aggregateCall = Class.forName(SELECTION + "AggregateFunctionSelector");
    aggregate = field(aggregateCall, "aggregate", AggregateFunction.Aggregate.class);
    arguments = field(aggregateCall.getSuperclass(), "args", Arguments.class);
    argumentSelectors = field(aggregateCall.getSuperclass(), "argSelectors", List.class);
  }

  private static Field field(Class<?> type, String name, Class<?> of)
      throws ReflectiveOperationException {
    Field field = type.getDeclaredField(name);
    if (field.getType() != of) {
      throw new IllegalStateException("expected " + field + " to be a " + of);
    }
    field.setAccessible(true);
    return field;
  }

  /** What feeds the aggregates of a statement: all of its selectors, over columns and constants. */
  List<BatchFeed> feeds(ResultSetBuilder result, AskedColumns asked) {
    Object all = value(selectors, result);
    if (!anonymous.isInstance(all)) {
      throw new IllegalStateException("unknown selectors " + all.getClass());
    }
    List<BatchFeed> feeds = new ArrayList<>();
    for (Object selector : (List<?>) value(list, all)) {
      feeds.add(feed(selector, asked));
    }
    return feeds;
  }

  private BatchFeed feed(Object selector, AskedColumns asked) {
    if (selector.getClass() != aggregateCall) {
      throw new IllegalStateException("unknown selector " + selector.getClass());
    }
    Arguments row = (Arguments) value(arguments, selector);
    List<?> sources = (List<?>) value(argumentSelectors, selector);
    int[] indexes = new int[sources.size()];
    int[] columns = new int[sources.size()];
    int size = 0;
    for (int index = 0; index < sources.size(); index++) {
      Selector source = (Selector) sources.get(index);
      if (source instanceof SimpleSelector) {
        indexes[size] = index;
        columns[size++] = asked.indexOf(((SimpleSelector) source).column);
      } else {
        row.set(index, source.getOutput(ProtocolVersion.CURRENT));
      }
    }
    return new BatchFeed(
        (AggregateFunction.Aggregate) value(aggregate, selector),
        row,
        java.util.Arrays.copyOf(indexes, size),
        java.util.Arrays.copyOf(columns, size),
        asked);
  }

  private static Object value(Field field, Object of) {
    try {
      return field.get(of);
    } catch (IllegalAccessException impossible) {
      throw new IllegalStateException(impossible);
    }
  }
}
