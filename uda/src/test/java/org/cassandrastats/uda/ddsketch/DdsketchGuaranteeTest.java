/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.uda.ddsketch;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.ToDoubleFunction;
import org.cassandrastats.udf.ddsketch.Ddsketch;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** The error of every quantile of every distribution, undivided and merged in any order. */
class DdsketchGuaranteeTest {
  private static final double[] ERRORS = {0.0001, 0.001, 0.01, 0.05, 0.5};
  private static final int[] SIZES = {1, 2, 3, 10, 100, 1_000, 5_000};
  private static final List<Double> QUANTILES =
      List.of(
          0.0, 1e-9, 0.001, 0.01, 0.07, 0.1, 0.25, 1.0 / 3, 0.5, 0.7, 0.75, 0.9, 0.99, 0.999, 1.0);

  private static Map<String, ToDoubleFunction<Random>> distributions() {
    Map<String, ToDoubleFunction<Random>> all = new LinkedHashMap<>();
    all.put("uniform", Random::nextDouble);
    all.put("normal", Random::nextGaussian);
    all.put("negative", random -> -10 - random.nextDouble());
    all.put("exponential", random -> -Math.log1p(-random.nextDouble()));
    all.put("log-normal", random -> Math.exp(3 * random.nextGaussian()));
    all.put("Pareto", random -> Math.pow(1 - random.nextDouble(), -2));
    all.put("negative Pareto", random -> -Math.pow(1 - random.nextDouble(), -2));
    all.put("small integers", random -> (double) random.nextInt(10));
    all.put("integers", random -> (double) random.nextLong());
    all.put("zeros of both signs", random -> random.nextBoolean() ? 0.0 : -0.0);
    all.put("many zeros", random -> random.nextInt(3) == 0 ? random.nextGaussian() : 0.0);
    all.put("constant", random -> 42.5);
    all.put("subnormal", random -> Double.longBitsToDouble(random.nextLong() >>> 12));
    all.put("smallest", random -> (random.nextInt(9) - 4) * Double.MIN_VALUE);
    all.put("near the largest", random -> Double.MAX_VALUE * (1 - random.nextDouble()));
    all.put("near the ends", random -> Double.MAX_VALUE * (2 * random.nextDouble() - 1));
    all.put("every size", DdsketchGuaranteeTest::finite);
    all.put("two far apart", random -> random.nextBoolean() ? 1e-300 : -1e300);
    return all;
  }

  private static double finite(Random random) {
    double value = Double.longBitsToDouble(random.nextLong());
    return Double.isFinite(value) ? value : 0;
  }

  @TestFactory
  List<DynamicTest> should_keep_the_error_of_every_quantile() {
    List<DynamicTest> tests = new ArrayList<>();
    distributions()
        .forEach(
            (name, distribution) -> {
              for (double error : ERRORS) {
                String test = name + ", error " + error;
                tests.add(DynamicTest.dynamicTest(test, () -> check(test, distribution, error)));
              }
            });
    return tests;
  }

  private static void check(String name, ToDoubleFunction<Random> distribution, double error) {
    for (int size : SIZES) {
      long seed = 1_000L + size;
      String description = name + ", size " + size + ", seed " + seed;
      Random random = new Random(seed);
      double[] values = new double[size];
      for (int i = 0; i < size; i++) {
        values[i] = distribution.applyAsDouble(random);
      }
      ByteBuffer whole = Sketches.of(error, values);
      ByteBuffer merged = Sketches.merged(error, values, 1 + random.nextInt(20), random);

      assertThat(Sketches.withoutSum(merged)).as(description).isEqualTo(Sketches.withoutSum(whole));
      assertThat(Ddsketch.isValid(merged)).as(description).isTrue();
      Guarantee guarantee = new Guarantee(values, error);
      assertQuantiles(merged, guarantee, description);
      assertRanks(merged, values, guarantee, description);
    }
  }

  private static void assertQuantiles(ByteBuffer state, Guarantee guarantee, String description) {
    List<Double> estimates = Ddsketch.quantiles(state, QUANTILES);
    assertThat(estimates).as(description).isSorted();
    for (int i = 0; i < QUANTILES.size(); i++) {
      double quantile = QUANTILES.get(i);
      double estimate = estimates.get(i);
      guarantee.assertQuantile(estimate, quantile, description);
      assertThat(Ddsketch.quantile(state, quantile)).as(description).isEqualTo(estimate);
      assertThat(Ddsketch.rank(state, estimate))
          .as("rank of the quantile %s, %s", quantile, description)
          .isGreaterThanOrEqualTo(quantile);
    }
  }

  private static void assertRanks(
      ByteBuffer state, double[] values, Guarantee guarantee, String description) {
    double before = 0;
    double[] points = new double[Math.min(values.length, 50)];
    for (int i = 0; i < points.length; i++) {
      points[i] = values[i * (values.length / points.length)];
    }
    Arrays.sort(points);
    for (double point : points) {
      double rank = Ddsketch.rank(state, point);
      assertThat(rank).as("%s at %s", description, point).isGreaterThanOrEqualTo(before);
      guarantee.assertRank(rank, point, description);
      before = rank;
    }
  }
}
