/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.udf.moments;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class QuickSumsTest {
  private static final long SEED = 20261121;
  private static final int CASES = 2_000;

  private int decided;
  private int cases;

  @Test
  void should_round_as_the_exact_value_does_or_not_answer() {
    SplittableRandom random = new SplittableRandom(SEED);
    for (int index = 0; index < CASES; index++) {
      int spread = random.nextInt(1, 1000);
      long count = 1 + (random.nextLong() >>> random.nextInt(2, 64));
      double origin = number(random, spread);
      double deviations = number(random, spread);
      double remainder =
          random.nextInt(4) == 0
              ? number(random, spread)
              : deviations * 0x1p-55 * random.nextDouble();
      check(origin, deviations, remainder, count);
      // The mean or the sum is close to 0, or in the middle of two doubles.
      check(origin, -origin * count, remainder, count);
      check(origin, Math.ulp(origin) / 2 * count, 0, count);
      check(origin, Math.ulp(origin) / 2 * count, Double.MIN_VALUE, count);
      check(Math.rint(origin), Math.rint(deviations), 0, 1 + count % 1000);
    }
    // A fallback that is always taken would prove nothing.
    assertThat((double) decided / cases).isGreaterThan(0.3);
  }

  @Test
  void should_answer_for_everyday_values() {
    for (int count = 2; count < 1000; count++) {
      assertThat(QuickSums.mean(20.25, 0.1 * count, 1e-17, count)).isEqualTo(20.35);
      assertThat(QuickSums.sum(1, 0.1, 0, count)).isEqualTo(count + 0.1);
      assertThat(QuickSums.mean(7, 0, 0, count)).isEqualTo(7);
      assertThat(QuickSums.sum(-0.0, 0, 0, count)).isEqualTo(0.0);
    }
  }

  private void check(double origin, double deviations, double remainder, long count) {
    if (!Double.isFinite(deviations + remainder)) {
      return;
    }
    cases += 2;
    BigDecimal rows = BigDecimal.valueOf(count);
    BigDecimal sum =
        new BigDecimal(origin)
            .multiply(rows)
            .add(new BigDecimal(deviations))
            .add(new BigDecimal(remainder));
    String inputs =
        "seed " + SEED + ": " + origin + ", " + deviations + ", " + remainder + ", " + count;
    equal(QuickSums.sum(origin, deviations, remainder, count), sum.doubleValue(), inputs);
    equal(
        QuickSums.mean(origin, deviations, remainder, count),
        sum.divide(rows, MathContext.DECIMAL128).doubleValue(),
        inputs);
  }

  private void equal(double quick, double exact, String inputs) {
    if (!Double.isNaN(quick)) {
      decided++;
      // Bits, so that the zeros differ.
      assertThat(Double.doubleToLongBits(quick))
          .as(inputs)
          .isEqualTo(Double.doubleToLongBits(exact));
    }
  }

  private static double number(SplittableRandom random, int spread) {
    double significand = random.nextDouble(-1, 1);
    return Math.scalb(significand, random.nextInt(-spread, spread + 1) / random.nextInt(1, 30));
  }
}
