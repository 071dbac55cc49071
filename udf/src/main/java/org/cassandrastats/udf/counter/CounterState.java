/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.udf.counter;

import java.nio.ByteBuffer;
import org.cassandrastats.udf.state.Buffers;
import org.cassandrastats.udf.state.FixedState;
import org.cassandrastats.udf.state.Preamble;

/**
 * Layout of a counter state: always {@value #SIZE} bytes, or none at all before the first value.
 *
 * <pre>
 *   0  preamble (family 136, no flags, parameter 0 of a counter, 1 of a gauge)
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
 * and at 40. A gauge has no resets. With a count of one, everything from 16 to 48 and from 64 to 96
 * is zero, and the last value is the first one.
 */
public final class CounterState {
  public static final int FAMILY = 136;
  public static final int SIZE = 120;

  /** Where the checksum is, and where a state ends while rows are added. */
  public static final int END = 112;

  /** The parameter of a gauge, and what {@code gauge} starts from. */
  public static final byte GAUGE = 1;

  public static final int COUNT = 8;
  public static final int RESETS = 16;
  public static final int CHANGES = 24;
  public static final int LOST = 32;
  public static final int REMAINDER = 40;
  public static final int FIRST = 48;
  public static final int SECOND = 64;
  public static final int LAST_BUT_ONE = 80;
  public static final int LAST = 96;

  private CounterState() {}

  /** Whether {@code counter_accumulate} made this buffer; see {@link FixedState}. */
  public static boolean isWorking(ByteBuffer state) {
    return FixedState.isWorking(state, FAMILY, END);
  }

  /** Whether states are merged in this buffer; likewise. */
  public static boolean isMerged(ByteBuffer state) {
    return FixedState.isMerged(state, FAMILY, END);
  }

  /** A state of no values in a buffer whose capacity says that it is a state function's own. */
  public static ByteBuffer allocate(int tail) {
    return FixedState.allocate(FAMILY, END, tail);
  }

  /** Whether the values may fall, which for a counter is a reset. */
  public static boolean isGauge(ByteBuffer state) {
    return state.getInt(Preamble.PARAMETER) == GAUGE;
  }

  /** Whether it is the one byte that {@code gauge} starts from. */
  public static boolean startsGauge(ByteBuffer state) {
    return state.remaining() == 1 && state.get(state.position()) == GAUGE;
  }

  /** A state of no values, for {@code counter_accumulate} to start from an initial state alone. */
  public static ByteBuffer start(ByteBuffer state) {
    ByteBuffer own;
    if (startsGauge(state)) {
      own = allocate(Buffers.WORKING_TAIL);
      own.putInt(Preamble.PARAMETER, GAUGE);
    } else {
      own = FixedState.start(state, FAMILY, END, "counter_accumulate", "counter_union");
    }
    return own;
  }

  /** Refuses a counter and a gauge together. */
  public static void requireOneKind(ByteBuffer state, ByteBuffer other, String function) {
    if (state.getInt(Preamble.PARAMETER) != other.getInt(Preamble.PARAMETER)) {
      throw new IllegalArgumentException(
          function + ": expected states of one kind, found a counter and a gauge");
    }
  }

  /** The state from offset 0 of a view, for reading, if its bytes are as they were written. */
  public static ByteBuffer readable(ByteBuffer state) {
    return FixedState.readable(state, FAMILY, END, SIZE, "a counter state");
  }

  /** The total of two counts; refuses to pass 2^63-1. */
  public static long total(long left, long right) {
    return FixedState.total(left, right, "counter");
  }
}
