/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.accuracy;

import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import org.apache.commons.math3.stat.StatUtils;
import org.cassandrastats.bench.measure.Percentiles;

/**
 * The errors of several libraries over the same columns.
 *
 * @param distribution its name
 * @param n values in a column
 * @param parts how many digests were merged; 1 is a digest of the whole column
 * @param seeds how many columns
 * @param libraries the reference first
 */
record Panel(String distribution, int n, int parts, int seeds, List<LibraryErrors> libraries) {
  /**
   * The errors of one library over columns of one kind.
   *
   * @param library its name
   * @param k the library's own parameter
   * @param bytes of the stored state of the first column
   * @param points one for each quantile of {@link ErrorStudy#QUANTILES}
   */
  record LibraryErrors(String library, int k, int bytes, List<Point> points) {
    /** The root of the mean square over all quantiles. */
    double overall() {
      return Math.sqrt(
          points.stream().mapToDouble(point -> point.rms() * point.rms()).average().orElseThrow());
    }
  }

  LibraryErrors reference() {
    return libraries.get(0);
  }

  /** The point of the best other library at the quantile of the given index. */
  Point bestOther(int index) {
    return libraries.subList(1, libraries.size()).stream()
        .map(library -> library.points().get(index))
        .min(Comparator.comparingDouble(Point::rms))
        .orElseThrow();
  }

  String title() {
    return String.format(
        Locale.ROOT, "%s, n = %,d%s", distribution, n, parts == 1 ? "" : ", merged from " + parts);
  }

  /** The rank errors of one library at one quantile, 0 to 1, one for each column. */
  static final class Point {
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

    /** How they are distributed. */
    Percentiles percentiles() {
      return Percentiles.of(errors);
    }

    /**
     * By how many standard errors the mean square error of this is above that of another library
     * over the same columns.
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
}
