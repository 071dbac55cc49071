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
   * @return a chunk, at most 131720 bytes
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
    ByteBuffer ordered = TimeOrder.sorted(view);
    return encoded(ordered, true);
  }

  /** The chunk of a valid state that starts at offset 0, and whose points are in order. */
  static ByteBuffer encoded(ByteBuffer view, boolean hasFronts) {
    int count = PointsState.count(view);
    long[] times = new long[count];
    long[] values = new long[count];
    long[] integers = new long[count];
    for (int i = 0; i < count; i++) {
      int at = PointsState.POINTS + PointsState.POINT_SIZE * i;
      times[i] = view.getLong(at);
      values[i] = view.getLong(at + 8);
      integers[i] = view.getLong(at + 16);
    }
    return ChunkEncode.encode(times, values, integers, hasFronts);
  }

  /**
   * Adds one point to those of a chunk. A point more than 8192 is an error.
   *
   * @param state the empty blob, or the state that the call for the row before returned, which is
   *     changed in place; null gives null
   * @param ts time of the point, any number or a timestamp; null gives null
   * @param value value of the point, which stays exact: chunk_bigints gives it back, chunk_values
   *     the nearest double; null gives null
   * @return the state, 16 + 24 bytes for each point, at most 196624
   * @throws IllegalArgumentException if the state is any other blob
   */
  @CqlFunction(
      value = "chunk_accumulate",
      examples =
          "chunk_bigints(points_to_chunk(chunk_accumulate((blob) 0x, (bigint) 5,"
              + " (bigint) 9007199254740993))) = [9007199254740993]",
      aggregates =
          @Aggregate(
              value = "chunk",
              finish = "points_to_chunk",
              summary = "Chunk of up to 8192 points of one series; more are an error.",
              examples = "chunk_count(chunk((bigint) 5, position)) = 5"))
  public static ByteBuffer accumulate(
      ByteBuffer state, @Overloads("varint") long ts, @Overloads("varint") long value) {
    ByteBuffer working = state;
    if (!PointsState.isWorking(state)) {
      working = PointsState.start(state);
    }
    int end = working.limit();
    working = PointsState.extended(working, 1);
    PointsState.put(working, end, ts, (double) value, value);
    return working;
  }

  /**
   * Adds one point to those of a chunk, whose value is kept bit for bit; NaN and infinities are,
   * too.
   *
   * @param state the empty blob, or the state that the call for the row before returned, which is
   *     changed in place; null gives null
   * @param ts time of the point, any number or a timestamp; null gives null
   * @param value value of the point; null gives null
   * @return the state, 16 + 24 bytes for each point, at most 196624
   * @throws IllegalArgumentException if the state is any other blob
   */
  @CqlFunction(
      value = "chunk_accumulate",
      examples =
          "chunk_times(points_to_chunk(chunk_accumulate((blob) 0x, (bigint) 5, (double) 2.5))) ="
              + " [5]")
  public static ByteBuffer accumulate(
      ByteBuffer state,
      @Overloads("varint") long ts,
      @Overloads({"float", "double"}) double value) {
    ByteBuffer working = state;
    if (!PointsState.isWorking(state)) {
      working = PointsState.start(state);
    }
    int end = working.limit();
    working = PointsState.extended(working, 1);
    PointsState.put(working, end, ts, value, 0);
    return working;
  }
}
