/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.udf.counter;

import java.nio.ByteBuffer;
import org.cassandrastats.udf.state.FixedState;
import org.cassandrastats.udf.state.Preamble;
import org.cassandrastats.udf.state.TimePoints;

/**
 * Whether some values have a state. Whatever the rules are, they hold for the union of two states
 * for which they hold.
 */
public final class CounterCheck {
  private static final long NAN = 0x7ff8000000000000L;

  private CounterCheck() {}

  /**
   * The state from offset 0 of a view, if its bytes are as they were written and it is also the
   * state of some values: what unions and columns take.
   */
  public static ByteBuffer checked(ByteBuffer state) {
    ByteBuffer view =
        FixedState.intact(
            state, CounterState.FAMILY, CounterState.END, CounterState.SIZE, "a counter state");
    requireNumbers(view);
    requirePoints(view);
    requireCounts(view);
    return view;
  }

  /** Refuses numbers that are not written. The state has the size and a preamble. */
  private static void requireNumbers(ByteBuffer state) {
    boolean isNumber = true;
    for (int point = CounterState.FIRST; point < CounterState.END; point += 16) {
      isNumber &= TimePoints.isValue(state, point);
    }
    double lost = state.getDouble(CounterState.LOST) + state.getDouble(CounterState.REMAINDER);
    boolean isOverflow =
        state.getLong(CounterState.LOST) == NAN && state.getLong(CounterState.REMAINDER) == NAN;
    if (state.get(Preamble.FLAGS) != 0
        || (state.getInt(Preamble.PARAMETER) & ~CounterState.GAUGE) != 0
        || !isNumber
        || !(Math.abs(lost) <= Double.MAX_VALUE || isOverflow)) {
      throw new IllegalArgumentException(
          "not a counter state: expected no flags, the parameter 0 or 1, finite values, none of them"
              + " -0.0, and a sum that is finite or twice the NaN 0x7ff8000000000000, found the sum "
              + lost);
    }
  }

  /** Refuses points that are in no order, or not the same where there are few. */
  private static void requirePoints(ByteBuffer state) {
    long count = state.getLong(CounterState.COUNT);
    long first = state.getLong(CounterState.FIRST);
    long second = state.getLong(CounterState.SECOND);
    long lastButOne = state.getLong(CounterState.LAST_BUT_ONE);
    long last = state.getLong(CounterState.LAST);
    boolean isOrdered = false;
    if (count == 1) {
      isOrdered =
          TimePoints.isSame(state, CounterState.FIRST, CounterState.LAST)
              && second == 0
              && lastButOne == 0
              && state.getLong(CounterState.SECOND + TimePoints.VALUE) == 0
              && state.getLong(CounterState.LAST_BUT_ONE + TimePoints.VALUE) == 0;
    } else if (count == 2) {
      isOrdered =
          first < last
              && TimePoints.isSame(state, CounterState.SECOND, CounterState.LAST)
              && TimePoints.isSame(state, CounterState.LAST_BUT_ONE, CounterState.FIRST);
    } else if (count > 2) {
      // There are no more values than milliseconds; the difference may be one without a sign.
      isOrdered =
          first < second
              && lastButOne < last
              && Long.compareUnsigned(last - first, count - 1) >= 0
              && (count == 3
                  ? TimePoints.isSame(state, CounterState.SECOND, CounterState.LAST_BUT_ONE)
                  : second < lastButOne);
    }
    if (!isOrdered) {
      throw new IllegalArgumentException(
          "not a counter state: expected a count from 1 to 2^63-1, and times that rise, found "
              + count
              + " values at "
              + first
              + ", "
              + second
              + ", "
              + lastButOne
              + " and "
              + last);
    }
  }

  /** Refuses resets and changes that the values which are kept, and as many others, cannot have. */
  private static void requireCounts(ByteBuffer state) {
    long count = state.getLong(CounterState.COUNT);
    double first = state.getDouble(CounterState.FIRST + TimePoints.VALUE);
    double second = state.getDouble(CounterState.SECOND + TimePoints.VALUE);
    double lastButOne = state.getDouble(CounterState.LAST_BUT_ONE + TimePoints.VALUE);
    double last = state.getDouble(CounterState.LAST + TimePoints.VALUE);
    // What happens from the second value to the last but one, in as many steps.
    long steps = Math.max(0, count - 3);
    boolean isGauge = CounterState.isGauge(state);
    long resets = state.getLong(CounterState.RESETS);
    long changes = state.getLong(CounterState.CHANGES);
    if (count > 1) {
      resets -= second < first && !isGauge ? 1 : 0;
      changes -= second != first ? 1 : 0;
    }
    if (count > 2) {
      resets -= last < lastButOne && !isGauge ? 1 : 0;
      changes -= last != lastButOne ? 1 : 0;
    }
    boolean isPossible = resets >= 0 && resets <= changes && changes <= steps;
    if (count > 3) {
      isPossible &= resets > 0 || second <= lastButOne || isGauge;
      isPossible &= changes > 0 || second == lastButOne;
    }
    boolean isLost =
        state.getLong(CounterState.LOST) != 0 || state.getLong(CounterState.REMAINDER) != 0;
    long found = state.getLong(CounterState.RESETS);
    if (!isPossible || (isLost && found == 0) || (isGauge && found > 0)) {
      throw new IllegalArgumentException(
          "not a counter state: expected resets and changes that its values can have, nothing lost"
              + " without a reset, and no reset of a gauge, found "
              + found
              + " resets and "
              + state.getLong(CounterState.CHANGES)
              + " changes of "
              + count
              + " values");
    }
  }
}
