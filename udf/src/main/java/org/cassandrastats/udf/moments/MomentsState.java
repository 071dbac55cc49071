/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.udf.moments;

import java.nio.ByteBuffer;
import org.cassandrastats.udf.state.FixedState;

/**
 * Layout of a moments state: always {@value #SIZE} bytes, or none at all before the first row.
 *
 * <pre>
 *  0  preamble (family 128, no flags, parameter: i32 unit, as a power of two)
 *  8  u64 count of finite values       16  u64 count of skipped values (NaN, infinite)
 * 24  f64 origin: the first value      32  f64 sum of the deviations from the origin, in units
 * 40  f64 what rounding cut off it     48  f64 sum of squared deviations from the mean, in units^2
 * 56  f64 sum of their cubes, units^3  64  f64 sum of their fourth powers, in units^4
 * 72  f64 minimum                      80  f64 maximum
 * 88  checksum; while rows are added there is none
 * </pre>
 *
 * <p>With a count of zero the unit is 1 and everything from 24 to 88 is zero. The unit is that of
 * {@link MomentsScale}.
 */
public final class MomentsState {
  public static final int FAMILY = 128;
  public static final int SIZE = 96;

  /** Where the checksum is, and where a state ends while rows are added. */
  public static final int END = 88;

  public static final int COUNT = 8;
  public static final int SKIPPED = 16;
  public static final int ORIGIN = 24;
  public static final int SUM = 32;
  public static final int SUM_REMAINDER = 40;
  public static final int SQUARES = 48;
  public static final int CUBES = 56;
  public static final int FOURTHS = 64;
  public static final int MINIMUM = 72;
  public static final int MAXIMUM = 80;

  private MomentsState() {}

  /** Whether {@code moments_accumulate} made this buffer; see {@link FixedState}. */
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

  /** A state of no values, for {@code moments_accumulate} to start from the empty blob alone. */
  public static ByteBuffer start(ByteBuffer state) {
    return FixedState.start(state, FAMILY, END, "moments_accumulate", "moments_union");
  }

  /** The state from offset 0 of a view, for reading, if its bytes are as they were written. */
  public static ByteBuffer readable(ByteBuffer state) {
    return FixedState.readable(state, FAMILY, END, SIZE, "a moments state");
  }

  /** The total of two counts; refuses to pass 2^63-1. */
  public static long total(long left, long right) {
    return FixedState.total(left, right, "moments");
  }
}
