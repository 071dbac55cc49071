/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.udf.ddsketch;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The guarantee, where it is made: for every magnitude that a double has, and every error. */
class DdsketchMappingTest {
  private static final long SEED = 131;

  /** A subnormal estimate is rounded to a multiple of the smallest double. */
  private static final BigDecimal HALF_OF_THE_SMALLEST =
      new BigDecimal(Double.MIN_VALUE).divide(BigDecimal.valueOf(2));

  private static void assertGuarantee(double magnitude, double error) {
    int index = DdsketchMapping.index(magnitude, error);
    double estimate = DdsketchMapping.representative(index, error);

    assertThat(estimate).as("estimate of %s, error %s", magnitude, error).isPositive();
    if (Double.isInfinite(estimate)) {
      // Only where the largest double itself is near enough: estimates are clamped to the maximum.
      estimate = Double.MAX_VALUE;
    }
    BigDecimal exact = new BigDecimal(magnitude);
    BigDecimal distance = new BigDecimal(estimate).subtract(exact).abs();
    BigDecimal allowed = exact.multiply(new BigDecimal(error));
    if (estimate < Double.MIN_NORMAL) {
      allowed = allowed.add(HALF_OF_THE_SMALLEST);
    }
    assertThat(distance)
        .as("distance of %s from %s, error %s, seed %d", estimate, magnitude, error, SEED)
        .isLessThanOrEqualTo(allowed);
    assertThat(DdsketchMapping.index(Math.min(estimate, Double.MAX_VALUE), error))
        .as("index of %s that stands for %s, error %s", estimate, magnitude, error)
        .isEqualTo(index);
  }

  @ParameterizedTest
  @ValueSource(doubles = {0.0001, 0.00025, 0.001, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5})
  void should_keep_the_error_for_magnitudes_of_every_size(double error) {
    Random random = new Random(SEED);
    for (int round = 0; round < 60_000; round++) {
      double value = Double.longBitsToDouble(random.nextLong() & Long.MAX_VALUE);
      if (value > 0 && value <= Double.MAX_VALUE) {
        assertGuarantee(value, error);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(doubles = {0.0001, 0.00025, 0.001, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5})
  void should_keep_the_error_at_the_ends_of_the_range(double error) {
    double small = Double.MIN_VALUE;
    double large = Double.MAX_VALUE;
    double normal = Double.MIN_NORMAL;
    for (int step = 0; step < 4_000; step++) {
      assertGuarantee(small, error);
      assertGuarantee(large, error);
      assertGuarantee(normal, error);
      small = Math.nextUp(small);
      large = step % 2 == 0 ? Math.nextDown(large) : large * (1 - 5e-7 * step);
      normal = Math.nextDown(normal);
    }
  }

  /** Where rounding of the logarithm may choose either bin. */
  @ParameterizedTest
  @ValueSource(doubles = {0.0001, 0.00025, 0.001, 0.01, 0.1, 0.5})
  void should_keep_the_error_at_the_ends_of_bins(double error) {
    Random random = new Random(SEED);
    for (int round = 0; round < 20_000; round++) {
      double logarithm = -744 + 1453 * random.nextDouble();
      double end = StrictMath.exp(2 * error * Math.rint(logarithm / (2 * error)));
      if (end < Double.MAX_VALUE) {
        assertGuarantee(end, error);
        assertGuarantee(Math.nextUp(end), error);
        assertGuarantee(Math.max(Double.MIN_VALUE, Math.nextDown(end)), error);
      }
    }
  }
}
