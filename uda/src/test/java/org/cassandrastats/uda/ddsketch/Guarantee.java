/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.uda.ddsketch;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Arrays;
import org.cassandrastats.udf.ddsketch.DdsketchState;

/** What is promised of the answers about some values, found by sorting them. */
final class Guarantee {
  private final double[] sorted;
  private final double error;

  Guarantee(double[] values, double error) {
    sorted = values.clone();
    for (int i = 0; i < sorted.length; i++) {
      sorted[i] += 0.0;
    }
    Arrays.sort(sorted);
    this.error = error;
  }

  /** The value whose rank is quantile x count, rounded up, in decimal arithmetic. */
  double exact(double quantile) {
    // The decimal number that the double was written as.
    int rank =
        new BigDecimal(Double.toString(quantile))
            .multiply(BigDecimal.valueOf(sorted.length))
            .setScale(0, RoundingMode.CEILING)
            .intValueExact();
    return sorted[Math.max(1, rank) - 1];
  }

  /** Whether a value is so near to zero, beside the largest of its sign, that it may collapse. */
  boolean mayCollapse(double value) {
    double largest = value < 0 ? -sorted[0] : sorted[sorted.length - 1];
    double factor = Math.exp(2 * error * (DdsketchState.MAXIMUM_BINS - 2));
    return value != 0 && Math.abs(value) <= largest / factor * (1 + 1e-9);
  }

  void assertQuantile(double estimate, double quantile, String description) {
    double exact = exact(quantile);
    assertThat(estimate)
        .as("quantile %s of %s", quantile, description)
        .isBetween(sorted[0], sorted[sorted.length - 1]);
    if (!mayCollapse(exact)) {
      BigDecimal allowed = new BigDecimal(exact).abs().multiply(new BigDecimal(error));
      if (Math.abs(estimate) < Double.MIN_NORMAL) {
        allowed = allowed.add(new BigDecimal(Double.MIN_VALUE).divide(BigDecimal.valueOf(2)));
      }
      assertThat(new BigDecimal(estimate).subtract(new BigDecimal(exact)).abs())
          .as("error of quantile %s of %s: %s for %s", quantile, description, estimate, exact)
          .isLessThanOrEqualTo(allowed);
    }
  }

  /** All values up to the value count, and none that is further above it than a bin is wide. */
  void assertRank(double rank, double value, String description) {
    double bin = Math.exp(2 * error) * (1 + 1e-9);
    double end = value < 0 ? value / bin : value * bin;
    long atLeast = Arrays.stream(sorted).filter(other -> other <= value).count();
    long atMost = Arrays.stream(sorted).filter(other -> other <= end).count();
    if (mayCollapse(value)) {
      atMost = Arrays.stream(sorted).filter(other -> other <= end || mayCollapse(other)).count();
    }
    assertThat(rank)
        .as("rank of %s among %s", value, description)
        .isBetween((double) atLeast / sorted.length, (double) atMost / sorted.length);
  }
}
