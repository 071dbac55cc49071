/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bounds;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.function.BinaryOperator;
import java.util.function.UnaryOperator;
import org.cassandrastats.uda.ddsketch.DdsketchAggregates;
import org.cassandrastats.uda.extremes.ExtremesAggregates;
import org.cassandrastats.uda.extremes.MaxByAggregates;
import org.cassandrastats.uda.extremes.MaxNAggregates;
import org.cassandrastats.uda.extremes.MinMaxAggregates;
import org.cassandrastats.uda.extremes.MinNAggregates;
import org.cassandrastats.uda.histogram.HistogramAggregates;
import org.cassandrastats.uda.histogram.HistogramUnion;
import org.cassandrastats.uda.moments.MomentsAggregates;
import org.cassandrastats.udf.ddsketch.DdsketchState;
import org.cassandrastats.udf.extremes.ExtremesState;
import org.cassandrastats.udf.histogram.HistogramState;
import org.cassandrastats.udf.moments.MomentsState;

/**
 * An aggregate whose state has a documented maximum.
 *
 * @param name with its parameters
 * @param maximum in bytes, from the formula that the family's state class holds
 * @param add the state function
 * @param union of two states
 * @param finish what makes of a working state the one that is stored
 */
record BoundedState(
    String name,
    int maximum,
    Add add,
    BinaryOperator<ByteBuffer> union,
    UnaryOperator<ByteBuffer> finish) {
  private static final List<Double> EDGES = List.of(-1.0, 0.0, 1.0);

  @FunctionalInterface
  interface Add {
    ByteBuffer apply(ByteBuffer state, double value);
  }

  static List<BoundedState> all() {
    return List.of(
        new BoundedState(
            "moments",
            MomentsState.SIZE,
            MomentsAggregates::accumulate,
            MomentsAggregates::union,
            UnaryOperator.identity()),
        extremes("minmax", ExtremesState.PAIR_SIZE, MinMaxAggregates::accumulate),
        extremes(
            "max_by",
            ExtremesState.PAIR_SIZE,
            (state, value) -> MaxByAggregates.accumulate(state, value, -value)),
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
        histogram(
            "histogram(-1, 1, 4096)",
            HistogramState.COUNTS + 8 * HistogramState.MAXIMUM_BINS,
            (state, value) ->
                HistogramAggregates.accumulate(state, value, -1, 1, HistogramState.MAXIMUM_BINS)),
        histogram(
            "histogram([-1, 0, 1])",
            HistogramState.explicitSize(2),
            (state, value) -> HistogramAggregates.accumulate(state, value, EDGES)));
  }

  private static BoundedState extremes(String name, int maximum, Add add) {
    return new BoundedState(
        name, maximum, add, ExtremesAggregates::union, UnaryOperator.identity());
  }

  private static BoundedState ddsketch(String name, double error) {
    return new BoundedState(
        name,
        DdsketchState.MAXIMUM_SIZE,
        (state, value) -> DdsketchAggregates.accumulate(state, value, error),
        DdsketchAggregates::union,
        UnaryOperator.identity());
  }

  private static BoundedState histogram(String name, int maximum, Add add) {
    return new BoundedState(name, maximum, add, HistogramUnion::union, UnaryOperator.identity());
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
