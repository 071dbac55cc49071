/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.report;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Locale;

/** Numbers as a page shows them. */
final class Numbers {
  private static final int DIGITS = 6;

  /** Of which a double has no more than 17. */
  private static final int MOST_DIGITS = 11;

  private static final double LARGEST_PLAIN = 1e15;
  private static final double LEAST_PLAIN = 1e-4;

  private Numbers() {}

  static String count(long value) {
    return String.format(Locale.ROOT, "%,d", value);
  }

  static String share(double part) {
    return String.format(Locale.ROOT, "%.2f %%", 100 * part);
  }

  /**
   * Six significant digits, and as many as tell values of a range apart; empty for null.
   *
   * @param range the difference between the largest value and the smallest
   */
  static String text(Double value, double range) {
    if (value == null) {
      return "";
    }
    if (!Double.isFinite(value) || value == 0) {
      return value == 0 ? "0" : value.toString();
    }
    double size = Math.abs(value);
    double digits = range > 0 && range < size ? Math.log10(size / range) : 0;
    BigDecimal rounded =
        BigDecimal.valueOf(value)
            .round(new MathContext(DIGITS + (int) Math.min(MOST_DIGITS, Math.ceil(digits))))
            .stripTrailingZeros();
    return size >= LARGEST_PLAIN || size < LEAST_PLAIN
        ? rounded.toString()
        : rounded.toPlainString();
  }
}
