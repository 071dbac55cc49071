/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.jmh;

import com.datadoghq.sketch.ddsketch.DDSketch;
import com.datadoghq.sketch.ddsketch.DDSketches;
import java.nio.ByteBuffer;
import java.util.List;
import org.cassandrastats.uda.ddsketch.DdsketchAggregates;
import org.cassandrastats.udf.ddsketch.Ddsketch;
import org.cassandrastats.udf.ddsketch.DdsketchState;
import org.cassandrastats.udf.state.Buffers;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Setup;

/**
 * What one row, one merged state and one question of the ddsketch family cost, beside DataDog's
 * sketches-java with the same kind of bins, as many of them and the same relative error. Its
 * log-like mapping that needs no logarithm, {@code fast}, takes more bins for the same error.
 */
public class DdsketchBenchmark extends StateBenchmark {
  private static final double ERROR = 0.01;
  private static final List<Double> QUANTILES = List.of(0.01, 0.5, 0.9, 0.99, 0.999);
  private static final double[] QUANTILES_OF_OTHERS = {0.01, 0.5, 0.9, 0.99, 0.999};

  /** A state that a state function made: changed in place. */
  private ByteBuffer working;

  private ByteBuffer merged;

  /** A state as it comes from a table: never changed. */
  private ByteBuffer stored;

  /** All bins that there may be, of both signs. */
  private ByteBuffer largest;

  private final DDSketch other = logarithmic();
  private final DDSketch otherFast =
      DDSketches.collapsingLowestDense(ERROR, DdsketchState.MAXIMUM_BINS);
  private final DDSketch otherMerged = logarithmic();

  private double magnitude = Double.MIN_NORMAL;
  private ByteBuffer sliding = ByteBuffer.allocate(0);

  private static DDSketch logarithmic() {
    return DDSketches.logarithmicCollapsingLowestDense(ERROR, DdsketchState.MAXIMUM_BINS);
  }

  @Setup
  public void setUp() {
    working = ByteBuffer.allocate(0);
    for (double value : values) {
      working = DdsketchAggregates.accumulate(working, value, ERROR);
      other.accept(value);
      otherFast.accept(value);
    }
    stored = StateBenchmark.States.asStored(working);
    merged = DdsketchAggregates.union(ByteBuffer.wrap(new byte[] {Buffers.MERGE}), stored);
    ByteBuffer all = ByteBuffer.allocate(0);
    for (int bin = 0; bin < 2 * DdsketchState.MAXIMUM_BINS; bin++) {
      double value = Math.exp(2 * ERROR * bin - 30);
      all = DdsketchAggregates.accumulate(all, value, ERROR);
      all = DdsketchAggregates.accumulate(all, -value, ERROR);
    }
    largest = StateBenchmark.States.asStored(all);
  }

  @Benchmark
  public ByteBuffer accumulateRow() {
    working = DdsketchAggregates.accumulate(working, nextValue(), ERROR);
    return working;
  }

  /** The worst row: a magnitude above all before it moves every bin. */
  @Benchmark
  public ByteBuffer accumulateRowThatMovesAllBins() {
    magnitude *= 1.0203;
    if (magnitude > 1e308) {
      magnitude = Double.MIN_NORMAL;
      sliding = ByteBuffer.allocate(0);
    }
    sliding = DdsketchAggregates.accumulate(sliding, magnitude, ERROR);
    return sliding;
  }

  @Benchmark
  public DDSketch accumulateRowOfSketchesJava() {
    other.accept(nextValue());
    return other;
  }

  @Benchmark
  public DDSketch accumulateRowOfSketchesJavaFast() {
    otherFast.accept(nextValue());
    return otherFast;
  }

  @Benchmark
  public ByteBuffer mergeRow() {
    merged = DdsketchAggregates.union(merged, stored);
    return merged;
  }

  /** Of sketches that are not serialised. */
  @Benchmark
  public DDSketch mergeRowOfSketchesJava() {
    otherMerged.mergeWith(other);
    return otherMerged;
  }

  /** The largest single call of the family. */
  @Benchmark
  public ByteBuffer unionOfTheLargest() {
    return DdsketchAggregates.union(largest, largest);
  }

  @Benchmark
  public Double quantile() {
    return Ddsketch.quantile(stored, 0.99);
  }

  @Benchmark
  public double quantileOfSketchesJava() {
    return other.getValueAtQuantile(0.99);
  }

  @Benchmark
  public List<Double> quantiles() {
    return Ddsketch.quantiles(stored, QUANTILES);
  }

  @Benchmark
  public double[] quantilesOfSketchesJava() {
    return other.getValuesAtQuantiles(QUANTILES_OF_OTHERS);
  }

  @Benchmark
  public Double quantileOfTheLargest() {
    return Ddsketch.quantile(largest, 0.99);
  }

  @Benchmark
  public Double rank() {
    return Ddsketch.rank(stored, 0.5);
  }

  @Benchmark
  public boolean isValid() {
    return Ddsketch.isValid(stored);
  }

  @Benchmark
  public ByteBuffer serialiseOfSketchesJava() {
    return other.serialize();
  }
}
