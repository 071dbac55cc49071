/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.uda.chunk;

import java.nio.ByteBuffer;
import org.cassandrastats.udf.annotation.CqlFunction;
import org.cassandrastats.udf.annotation.CqlFunction.Aggregate;
import org.cassandrastats.udf.annotation.Overloads;
import org.cassandrastats.udf.chunk.PointsState;
import org.cassandrastats.udf.state.Buffers;

/** How rows become a chunk. */
public final class ChunkRows {
  private ChunkRows() {}

  /**
   * The chunk of points that {@code chunk_accumulate} has gathered, in the order of their times;
   * points of one time stay in the order of their rows.
   *
   * @param state the state of {@code chunk_accumulate}; null gives null, the empty blob itself
   * @return a chunk, at most 131472 bytes
   * @throws IllegalArgumentException if the blob is not a points state
   */
  @CqlFunction(
      value = "points_to_chunk",
      calledOnNullInput = true,
      examples =
          "chunk_values(points_to_chunk(chunk_accumulate((blob) 0x, (bigint) 5, (double) 2.5))) ="
              + " [2.5]")
  public static ByteBuffer chunk(ByteBuffer state) {
    if (state == null || state.remaining() == 0) {
      return state;
    }
    if (Buffers.startsMerge(state)) {
      return ByteBuffer.allocate(0);
    }
    ByteBuffer view = PointsState.checked(state);
    return encoded(view, true);
  }

  /** The chunk of a valid state that starts at offset 0. */
  static ByteBuffer encoded(ByteBuffer view, boolean hasFronts) {
    int count = PointsState.count(view);
    long[] times = new long[count];
    double[] values = new double[count];
    boolean isOrdered = true;
    for (int i = 0; i < count; i++) {
      int at = PointsState.POINTS + PointsState.POINT_SIZE * i;
      times[i] = view.getLong(at);
      values[i] = view.getDouble(at + 8);
      isOrdered &= times[Math.max(0, i - 1)] <= times[i];
    }
    if (!isOrdered) {
      TimeOrder.sort(times, values);
    }
    return ChunkEncode.encode(times, values, count, hasFronts);
  }

  /**
   * Adds one point to those of a chunk. NaN and infinities are kept, NaN bit for bit. A point more
   * than 8192 is an error.
   *
   * @param state the empty blob, or the state that the call for the row before returned, which is
   *     changed in place; null gives null
   * @param ts time of the point, any number or a timestamp; null gives null
   * @param value value of the point; null gives null; bigint is rounded to the nearest double
   *     beyond 2^53
   * @return the state, 16 + 16 bytes for each point, at most 131088
   * @throws IllegalArgumentException if the state is any other blob
   */
  @CqlFunction(
      value = "chunk_accumulate",
      examples =
          "chunk_times(points_to_chunk(chunk_accumulate((blob) 0x, (bigint) 5, (double) 2.5))) ="
              + " [5]",
      aggregates =
          @Aggregate(
              value = "chunk",
              finish = "points_to_chunk",
              summary = "Chunk of up to 8192 points of one series; more are an error.",
              examples = "chunk_count(chunk((bigint) 5, position)) = 5"))
  public static ByteBuffer accumulate(
      ByteBuffer state,
      @Overloads("varint") long ts,
      @Overloads({"varint", "float", "double"}) double value) {
    ByteBuffer working = state;
    if (!PointsState.isWorking(state)) {
      working = PointsState.start(state);
    }
    int end = working.limit();
    working = PointsState.extended(working, 1);
    PointsState.put(working, end, ts, value);
    return working;
  }
}
