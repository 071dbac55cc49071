/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.uda.time_weight;

import java.math.BigDecimal;
import java.math.MathContext;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.cassandrastats.uda.contract.Blobs;
import org.cassandrastats.udf.time_weight.TimeWeight;

/**
 * Points in the order of time and what holds between them, with exact integrals by the definition.
 *
 * @param points each later than the one before
 */
record Observations(Method method, List<Point> points) {
  private static final BigDecimal TWO = new BigDecimal(2);

  record Point(long time, double value) {}

  /** What holds between two values. */
  enum Method {
    LOCF {
      @Override
      ByteBuffer add(ByteBuffer state, Point point) {
        return TimeWeightAggregates.locf(state, point.time, point.value);
      }

      @Override
      BigDecimal value(Point before, Point after, BigDecimal time) {
        return new BigDecimal(before.value);
      }
    },
    LINEAR {
      @Override
      ByteBuffer add(ByteBuffer state, Point point) {
        return TimeWeightAggregates.linear(state, point.time, point.value);
      }

      @Override
      BigDecimal value(Point before, Point after, BigDecimal time) {
        BigDecimal rise = new BigDecimal(after.value).subtract(new BigDecimal(before.value));
        BigDecimal share =
            time.subtract(new BigDecimal(before.time))
                .divide(new BigDecimal(after.time - before.time), MathContext.DECIMAL128);
        return new BigDecimal(before.value).add(rise.multiply(share));
      }
    };

    abstract ByteBuffer add(ByteBuffer state, Point point);

    /** The value at a time from one point to the next. */
    abstract BigDecimal value(Point before, Point after, BigDecimal time);
  }

  /** Values that change at times that are not even. */
  static Observations random(Method method, Random random, int size) {
    List<Point> points = new ArrayList<>();
    long time = random.nextInt(200_000) - 100_000L;
    for (int point = 0; point < size; point++) {
      points.add(new Point(time, 20 + 5 * random.nextGaussian()));
      time += 1 + random.nextInt(10_000);
    }
    return new Observations(method, points);
  }

  Observations part(int from, int to) {
    return new Observations(method, points.subList(from, to));
  }

  /** The points in a span of time; its end is not in it. */
  Observations between(long start, long stop) {
    return new Observations(
        method, points.stream().filter(point -> point.time >= start && point.time < stop).toList());
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

  /** The final state of the points in this order. */
  ByteBuffer state() {
    ByteBuffer state = Blobs.none();
    for (Point point : points) {
      state = method.add(state, point);
    }
    return Blobs.stored(TimeWeight.state(state));
  }

  /** The integral from the first point to the last, in seconds. */
  BigDecimal integral() {
    return size() == 0 ? BigDecimal.ZERO : integral(first().time, last().time);
  }

  /**
   * The integral over a span of time, in seconds: of a line, its length by the value in its middle.
   * Behind the last point its value holds, and before the first one there is nothing.
   */
  BigDecimal integral(long start, long stop) {
    BigDecimal integral = BigDecimal.ZERO;
    for (int point = 0; point < size(); point++) {
      Point before = points.get(point);
      boolean isLast = point + 1 == size();
      Point after = isLast ? new Point(Long.MAX_VALUE, before.value) : points.get(point + 1);
      long from = Math.max(start, before.time);
      long to = Math.min(stop, after.time);
      if (from < to) {
        BigDecimal middle = new BigDecimal(from).add(new BigDecimal(to)).divide(TWO);
        BigDecimal height =
            isLast ? new BigDecimal(before.value) : method.value(before, after, middle);
        integral = integral.add(height.multiply(new BigDecimal(to - from)));
      }
    }
    return integral.movePointLeft(3);
  }

  /** The size of what is added up to an integral. */
  double scale() {
    double scale = 0;
    for (int point = 0; point + 1 < size(); point++) {
      double height =
          Math.max(Math.abs(points.get(point).value), Math.abs(points.get(point + 1).value));
      scale += height * ((double) points.get(point + 1).time - points.get(point).time) / 1e3;
    }
    return scale;
  }
}
