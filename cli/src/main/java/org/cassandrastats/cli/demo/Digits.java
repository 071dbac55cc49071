/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.demo;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.Locale;

/** Numbers as the demo shows them. */
final class Digits {
  private static final MathContext SIX = new MathContext(6, RoundingMode.HALF_EVEN);
  private static final MathContext TWO = new MathContext(2, RoundingMode.HALF_EVEN);
  private static final double SMALLEST_PERCENTAGE = 1e-4;
  private static final BigDecimal HUNDRED = BigDecimal.valueOf(100);

  private Digits() {}

  /** All digits of a number. */
  static String all(Number number) {
    return isFinite(number) ? plain(exact(number)) : String.valueOf(number);
  }

  /** Six significant digits; integers whole. */
  static String six(Number number) {
    if (number instanceof Double value && Double.isFinite(value)) {
      BigDecimal rounded = new BigDecimal(value).round(SIX);
      int exponent = rounded.precision() - rounded.scale() - 1;
      return exponent >= -5 && exponent < 6
          ? rounded.stripTrailingZeros().toPlainString()
          : rounded.movePointLeft(exponent).stripTrailingZeros() + "e" + exponent;
    }
    return all(number);
  }

  /** A part of something: 0, a percentage, or a power of ten where that is too small for one. */
  static String part(double part) {
    if (Double.isNaN(part)) {
      return "-";
    }
    if (part == 0) {
      return "0";
    }
    return part < SMALLEST_PERCENTAGE
        ? String.format(Locale.ROOT, "%.0e", part).replace("e-0", "e-")
        : plain(new BigDecimal(part).multiply(HUNDRED).round(TWO)) + " %";
  }

  /** Without an exponent, unless that took many zeros. */
  static String plain(BigDecimal value) {
    BigDecimal stripped = value.stripTrailingZeros();
    int integerDigits = stripped.precision() - stripped.scale();
    return integerDigits > -6 && integerDigits <= 18
        ? stripped.toPlainString()
        : stripped.toString();
  }

  private static BigDecimal exact(Number number) {
    return new BigDecimal(number.toString());
  }

  private static boolean isFinite(Number number) {
    return number != null && Double.isFinite(number.doubleValue());
  }
}
