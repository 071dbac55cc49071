/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.measure;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Arrays;

/** Exact results over some values, by none of the pack's code. */
public final class ExactPart {
  private final double[] sorted;
  private BigDecimal mean;

  /** Of values in any order. */
  public ExactPart(double... values) {
    sorted = values.clone();
    Arrays.sort(sorted);
  }

  /** How many values there are. */
  public int count() {
    return sorted.length;
  }

  /** Their mean, to 34 digits. */
  public BigDecimal mean() {
    if (mean == null) {
      BigDecimal sum = BigDecimal.ZERO;
      for (double value : sorted) {
        sum = sum.add(new BigDecimal(value));
      }
      mean = sum.divide(BigDecimal.valueOf(sorted.length), MathContext.DECIMAL128);
    }
    return mean;
  }

  /** Their population standard deviation, to about ten digits. */
  public double deviation() {
    double center = mean().doubleValue();
    double squares = 0;
    for (double value : sorted) {
      squares += (value - center) * (value - center);
    }
    return Math.sqrt(squares / sorted.length);
  }

  /** The value at a rank, counted from the smallest (0). */
  public double sorted(int rank) {
    return sorted[rank];
  }

  /** The smallest value. */
  public double minimum() {
    return sorted[0];
  }

  /** The largest value. */
  public double maximum() {
    return sorted[sorted.length - 1];
  }

  /**
   * How far a quantile is from the ranks of a value, which go from the part of the values below it
   * to the part that is not above it; 1 if it is no number.
   */
  public double rankError(double value, double quantile) {
    if (Double.isNaN(value)) {
      return 1;
    }
    double below = (double) valuesBelow(value) / sorted.length;
    double notAbove = (double) valuesBelow(Math.nextUp(value)) / sorted.length;
    return Math.max(0, Math.max(below - quantile, quantile - notAbove));
  }

  /** How many values are below a limit. */
  public int valuesBelow(double limit) {
    int from = 0;
    int to = sorted.length;
    while (from < to) {
      int middle = (from + to) >>> 1;
      if (sorted[middle] < limit) {
        from = middle + 1;
      } else {
        to = middle;
      }
    }
    return from;
  }
}
