/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.server.batch;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.cassandra.cql3.functions.Arguments;
import org.apache.cassandra.cql3.functions.ScalarFunction;
import org.apache.cassandra.cql3.selection.ResultSetBuilder;
import org.apache.cassandra.cql3.selection.Selection;
import org.apache.cassandra.cql3.selection.Selector;
import org.apache.cassandra.cql3.selection.SimpleSelector;
import org.apache.cassandra.transport.ProtocolVersion;
import org.cassandrastats.server.cursor.AskedColumns;
import org.cassandrastats.server.reflect.PrivateField;

/** The selectors of a running statement, which a result has and tells nobody. */
public final class SelectorParts {
  private final AggregateCall calls;
  private final PrivateField selectors =
      new PrivateField(ResultSetBuilder.class, "selectors", Selection.Selectors.class);
  private final PrivateField list =
      new PrivateField(
          AggregateCall.inSelection("Selection$SelectionWithProcessing$1"),
          "selectors",
          List.class);

  /**
   * Finds the fields.
   *
   * @throws LinkageError if one is not there, or has another type
   */
  public SelectorParts(AggregateCall calls) {
    this.calls = calls;
  }

  /**
   * What feeds the aggregates of a statement: over columns, constants, and the pack's functions of
   * them. Its other selectors are those of the key of a group, which has a row of its own.
   */
  List<BatchFeed> feeds(ResultSetBuilder result, AskedColumns asked) {
    Object all = selectors.of(result);
    if (!list.owner().isInstance(all)) {
      throw new IllegalStateException("unknown selectors " + all.getClass());
    }
    List<BatchFeed> feeds = new ArrayList<>();
    addFeeds((List<?>) list.of(all), asked, feeds);
    return feeds;
  }

  /** Also of aggregates in functions, which Cassandra calls when a group is complete. */
  private void addFeeds(List<?> some, AskedColumns asked, List<BatchFeed> feeds) {
    for (Object selector : some) {
      if (calls.isSelector(selector)) {
        feeds.add(new BatchFeed(calls.aggregate(selector), arguments(selector, asked)));
      } else if (calls.isScalar(selector)) {
        addFeeds(calls.sources(selector), asked, feeds);
      }
    }
  }

  private CallArguments arguments(Object selector, AskedColumns asked) {
    Arguments row = calls.arguments(selector);
    List<?> sources = calls.sources(selector);
    int[] indexes = new int[sources.size()];
    int[] columns = new int[sources.size()];
    List<CallArguments.Computed> computed = new ArrayList<>();
    int size = 0;
    for (int index = 0; index < sources.size(); index++) {
      Selector source = (Selector) sources.get(index);
      if (source instanceof SimpleSelector) {
        indexes[size] = index;
        columns[size++] = asked.indexOf(((SimpleSelector) source).column);
      } else if (calls.isScalar(source)) {
        computed.add(
            new CallArguments.Computed(
                index, (ScalarFunction) calls.function(source), arguments(source, asked)));
      } else {
        row.set(index, source.getOutput(ProtocolVersion.CURRENT));
      }
    }
    return new CallArguments(
        row,
        Arrays.copyOf(indexes, size),
        Arrays.copyOf(columns, size),
        asked,
        computed,
        calls.isSelector(selector));
  }
}
