/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.udf.moments;

/**
 * What rounding cut off a sum or a product of doubles. Source: T. J. Dekker, A Floating-Point
 * Technique for Extending the Available Precision, 1971.
 */
public final class TwoSum {
  /** Keeps the upper 26 bits of a significand of 53. */
  private static final long UPPER_HALF = -1L << 27;

  private TwoSum() {}

  /**
   * {@code left + right - sum} exactly unless it overflows, where {@code sum} is the rounded sum.
   */
  public static double remainder(double left, double right, double sum) {
    double virtual = sum - left;
    return (left - (sum - virtual)) + (right - virtual);
  }

  /**
   * {@code left * right - product} to within 2^-106 of the product, where {@code product} is the
   * rounded product. The factors are split by masking: Dekker's multiplication by 2^27 + 1
   * overflows above 1e300.
   */
  public static double productRemainder(double left, double right, double product) {
    double leftHigh = Double.longBitsToDouble(Double.doubleToRawLongBits(left) & UPPER_HALF);
    double leftLow = left - leftHigh;
    double rightHigh = Double.longBitsToDouble(Double.doubleToRawLongBits(right) & UPPER_HALF);
    double rightLow = right - rightHigh;
    return leftLow * rightLow
        - (((product - leftHigh * rightHigh) - leftLow * rightHigh) - leftHigh * rightLow);
  }
}
