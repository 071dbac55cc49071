/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.uda.chunk;

import java.nio.ByteBuffer;
import java.util.Arrays;
import org.cassandrastats.uda.histogram.HistogramAggregates;
import org.cassandrastats.udf.annotation.CqlFunction;
import org.cassandrastats.udf.chunk.ChunkPoints;
import org.cassandrastats.udf.chunk.ChunkState;
import org.cassandrastats.udf.histogram.HistogramState;
import org.cassandrastats.udf.tdigest.TdigestImage;
import org.cassandrastats.udf.tdigest.TdigestState;

/** The distribution of the values of a chunk, as states of other families. */
public final class ChunkDistribution {
  private ChunkDistribution() {}

  /**
   * Digest of the distribution of the values, for quantiles and ranks. It is made from all values
   * at once, so that none is joined with others twice. NaN and infinities are left out.
   *
   * @param state a chunk; null gives null, the empty blob itself
   * @param k accuracy and size, 10 to 32767; null gives null
   * @return a tdigest state, at most 32 + 16 x (2k + 10) bytes (2k + 30 for k below 30), or the
   *     empty blob where no value is finite
   * @throws IllegalArgumentException if the blob is not a chunk state, or if k is out of range
   */
  @CqlFunction(
      value = "chunk_tdigest",
      examples = "tdigest_quantile(chunk_tdigest(chunk((bigint) 5, position), 100), 0.9) = 1.0")
  public static ByteBuffer tdigest(ByteBuffer state, int k) {
    if (k < TdigestState.MINIMUM_K || k > TdigestState.MAXIMUM_K) {
      throw new IllegalArgumentException("chunk_tdigest: expected k from 10 to 32767, found " + k);
    }
    if (state.remaining() == 0) {
      return state;
    }
    ByteBuffer view = ChunkState.readable(state);
    double[] values = ChunkPoints.values(view);
    int finite = finite(values);
    if (finite == 0) {
      return ByteBuffer.allocate(0);
    }
    Arrays.sort(values, 0, finite);
    long[] weights = new long[finite];
    int masses = 0;
    for (int i = 0; i < finite; i++) {
      if (masses > 0 && values[masses - 1] == values[i]) {
        weights[masses - 1]++;
      } else {
        values[masses] = values[i];
        weights[masses] = 1;
        masses++;
      }
    }
    return TdigestImage.of(values, weights, masses, values[0], values[masses - 1], k, 0);
  }

  /**
   * Counts of the values in bins of equal width, byte for byte those of {@code histogram} of the
   * rows. NaN and infinities are left out.
   *
   * @param state a chunk; null gives null, the empty blob itself
   * @param lo the lower edge of the first bin, finite; null gives null
   * @param hi the upper edge of the last bin, finite, above lo; null gives null
   * @param bins number of bins, 1 to 4096; null gives null
   * @return a histogram state, at most 64 + 8 x bins bytes, or the empty blob where no value is
   *     finite
   * @throws IllegalArgumentException if the blob is not a chunk state, if lo, hi or bins is out of
   *     range, or if doubles cannot tell the edges of so many bins from each other
   */
  @CqlFunction(
      value = "chunk_histogram",
      examples =
          "histogram_counts(chunk_histogram(chunk((bigint) 5, position), -1.0, 1.0, 4)) ="
              + " [2,0,2,0]")
  public static ByteBuffer histogram(ByteBuffer state, double lo, double hi, int bins) {
    ByteBuffer none = ByteBuffer.allocate(0);
    ByteBuffer working = HistogramState.start(none, lo, hi, bins);
    if (state.remaining() == 0) {
      return state;
    }
    ByteBuffer view = ChunkState.readable(state);
    double[] values = ChunkPoints.values(view);
    int finite = finite(values);
    if (finite == 0) {
      return none;
    }
    for (int i = 0; i < finite; i++) {
      working = HistogramAggregates.accumulate(working, values[i], lo, hi, bins);
    }
    return HistogramState.finalState(working);
  }

  /** Moves the finite values to the front, of both zeros one; how many there are. */
  private static int finite(double[] values) {
    int finite = 0;
    for (double value : values) {
      // A NaN is in no interval.
      if (Math.abs(value) <= Double.MAX_VALUE) {
        values[finite] = value + 0.0;
        finite++;
      }
    }
    return finite;
  }
}
