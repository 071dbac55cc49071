/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.jmh;

import java.nio.ByteBuffer;
import org.cassandrastats.uda.moments.MomentsAggregates;
import org.cassandrastats.udf.moments.Moments;
import org.cassandrastats.udf.moments.Summary;
import org.cassandrastats.udf.state.Buffers;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Setup;

/** What one row, one merged state and one question of the moments family cost. */
public class MomentsBenchmark extends StateBenchmark {
  /** A state that a state function made: changed in place. */
  private ByteBuffer working;

  private ByteBuffer merged;

  /** A state as it comes from a table: never changed. */
  private ByteBuffer stored;

  @Setup
  public void setUp() {
    working = ByteBuffer.allocate(0);
    for (int index = 0; index < VALUES; index++) {
      working = MomentsAggregates.accumulate(working, values[index]);
    }
    stored = StateBenchmark.States.asStored(working);
    merged = MomentsAggregates.union(ByteBuffer.wrap(new byte[] {Buffers.MERGE}), stored);
  }

  @Benchmark
  public ByteBuffer accumulateRow() {
    working = MomentsAggregates.accumulate(working, nextValue());
    return working;
  }

  @Benchmark
  public ByteBuffer accumulateFirstRow() {
    return MomentsAggregates.accumulate(ByteBuffer.allocate(0), values[0]);
  }

  /** Counts would overflow after 2^51 merges, sums stay finite: the state does not wear out. */
  @Benchmark
  public ByteBuffer mergeRow() {
    merged = MomentsAggregates.union(merged, stored);
    return merged;
  }

  @Benchmark
  public ByteBuffer unionOfStored() {
    return MomentsAggregates.union(stored, stored);
  }

  @Benchmark
  public Long count() {
    return Moments.count(stored);
  }

  @Benchmark
  public Double mean() {
    return Moments.mean(stored);
  }

  @Benchmark
  public Double stddev() {
    return Moments.stddev(stored);
  }

  @Benchmark
  public Double kurtosis() {
    return Moments.kurtosis(stored);
  }

  @Benchmark
  public Summary summary() {
    return Moments.summary(stored);
  }

  @Benchmark
  public String text() {
    return Moments.text(stored);
  }

  @Benchmark
  public boolean isValid() {
    return Moments.isValid(stored);
  }
}
