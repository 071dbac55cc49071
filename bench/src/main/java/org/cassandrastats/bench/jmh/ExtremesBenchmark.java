/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.jmh;

import java.nio.ByteBuffer;
import java.util.List;
import org.cassandrastats.uda.extremes.ByAggregates;
import org.cassandrastats.uda.extremes.ExtremesAggregates;
import org.cassandrastats.uda.extremes.MaxNAggregates;
import org.cassandrastats.uda.extremes.RowsAggregates;
import org.cassandrastats.udf.extremes.Extremes;
import org.cassandrastats.udf.extremes.ExtremesValues;
import org.cassandrastats.udf.state.Buffers;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Setup;

/**
 * What one row, one merged state and one question of the extremes family cost. The largest states
 * are those of the 1000 best values; merging two of them is the largest single call of the pack.
 */
public class ExtremesBenchmark extends StateBenchmark {
  private static final int N = 1000;

  private long rising;

  private ByteBuffer rows = ByteBuffer.allocate(0);
  private ByteBuffer byKey = ByteBuffer.allocate(0);
  private ByteBuffer best = ByteBuffer.allocate(0);
  private ByteBuffer everBetter = ByteBuffer.allocate(0);
  private ByteBuffer merged;
  private ByteBuffer low;
  private ByteBuffer high;

  @Setup
  public void setUp() {
    ByteBuffer lowest = ByteBuffer.allocate(0);
    ByteBuffer highest = ByteBuffer.allocate(0);
    for (int index = 0; index < VALUES; index++) {
      rows = RowsAggregates.accumulate(rows, values[index]);
      byKey = ByAggregates.accumulate(byKey, values[index], (long) index);
      best = MaxNAggregates.accumulate(best, values[index], N);
      everBetter = MaxNAggregates.accumulate(everBetter, (long) index, N);
      lowest = MaxNAggregates.accumulate(lowest, values[index], N);
      highest = MaxNAggregates.accumulate(highest, 1 + values[index], N);
    }
    rising = VALUES;
    low = StateBenchmark.States.asStored(lowest);
    high = StateBenchmark.States.asStored(highest);
    merged = ExtremesAggregates.union(ByteBuffer.wrap(new byte[] {Buffers.MERGE}), high);
  }

  @Benchmark
  public ByteBuffer firstLastRow() {
    rows = RowsAggregates.accumulate(rows, nextValue());
    return rows;
  }

  @Benchmark
  public ByteBuffer minMaxByRow() {
    int row = nextRow();
    byKey = ByAggregates.accumulate(byKey, values[row], (long) row);
    return byKey;
  }

  /** Nearly every row is worse than the worst of the best. */
  @Benchmark
  public ByteBuffer maxNRow() {
    best = MaxNAggregates.accumulate(best, nextValue(), N);
    return best;
  }

  /** Sorted input: every row is better than all before it. */
  @Benchmark
  public ByteBuffer maxNRowThatIsEverBetter() {
    rising++;
    everBetter = MaxNAggregates.accumulate(everBetter, rising, N);
    return everBetter;
  }

  @Benchmark
  public ByteBuffer mergeOfWorseValues() {
    merged = ExtremesAggregates.union(merged, low);
    return merged;
  }

  /** Every value of the right state replaces one of the left. */
  @Benchmark
  public ByteBuffer unionOfStoredThatReplacesAll() {
    return ExtremesAggregates.union(low, high);
  }

  @Benchmark
  public List<Double> values() {
    return ExtremesValues.valuesDouble(high);
  }

  @Benchmark
  public String text() {
    return Extremes.text(high);
  }

  @Benchmark
  public boolean isValid() {
    return Extremes.isValid(high);
  }
}
