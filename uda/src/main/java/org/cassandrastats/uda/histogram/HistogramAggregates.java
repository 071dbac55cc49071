/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.uda.histogram;

import java.nio.ByteBuffer;
import java.util.List;
import org.cassandrastats.udf.annotation.CqlFunction;
import org.cassandrastats.udf.annotation.CqlFunction.Aggregate;
import org.cassandrastats.udf.annotation.CqlFunction.Largest;
import org.cassandrastats.udf.annotation.Overloads;
import org.cassandrastats.udf.histogram.HistogramBins;
import org.cassandrastats.udf.histogram.HistogramParameters;
import org.cassandrastats.udf.histogram.HistogramState;

/** How rows become a histogram state. The layout is that of {@link HistogramState}. */
public final class HistogramAggregates {
  private HistogramAggregates() {}

  /**
   * Adds one value to a histogram with bins of equal width. A bin holds its lower edge and not its
   * upper one, so that a value of hi lies beyond the last bin, as in width_bucket; what lies
   * outside lo and hi is counted too. NaN and infinities change nothing; -0.0 is 0.0.
   *
   * @param state the empty blob, or the state that the call for the row before returned, which is
   *     changed in place; null gives null
   * @param value the value; null gives null; bigint is rounded to the nearest double beyond 2^53
   * @param lo the lower edge of the first bin, finite, the same for every row; null gives null
   * @param hi the upper edge of the last bin, finite, above lo, the same for every row; null gives
   *     null
   * @param bins number of bins, 1 to 4096, the same for every row; null gives null
   * @return the state, 56 + 8 x bins bytes, which {@code histogram_state} finishes, or the empty
   *     blob where no value was accepted yet
   * @throws IllegalArgumentException if lo, hi or bins is out of range or changes, if doubles
   *     cannot tell the edges of so many bins from each other, or if the state is any other blob
   */
  @CqlFunction(
      value = "histogram_accumulate",
      examples =
          "histogram_counts(histogram_accumulate(0x, (double) 2.5, 0.0, 4.0, 4)) = [0,0,1,0]",
      aggregates =
          @Aggregate(
              value = "histogram",
              finish = "histogram_state",
              summary = "Counts of the values in bins: of equal width, or between given edges.",
              examples = "histogram_counts(histogram(position, -1.0, 1.0, 4)) = [2,0,2,0]",
              largest = {
                @Largest(
                    arguments = "-3.0, 3.0, 4096",
                    bytes = 64 + 8 * HistogramParameters.MAXIMUM_BINS),
                @Largest(arguments = "-3.0, 3.0, 1", bytes = 64 + 8)
              }))
  public static ByteBuffer accumulate(
      ByteBuffer state,
      @Overloads({"varint", "float", "double"}) double value,
      double lo,
      double hi,
      int bins) {
    ByteBuffer working = state;
    if (!HistogramState.isWorking(state, lo, hi, bins)) {
      working = HistogramState.start(state, lo, hi, bins);
    }
    // A NaN is in no interval.
    if (!(Math.abs(value) <= Double.MAX_VALUE)) {
      return state;
    }
    int offset = HistogramState.UNDERFLOW;
    if (value >= hi) {
      offset = HistogramState.OVERFLOW;
    } else if (value >= lo) {
      int bin = HistogramBins.bin(value, lo, hi, bins);
      offset = HistogramState.COUNTS + 8 * bin;
    }
    count(working, offset, value);
    return working;
  }

  /**
   * Adds one value to a histogram with given edges: bin i is from edge i to below edge i + 1. What
   * lies outside the edges is counted too. NaN and infinities change nothing; -0.0 is 0.0.
   *
   * @param state the empty blob, or the state that the call for the row before returned, which is
   *     changed in place; null gives null
   * @param value the value; null gives null; bigint is rounded to the nearest double beyond 2^53
   * @param edges 2 to 4097 finite numbers, each above the one before, the same for every row; null
   *     gives null
   * @return the state, 48 + 16 x bins bytes, which {@code histogram_state} finishes, or the empty
   *     blob where no value was accepted yet
   * @throws IllegalArgumentException if the edges are not as described or change, or if the state
   *     is any other blob
   */
  @CqlFunction(
      value = "histogram_accumulate",
      examples =
          "histogram_counts(histogram_accumulate(0x, (double) 2.5, [0.0, 1.0, 10.0])) = [0,1]",
      aggregates =
          @Aggregate(
              value = "histogram",
              finish = "histogram_state",
              summary = "Counts of the values in bins: of equal width, or between given edges.",
              examples = "histogram_counts(histogram(position, [-1.0, 0.0, 1.0, 10.0])) = [2,2,1]",
              largest =
                  @Largest(arguments = "[-1.0, 0.0, 0.1, 0.5, 2.0, 3.0]", bytes = 56 + 16 * 5)))
  public static ByteBuffer accumulate(
      ByteBuffer state,
      @Overloads({"varint", "float", "double"}) double value,
      List<Double> edges) {
    ByteBuffer working = state;
    if (!HistogramState.isWorking(state, edges)) {
      working = HistogramState.start(state, edges);
    }
    if (!(Math.abs(value) <= Double.MAX_VALUE)) {
      return state;
    }
    int bins = edges.size() - 1;
    int offset = HistogramState.UNDERFLOW;
    if (value >= working.getDouble(HistogramState.EDGES + 8 * bins)) {
      offset = HistogramState.OVERFLOW;
    } else if (value >= working.getDouble(HistogramState.EDGES)) {
      int bin = HistogramBins.explicitBin(working, value, bins);
      offset = HistogramState.EDGES + 8 * (bins + 1 + bin);
    }
    count(working, offset, value);
    return working;
  }

  /** No aggregation reads 2^63 rows. */
  private static void count(ByteBuffer working, int offset, double value) {
    working.putLong(offset, working.getLong(offset) + 1);
    // A zero has one sign in a state, so that its bytes do not depend on the order of rows.
    if (value < working.getDouble(HistogramState.MINIMUM)) {
      working.putDouble(HistogramState.MINIMUM, value + 0.0);
    }
    if (value > working.getDouble(HistogramState.MAXIMUM)) {
      working.putDouble(HistogramState.MAXIMUM, value + 0.0);
    }
  }
}
