/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.demo;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;

/**
 * One number of a result, as it should be.
 *
 * @param label which number of the result, where there are several; else empty
 * @param exact the exact value; null where the result should be null
 * @param relativeError that the function's documentation allows, as a part of the exact value; 0
 *     for results that are exact
 * @param absoluteError allowed besides, for values near 0
 */
record Expected(String label, BigDecimal exact, double relativeError, double absoluteError)
    implements Expectation {
  private static final MathContext SHOWN = new MathContext(17, RoundingMode.HALF_EVEN);
  private static final MathContext PLENTY = new MathContext(40, RoundingMode.HALF_EVEN);

  /** What no double can hold is null in the pack. */
  Expected {
    if (exact != null && Double.isInfinite(exact.doubleValue())) {
      exact = null;
    }
  }

  static Expected exactly(String label, BigDecimal exact) {
    return new Expected(label, exact, 0, 0);
  }

  @Override
  public boolean isMetBy(Number result) {
    if (exact == null || result == null) {
      return exact == null && result == null;
    }
    if (!isFinite(result)) {
      return false;
    }
    BigDecimal allowed =
        exact.abs().multiply(new BigDecimal(relativeError)).add(new BigDecimal(absoluteError));
    return distance(result).compareTo(allowed) <= 0;
  }

  /** As a part of the exact value; as it is where that is 0. */
  @Override
  public double error(Number result) {
    if (exact == null || result == null || !isFinite(result)) {
      return isMetBy(result) ? 0 : Double.NaN;
    }
    BigDecimal distance = distance(result);
    return exact.signum() == 0
        ? distance.doubleValue()
        : distance.divide(exact.abs(), PLENTY).doubleValue();
  }

  @Override
  public double allowed() {
    return relativeError;
  }

  /** In its shortest form if it is a double, else with 17 digits. */
  @Override
  public String shown() {
    if (exact == null) {
      return "null";
    }
    double nearest = exact.doubleValue();
    boolean isDouble = new BigDecimal(nearest).compareTo(exact) == 0;
    return isDouble ? Digits.all(nearest) : Digits.plain(exact.round(SHOWN));
  }

  private static boolean isFinite(Number number) {
    return Double.isFinite(number.doubleValue());
  }

  private BigDecimal distance(Number result) {
    // A double stands for the value of its bits, not for its shortest decimal form.
    BigDecimal value =
        result instanceof Double
            ? new BigDecimal(result.doubleValue())
            : BigDecimal.valueOf(result.longValue());
    return value.subtract(exact).abs();
  }
}
