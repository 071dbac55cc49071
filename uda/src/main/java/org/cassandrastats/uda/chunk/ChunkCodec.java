/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.uda.chunk;

import java.nio.ByteBuffer;
import org.cassandrastats.udf.chunk.ChunkDigest;
import org.cassandrastats.udf.chunk.ChunkIntegers;
import org.cassandrastats.udf.chunk.ChunkPoints;
import org.cassandrastats.udf.chunk.ChunkState;

/**
 * Chunks for applications, which write points as one blob rather than as rows, and read them
 * without asking Cassandra. The format is that of {@link ChunkState}; the bytes are those that the
 * aggregate {@code chunk} makes of the same points as rows.
 */
public final class ChunkCodec {
  /** The most points of a chunk. */
  public static final int MAXIMUM_COUNT = ChunkState.MAXIMUM_COUNT;

  private ChunkCodec() {}

  /**
   * Encodes points.
   *
   * @param times any numbers, each at least the one before, for example milliseconds since 1970; at
   *     most 8192 of them
   * @param values as many values; any doubles, NaN bit for bit
   * @return a chunk of at most 131472 bytes; the empty blob without points
   * @throws IllegalArgumentException if there are not as many values as times, more than 8192
   *     points, or times that are not in order
   */
  public static ByteBuffer encode(long[] times, double[] values) {
    requirePoints(times, values.length);
    return times.length == 0
        ? ByteBuffer.allocate(0)
        : ChunkEncode.encode(times, ChunkEncode.bits(values, values.length), null, true);
  }

  /**
   * Encodes points whose values are integers, which stay exact beyond 2^53, too; {@link #values}
   * then gives the nearest doubles.
   *
   * @param times as for doubles
   * @param integers as many values
   * @return a chunk of at most 131720 bytes; the empty blob without points
   * @throws IllegalArgumentException as for doubles
   */
  public static ByteBuffer encode(long[] times, long[] integers) {
    int count = times.length;
    requirePoints(times, integers.length);
    long[] bits = new long[count];
    for (int i = 0; i < count; i++) {
      bits[i] = Double.doubleToRawLongBits((double) integers[i]);
    }
    return count == 0 ? ByteBuffer.allocate(0) : ChunkEncode.encode(times, bits, integers, true);
  }

  private static void requirePoints(long[] times, int values) {
    int count = times.length;
    if (count != values || count > MAXIMUM_COUNT) {
      throw new IllegalArgumentException(
          "chunk: expected at most 8192 times and as many values, found "
              + count
              + " and "
              + values);
    }
    for (int i = 1; i < count; i++) {
      if (times[i] < times[i - 1]) {
        throw new IllegalArgumentException(
            "chunk: expected times in order, found " + times[i] + " behind " + times[i - 1]);
      }
    }
  }

  /**
   * The chunk with a digest of its values, as {@code chunk_with_digest} makes it: {@code
   * chunk_tdigest} with this or a smaller k then decodes no point. A chunk of at most 2k + 10
   * finite values (2k + 30 for k below 30) gets none.
   *
   * @param chunk is not changed, nor its position
   * @param k accuracy and size, 10 to 200
   * @throws IllegalArgumentException if the bytes are not a chunk, or if k is out of range
   */
  public static ByteBuffer withDigest(ByteBuffer chunk, int k) {
    return ChunkDistribution.withDigest(chunk, k);
  }

  /**
   * Whether a chunk is as {@link #withDigest} makes it: it carries a digest with this k, or its
   * finite values are too few for one.
   *
   * @param chunk is not changed, nor its position
   * @throws IllegalArgumentException if the bytes are not a chunk
   */
  public static boolean hasDigest(ByteBuffer chunk, int k) {
    if (chunk.remaining() == 0) {
      return true;
    }
    ByteBuffer view = ChunkState.readable(chunk);
    int carried = ChunkDigest.k(view);
    return carried == (ChunkDigest.isWorthIt(ChunkDigest.finite(view), k) ? k : 0);
  }

  /**
   * The times of a chunk, in order; none of the empty blob.
   *
   * @param chunk is not changed, nor its position
   * @throws IllegalArgumentException if the bytes are not a chunk
   */
  public static long[] times(ByteBuffer chunk) {
    return chunk.remaining() == 0 ? new long[0] : ChunkPoints.times(ChunkState.readable(chunk));
  }

  /**
   * The values of a chunk, in the order of their times; none of the empty blob.
   *
   * @param chunk is not changed, nor its position
   * @throws IllegalArgumentException if the bytes are not a chunk
   */
  public static double[] values(ByteBuffer chunk) {
    return chunk.remaining() == 0 ? new double[0] : ChunkPoints.values(ChunkState.readable(chunk));
  }

  /**
   * The values of a chunk as integers, exact beyond 2^53, too; none of the empty blob.
   *
   * @param chunk is not changed, nor its position
   * @throws IllegalArgumentException if the bytes are not a chunk, or a value is no integer
   */
  public static long[] integers(ByteBuffer chunk) {
    return chunk.remaining() == 0 ? new long[0] : ChunkIntegers.of(ChunkState.readable(chunk));
  }
}
