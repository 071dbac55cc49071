/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bounds;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BinaryOperator;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.cassandrastats.annotated.LargestState;
import org.cassandrastats.uda.histogram.HistogramAggregates;
import org.cassandrastats.uda.histogram.HistogramUnion;
import org.cassandrastats.uda.tdigest.TdigestAggregates;
import org.cassandrastats.uda.tdigest.TdigestUnion;
import org.cassandrastats.udf.histogram.Histogram;
import org.cassandrastats.udf.state.Buffers;
import org.cassandrastats.udf.tdigest.TdigestState;

/**
 * An aggregate whose state has a documented maximum.
 *
 * @param name with its parameters
 * @param maximum in bytes
 * @param isReached whether some rows are known to fill the state to the last byte
 * @param isOrdered whether only states of rows that are later than all before merge
 * @param add the state function
 * @param append the state function of the aggregate that merges
 * @param union of two states
 * @param finish what makes of a working state the one that is stored
 */
record BoundedState(
    String name,
    int maximum,
    boolean isReached,
    boolean isOrdered,
    Add add,
    BinaryOperator<ByteBuffer> append,
    BinaryOperator<ByteBuffer> union,
    UnaryOperator<ByteBuffer> finish) {

  @FunctionalInterface
  interface Add {
    ByteBuffer apply(ByteBuffer state, double value);
  }

  static List<BoundedState> all() {
    List<BoundedState> all = new ArrayList<>();
    for (LargestState largest : LargestState.all()) {
      all.add(
          new BoundedState(
              largest.toString(),
              largest.bytes(),
              true,
              largest.isOrdered(),
              largest::add,
              largest::append,
              largest::union,
              largest::finish));
    }
    all.add(histogramOfEdges(64));
    all.add(tdigestBetweenRows(10));
    all.add(tdigestBetweenRows(100));
    return all;
  }

  /** More edges than an annotation could list. */
  private static BoundedState histogramOfEdges(int bins) {
    List<Double> edges = IntStream.rangeClosed(0, bins).mapToObj(edge -> edge * 0.5).toList();
    return new BoundedState(
        "histogram of " + bins + " bins with edges",
        56 + 16 * bins,
        true,
        false,
        (state, value) -> HistogramAggregates.accumulate(state, value, edges),
        (state, part) ->
            HistogramUnion.union(
                state.hasRemaining() ? state : ByteBuffer.wrap(new byte[] {Buffers.MERGE}), part),
        HistogramUnion::union,
        Histogram::state);
  }

  /** With the buffered values, which no stored state has. */
  private static BoundedState tdigestBetweenRows(int k) {
    return new BoundedState(
        "tdigest(" + k + ") between rows",
        TdigestState.maximumSize(k) + 8 * TdigestState.bufferSize(k),
        false,
        false,
        (state, value) -> TdigestAggregates.accumulate(state, value, k),
        TdigestUnion::union,
        TdigestUnion::union,
        UnaryOperator.identity());
  }

  /** The size of the state as it would be stored. */
  int size(ByteBuffer working) {
    return finish.apply(working).remaining();
  }

  @Override
  public String toString() {
    return name;
  }
}
