/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.accuracy;

import org.apache.commons.math3.stat.StatUtils;

/** The rank errors of one library at one quantile, 0 to 1, one for each column. */
final class Point {
  /** Below this, the square of an error is rounding. */
  private static final double ROUNDING = 1e-24;

  private final double quantile;
  private final double[] errors;

  Point(double quantile, double[] errors) {
    this.quantile = quantile;
    this.errors = errors.clone();
  }

  double quantile() {
    return quantile;
  }

  /** Root of the mean square. */
  double rms() {
    return Math.sqrt(StatUtils.sumSq(errors) / errors.length);
  }

  double minimum() {
    return StatUtils.min(errors);
  }

  double median() {
    return StatUtils.percentile(errors, 50);
  }

  double maximum() {
    return StatUtils.max(errors);
  }

  /**
   * By how many standard errors the mean square error of this is above that of another library over
   * the same columns.
   */
  double standardErrorsAbove(Point other) {
    double[] differences = new double[errors.length];
    for (int column = 0; column < errors.length; column++) {
      differences[column] =
          errors[column] * errors[column] - other.errors[column] * other.errors[column];
    }
    double mean = StatUtils.mean(differences);
    double standardError = Math.sqrt(StatUtils.variance(differences) / differences.length);
    return Math.abs(mean) < ROUNDING ? 0 : mean / Math.max(standardError, ROUNDING);
  }
}
