/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.udf.chunk;

import static org.cassandrastats.udf.state.LittleEndian.getDouble;
import static org.cassandrastats.udf.state.LittleEndian.getInt;
import static org.cassandrastats.udf.state.LittleEndian.getLong;
import static org.cassandrastats.udf.state.LittleEndian.putDouble;
import static org.cassandrastats.udf.state.LittleEndian.putInt;
import static org.cassandrastats.udf.state.LittleEndian.putLong;

import java.nio.ByteBuffer;
import org.cassandrastats.udf.moments.MomentsState;
import org.cassandrastats.udf.state.Checksum;
import org.cassandrastats.udf.tdigest.TdigestState;

/**
 * The digest that a chunk may carry between its values and its checksum, so that {@code
 * chunk_tdigest} decodes no point. Its k is in the header.
 *
 * <pre>
 * c x {f64 mean, u16 weight}, ascending by mean
 * zeros, so that all has whole longs
 * u16 number of centroids c
 * </pre>
 *
 * <p>The centroids are those of {@code chunk_tdigest} with this k. The first mean is the minimum of
 * the values, and the last one the maximum.
 */
public final class ChunkDigest {
  /** The most that {@code chunk_with_digest} takes, the k of {@code tdigest} without one. */
  public static final int MAXIMUM_K = TdigestState.DEFAULT_K;

  public static final int CENTROID_SIZE = 10;

  private ChunkDigest() {}

  /** The k of the digest of a chunk that starts at offset 0; 0 if it carries none. */
  public static int k(ByteBuffer chunk) {
    return chunk.get(ChunkState.DIGEST) & 0xff;
  }

  /** Bytes of a digest. */
  public static int size(int centroids) {
    return (CENTROID_SIZE * centroids + 9) & ~7;
  }

  /** How many centroids a chunk has that carries a digest. */
  public static int centroids(ByteBuffer chunk) {
    return chunk.getShort(chunk.limit() - Checksum.SIZE - 2) & 0xffff;
  }

  /** Where the values of a chunk end: its digest or, without one, its checksum. */
  public static int start(ByteBuffer chunk) {
    return k(chunk) == 0 ? chunk.limit() - Checksum.SIZE : start(chunk, centroids(chunk));
  }

  /** Where the digest of a chunk starts that carries one. */
  private static int start(ByteBuffer chunk, int centroids) {
    return chunk.limit() - Checksum.SIZE - size(centroids);
  }

  /** Whether so many finite values are more than a digest with a k keeps one by one. */
  public static boolean isWorthIt(long finite, int k) {
    return finite > TdigestState.maximumCentroids(k);
  }

  /** How many values of a chunk are finite, by its header. */
  public static long finite(ByteBuffer chunk) {
    return chunk.getLong(ChunkState.MOMENTS + MomentsState.COUNT);
  }

  /** Whether the header of a chunk says the same of its finite values. */
  public static boolean isOf(ByteBuffer chunk, long finite, double minimum, double maximum) {
    return finite == finite(chunk)
        && minimum == chunk.getDouble(ChunkState.MOMENTS + MomentsState.MINIMUM)
        && maximum == chunk.getDouble(ChunkState.MOMENTS + MomentsState.MAXIMUM);
  }

  /** Refuses the digest of a chunk that carries one, unless it may be that of its values. */
  public static void require(ByteBuffer chunk) {
    int k = k(chunk);
    int centroids = centroids(chunk);
    int start = start(chunk, centroids);
    double minimum = 0;
    double before = -Double.MAX_VALUE;
    boolean isSound =
        k >= TdigestState.MINIMUM_K
            && k <= MAXIMUM_K
            && centroids > 0
            && centroids <= TdigestState.maximumCentroids(k)
            && start >= ChunkState.DATA;
    long weights = 0;
    for (int i = 0; i < centroids && isSound; i++) {
      double mean = chunk.getDouble(start + CENTROID_SIZE * i);
      int weight = chunk.getShort(start + CENTROID_SIZE * i + 8) & 0xffff;
      // A NaN is in no interval.
      isSound = mean >= before && mean <= Double.MAX_VALUE && weight > 0;
      minimum = i == 0 ? mean : minimum;
      before = mean;
      weights += weight;
    }
    int end = chunk.limit() - Checksum.SIZE - 2;
    for (int at = start + CENTROID_SIZE * centroids; at < end && isSound; at += 2) {
      isSound = chunk.getShort(at) == 0;
    }
    if (!isSound || !isOf(chunk, weights, minimum, before)) {
      throw new IllegalArgumentException(
          "not a chunk state: expected a digest of its values, with k from 10 to 200, found k "
              + k
              + " and "
              + centroids
              + " centroids");
    }
  }

  /** Writes the centroids of a final tdigest state, and their number, behind the values. */
  public static void put(ByteBuffer chunk, int start, ByteBuffer image) {
    int centroids = getInt(image, TdigestState.CENTROIDS);
    for (int i = 0; i < centroids; i++) {
      int from = TdigestState.DATA + TdigestState.CENTROID_SIZE * i;
      int to = start + CENTROID_SIZE * i;
      chunk.putDouble(to, getDouble(image, from));
      chunk.putShort(to + 8, (short) getLong(image, from + 8));
    }
    chunk.putShort(start + size(centroids) - 2, (short) centroids);
  }

  /** Reads the centroids of a valid digest. */
  public static void load(ByteBuffer chunk, double[] means, long[] weights) {
    int start = start(chunk, means.length);
    for (int i = 0; i < means.length; i++) {
      means[i] = chunk.getDouble(start + CENTROID_SIZE * i);
      weights[i] = chunk.getShort(start + CENTROID_SIZE * i + 8) & 0xffff;
    }
  }

  /** A valid digest as a state of the family {@code tdigest}. */
  public static ByteBuffer image(ByteBuffer chunk) {
    int centroids = centroids(chunk);
    int start = start(chunk, centroids);
    ByteBuffer image =
        ByteBuffer.allocate(TdigestState.DATA + TdigestState.CENTROID_SIZE * centroids);
    // The values were joined from the smallest up.
    image.putLong(0, TdigestState.header(k(chunk), TdigestState.REVERSE));
    putInt(image, TdigestState.CENTROIDS, centroids);
    putDouble(image, TdigestState.MINIMUM, chunk.getDouble(start));
    putDouble(
        image, TdigestState.MAXIMUM, chunk.getDouble(start + CENTROID_SIZE * (centroids - 1)));
    for (int i = 0; i < centroids; i++) {
      int from = start + CENTROID_SIZE * i;
      int to = TdigestState.DATA + TdigestState.CENTROID_SIZE * i;
      putDouble(image, to, chunk.getDouble(from));
      putLong(image, to + 8, chunk.getShort(from + 8) & 0xffff);
    }
    return image;
  }
}
