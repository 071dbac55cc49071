/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.udf.counter;

import java.nio.ByteBuffer;
import org.cassandrastats.udf.state.Buffers;
import org.cassandrastats.udf.state.Checksum;
import org.cassandrastats.udf.state.Preamble;

/**
 * Layout of a counter state: always {@value #SIZE} bytes, or none at all before the first value.
 *
 * <pre>
 *   0  preamble (family 136, no flags, parameter 0)
 *   8  u64 count of values           16  u64 resets: values below the one before
 *  24  u64 changes: values that differ from the one before
 *  32  f64 what the resets lost: the sum of the values before them
 *  40  f64 what rounding cut off it
 *  48  i64 first time                56  f64 its value
 *  64  i64 second time               72  f64 its value
 *  80  i64 last time but one         88  f64 its value
 *  96  i64 last time                104  f64 its value
 * 112  checksum; while rows are added there is none
 * </pre>
 *
 * <p>Times are milliseconds since 1970. A sum that overflowed is the NaN 0x7ff8000000000000, at 32
 * and at 40. With a count of one, everything from 16 to 48 and from 64 to 96 is zero, and the last
 * value is the first one.
 */
public final class CounterState {
  public static final int FAMILY = 136;
  public static final int SIZE = 120;

  /** Where the checksum is, and where a state ends while rows are added. */
  public static final int END = 112;

  /** All of the preamble but the parameter. */
  public static final int PREAMBLE = (Preamble.START | FAMILY) << 8;

  public static final int COUNT = 8;
  public static final int RESETS = 16;
  public static final int CHANGES = 24;
  public static final int LOST = 32;
  public static final int REMAINDER = 40;
  public static final int FIRST = 48;
  public static final int SECOND = 64;
  public static final int LAST_BUT_ONE = 80;
  public static final int LAST = 96;

  /** Distance of the value from its time. */
  public static final int VALUE = 8;

  private CounterState() {}

  /**
   * Whether {@code counter_accumulate} made this buffer, so that it is valid and may be changed in
   * place. No buffer that Cassandra makes from stored, bound or literal bytes starts at 0 and has
   * exactly one byte behind its limit.
   */
  public static boolean isWorking(ByteBuffer state) {
    return state.capacity() == END + Buffers.WORKING_TAIL && hasOwnForm(state);
  }

  /** Whether states are merged in this buffer; likewise. */
  public static boolean isMerged(ByteBuffer state) {
    return state.capacity() == END + Buffers.MERGED_TAIL && hasOwnForm(state);
  }

  /** Whether it is either of them, and has no checksum. */
  static boolean isOwn(ByteBuffer state) {
    // The tails differ in one bit.
    return (state.capacity() & ~2) == END + Buffers.WORKING_TAIL && hasOwnForm(state);
  }

  private static boolean hasOwnForm(ByteBuffer state) {
    return state.limit() == END && state.position() == 0 && state.getInt(0) == PREAMBLE;
  }

  /** A state of no values in a buffer whose capacity says that it is a state function's own. */
  public static ByteBuffer allocate(int tail) {
    ByteBuffer own = ByteBuffer.allocate(END + tail);
    own.limit(END);
    own.putInt(0, PREAMBLE);
    return own;
  }

  /**
   * A state of no values, for a state function to start from. Nothing but the empty blob starts
   * one: a stored state is joined by a union, so that only unions have to validate.
   */
  public static ByteBuffer start(ByteBuffer state) {
    if (state.remaining() != 0) {
      throw new IllegalArgumentException(
          "counter_accumulate: expected the empty blob 0x or the state of its own last call, found "
              + state.remaining()
              + " other bytes; join stored states with counter_union");
    }
    return allocate(Buffers.WORKING_TAIL);
  }

  /** The state from offset 0 of a view, for reading, if its bytes are as they were written. */
  public static ByteBuffer readable(ByteBuffer state) {
    ByteBuffer view = state;
    if (!isOwn(state)) {
      view = state.slice();
      Checksum.require(view, FAMILY, SIZE, "a counter state");
    }
    return view;
  }

  /** Writes the time and the value of a point. */
  public static void put(ByteBuffer state, int point, long time, double value) {
    state.putLong(point, time);
    state.putDouble(point + VALUE, value);
  }

  /** The total of two counts; refuses to pass 2^63-1. */
  public static long total(long left, long right) {
    if (left > Long.MAX_VALUE - right) {
      throw new IllegalArgumentException("counter: the count would exceed 2^63-1");
    }
    return left + right;
  }
}
