/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.udf.chunk;

import java.nio.ByteBuffer;
import org.cassandrastats.udf.state.Preamble;

/**
 * Layout of the state of the aggregate {@code chunk}: points in the order in which their rows were
 * read. A chunk is made of it at the end.
 *
 * <pre>
 *  0  preamble (family 134, no flags, parameter 0)
 *  8  u64 number of points n, 1 to 8192
 * 16  n x {i64 time, u64 bits of the value, i64 integer}
 * </pre>
 *
 * <p>The integer is the one to which the value is nearest, or any other number where there is none.
 */
public final class PointsState {
  public static final int FAMILY = 134;

  public static final int POINTS = 16;
  public static final int POINT_SIZE = 24;

  /** The only preamble of this family. */
  private static final long PREAMBLE = (long) (Preamble.START | FAMILY) << 40;

  private static final int COUNT = 8;

  /** Bytes of the first buffer: room for four points, and one more. */
  private static final int FIRST_CAPACITY = 113;

  private PointsState() {}

  /** How many points a state that starts at offset 0 has, by its size. */
  public static int count(ByteBuffer state) {
    return (state.limit() - POINTS) / POINT_SIZE;
  }

  /**
   * Whether a state function made this buffer, so that it is valid and may be changed in place.
   * Cassandra makes no buffer from stored, bound or literal bytes that starts at 0, has an odd
   * capacity and room behind its limit, and says how many points it holds.
   */
  public static boolean isWorking(ByteBuffer state) {
    return (state.capacity() & 7) == 1
        && state.limit() < state.capacity()
        && state.limit() > POINTS
        && state.position() == 0
        && state.getLong(0) == PREAMBLE
        && state.getLong(COUNT) == count(state);
  }

  /** A state of no points. */
  public static ByteBuffer none() {
    ByteBuffer working = ByteBuffer.allocate(FIRST_CAPACITY);
    working.limit(POINTS);
    working.putLong(0, PREAMBLE);
    return working;
  }

  /** A state of no points, for a state function to start from. */
  public static ByteBuffer start(ByteBuffer state) {
    if (state.remaining() != 0) {
      throw new IllegalArgumentException(
          "chunk_accumulate: expected the empty blob 0x or the state of its own last call, found "
              + state.remaining()
              + " other bytes; join stored states with chunk_union");
    }
    return none();
  }

  /**
   * The state with more points, which are to be set behind its old limit; a larger buffer where
   * there is no room.
   */
  public static ByteBuffer extended(ByteBuffer working, int points) {
    int count = count(working) + points;
    if (count > ChunkState.MAXIMUM_COUNT) {
      throw new IllegalArgumentException(
          "chunk: the count would exceed 8192; aggregate shorter stretches of time");
    }
    int end = POINTS + POINT_SIZE * count;
    ByteBuffer larger = working;
    if (end >= working.capacity()) {
      larger = ByteBuffer.allocate(Math.max(end, 2 * working.limit() - POINTS) + 1);
      larger.put(working.duplicate());
      larger.position(0);
    }
    larger.limit(end);
    larger.putLong(COUNT, count);
    return larger;
  }

  /** Sets a point. */
  public static void put(ByteBuffer working, int offset, long time, double value, long integer) {
    working.putLong(offset, time);
    working.putDouble(offset + 8, value);
    working.putLong(offset + 16, integer);
  }

  /**
   * The points in order and others in order, together; of one time the former come first. They are
   * merged from the last one on, within the buffer.
   */
  public static ByteBuffer merged(
      ByteBuffer points, long[] times, double[] values, long[] integers) {
    int next = times.length - 1;
    int from = points.limit() - POINT_SIZE;
    ByteBuffer merged = extended(points, times.length);
    for (int to = merged.limit() - POINT_SIZE; next >= 0; to -= POINT_SIZE) {
      long time = from < POINTS ? Long.MIN_VALUE : merged.getLong(from);
      double value = values[next];
      long integer = integers[next];
      if (time > times[next]) {
        value = merged.getDouble(from + 8);
        integer = merged.getLong(from + 16);
        from -= POINT_SIZE;
      } else {
        time = times[next];
        next--;
      }
      put(merged, to, time, value, integer);
    }
    return merged;
  }

  /** The state from offset 0 of a view, if it is valid and not empty. */
  public static ByteBuffer checked(ByteBuffer state) {
    ByteBuffer view = state.slice();
    int size = view.limit();
    if (size <= POINTS
        || (size - POINTS) % POINT_SIZE != 0
        || count(view) > ChunkState.MAXIMUM_COUNT
        || view.getLong(0) != PREAMBLE
        || view.getLong(COUNT) != count(view)) {
      throw new IllegalArgumentException(
          "not a points state: expected 16 bytes of family 134 and 24 for each of 1 to 8192 points,"
              + " found "
              + size
              + " of family "
              + (size < 3 ? 0 : view.get(2) & 0xff)
              + ", version "
              + (size < 3 ? 0 : view.get(1) & 0xff));
    }
    return view;
  }
}
