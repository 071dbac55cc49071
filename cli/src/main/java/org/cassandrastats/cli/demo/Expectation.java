/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.demo;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;

/** What one number of a result should be, and how far off it may be. */
interface Expectation {
  /** Which number of the result, where there are several; else empty. */
  String label();

  /** Whether a result is within its documented error. */
  boolean isMetBy(Number result);

  /** The error of a result; NaN if it cannot be told. */
  double error(Number result);

  /** The error that is allowed. */
  double allowed();

  /** The exact value with all its digits. */
  String shown();

  /**
   * One number of a result, as it should be.
   *
   * @param label which number of the result, where there are several; else empty
   * @param exact the exact value; null where the result should be null
   * @param relativeError that the function's documentation allows, as a part of the exact value; 0
   *     for results that are exact
   * @param absoluteError allowed besides, for values near 0
   */
  record Value(String label, BigDecimal exact, double relativeError, double absoluteError)
      implements Expectation {
    private static final MathContext SHOWN = new MathContext(17, RoundingMode.HALF_EVEN);
    private static final MathContext PLENTY = new MathContext(40, RoundingMode.HALF_EVEN);

    /** What no double can hold is null in the pack. */
    public Value {
      if (exact != null && Double.isInfinite(exact.doubleValue())) {
        exact = null;
      }
    }

    static Value exactly(String label, BigDecimal exact) {
      return new Value(label, exact, 0, 0);
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

  /**
   * A quantile that may be off in rank: the part of the values below it may differ from the
   * quantile asked for. Equal values have all the ranks from that of the first to that of the last
   * of them.
   *
   * @param label which number of the result, where there are several; else empty
   * @param exact knows the exact quantile and the exact ranks
   * @param quantile from 0 to 1
   * @param rankError that the function's documentation allows, as a part of all values
   */
  record Quantile(String label, ExactStatistics exact, BigDecimal quantile, double rankError)
      implements Expectation {

    @Override
    public boolean isMetBy(Number result) {
      return result instanceof Double value
          && Double.isFinite(value)
          && exact.rankError(value, quantile).compareTo(new BigDecimal(rankError)) <= 0;
    }

    @Override
    public double error(Number result) {
      return result instanceof Double value && Double.isFinite(value)
          ? exact.rankError(value, quantile).doubleValue()
          : Double.NaN;
    }

    @Override
    public double allowed() {
      return rankError;
    }

    @Override
    public String shown() {
      return Digits.all(exact.quantile(quantile).doubleValue());
    }
  }
}
