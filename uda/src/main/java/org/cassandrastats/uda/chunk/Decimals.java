/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.uda.chunk;

/**
 * Values as whole numbers over a power of ten. A quotient of two exact doubles is the double that
 * is nearest to the decimal, the very one that a parser makes of its digits.
 */
final class Decimals {
  /** More decimals than a measurement has. */
  private static final int MOST = 12;

  private Decimals() {}

  /**
   * The whole numbers of the least number of decimals that all but one in eight values have; if
   * there is none, of {@value #MOST}. For a value that is no decimal, such as -0.0 and NaN, the
   * number before it.
   *
   * @return the number of decimals times 2^16, and how many values are no such decimals
   */
  static int fill(long[] values, int count, long[] numbers) {
    int most = count >>> 3;
    int exponent = 0;
    double power = 1;
    int exceptions = count;
    while (exceptions > most && exponent <= MOST) {
      exceptions = 0;
      long number = 0;
      for (int i = 0; i < count && (exceptions <= most || exponent == MOST); i++) {
        long nearest = (long) Math.rint(Double.longBitsToDouble(values[i]) * power);
        if (Double.doubleToRawLongBits(nearest / power) == values[i]) {
          number = nearest;
        } else {
          exceptions++;
        }
        numbers[i] = number;
      }
      exponent++;
      power *= 10;
    }
    return (exponent - 1) << 16 | exceptions;
  }
}
