/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.udf.moments;

import java.nio.ByteBuffer;
import org.cassandrastats.udf.state.FixedState;
import org.cassandrastats.udf.state.Preamble;

/** Whether some column of values has a state. */
public final class MomentsCheck {
  /** Below this, sums of powers have lost digits to underflow: 2^-1022 x 2^53. */
  static final double UNDERFLOW = 0x1p-969;

  /** Room for what rounding does in any number of rows. */
  private static final double ROOM = 1 + 1e-6;

  private MomentsCheck() {}

  /**
   * The state from offset 0 of a view, if its bytes are as they were written and it is also the
   * state of some values: what unions and columns take.
   */
  public static ByteBuffer checked(ByteBuffer state) {
    ByteBuffer view =
        FixedState.intact(
            state, MomentsState.FAMILY, MomentsState.END, MomentsState.SIZE, "a moments state");
    require(view);
    return view;
  }

  /** Refuses what no values give. The state starts at offset 0 and has a preamble. */
  public static void require(ByteBuffer state) {
    long count = state.getLong(MomentsState.COUNT);
    long skipped = state.getLong(MomentsState.SKIPPED);
    if (count < 0 || skipped < 0 || state.get(Preamble.FLAGS) != 0) {
      throw new IllegalArgumentException(
          "not a moments state: expected no flags and counts from 0 to 2^63-1, found "
              + count
              + " and "
              + skipped);
    }
    double minimum = state.getDouble(MomentsState.MINIMUM);
    double maximum = state.getDouble(MomentsState.MAXIMUM);
    int unit = state.getInt(Preamble.PARAMETER);
    if (unit != MomentsScale.unit(maximum - minimum)) {
      throw new IllegalArgumentException(
          "not a moments state: expected the unit of the range, found "
              + unit
              + " for "
              + (maximum - minimum));
    }
    for (int offset = MomentsState.ORIGIN; offset < MomentsState.END && count == 0; offset += 8) {
      if (state.getLong(offset) != 0) {
        throw new IllegalArgumentException(
            "not a moments state: expected zeros behind a count of 0");
      }
    }
    double origin = state.getDouble(MomentsState.ORIGIN);
    // Written so that NaN fails as well.
    if (!(minimum <= origin && origin <= maximum)
        || Double.isInfinite(minimum)
        || Double.isInfinite(maximum)
        || (count == 1 && minimum != maximum)) {
      throw new IllegalArgumentException(
          "not a moments state: expected finite minimum <= origin <= maximum, equal for one value,"
              + " found "
              + minimum
              + ", "
              + origin
              + ", "
              + maximum);
    }
    requireSums(state, (double) count, "not a moments state: expected sums that some values have");
  }

  /**
   * Refuses sums that no column of values has; of two altered states each can pass, and what they
   * give together not. Whatever the values, their deviations d from the mean and their range r obey
   * |sum d^3| &lt;= sqrt(sum d^2 x sum d^4), sum d^2 &lt;= sqrt(count x sum d^4) (both
   * Cauchy-Schwarz), sum d^2 &lt;= count x r^2 and sum d^4 &lt;= r^2 x sum d^2. Sums that
   * overflowed are in no bounds.
   */
  public static void requireSums(ByteBuffer state, double count, String expected) {
    double scale = MomentsScale.of(state);
    double range =
        state.getDouble(MomentsState.MAXIMUM) * scale
            - state.getDouble(MomentsState.MINIMUM) * scale;
    double sum = state.getDouble(MomentsState.SUM) + state.getDouble(MomentsState.SUM_REMAINDER);
    double squares = state.getDouble(MomentsState.SQUARES);
    double cubes = state.getDouble(MomentsState.CUBES);
    double fourths = state.getDouble(MomentsState.FOURTHS);
    // No deviation of equal values is anything but zero.
    double room = range == 0 ? 0 : UNDERFLOW;
    if (!(Math.abs(sum) <= count * range * ROOM)
        || (range == 0 && state.getDouble(MomentsState.SUM) != 0)
        || !(squares >= 0 && squares <= count * range * range * ROOM + room)
        || !(fourths >= -room && fourths <= squares * range * range * ROOM + room)
        || squares > Math.sqrt(count) * Math.sqrt(fourths + room) * ROOM
        || !(Math.abs(cubes) <= Math.sqrt(squares) * Math.sqrt(fourths + room) * ROOM)) {
      throw new IllegalArgumentException(
          expected
              + ", found "
              + sum
              + ", squares "
              + squares
              + ", cubes "
              + cubes
              + ", fourth powers "
              + fourths
              + " for "
              + count
              + " values of the range "
              + range);
    }
  }
}
