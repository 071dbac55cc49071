/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.udf.time_weight;

import java.nio.ByteBuffer;
import org.cassandrastats.udf.state.FixedState;
import org.cassandrastats.udf.state.Preamble;
import org.cassandrastats.udf.state.TimePoints;

/**
 * Whether some values have a state. Whatever the rules are, they hold for the union of two states
 * for which they hold.
 */
public final class TimeWeightCheck {
  private static final long NAN = 0x7ff8000000000000L;

  private TimeWeightCheck() {}

  /**
   * The state from offset 0 of a view, if its bytes are as they were written and it is also the
   * state of some values: what unions and columns take.
   */
  public static ByteBuffer checked(ByteBuffer state) {
    ByteBuffer view =
        FixedState.intact(
            state,
            TimeWeightState.FAMILY,
            TimeWeightState.END,
            TimeWeightState.SIZE,
            "a time_weight state");
    requireNumbers(view);
    requirePoints(view);
    return view;
  }

  /** Refuses numbers that are not written. The state has the size and a preamble. */
  private static void requireNumbers(ByteBuffer state) {
    int method = TimeWeightState.method(state);
    double integral =
        state.getDouble(TimeWeightState.INTEGRAL) + state.getDouble(TimeWeightState.REMAINDER);
    boolean isOverflow =
        state.getLong(TimeWeightState.INTEGRAL) == NAN
            && state.getLong(TimeWeightState.REMAINDER) == NAN;
    if (state.get(Preamble.FLAGS) != 0
        || (method != TimeWeightState.LOCF && method != TimeWeightState.LINEAR)
        || !TimePoints.isValue(state, TimeWeightState.FIRST)
        || !TimePoints.isValue(state, TimeWeightState.LAST)
        || !(Math.abs(integral) <= Double.MAX_VALUE || isOverflow)) {
      throw new IllegalArgumentException(
          "not a time_weight state: expected no flags, the parameter 0 or 1, finite values, none of"
              + " them -0.0, and an integral that is finite or twice the NaN 0x7ff8000000000000,"
              + " found the parameter "
              + method
              + " and the integral "
              + integral);
    }
  }

  /** Refuses points that are in no order, or differ where there is one. */
  private static void requirePoints(ByteBuffer state) {
    long count = state.getLong(TimeWeightState.COUNT);
    long first = state.getLong(TimeWeightState.FIRST);
    long last = state.getLong(TimeWeightState.LAST);
    // There are no more values than milliseconds; the difference may be one without a sign.
    boolean isPossible =
        count > 1 && first < last && Long.compareUnsigned(last - first, count - 1) >= 0;
    if (count == 1) {
      isPossible =
          TimePoints.isSame(state, TimeWeightState.FIRST, TimeWeightState.LAST)
              && state.getLong(TimeWeightState.INTEGRAL) == 0
              && state.getLong(TimeWeightState.REMAINDER) == 0;
    }
    if (!isPossible) {
      throw new IllegalArgumentException(
          "not a time_weight state: expected a count from 1 to 2^63-1, times that rise, and no"
              + " integral of one value, found "
              + count
              + " values from "
              + first
              + " to "
              + last);
    }
  }
}
