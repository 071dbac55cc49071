/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.uda.tdigest;

import java.math.BigDecimal;
import java.util.Arrays;

/** Quantiles and ranks of values by sorting them. */
final class ExactQuantiles {
  private final double[] sorted;

  ExactQuantiles(double[] values) {
    this.sorted = Arrays.stream(values).map(value -> value + 0.0).sorted().toArray();
  }

  int count() {
    return sorted.length;
  }

  double min() {
    return sorted[0];
  }

  double max() {
    return sorted[sorted.length - 1];
  }

  /**
   * The smallest value whose rank reaches the quantile; the midpoint of two between which it is.
   */
  double quantile(String quantile) {
    BigDecimal position = new BigDecimal(quantile).multiply(BigDecimal.valueOf(sorted.length));
    int below = position.intValue();
    boolean isBorder = position.compareTo(BigDecimal.valueOf(below)) == 0;
    if (!isBorder) {
      return sorted[below];
    }
    double lower = sorted[Math.max(below - 1, 0)];
    double upper = sorted[Math.min(below, sorted.length - 1)];
    return below == 0 ? upper : lower / 2 + upper / 2;
  }

  /** The share of values that are not greater. */
  double rank(double value) {
    return (double) notGreater(value) / sorted.length;
  }

  /** How far a quantile is from the ranks that a value has, from those below it to its own. */
  double rankError(double quantile, double value) {
    double least = (double) notGreater(Math.nextDown(value)) / sorted.length;
    return Math.max(0, Math.max(least - quantile, quantile - rank(value)));
  }

  private long notGreater(double value) {
    int low = 0;
    int high = sorted.length;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (sorted[middle] <= value) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }
}
