/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.uda.chunk;

import static org.cassandrastats.udf.state.LittleEndian.getInt;

import java.nio.ByteBuffer;
import org.cassandrastats.uda.histogram.HistogramAggregates;
import org.cassandrastats.udf.annotation.CqlFunction;
import org.cassandrastats.udf.chunk.ChunkDigest;
import org.cassandrastats.udf.chunk.ChunkPoints;
import org.cassandrastats.udf.chunk.ChunkState;
import org.cassandrastats.udf.histogram.HistogramState;
import org.cassandrastats.udf.state.Buffers;
import org.cassandrastats.udf.state.Checksum;
import org.cassandrastats.udf.tdigest.Compression;
import org.cassandrastats.udf.tdigest.TdigestImage;
import org.cassandrastats.udf.tdigest.TdigestState;

/** The distribution of the values of a chunk, as states of other families. */
public final class ChunkDistribution {
  private ChunkDistribution() {}

  /**
   * Digest of the distribution of the values, for quantiles and ranks. It is made from all values
   * at once, so that none is joined with others twice. NaN and infinities are left out. A digest
   * that the chunk carries is taken instead, with the same bytes, if its k is this one; if its k is
   * larger, its centroids are joined further; if it is smaller, the values are decoded.
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
    boolean isCarried = ChunkDigest.k(view) >= k;
    double[] means;
    long[] weights;
    if (isCarried) {
      ChunkDigest.require(view);
      if (ChunkDigest.k(view) == k) {
        return ChunkDigest.image(view);
      }
      means = new double[ChunkDigest.centroids(view)];
      weights = new long[means.length];
      ChunkDigest.load(view, means, weights);
    } else {
      long[] numbers = ChunkPoints.numbers(view);
      weights = ChunkMasses.weights(view, numbers);
      means = ChunkMasses.load(view, numbers, weights);
    }
    if (means.length == 0) {
      return ByteBuffer.allocate(0);
    }
    int masses = ChunkMasses.join(means, weights, isCarried);
    return TdigestImage.of(
        means,
        weights,
        masses,
        means[0],
        means[masses - 1],
        k,
        isCarried ? TdigestState.REVERSE : 0);
  }

  /**
   * The chunk with a digest of its values, which {@code chunk_tdigest} with this or a smaller k
   * then takes instead of decoding them. A digest that it carries already is replaced. A chunk of
   * at most 2k + 10 finite values (2k + 30 for k below 30) gets none, for the digest would hold
   * them one by one. What other functions make of a chunk carries none.
   *
   * @param state a chunk; null gives null, the empty blob itself
   * @param k accuracy and size, 10 to 200; null gives null
   * @return a chunk, longer by at most 8 + 10 x (2k + 10) bytes (2k + 30 for k below 30)
   * @throws IllegalArgumentException if the blob is not a chunk state, or if k is out of range
   */
  @CqlFunction(
      value = "chunk_with_digest",
      examples = "chunk_count(chunk_with_digest(chunk((bigint) 5, position), 100)) = 5")
  public static ByteBuffer withDigest(ByteBuffer state, int k) {
    if (k < TdigestState.MINIMUM_K || k > ChunkDigest.MAXIMUM_K) {
      throw new IllegalArgumentException(
          "chunk_with_digest: expected k from 10 to 200, found " + k);
    }
    if (state.remaining() == 0) {
      return state;
    }
    ByteBuffer view = ChunkState.readable(state);
    if (ChunkDigest.k(view) != 0) {
      ChunkDigest.require(view);
    }
    int start = ChunkDigest.start(view);
    int end = start;
    long[] numbers = ChunkPoints.numbers(view);
    long[] weights = ChunkMasses.weights(view, numbers);
    double[] means = ChunkMasses.load(view, numbers, weights);
    int count = means.length;
    long finite = 0;
    for (int i = 0; i < count; i++) {
      finite += weights[i];
    }
    double minimum = count == 0 ? 0 : means[0];
    double maximum = count == 0 ? 0 : means[count - 1];
    // Beside the moments of other values it would be no digest.
    boolean isWorthIt =
        ChunkDigest.isWorthIt(finite, k) && ChunkDigest.isOf(view, finite, minimum, maximum);
    ByteBuffer image = ByteBuffer.allocate(TdigestState.maximumSize(k));
    if (isWorthIt) {
      int masses = ChunkMasses.join(means, weights, false);
      image.putLong(0, TdigestState.header(k, 0));
      Compression.write(image, means, weights, masses);
      end += ChunkDigest.size(getInt(image, TdigestState.CENTROIDS));
    }
    ByteBuffer chunk = ByteBuffer.allocate(end + Checksum.SIZE);
    Buffers.copy(view, chunk, start);
    chunk.put(ChunkState.DIGEST, (byte) (isWorthIt ? k : 0));
    if (isWorthIt) {
      ChunkDigest.put(chunk, start, image);
    }
    Checksum.seal(chunk, end);
    return chunk;
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
