/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.accuracy;

import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/**
 * Where values come from.
 *
 * @param name what reports call it
 * @param description for people who read the report
 * @param sampler draws a column
 */
record ColumnDistribution(String name, String description, Sampler sampler) {
  /** Draws n values. */
  interface Sampler {
    double[] sample(SplittableRandom random, int n);
  }

  private static final int ZIPF_VALUES = 1000;
  private static final double ZIPF_EXPONENT = 1.1;

  private static final ColumnDistribution UNIFORM =
      independent("uniform", "uniform from 0 to 1", SplittableRandom::nextDouble);
  private static final ColumnDistribution NORMAL =
      independent("normal", "standard normal", SplittableRandom::nextGaussian);
  private static final ColumnDistribution EXPONENTIAL =
      independent("exponential", "exponential with mean 1", SplittableRandom::nextExponential);
  private static final ColumnDistribution LOG_NORMAL =
      independent(
          "log-normal",
          "exp of a normal with standard deviation 2",
          random -> Math.exp(2 * random.nextGaussian()));
  private static final ColumnDistribution PARETO =
      independent("pareto", "Pareto with exponent 1", random -> 1 / (1 - random.nextDouble()));
  private static final ColumnDistribution ZIPF =
      new ColumnDistribution(
          "zipf",
          "integers 1 to %d, Zipf with exponent %s: many ties"
              .formatted(ZIPF_VALUES, ZIPF_EXPONENT),
          ColumnDistribution::zipf);
  private static final ColumnDistribution SORTED =
      new ColumnDistribution("sorted", "uniform, in ascending order", ColumnDistribution::sorted);

  static final List<ColumnDistribution> GENERATED =
      List.of(UNIFORM, NORMAL, EXPONENTIAL, LOG_NORMAL, PARETO, ZIPF, SORTED);

  /**
   * Rows of a real column, at random: each at most once as long as there are enough, with
   * repetition beyond that.
   */
  static ColumnDistribution ofColumn(String name, String description, double[] column) {
    return new ColumnDistribution(name, description, (random, n) -> rows(column, random, n));
  }

  double[] sample(long seed, int n) {
    return sampler.sample(new SplittableRandom(seed), n);
  }

  private static ColumnDistribution independent(
      String name, String description, ToDoubleFunction<SplittableRandom> value) {
    return new ColumnDistribution(
        name,
        description,
        (random, n) ->
            IntStream.range(0, n).mapToDouble(i -> value.applyAsDouble(random)).toArray());
  }

  private static double[] sorted(SplittableRandom random, int n) {
    double[] values = UNIFORM.sampler.sample(random, n);
    Arrays.sort(values);
    return values;
  }

  private static double[] zipf(SplittableRandom random, int n) {
    double[] cumulated = new double[ZIPF_VALUES];
    double sum = 0;
    for (int value = 1; value <= ZIPF_VALUES; value++) {
      sum += Math.pow(value, -ZIPF_EXPONENT);
      cumulated[value - 1] = sum;
    }
    double[] values = new double[n];
    for (int index = 0; index < n; index++) {
      int found = Arrays.binarySearch(cumulated, random.nextDouble() * sum);
      values[index] = Math.min(found < 0 ? -found : found + 1, ZIPF_VALUES);
    }
    return values;
  }

  private static double[] rows(double[] column, SplittableRandom random, int n) {
    if (n > column.length) {
      return random.ints(n, 0, column.length).mapToDouble(row -> column[row]).toArray();
    }
    double[] shuffled = column.clone();
    for (int index = 0; index < n; index++) {
      int other = random.nextInt(index, shuffled.length);
      double value = shuffled[other];
      shuffled[other] = shuffled[index];
      shuffled[index] = value;
    }
    return Arrays.copyOf(shuffled, n);
  }
}
