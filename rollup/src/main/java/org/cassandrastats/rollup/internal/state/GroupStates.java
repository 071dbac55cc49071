/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.rollup.internal.state;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import org.cassandrastats.client.internal.cql.SelectParser;
import org.cassandrastats.client.internal.function.PackFunctions;
import org.cassandrastats.client.internal.function.Selection;
import org.cassandrastats.client.internal.function.SelectionCompiler;
import org.cassandrastats.client.internal.function.TableColumns;
import org.cassandrastats.rollup.internal.bucket.BucketSource;

/**
 * The states of buckets of several series, each of which is asked, and merged here. Whatever was
 * written before is not read: a bucket is the same however often it is made.
 */
final class GroupStates implements BucketStates {
  private final BucketStates series;
  private final SeriesGroups groups;
  private final Selection selection;
  private final List<Integer> indexes;

  /**
   * States of groups.
   *
   * @param series gives the states of a series
   * @param functionsKeyspace the keyspace of the pack, without quotes
   */
  GroupStates(
      BucketStates series,
      SeriesGroups groups,
      BucketSource source,
      List<StateColumn> columns,
      String functionsKeyspace) {
    this.series = series;
    this.groups = groups;
    this.selection =
        new SelectionCompiler(
                PackFunctions.all(), functionsKeyspace, new TableColumns(source.table(), Set.of()))
            .compile(
                SelectParser.parse(BucketStates.select(source, columns), List.of()).selectors());
    List<String> selectors = selection.selectors();
    this.indexes = columns.stream().map(column -> selectors.indexOf(column.aggregate())).toList();
  }

  @Override
  public void dryRun() {
    series.dryRun();
  }

  @Override
  public String statement() {
    return series.statement();
  }

  @Override
  public States atOnce(List<ByteBuffer> key, long start, long end) {
    return merged(key, one -> series.atOnce(one, start, end));
  }

  @Override
  public States inParts(List<ByteBuffer> key, long start, long end) {
    return merged(key, one -> series.inParts(one, start, end));
  }

  private States merged(List<ByteBuffer> key, Function<List<ByteBuffer>, States> reader) {
    long rows = 0;
    List<ByteBuffer> merged = answer(List.of());
    for (List<ByteBuffer> one : groups.of(key)) {
      States states = reader.apply(one);
      if (states.rows() > 0) {
        rows += states.rows();
        merged = selection.merge(merged, answer(states.states()));
      }
    }
    return new States(rows, indexes.stream().map(merged::get).toList());
  }

  /** States as an answer to the selection, which has nothing else. */
  private List<ByteBuffer> answer(List<ByteBuffer> states) {
    ByteBuffer[] answer = new ByteBuffer[selection.columns().size()];
    for (int i = 0; i < states.size(); i++) {
      answer[indexes.get(i)] = states.get(i);
    }
    return Arrays.asList(answer);
  }
}
