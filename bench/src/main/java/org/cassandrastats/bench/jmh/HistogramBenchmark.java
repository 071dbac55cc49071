/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.jmh;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.stream.IntStream;
import org.cassandrastats.uda.histogram.HistogramAggregates;
import org.cassandrastats.uda.histogram.HistogramUnion;
import org.cassandrastats.udf.histogram.Histogram;
import org.cassandrastats.udf.histogram.HistogramChart;
import org.cassandrastats.udf.histogram.HistogramParameters;
import org.cassandrastats.udf.histogram.HistogramQuantiles;
import org.cassandrastats.udf.histogram.HistogramText;
import org.cassandrastats.udf.state.Buffers;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Setup;

/**
 * What one row, one merged state and one question of the histogram family cost, for 100 bins and
 * for the largest state that there is.
 */
public class HistogramBenchmark extends StateBenchmark {
  private static final int BINS = 100;
  private static final List<Double> EDGES = edges(BINS);
  private static final List<Double> MANY_EDGES = edges(HistogramParameters.MAXIMUM_BINS);
  private static final List<Double> QUANTILES = List.of(0.01, 0.5, 0.9, 0.99, 0.999);

  /** StateBenchmark.States that a state function made: changed in place. */
  private ByteBuffer working;

  private ByteBuffer workingOfEdges;
  private ByteBuffer workingOfManyEdges;
  private ByteBuffer merged;

  /** StateBenchmark.States as they come from a table: never changed. */
  private ByteBuffer stored;

  private ByteBuffer largest;

  private static List<Double> edges(int bins) {
    return IntStream.rangeClosed(0, bins).mapToObj(i -> (double) i / bins).toList();
  }

  @Setup
  public void setUp() {
    working = ByteBuffer.allocate(0);
    workingOfEdges = ByteBuffer.allocate(0);
    workingOfManyEdges = ByteBuffer.allocate(0);
    for (double value : values) {
      working = HistogramAggregates.accumulate(working, value, 0, 1, BINS);
      workingOfEdges = HistogramAggregates.accumulate(workingOfEdges, value, EDGES);
      workingOfManyEdges = HistogramAggregates.accumulate(workingOfManyEdges, value, MANY_EDGES);
    }
    stored = StateBenchmark.States.asStored(Histogram.state(working));
    largest = StateBenchmark.States.asStored(Histogram.state(workingOfManyEdges));
    merged = HistogramUnion.union(ByteBuffer.wrap(new byte[] {Buffers.MERGE}), stored);
  }

  @Benchmark
  public ByteBuffer accumulateRow() {
    working = HistogramAggregates.accumulate(working, nextValue(), 0, 1, BINS);
    return working;
  }

  /** All edges are compared with those of the state. */
  @Benchmark
  public ByteBuffer accumulateRowOfEdges() {
    workingOfEdges = HistogramAggregates.accumulate(workingOfEdges, nextValue(), EDGES);
    return workingOfEdges;
  }

  @Benchmark
  public ByteBuffer accumulateRowOfManyEdges() {
    workingOfManyEdges =
        HistogramAggregates.accumulate(workingOfManyEdges, nextValue(), MANY_EDGES);
    return workingOfManyEdges;
  }

  /** Counts would overflow after 2^51 merges: the state does not wear out. */
  @Benchmark
  public ByteBuffer mergeRow() {
    merged = HistogramUnion.union(merged, stored);
    return merged;
  }

  /** The largest single call of the family that changes a state. */
  @Benchmark
  public ByteBuffer unionOfTheLargest() {
    return HistogramUnion.union(largest, largest);
  }

  @Benchmark
  public Double quantile() {
    return HistogramQuantiles.quantile(stored, 0.99);
  }

  @Benchmark
  public List<Double> quantiles() {
    return HistogramQuantiles.quantiles(stored, QUANTILES);
  }

  @Benchmark
  public Double quantileOfTheLargest() {
    return HistogramQuantiles.quantile(largest, 0.99);
  }

  @Benchmark
  public Double rank() {
    return HistogramQuantiles.rank(stored, 0.5);
  }

  @Benchmark
  public List<Long> countsOfTheLargest() {
    return Histogram.counts(largest);
  }

  @Benchmark
  public String text() {
    return HistogramText.text(stored);
  }

  @Benchmark
  public String chartOfTheLargest() {
    return HistogramChart.chart(largest, 1000);
  }

  @Benchmark
  public boolean isValid() {
    return Histogram.isValid(stored);
  }
}
