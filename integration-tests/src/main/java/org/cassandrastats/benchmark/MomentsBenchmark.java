/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.benchmark;

import java.nio.ByteBuffer;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.cassandrastats.uda.moments.MomentsAggregates;
import org.cassandrastats.udf.moments.Moments;
import org.cassandrastats.udf.moments.Summary;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** What one row, one merged state and one question of the moments family cost. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class MomentsBenchmark {
  private static final int VALUES = 1 << 12;

  private final double[] values = new double[VALUES];
  private int next;

  /** A state that a state function made: changed in place. */
  private ByteBuffer working;

  private ByteBuffer merged;

  /** A state as it comes from a table: never changed. */
  private ByteBuffer stored;

  @Setup
  public void setUp() {
    SplittableRandom random = new SplittableRandom(20261120);
    working = ByteBuffer.allocate(0);
    for (int index = 0; index < VALUES; index++) {
      values[index] = 20 + random.nextDouble();
      working = MomentsAggregates.accumulate(working, values[index]);
    }
    stored = States.asStored(working);
    merged = MomentsAggregates.union(ByteBuffer.allocate(0), stored);
  }

  @Benchmark
  public ByteBuffer accumulateRow() {
    next = (next + 1) & (VALUES - 1);
    working = MomentsAggregates.accumulate(working, values[next]);
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
