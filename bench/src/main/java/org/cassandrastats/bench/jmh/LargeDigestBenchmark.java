/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.jmh;

import java.nio.ByteBuffer;
import java.util.concurrent.TimeUnit;
import org.cassandrastats.uda.tdigest.TdigestAggregates;
import org.cassandrastats.uda.tdigest.TdigestUnion;
import org.cassandrastats.udf.tdigest.Tdigest;
import org.cassandrastats.udf.tdigest.TdigestFinish;
import org.cassandrastats.udf.tdigest.TdigestState;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;

/** The slowest single calls on large digests: no call may take 5 ms at k = 1000. */
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class LargeDigestBenchmark extends StateBenchmark {
  private static final int COMPRESSIONS = 20;

  /** With ties, more points than fit, so that a compression is tried several times. */
  private static final int DIFFERENT = 3000;

  @Param({"1000", "32767"})
  public int k;

  @Param({"uniform", "ties"})
  public String column;

  private ByteBuffer full;
  private ByteBuffer stored;

  @Setup
  public void fill() {
    int buffer = TdigestState.bufferSize(k);
    int rows = COMPRESSIONS * buffer;
    full = ByteBuffer.allocate(0);
    for (int i = 0; i < rows; i++) {
      // A step of the golden section never meets itself.
      double share = i * 0.6180339887498949 % 1;
      double value = column.equals("ties") ? Math.floor(DIFFERENT * share * share) : share;
      full = TdigestAggregates.accumulate(full, value, k);
    }
    stored = TdigestFinish.state(full);
  }

  /** The same work as the row that finds the buffer full. */
  @Benchmark
  public ByteBuffer compress() {
    return TdigestFinish.state(full);
  }

  @Benchmark
  public ByteBuffer union() {
    return TdigestUnion.union(stored, stored);
  }

  @Benchmark
  public Double quantile() {
    return Tdigest.quantile(full, 0.99);
  }
}
