/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.udf.regression;

import java.nio.ByteBuffer;
import org.cassandrastats.udf.state.FixedState;

/**
 * Layout of a regression state: always {@value #SIZE} bytes, or none at all before the first row.
 *
 * <pre>
 *  0  preamble (family 132, no flags, parameter 0)
 *  8  u64 count of pairs               16  u64 count of skipped pairs (a value NaN or infinite)
 * 24  f64 origin of y: the first y     48  likewise of x
 * 32  f64 sum of the deviations of y   56  likewise of x
 *     from its origin
 * 40  f64 what rounding cut off it     64  likewise of x
 * 72  f64 sum of the squared deviations of y from their mean
 * 80  f64 likewise of x
 * 88  f64 sum of the products of both deviations
 * 96  checksum; while rows are added there is none
 * </pre>
 *
 * <p>A sum that overflowed is the NaN 0x7ff8000000000000, and stays it. A square that underflows is
 * the smallest double, so that a sum of squares is 0 only where all values are equal. With a count
 * of zero everything from 24 to 96 is zero; with a count of one everything but the origins.
 */
public final class RegressionState {
  public static final int FAMILY = 132;
  public static final int SIZE = 104;

  /** Where the checksum is, and where a state ends while rows are added. */
  public static final int END = 96;

  public static final int COUNT = 8;
  public static final int SKIPPED = 16;

  /** Where the numbers of y begin, with its origin. */
  public static final int Y = 24;

  /** Likewise of x. */
  public static final int X = 48;

  /** Distance of the sum of deviations from the origin of a variable. */
  public static final int SUM = 8;

  /** Distance of what rounding cut off it. */
  public static final int REMAINDER = 16;

  public static final int SQUARES_Y = 72;
  public static final int SQUARES_X = 80;
  public static final int PRODUCTS = 88;

  private RegressionState() {}

  /** Whether {@code regression_accumulate} made this buffer; see {@link FixedState}. */
  public static boolean isWorking(ByteBuffer state) {
    return FixedState.isWorking(state, FAMILY, END);
  }

  /** Whether states are merged in this buffer; likewise. */
  public static boolean isMerged(ByteBuffer state) {
    return FixedState.isMerged(state, FAMILY, END);
  }

  /** A state of no pairs in a buffer whose capacity says that it is a state function's own. */
  public static ByteBuffer allocate(int tail) {
    return FixedState.allocate(FAMILY, END, tail);
  }

  /** A state of no pairs, for {@code regression_accumulate} to start from the empty blob alone. */
  public static ByteBuffer start(ByteBuffer state) {
    return FixedState.start(state, FAMILY, END, "regression_accumulate", "regression_union");
  }

  /** The state from offset 0 of a view, for reading, if its bytes are as they were written. */
  public static ByteBuffer readable(ByteBuffer state) {
    return FixedState.readable(state, FAMILY, END, SIZE, "a regression state");
  }

  /** Writes a sum. What overflowed is one NaN on every machine. */
  public static void put(ByteBuffer state, int offset, double sum) {
    state.putDouble(offset, Math.abs(sum) <= Double.MAX_VALUE ? sum : Double.NaN);
  }

  /** The total of two counts; refuses to pass 2^63-1. */
  public static long total(long left, long right) {
    return FixedState.total(left, right, "regression");
  }
}
