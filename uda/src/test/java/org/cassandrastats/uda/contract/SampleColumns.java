/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.uda.contract;

import java.util.List;
import java.util.Random;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/** The columns of values that every aggregate is tried on. */
public final class SampleColumns {
  /** Seeds of the generated samples; failures show them in the sample's name. */
  public static final List<Long> SEEDS = List.of(1L, 42L, 20261120L);

  private SampleColumns() {}

  /** A column with a name for failure messages. */
  public static final class Sample {
    private final String name;
    private final double[] values;

    Sample(String name, double[] values) {
      this.name = name;
      this.values = values;
    }

    public double[] values() {
      return values.clone();
    }

    @Override
    public String toString() {
      return name;
    }
  }

  public static List<Sample> all() {
    return List.of(
        sample("one row", 3.5),
        sample("one negative row", -7),
        sample("two rows", 2, -1),
        sample("constant", 5, 5, 5, 5, 5, 5, 5),
        sample("zeros of both signs", 0.0, -0.0, 0.0, -0.0),
        sample("negative", -3, -1, -4, -1, -5, -9, -2, -6),
        new Sample("sorted up", IntStream.range(0, 40).mapToDouble(i -> i * 1.25).toArray()),
        new Sample("sorted down", IntStream.range(0, 40).mapToDouble(i -> -i * 1.25).toArray()),
        sample(
            "mixed with NaN and infinities",
            Double.NaN,
            4,
            Double.POSITIVE_INFINITY,
            -2.5,
            Double.NEGATIVE_INFINITY,
            8,
            Double.NaN,
            0.125),
        sample("ties", 1, 2, 1, 2, 3, 3, 1, 2, 1),
        sample("one outlier first", 1e9, 1, 2, 3, 4, 5, 6, 7),
        sample("wide spread", 1e-9, 1e12, -1e12, 3, 1e-3, -1e6),
        normal(SEEDS.get(0), 50, 0, 1),
        normal(SEEDS.get(1), 50, 1e6, 1e-2),
        normal(SEEDS.get(2), 33, -20, 1000));
  }

  public static Sample normal(long seed, int size, double mean, double deviation) {
    Random random = new Random(seed);
    double[] values =
        DoubleStream.generate(() -> mean + deviation * random.nextGaussian()).limit(size).toArray();
    return new Sample("normal(" + mean + ", " + deviation + "), seed " + seed, values);
  }

  private static Sample sample(String name, double... values) {
    return new Sample(name, values);
  }
}
