/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.studies.layouts;

import java.math.BigDecimal;
import java.math.MathContext;

/** Count, average, minimum and maximum of numbers that are added one by one or in groups. */
final class LayoutSummary {
  private long count;
  private double sum;
  private double minimum = Double.POSITIVE_INFINITY;
  private double maximum = Double.NEGATIVE_INFINITY;

  void add(double value) {
    add(1, value, value, value);
  }

  /** Adds a group, of which these are known; none of no numbers. */
  void add(long more, double average, double least, double most) {
    if (more > 0) {
      count += more;
      sum += more * average;
      minimum = Math.min(minimum, least);
      maximum = Math.max(maximum, most);
    }
  }

  long count() {
    return count;
  }

  double average() {
    return sum / count;
  }

  double minimum() {
    return minimum;
  }

  double maximum() {
    return maximum;
  }

  /** Whether count and average are those of an exact sum. */
  boolean isOf(long expectedCount, BigDecimal exactSum, double allowed) {
    if (count != expectedCount || !Double.isFinite(sum)) {
      return false;
    }
    BigDecimal exact = exactSum.divide(BigDecimal.valueOf(count), MathContext.DECIMAL128);
    return new BigDecimal(average()).subtract(exact).abs().doubleValue() <= allowed;
  }

  @Override
  public String toString() {
    return "%d numbers from %s to %s, %s on average".formatted(count, minimum, maximum, average());
  }
}
