/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.uda.chunk;

import java.nio.ByteBuffer;
import org.cassandrastats.udf.annotation.CqlFunction;
import org.cassandrastats.udf.annotation.CqlFunction.Aggregate;
import org.cassandrastats.udf.chunk.ChunkIntegers;
import org.cassandrastats.udf.chunk.ChunkPoints;
import org.cassandrastats.udf.chunk.ChunkState;
import org.cassandrastats.udf.chunk.PointsState;
import org.cassandrastats.udf.state.Buffers;

/** How chunks become one. */
public final class ChunkMerge {
  private ChunkMerge() {}

  /**
   * The points of two chunks together, in the order of their times. Of points of one time all are
   * kept, those of the left chunk first.
   *
   * <p>It is the state function of {@code chunk_merge}, which starts from the byte 0x00: the sum
   * then is changed in place, and is no final state before {@code points_to_chunk} ends it.
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
          "chunk_count(chunk_union(chunk((bigint) 5, position),"
              + " chunk((bigint) 7, position))) = 10",
      aggregates =
          @Aggregate(
              value = "chunk_merge",
              initial = Buffers.MERGE,
              finish = "points_to_chunk",
              summary = "Chunk of the points of all chunks, 8192 at most; more are an error.",
              examples =
                  "chunk_count(chunk_merge("
                      + "points_to_chunk(chunk_accumulate((blob) 0x, (bigint) 5, position)))) = 5"))
  public static ByteBuffer union(ByteBuffer left, ByteBuffer right) {
    boolean isOwn = PointsState.isWorking(left);
    boolean isMerge = isOwn || Buffers.startsMerge(left);
    ByteBuffer points = left;
    if (!isOwn) {
      points = PointsState.none();
    }
    // One loop, so that a body holds what reads a chunk once.
    for (int side = isMerge ? 1 : 0; side < 2; side++) {
      ByteBuffer chunk = side == 0 ? left : right;
      if (chunk.remaining() > 0) {
        ByteBuffer view = ChunkState.readable(chunk);
        long[][] series = ChunkPoints.timesAndNumbers(view);
        long[] times = series[0];
        ChunkPoints.order(view, times);
        double[] values = ChunkPoints.decoded(view, series[1]);
        // Of other chunks the values themselves are exact.
        long[] integers = ChunkIntegers.isWhole(view) ? series[1] : new long[times.length];
        points = PointsState.merged(points, times, values, integers);
      }
    }
    // A merge encodes the points once, at its end.
    boolean isEmpty = points.limit() == PointsState.POINTS;
    if (isMerge || isEmpty) {
      return isEmpty ? left : points;
    }
    return ChunkRows.encoded(points, false);
  }
}
