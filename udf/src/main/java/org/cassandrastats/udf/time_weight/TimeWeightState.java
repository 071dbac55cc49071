/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.udf.time_weight;

import java.nio.ByteBuffer;
import org.cassandrastats.udf.state.FixedState;
import org.cassandrastats.udf.state.Preamble;

/**
 * Layout of a time_weight state: always {@value #SIZE} bytes, or none at all before the first
 * value.
 *
 * <pre>
 *   0  preamble (family 137, no flags, parameter: what holds between two values)
 *   8  u64 count of values
 *  16  f64 integral from the first time to the last, by milliseconds
 *  24  f64 what rounding cut off it
 *  32  i64 first time                40  f64 its value
 *  48  i64 last time                 56  f64 its value
 *  64  checksum; while rows are added there is none
 * </pre>
 *
 * <p>Times are milliseconds since 1970. An integral that overflowed is the NaN 0x7ff8000000000000,
 * at 16 and at 24. With a count of one it is zero, and the last point is the first one.
 */
public final class TimeWeightState {
  public static final int FAMILY = 137;
  public static final int SIZE = 72;

  /** Where the checksum is, and where a state ends while rows are added. */
  public static final int END = 64;

  /** The parameter where each value holds until the next one. */
  public static final int LOCF = 0;

  /** The parameter where values change evenly from each to the next one. */
  public static final int LINEAR = 1;

  public static final int COUNT = 8;
  public static final int INTEGRAL = 16;
  public static final int REMAINDER = 24;
  public static final int FIRST = 32;
  public static final int LAST = 48;

  private TimeWeightState() {}

  /** What holds between two values of a state. */
  public static int method(ByteBuffer state) {
    return state.getInt(Preamble.PARAMETER);
  }

  /** Whether the state function of a method made this buffer; see {@link FixedState}. */
  public static boolean isWorking(ByteBuffer state, int method) {
    return FixedState.isWorking(state, FAMILY, END) && method(state) == method;
  }

  /** Whether states are merged in this buffer; likewise. */
  public static boolean isMerged(ByteBuffer state) {
    return FixedState.isMerged(state, FAMILY, END);
  }

  /** A state of no values in a buffer whose capacity says that it is a state function's own. */
  public static ByteBuffer allocate(int tail) {
    return FixedState.allocate(FAMILY, END, tail);
  }

  /** A state of no values, for a state function to start from the empty blob alone. */
  public static ByteBuffer start(ByteBuffer state, int method, String function) {
    ByteBuffer own = FixedState.start(state, FAMILY, END, function, "time_weight_union");
    own.putInt(Preamble.PARAMETER, method);
    return own;
  }

  /** The state from offset 0 of a view, for reading, if its bytes are as they were written. */
  public static ByteBuffer readable(ByteBuffer state) {
    return FixedState.readable(state, FAMILY, END, SIZE, "a time_weight state");
  }
}
