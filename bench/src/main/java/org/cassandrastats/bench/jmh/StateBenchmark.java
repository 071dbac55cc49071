/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.jmh;

import java.nio.ByteBuffer;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** What all benchmarks share: how they run, and rows of random values from 0 to 1. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public abstract class StateBenchmark {
  /** Few enough for the processor's cache. */
  static final int VALUES = 1 << 12;

  final double[] values = new SplittableRandom(20261120).doubles(VALUES).toArray();

  private int row;

  /** The index of the next row; the first follows the last. */
  final int nextRow() {
    row = (row + 1) & (VALUES - 1);
    return row;
  }

  final double nextValue() {
    return values[nextRow()];
  }

  /** States in the two shapes in which Cassandra passes them. */
  static final class States {
    private States() {}

    /** The bytes of a state in a buffer of its own, as it is read from a table. */
    static ByteBuffer asStored(ByteBuffer state) {
      byte[] bytes = new byte[state.remaining()];
      state.duplicate().get(bytes);
      return ByteBuffer.wrap(bytes);
    }
  }
}
