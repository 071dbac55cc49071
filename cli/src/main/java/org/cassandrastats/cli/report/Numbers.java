/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.report;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Locale;

/** Numbers as a page shows them. */
final class Numbers {
  private static final MathContext SIX_DIGITS = new MathContext(6);
  private static final double LARGEST_PLAIN = 1e12;
  private static final double LEAST_PLAIN = 1e-4;

  private Numbers() {}

  static String count(long value) {
    return String.format(Locale.ROOT, "%,d", value);
  }

  static String share(double part) {
    return String.format(Locale.ROOT, "%.2f %%", 100 * part);
  }

  /** Six significant digits; empty for null. */
  static String text(Double value) {
    if (value == null) {
      return "";
    }
    if (!Double.isFinite(value) || value == 0) {
      return value == 0 ? "0" : value.toString();
    }
    BigDecimal rounded = BigDecimal.valueOf(value).round(SIX_DIGITS).stripTrailingZeros();
    double size = Math.abs(value);
    return size >= LARGEST_PLAIN || size < LEAST_PLAIN
        ? rounded.toString()
        : rounded.toPlainString();
  }
}
