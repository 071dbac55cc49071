/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.uda.chunk;

import java.nio.ByteBuffer;
import org.cassandrastats.udf.annotation.CqlFunction;
import org.cassandrastats.udf.annotation.CqlFunction.Aggregate;
import org.cassandrastats.udf.annotation.CqlFunction.Example;
import org.cassandrastats.udf.chunk.ChunkPoints;
import org.cassandrastats.udf.chunk.ChunkState;
import org.cassandrastats.udf.chunk.PointsState;

/** How chunks become one. */
public final class ChunkMerge {
  private ChunkMerge() {}

  /**
   * The points of two chunks together, in the order of their times. Of points of one time all are
   * kept, those of the left chunk first.
   *
   * @param left a chunk, or the empty blob; null gives null
   * @param right a chunk, or the empty blob; null gives null
   * @return a chunk, or the empty blob where both are empty
   * @throws IllegalArgumentException if either blob is not a chunk state, or if the count would
   *     exceed 8192
   */
  @CqlFunction(
      value = "chunk_union",
      examples =
          @Example(
              call =
                  "chunk_count(chunk_union(chunk((bigint) 5, position),"
                      + " chunk((bigint) 7, position)))",
              result = "10"))
  public static ByteBuffer union(ByteBuffer left, ByteBuffer right) {
    if (left.remaining() == 0 && right.remaining() == 0) {
      return left;
    }
    long[] times = new long[0];
    long[] values = new long[0];
    // One loop, so that a body holds what reads a chunk once.
    for (int side = 0; side < 2; side++) {
      ByteBuffer chunk = side == 0 ? left : right;
      if (chunk.remaining() > 0) {
        ByteBuffer view = ChunkState.readable(chunk);
        long[][] points = ChunkPoints.timesAndValues(view);
        int count = times.length + points[0].length;
        if (count > ChunkState.MAXIMUM_COUNT) {
          throw new IllegalArgumentException("chunk: the count would exceed 8192, found " + count);
        }
        long[][] first = {times, values};
        times = new long[count];
        values = new long[count];
        int taken = 0;
        for (int i = 0; i < count; i++) {
          int other = i - taken;
          boolean isFirst =
              other == points[0].length
                  || (taken < first[0].length && first[0][taken] <= points[0][other]);
          times[i] = isFirst ? first[0][taken] : points[0][other];
          values[i] = isFirst ? first[1][taken] : points[1][other];
          taken += isFirst ? 1 : 0;
        }
      }
    }
    return ChunkEncode.encode(times, values, times.length);
  }

  /**
   * Puts the points of a chunk behind those of another one, for {@code points_to_chunk}, which
   * sorts them once.
   *
   * @param left the points that the call for the row before returned, which are changed in place, a
   *     chunk, or the empty blob; null gives null
   * @param right a chunk, or the empty blob; null gives null
   * @return 16 + 16 bytes for each point, at most 131088, or the empty blob where both are empty
   * @throws IllegalArgumentException if either blob is not a chunk state, or if the count would
   *     exceed 8192
   */
  @CqlFunction(
      value = "chunk_append",
      examples =
          @Example(
              call =
                  "chunk_count(points_to_chunk(chunk_append(chunk((bigint) 5, position),"
                      + " chunk((bigint) 7, position))))",
              result = "10"),
      aggregates =
          @Aggregate(
              value = "chunk_merge",
              finish = "points_to_chunk",
              summary = "Chunk of the points of all chunks, 8192 at most; more are an error.",
              examples =
                  @Example(
                      call =
                          "chunk_count(chunk_merge("
                              + "points_to_chunk(chunk_accumulate((blob) 0x, (bigint) 5, position))))",
                      result = "5")))
  public static ByteBuffer append(ByteBuffer left, ByteBuffer right) {
    if (left.remaining() == 0 && right.remaining() == 0) {
      return left;
    }
    ByteBuffer working = left;
    boolean isOwn = PointsState.isWorking(left);
    if (!isOwn) {
      working = PointsState.none();
    }
    for (int side = isOwn ? 1 : 0; side < 2; side++) {
      ByteBuffer chunk = side == 0 ? left : right;
      if (chunk.remaining() > 0) {
        ByteBuffer view = ChunkState.readable(chunk);
        long[][] points = ChunkPoints.timesAndValues(view);
        int added = points[0].length;
        int end = working.limit();
        working = PointsState.extended(working, added);
        for (int i = 0; i < added; i++) {
          PointsState.put(working, end + PointsState.POINT_SIZE * i, points[0][i], points[1][i]);
        }
      }
    }
    return working;
  }
}
