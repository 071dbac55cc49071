/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.udf.counter;

import java.nio.ByteBuffer;
import org.cassandrastats.udf.moments.TwoSum;
import org.cassandrastats.udf.state.TimePoints;

/** Answers from a readable counter state; NaN, or another number that is not finite, if none. */
final class CounterMath {
  private static final double MILLIS = 1000;

  /** Prometheus takes a border for reached that is nearer than this many usual distances. */
  private static final double NEAR = 1.1;

  private CounterMath() {}

  /** What the counter grew by from the first value to the last. */
  static double delta(ByteBuffer state) {
    double last = state.getDouble(CounterState.LAST + TimePoints.VALUE);
    double first = state.getDouble(CounterState.FIRST + TimePoints.VALUE);
    double growth = last - first;
    // What a reset lost may be much more than the counter grew by, and cancel all but this.
    double rest = TwoSum.remainder(last, -first, growth);
    return (growth + state.getDouble(CounterState.LOST))
        + (rest + state.getDouble(CounterState.REMAINDER));
  }

  /** The same for each second. */
  static double rate(ByteBuffer state) {
    double seconds = seconds(state.getLong(CounterState.FIRST), state.getLong(CounterState.LAST));
    return delta(state) / seconds;
  }

  /** What it grew by from one value to the next: a counter after a reset, by that one. */
  static double growth(ByteBuffer state, int point, ByteBuffer other, int next) {
    double before = state.getDouble(point + TimePoints.VALUE);
    double after = other.getDouble(next + TimePoints.VALUE);
    boolean isReset = after < before && !CounterState.isGauge(state);
    return isReset ? after : after - before;
  }

  /** What the counter grew by in a step between two values of a state; NaN where it has one. */
  static double step(ByteBuffer state, int point, int next) {
    double growth = growth(state, point, state, next);
    return state.getLong(CounterState.COUNT) < 2 ? Double.NaN : growth;
  }

  /** The same for each second. */
  static double stepRate(ByteBuffer state, int point, int next) {
    double step = step(state, point, next);
    return step / seconds(state.getLong(point), state.getLong(next));
  }

  /**
   * The part of the growth between the values of two states that falls into a span of time between
   * them, where the counter grows evenly.
   */
  static double part(ByteBuffer earlier, ByteBuffer later, long start, long end) {
    double growth = growth(earlier, CounterState.LAST, later, CounterState.FIRST);
    long from = earlier.getLong(CounterState.LAST);
    long to = later.getLong(CounterState.FIRST);
    return growth * (seconds(start, end) / seconds(from, to));
  }

  /**
   * What the growth of some values is multiplied by to be that of a whole span of time. Source: the
   * algorithm of increase() and rate() of Prometheus 3: up to a border that is near, else by half
   * the usual distance of two values, and back to no time at which a counter was negative.
   */
  static double extrapolation(ByteBuffer state, long start, long end) {
    long first = state.getLong(CounterState.FIRST);
    long last = state.getLong(CounterState.LAST);
    double sampled = seconds(first, last);
    double usual = sampled / (double) (state.getLong(CounterState.COUNT) - 1);
    double toStart = seconds(start, first);
    double toEnd = seconds(last, end);
    toStart = toStart >= usual * NEAR ? usual / 2 : toStart;
    toEnd = toEnd >= usual * NEAR ? usual / 2 : toEnd;
    double delta = delta(state);
    double value = state.getDouble(CounterState.FIRST + TimePoints.VALUE);
    if (delta > 0 && value >= 0 && !CounterState.isGauge(state)) {
      toStart = Math.min(toStart, sampled * (value / delta));
    }
    return (sampled + toStart + toEnd) / sampled;
  }

  /** The seconds between two times in milliseconds. */
  static double seconds(long from, long to) {
    return ((double) to - (double) from) / MILLIS;
  }

  static Double finiteOrNull(double value) {
    return Math.abs(value) <= Double.MAX_VALUE ? Double.valueOf(value) : null;
  }
}
