/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.udf.time_weight;

import java.nio.ByteBuffer;
import org.cassandrastats.udf.state.TimePoints;

/**
 * Answers from a readable time_weight state; NaN, or another number that is not finite, if none.
 */
final class TimeWeightMath {
  static final double MILLIS = 1000;

  private TimeWeightMath() {}

  /** The integral from the first time to the last, by milliseconds. */
  static double integral(ByteBuffer state) {
    return state.getDouble(TimeWeightState.INTEGRAL) + state.getDouble(TimeWeightState.REMAINDER);
  }

  /** The mean of the values, each weighted by the time for which it holds. */
  static double average(ByteBuffer state) {
    return integral(state)
        / millis(state.getLong(TimeWeightState.FIRST), state.getLong(TimeWeightState.LAST));
  }

  /** The milliseconds between two times. */
  static double millis(long from, long to) {
    return (double) to - (double) from;
  }

  /**
   * The integral over a span of time between the last value of a state and the first one of the
   * next, by milliseconds.
   *
   * @param next null if each value holds until the next one
   */
  static double between(ByteBuffer state, ByteBuffer next, long from, long to) {
    double value = state.getDouble(TimeWeightState.LAST + TimePoints.VALUE);
    double height = value;
    if (TimeWeightState.method(state) == TimeWeightState.LINEAR) {
      long last = state.getLong(TimeWeightState.LAST);
      double gap = millis(last, next.getLong(TimeWeightState.FIRST));
      // The part of the gap up to the middle of the span, where a line has its mean.
      double share = (millis(last, from) / gap + millis(last, to) / gap) / 2;
      double following = next.getDouble(TimeWeightState.FIRST + TimePoints.VALUE);
      height = value * (1 - share) + following * share;
    }
    return height * millis(from, to);
  }

  static Double finiteOrNull(double value) {
    return Math.abs(value) <= Double.MAX_VALUE ? Double.valueOf(value) : null;
  }
}
