/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.uda.counter;

import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.cassandrastats.uda.contract.Blobs;
import org.cassandrastats.udf.counter.Counter;
import org.cassandrastats.udf.counter.CounterState;

/**
 * Points in the order of time, and what they say of a counter, by exact sums over all of them.
 *
 * @param points each later than the one before
 * @param isGauge whether values fall without a reset
 */
record Series(List<Point> points, boolean isGauge) {
  /** A counter. */
  Series(List<Point> points) {
    this(points, false);
  }

  /** A state without values of a counter or a gauge. */
  static ByteBuffer none(boolean isGauge) {
    return isGauge ? Blobs.stored(ByteBuffer.wrap(new byte[] {CounterState.GAUGE})) : Blobs.none();
  }

  record Point(long time, double value) {
    boolean isFinite() {
      return Double.isFinite(value);
    }
  }

  /** A counter that is reset now and then, or a gauge, of whole numbers at uneven times. */
  static Series random(Random random, int size, boolean isGauge) {
    List<Point> points = new ArrayList<>();
    long time = random.nextInt(100_000);
    double value = random.nextInt(1000);
    for (int point = 0; point < size; point++) {
      points.add(new Point(time, value));
      time += 1 + random.nextInt(10_000);
      value =
          switch (random.nextInt(8)) {
            case 0 -> random.nextInt((int) value + 1);
            case 1, 2 -> value;
            default -> value + random.nextInt(100);
          };
    }
    return new Series(points, isGauge);
  }

  Series part(int from, int to) {
    return new Series(points.subList(from, to), isGauge);
  }

  /** The points in a span of time; its end is not in it. */
  Series between(long start, long stop) {
    return new Series(
        points.stream().filter(point -> point.time >= start && point.time < stop).toList(),
        isGauge);
  }

  int size() {
    return points.size();
  }

  Point first() {
    return points.get(0);
  }

  Point last() {
    return points.get(size() - 1);
  }

  /** The final state of the points in this order, and so of rows that ascend. */
  ByteBuffer state() {
    ByteBuffer state = none(isGauge);
    for (Point point : points) {
      state = CounterAggregates.accumulate(state, point.time, point.value);
    }
    return Blobs.stored(Counter.state(state));
  }

  /** What it grew by from a point to the next. */
  BigDecimal step(int point) {
    BigDecimal before = new BigDecimal(points.get(point).value);
    BigDecimal after = new BigDecimal(points.get(point + 1).value);
    return after.compareTo(before) < 0 && !isGauge ? after : after.subtract(before);
  }

  BigDecimal delta() {
    BigDecimal delta = BigDecimal.ZERO;
    for (int point = 0; point + 1 < size(); point++) {
      delta = delta.add(step(point));
    }
    return delta;
  }

  long resets() {
    return count((before, after) -> after < before && !isGauge);
  }

  long changes() {
    return count((before, after) -> after != before);
  }

  private interface Step {
    boolean is(double before, double after);
  }

  private long count(Step step) {
    long count = 0;
    for (int point = 0; point + 1 < size(); point++) {
      count += step.is(points.get(point).value, points.get(point + 1).value) ? 1 : 0;
    }
    return count;
  }

  /** The size of what is added up to an answer. */
  double scale() {
    return points.stream().mapToDouble(point -> Math.abs(point.value)).sum();
  }
}
