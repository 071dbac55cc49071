/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bounds;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.function.BinaryOperator;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.cassandrastats.uda.ddsketch.DdsketchAggregates;
import org.cassandrastats.uda.extremes.ByAggregates;
import org.cassandrastats.uda.extremes.ExtremesAggregates;
import org.cassandrastats.uda.extremes.MaxNAggregates;
import org.cassandrastats.uda.extremes.MinNAggregates;
import org.cassandrastats.uda.extremes.RowsAggregates;
import org.cassandrastats.uda.histogram.HistogramAggregates;
import org.cassandrastats.uda.histogram.HistogramUnion;
import org.cassandrastats.uda.moments.MomentsAggregates;
import org.cassandrastats.uda.tdigest.TdigestAggregates;
import org.cassandrastats.uda.tdigest.TdigestUnion;
import org.cassandrastats.udf.ddsketch.Ddsketch;
import org.cassandrastats.udf.ddsketch.DdsketchState;
import org.cassandrastats.udf.extremes.Extremes;
import org.cassandrastats.udf.extremes.ExtremesState;
import org.cassandrastats.udf.histogram.Histogram;
import org.cassandrastats.udf.moments.Moments;
import org.cassandrastats.udf.moments.MomentsState;
import org.cassandrastats.udf.tdigest.TdigestFinish;
import org.cassandrastats.udf.tdigest.TdigestState;

/**
 * An aggregate whose state has a documented maximum.
 *
 * @param name with its parameters
 * @param maximum in bytes, from the formula that the family's state class holds
 * @param isWhole whether it gets all rows and merges; one of each kind of state does
 * @param isReached whether some rows are known to fill the state to the last byte
 * @param add the state function
 * @param union of two states
 * @param finish what makes of a working state the one that is stored
 */
record BoundedState(
    String name,
    int maximum,
    boolean isWhole,
    boolean isReached,
    Add add,
    BinaryOperator<ByteBuffer> union,
    UnaryOperator<ByteBuffer> finish) {

  @FunctionalInterface
  interface Add {
    ByteBuffer apply(ByteBuffer state, double value);
  }

  static List<BoundedState> all() {
    return List.of(
        new BoundedState(
            "moments",
            MomentsState.SIZE,
            true,
            true,
            MomentsAggregates::accumulate,
            MomentsAggregates::union,
            Moments::state),
        extremes("first_last", ExtremesState.ROWS_SIZE, RowsAggregates::accumulate),
        extremes(
            "min_max_by",
            ExtremesState.ROWS_SIZE,
            (state, value) -> ByAggregates.accumulate(state, value, -value)),
        extremes(
            "min_n(1)",
            ExtremesState.heapSize(1),
            (state, value) -> MinNAggregates.accumulate(state, value, 1)),
        extremes(
            "max_n(1000)",
            ExtremesState.heapSize(1000),
            (state, value) -> MaxNAggregates.accumulate(state, value, 1000)),
        ddsketch("ddsketch(0.01)", 0.01),
        ddsketch("ddsketch(0.0001)", 0.0001),
        histogram(1),
        histogram(4096),
        histogramOfEdges(64),
        tdigest(10),
        tdigest(100),
        tdigest(1000),
        tdigestBetweenRows(10),
        tdigestBetweenRows(100));
  }

  private static BoundedState extremes(String name, int maximum, Add add) {
    return new BoundedState(
        name,
        maximum,
        !name.equals("min_n(1)"),
        true,
        add,
        ExtremesAggregates::union,
        Extremes::state);
  }

  private static BoundedState ddsketch(String name, double error) {
    return new BoundedState(
        name,
        DdsketchState.MAXIMUM_SIZE,
        error == 0.01,
        true,
        (state, value) -> DdsketchAggregates.accumulate(state, value, error),
        DdsketchAggregates::union,
        Ddsketch::state);
  }

  private static BoundedState histogram(int bins) {
    return new BoundedState(
        "histogram(-3, 3, " + bins + ")",
        64 + 8 * bins,
        bins > 1,
        true,
        (state, value) -> HistogramAggregates.accumulate(state, value, -3, 3, bins),
        HistogramUnion::union,
        Histogram::state);
  }

  private static BoundedState histogramOfEdges(int bins) {
    List<Double> edges = IntStream.rangeClosed(0, bins).mapToObj(edge -> edge * 0.5).toList();
    return new BoundedState(
        "histogram of " + bins + " bins with edges",
        56 + 16 * bins,
        true,
        true,
        (state, value) -> HistogramAggregates.accumulate(state, value, edges),
        HistogramUnion::union,
        Histogram::state);
  }

  private static BoundedState tdigest(int k) {
    return new BoundedState(
        "tdigest(" + k + ")",
        TdigestState.maximumSize(k),
        k == TdigestState.DEFAULT_K,
        true,
        (state, value) -> TdigestAggregates.accumulate(state, value, k),
        TdigestUnion::union,
        TdigestFinish::state);
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
