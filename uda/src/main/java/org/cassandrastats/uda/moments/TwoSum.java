/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.uda.moments;

/**
 * What rounding cut off a sum or a product of doubles: both are exact unless they overflow. Source:
 * T. J. Dekker, A Floating-Point Technique for Extending the Available Precision, 1971.
 */
final class TwoSum {
  /** 2^27 + 1 splits a double into two halves of 26 bits. */
  private static final double SPLITTER = 134217729.0;

  private TwoSum() {}

  /** {@code left + right - sum} exactly, where {@code sum} is the rounded sum. */
  static double remainder(double left, double right, double sum) {
    double virtual = sum - left;
    return (left - (sum - virtual)) + (right - virtual);
  }

  /** {@code left * right - product} exactly, where {@code product} is the rounded product. */
  static double productRemainder(double left, double right, double product) {
    double leftHigh = left * SPLITTER;
    leftHigh -= leftHigh - left;
    double leftLow = left - leftHigh;
    double rightHigh = right * SPLITTER;
    rightHigh -= rightHigh - right;
    double rightLow = right - rightHigh;
    return leftLow * rightLow
        - (((product - leftHigh * rightHigh) - leftLow * rightHigh) - leftHigh * rightLow);
  }
}
