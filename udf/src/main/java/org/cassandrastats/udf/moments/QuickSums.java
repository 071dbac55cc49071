/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.udf.moments;

/**
 * Sum and mean in pairs of doubles, about 100 bits, at a hundredth of the cost of decimals. Where
 * these bits leave open how the exact value is rounded, as with one that lies in the middle between
 * two doubles, the answer is NaN. Source: A. Ziv, Fast evaluation of elementary mathematical
 * functions with correctly rounded last bit, 1991.
 */
final class QuickSums {
  /** Counts up to here are doubles. */
  private static final long LARGEST_COUNT = 1L << 53;

  /** Beyond these, products or their remainders might overflow or underflow. */
  private static final double LARGEST = 0x1p900;

  private static final double SMALLEST = 0x1p-800;

  /** A pair is right to 2^-103 of the largest summand; the rest is room. */
  private static final double ERROR = 0x1p-95;

  private QuickSums() {}

  /** {@code origin + (deviations + remainder) / rows}, rounded once, or NaN. */
  static double mean(double origin, double deviations, double remainder, long rows) {
    double sum = deviations + remainder;
    double sumRest = TwoSum.remainder(deviations, remainder, sum);
    double divisor = rows;
    double share = sum / divisor;
    double product = share * divisor;
    // What the division left over is a double, and so exact.
    double left = (sum - product) - TwoSum.productRemainder(share, divisor, product);
    double shareRest = (left + sumRest) / divisor;
    double mean = origin + share;
    double rest = TwoSum.remainder(origin, share, mean) + shareRest;
    double error = (Math.abs(origin) + Math.abs(share)) * ERROR;
    double low = mean + (rest - error);
    double high = mean + (rest + error);
    boolean isDecided =
        low == high
            && rows <= LARGEST_COUNT
            && Math.abs(origin) <= LARGEST
            && Math.abs(sum) <= LARGEST
            && (sum == 0 || Math.abs(sum) >= SMALLEST);
    // Of both zeros, the one that a decimal gives.
    return isDecided ? low + 0.0 : Double.NaN;
  }

  /** {@code origin x rows + deviations + remainder}, rounded once, or NaN. */
  static double sum(double origin, double deviations, double remainder, long rows) {
    double deviation = deviations + remainder;
    double deviationRest = TwoSum.remainder(deviations, remainder, deviation);
    double count = rows;
    double product = origin * count;
    double sum = product + deviation;
    double rest =
        TwoSum.remainder(product, deviation, sum)
            + (deviationRest + TwoSum.productRemainder(origin, count, product));
    double error = (Math.abs(product) + Math.abs(deviation)) * ERROR;
    double low = sum + (rest - error);
    double high = sum + (rest + error);
    boolean isDecided =
        low == high
            && rows <= LARGEST_COUNT
            && Math.abs(product) <= LARGEST
            && Math.abs(deviation) <= LARGEST
            && (origin == 0 || Math.abs(origin) >= SMALLEST)
            && (deviation == 0 || Math.abs(deviation) >= SMALLEST);
    return isDecided ? low + 0.0 : Double.NaN;
  }
}
