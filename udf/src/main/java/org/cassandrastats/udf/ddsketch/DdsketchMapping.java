/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.udf.ddsketch;

/**
 * Which bin a magnitude is in, and what stands for the magnitudes of a bin. With a relative error
 * a, bins grow by the factor g = e^2a. Masson, Rim and Lee use the largest factor that keeps the
 * error, (1 + a) / (1 - a), which is greater by about 2a^3 / 3 of itself: the smaller one needs no
 * logarithm for each row, and leaves room for what rounding does to logarithms.
 */
public final class DdsketchMapping {
  private DdsketchMapping() {}

  /** The bin of a finite magnitude above 0: ceil(log_g(magnitude)). */
  public static int index(double magnitude, double error) {
    return (int) Math.ceil(Math.log(magnitude) / (2 * error));
  }

  /**
   * What stands for the magnitudes in a bin: its relative distance to both ends of the bin is the
   * same, and at most the error. It is 2g^i / (g + 1), whose logarithm is (2i - 1)a - log(cosh a),
   * which overflows only where the result does. StrictMath, so that every machine gives the same
   * digits; never 0, so that it stays in its bin.
   */
  static double representative(int index, double error) {
    return Math.max(
        Double.MIN_VALUE,
        StrictMath.exp((index - 0.5) * (2 * error) - StrictMath.log(StrictMath.cosh(error))));
  }
}
