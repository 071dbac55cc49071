/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.uda.chunk;

/**
 * Values as whole numbers over a power of ten. A quotient of two exact doubles is the double that
 * is nearest to the decimal, the very one that a parser makes of its digits.
 */
final class Decimals {
  /** More decimals than a measurement has. */
  private static final int MOST = 12;

  /** As many values, or up to twice as many, say how many decimals there are. */
  private static final int SAMPLE = 64;

  private Decimals() {}

  /**
   * The whole numbers of the least number of decimals that all but one in eight values have. For a
   * value with more of them, or without any such as -0.0 and NaN, the number before it. From one
   * decimal on, some of the values are tried first: where these have more, up to {@value #MOST}
   * decimals, no number is made. A number of decimals is given up once too many values have more.
   *
   * @param exceptions gets the indexes of values that are no such decimals; has room for one more
   *     than one in eight
   * @return the number of decimals times 2^16, and how many values are no such decimals: all where
   *     no number was made
   */
  static int fill(long[] values, int count, long[] numbers, int[] exceptions) {
    int stride = 1;
    int exponent = 0;
    double power = 1;
    int others = count;
    while (stride > 0 && exponent <= MOST) {
      others = 0;
      int most = (count >>> 3) / stride;
      long number = 0;
      for (int i = 0; i < count && others <= most; i += stride) {
        long nearest = (long) Math.rint(Double.longBitsToDouble(values[i]) * power);
        if (Double.doubleToRawLongBits(nearest / power) == values[i]) {
          number = nearest;
        } else {
          exceptions[others] = i;
          others++;
        }
        numbers[i] = number;
      }
      if (others <= most) {
        stride = Math.min(1, stride - 1);
      } else {
        others = count;
        exponent++;
        power *= 10;
        stride = Math.max(1, count / SAMPLE);
      }
    }
    return exponent << 16 | others;
  }
}
