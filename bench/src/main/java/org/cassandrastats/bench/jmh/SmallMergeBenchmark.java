/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.jmh;

import java.nio.ByteBuffer;
import java.util.function.BinaryOperator;
import java.util.function.UnaryOperator;
import org.cassandrastats.uda.ddsketch.DdsketchAggregates;
import org.cassandrastats.uda.extremes.ExtremesAggregates;
import org.cassandrastats.uda.extremes.RowsAggregates;
import org.cassandrastats.uda.histogram.HistogramAggregates;
import org.cassandrastats.uda.histogram.HistogramUnion;
import org.cassandrastats.uda.hll.HllAggregates;
import org.cassandrastats.uda.hll.HllUnion;
import org.cassandrastats.uda.moments.MomentsAggregates;
import org.cassandrastats.uda.tdigest.TdigestAggregates;
import org.cassandrastats.uda.tdigest.TdigestUnion;
import org.cassandrastats.udf.ddsketch.Ddsketch;
import org.cassandrastats.udf.extremes.Extremes;
import org.cassandrastats.udf.histogram.Histogram;
import org.cassandrastats.udf.hll.Hll;
import org.cassandrastats.udf.moments.Moments;
import org.cassandrastats.udf.state.Buffers;
import org.cassandrastats.udf.tdigest.TdigestFinish;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;

/** What one more stored state of few rows costs a merge, as of a rollup with short buckets. */
public class SmallMergeBenchmark extends StateBenchmark {
  /** How many different states are merged in turn. */
  private static final int STATES = 1 << 10;

  @Param({"10", "1000"})
  public int rows;

  @Param({"tdigest", "hll", "ddsketch", "extremes", "histogram", "moments"})
  public String family;

  private final ByteBuffer[] stored = new ByteBuffer[STATES];
  private BinaryOperator<ByteBuffer> union;
  private ByteBuffer merged;
  private int next;

  /** A row into the state of the rows before. */
  private interface Accumulate {
    ByteBuffer row(ByteBuffer state, double value);
  }

  @Setup
  public void store() {
    switch (family) {
      case "tdigest" ->
          store(TdigestAggregates::accumulate, TdigestFinish::state, TdigestUnion::union);
      case "hll" -> store(HllAggregates::accumulate, Hll::state, HllUnion::union);
      case "ddsketch" ->
          store(
              (state, value) -> DdsketchAggregates.accumulate(state, value, 0.01),
              Ddsketch::state,
              DdsketchAggregates::union);
      case "extremes" ->
          store(RowsAggregates::accumulate, Extremes::state, ExtremesAggregates::union);
      case "histogram" ->
          store(
              (state, value) -> HistogramAggregates.accumulate(state, value, 0, 1, 100),
              Histogram::state,
              HistogramUnion::union);
      case "moments" ->
          store(MomentsAggregates::accumulate, Moments::state, MomentsAggregates::union);
      default -> throw new IllegalArgumentException(family);
    }
  }

  private void store(
      Accumulate accumulate,
      UnaryOperator<ByteBuffer> finish,
      BinaryOperator<ByteBuffer> unionOfTwo) {
    union = unionOfTwo;
    for (int i = 0; i < STATES; i++) {
      ByteBuffer state = ByteBuffer.allocate(0);
      for (int row = 0; row < rows; row++) {
        state = accumulate.row(state, nextValue());
      }
      stored[i] = StateBenchmark.States.asStored(finish.apply(state));
    }
  }

  /** Each iteration starts from no values, so that all merge equally many. */
  @Setup(Level.Iteration)
  public void start() {
    merged = ByteBuffer.wrap(new byte[] {Buffers.MERGE});
    next = 0;
  }

  @Benchmark
  public ByteBuffer merge() {
    next = (next + 1) & (STATES - 1);
    merged = union.apply(merged, stored[next]);
    return merged;
  }
}
