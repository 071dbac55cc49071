/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.udf.tdigest;

/**
 * The distribution function that a digest stands for. Positions run from 0 to the count. A point
 * covers as many positions as it weighs. A mass that is spread has its mean in the middle of its
 * positions, and between neighbouring masses the value changes evenly with the position.
 *
 * <p>The first and the last mass are points, the minimum and the maximum. Values are found from
 * positions and positions from values on the same lines, by expressions that are monotone in spite
 * of rounding.
 */
final class Knots {
  private Knots() {}

  /**
   * The positions at which each mass begins and ends to be the value.
   *
   * @param weights of the masses, negative for those that are spread
   * @return the count
   */
  static double fill(long[] weights, int masses, double[] from, double[] to) {
    double position = 0;
    for (int i = 0; i < masses; i++) {
      double weight = (double) weights[i];
      if (weight > 0) {
        from[i] = position;
        to[i] = position + weight;
        position += weight;
      } else {
        from[i] = position - weight / 2;
        to[i] = position - weight / 2;
        position -= weight;
      }
    }
    return position;
  }

  /** The position of a quantile; whole where only rounding keeps it from being whole. */
  static double position(double quantile, double count) {
    double position = quantile * count;
    double whole = Math.rint(position);
    return Math.abs(position - whole) <= 4 * Math.ulp(position) ? whole : position;
  }

  /** The value at a position; the middle of two points whose border it is. */
  static double value(double[] means, double[] from, double[] to, int masses, double position) {
    int mass = 0;
    int last = masses - 1;
    while (mass < last) {
      int middle = (mass + last) >>> 1;
      if (to[middle] < position) {
        mass = middle + 1;
      } else {
        last = middle;
      }
    }
    double value = means[mass];
    if (position >= from[mass]) {
      if (position == to[mass] && mass + 1 < masses && from[mass + 1] == position) {
        value = value / 2 + means[mass + 1] / 2;
      }
      return value;
    }
    double lower = means[mass - 1];
    double share = (position - to[mass - 1]) / (from[mass] - to[mass - 1]);
    double distance = value - lower;
    if (distance <= Double.MAX_VALUE) {
      return Math.min(value, lower + share * distance);
    }
    distance = value / 2 - lower / 2;
    return Math.min(value, lower + share * distance + share * distance);
  }

  /** The position up to which the values are not greater than a value. */
  static double rank(double[] means, double[] from, double[] to, int masses, double value) {
    if (value < means[0]) {
      return 0;
    }
    int mass = 0;
    int last = masses - 1;
    while (mass < last) {
      int middle = (mass + last + 1) >>> 1;
      if (means[middle] <= value) {
        mass = middle;
      } else {
        last = middle - 1;
      }
    }
    double position = to[mass];
    if (means[mass] == value || mass + 1 == masses) {
      return position;
    }
    double share = (value - means[mass]) / (means[mass + 1] - means[mass]);
    if (means[mass + 1] - means[mass] > Double.MAX_VALUE) {
      share = (value / 2 - means[mass] / 2) / (means[mass + 1] / 2 - means[mass] / 2);
    }
    return Math.min(from[mass + 1], position + share * (from[mass + 1] - position));
  }
}
