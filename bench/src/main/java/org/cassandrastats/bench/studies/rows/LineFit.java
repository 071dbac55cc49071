/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.studies.rows;

/**
 * The line {@code seconds = fixed + perRow * rows} whose relative deviations from the measured
 * times have the least squares: small and large numbers of rows count alike.
 *
 * @param fixed seconds
 * @param perRow seconds
 */
record LineFit(double fixed, double perRow) {
  /**
   * Fits a line.
   *
   * @param rows at least two different numbers
   * @param seconds of each
   */
  static LineFit of(double[] rows, double[] seconds) {
    double weights = 0;
    double x = 0;
    double y = 0;
    double xx = 0;
    double xy = 0;
    for (int i = 0; i < rows.length; i++) {
      double weight = 1 / (seconds[i] * seconds[i]);
      weights += weight;
      x += weight * rows[i];
      y += weight * seconds[i];
      xx += weight * rows[i] * rows[i];
      xy += weight * rows[i] * seconds[i];
    }
    double perRow = (weights * xy - x * y) / (weights * xx - x * x);
    return new LineFit((y - perRow * x) / weights, perRow);
  }

  double seconds(double rows) {
    return fixed + perRow * rows;
  }

  /** At how many rows a time is reached. */
  double rows(double seconds) {
    return (seconds - fixed) / perRow;
  }

  /** How far the farthest time is from the line, as a part of the line's. */
  double largestDeviation(double[] rows, double[] seconds) {
    double largest = 0;
    for (int i = 0; i < rows.length; i++) {
      double expected = seconds(rows[i]);
      largest = Math.max(largest, Math.abs(seconds[i] - expected) / expected);
    }
    return largest;
  }
}
