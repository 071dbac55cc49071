/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.udf.scalars;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WidthBucketTest {
  /** The first four are the examples and the regression test of PostgreSQL. */
  @ParameterizedTest
  @CsvSource({
    "5.35, 0.024, 10.06, 5, 3",
    "5.35, 10.06, 0.024, 5, 3",
    "0, 0, 10, 5, 1",
    "10, 10, 0, 5, 1",
    "-0.1, 0, 10, 5, 0",
    "10, 0, 10, 5, 6",
    "9.999999999999999, 0, 10, 5, 5",
    "2, 0, 10, 5, 2",
    "2, 10, 0, 5, 5",
    "11, 10, 0, 5, 0",
    "0, 10, 0, 5, 6",
    "8, 10, 0, 5, 2",
    "3, 0, 10, 1, 1",
    "Infinity, 0, 10, 5, 6",
    "-Infinity, 0, 10, 5, 0",
    "Infinity, 10, 0, 5, 0",
    "-Infinity, 10, 0, 5, 6",
    "0, -1e308, 1e308, 10, 6",
    "-1e308, -1.5e308, 1.5e308, 3, 1",
    "1e-320, 0, 2e-320, 2, 2",
    "5, 0, 10, 2147483646, 1073741824",
    "10, 0, 10, 2147483646, 2147483647"
  })
  void should_number_buckets_as_sql_does(
      double value, double lo, double hi, int bins, int expected) {
    assertThat(WidthBucket.widthBucket(value, lo, hi, bins)).isEqualTo(expected);
  }

  @Test
  void should_agree_with_exact_division_away_from_the_edges() {
    long seed = 5;
    Random random = new Random(seed);
    for (int round = 0; round < 10_000; round++) {
      double lo = random.nextGaussian() * 100;
      double hi = lo + random.nextDouble() * 1000 + 1e-3;
      int bins = 1 + random.nextInt(1000);
      double value = lo + (hi - lo) * (random.nextDouble() * 1.2 - 0.1);
      BigDecimal position =
          new BigDecimal(value)
              .subtract(new BigDecimal(lo))
              .multiply(BigDecimal.valueOf(bins))
              .divide(new BigDecimal(hi).subtract(new BigDecimal(lo)), 30, RoundingMode.FLOOR);
      double fraction = position.remainder(BigDecimal.ONE).abs().doubleValue();
      if (fraction < 1e-9 || fraction > 1 - 1e-9) {
        continue;
      }
      int expected =
          position.signum() < 0
              ? 0
              : Math.min(bins, position.setScale(0, RoundingMode.FLOOR).intValueExact()) + 1;
      assertThat(WidthBucket.widthBucket(value, lo, hi, bins))
          .as("seed %d, round %d", seed, round)
          .isEqualTo(expected);
    }
  }

  @Test
  void should_keep_the_value_before_the_last_edge_in_the_last_bucket() {
    double hi = 0.3;
    assertThat(WidthBucket.widthBucket(Math.nextDown(hi), 0.1, hi, 3)).isEqualTo(3);
    assertThat(WidthBucket.widthBucket(Math.nextDown(1.0), -1e300, 1.0, 7)).isEqualTo(7);
  }

  @Test
  void should_give_null_for_null_and_NaN() {
    assertThat(WidthBucket.widthBucket(null, 0.0, 1.0, 2)).isNull();
    assertThat(WidthBucket.widthBucket(0.5, null, 1.0, 2)).isNull();
    assertThat(WidthBucket.widthBucket(0.5, 0.0, null, 2)).isNull();
    assertThat(WidthBucket.widthBucket(0.5, 0.0, 1.0, null)).isNull();
    assertThat(WidthBucket.widthBucket(Double.NaN, 0.0, 1.0, 2)).isNull();
  }

  @ParameterizedTest
  @CsvSource({"1, 1", "0.0, -0.0", "NaN, 1", "0, NaN", "-Infinity, 0", "0, Infinity"})
  void should_refuse_bounds_without_buckets(double lo, double hi) {
    assertThatThrownBy(() -> WidthBucket.widthBucket(Double.NaN, lo, hi, 5))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "width_bucket: expected two different finite bounds, found " + lo + " and " + hi);
  }

  @ParameterizedTest
  @CsvSource({"0", "-1", "2147483647", "-2147483648"})
  void should_refuse_a_number_of_buckets_out_of_range(int bins) {
    assertThatThrownBy(() -> WidthBucket.widthBucket(1.0, 0.0, 2.0, bins))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("width_bucket: expected 1 to 2147483646 bins, found " + bins);
  }
}
