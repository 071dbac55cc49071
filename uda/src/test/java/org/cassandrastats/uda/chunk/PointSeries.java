/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.uda.chunk;

import java.util.Arrays;
import java.util.Random;

/** Points to make chunks of, with a name for failure messages that says the seed. */
final class PointSeries {
  /** Seeds of all generated series; the names of tests show them. */
  static final long[] SEEDS = {1, 42, 20261121};

  private final String name;
  private final long[] times;
  private final double[] values;

  PointSeries(String name, long[] times, double[] values) {
    this.name = name;
    this.times = times;
    this.values = values;
  }

  /** How times follow each other. */
  enum Clock {
    REGULAR,
    JITTERED,
    GAPS,
    EQUAL,
    EXTREMES,
    ANY;

    long[] times(int count, Random random) {
      long[] times = new long[count];
      long time = 1_700_000_000_000L;
      for (int i = 0; i < count; i++) {
        times[i] =
            switch (this) {
              case REGULAR -> time + 1000L * i;
              case JITTERED -> time + 1000L * i + random.nextInt(20);
              case GAPS -> time += random.nextInt(50) == 0 ? 3_600_000 : 250;
              case EQUAL -> time;
              case EXTREMES -> random.nextBoolean() ? Long.MIN_VALUE : Long.MAX_VALUE;
              case ANY -> random.nextLong() >> random.nextInt(64);
            };
      }
      Arrays.sort(times);
      return times;
    }
  }

  /** What is measured. */
  enum Shape {
    SENSOR,
    SENSOR_WITH_GAPS,
    COUNTER,
    WALK,
    CATEGORIES,
    CONSTANT,
    UNIFORM,
    ANGLES,
    ANY_BITS,
    SPECIAL;

    private static final double[] SPECIALS = {
      0.0,
      -0.0,
      Double.NaN,
      Double.longBitsToDouble(0x7ff0000000000001L),
      Double.longBitsToDouble(0xfff8dead0000beefL),
      Double.POSITIVE_INFINITY,
      Double.NEGATIVE_INFINITY,
      Double.MIN_VALUE,
      Double.MAX_VALUE,
      -Double.MAX_VALUE,
      0.1,
      1e22,
      9007199254740993e3
    };

    double[] values(int count, Random random) {
      double[] values = new double[count];
      double state = 20;
      for (int i = 0; i < count; i++) {
        state = 20 + 0.99 * (state - 20) + 0.2 * random.nextGaussian();
        values[i] =
            switch (this) {
              case SENSOR -> Math.rint(state * 100) / 100;
              case SENSOR_WITH_GAPS ->
                  random.nextInt(60) == 0 ? Double.NaN : Math.rint(state * 100) / 100;
              case COUNTER -> 3.0 * i + random.nextInt(2);
              case WALK -> state;
              case CATEGORIES -> Math.sqrt(random.nextInt(2, 12));
              case CONSTANT -> -7.25;
              case UNIFORM -> random.nextDouble();
              case ANGLES -> random.nextDouble(-Math.PI, Math.PI);
              case ANY_BITS -> Double.longBitsToDouble(random.nextLong());
              case SPECIAL -> SPECIALS[random.nextInt(SPECIALS.length)];
            };
      }
      return values;
    }
  }

  static PointSeries of(Clock clock, Shape shape, int count, long seed) {
    Random random = new Random(seed);
    return new PointSeries(
        clock + ", " + shape + ", " + count + " points, seed " + seed,
        clock.times(count, random),
        shape.values(count, random));
  }

  String name() {
    return name;
  }

  long[] times() {
    return times.clone();
  }

  double[] values() {
    return values.clone();
  }

  int count() {
    return times.length;
  }

  /** The bits of the values, for comparisons that tell every NaN from the others. */
  static long[] bits(double[] values) {
    return Arrays.stream(values).mapToLong(Double::doubleToRawLongBits).toArray();
  }

  @Override
  public String toString() {
    return name;
  }
}
