/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.udf.tdigest;

import java.nio.ByteBuffer;

/**
 * The distribution function that a digest stands for. Positions run from 0 to the count. A point
 * covers as many positions as it weighs. A mass that is spread has its mean in the middle of its
 * positions, and between neighbouring masses the value changes evenly with the position.
 *
 * <p>The first and the last mass are points, the minimum and the maximum. Values are found from
 * positions and positions from values on the same lines, by expressions that are monotone in spite
 * of rounding.
 */
final class InterpolationPoints {
  private InterpolationPoints() {}

  /**
   * Reads a digest.
   *
   * @param state a tdigest state, not null and not the empty blob
   * @return for each mass its value and the positions at which it begins and ends to be the value,
   *     and at last the count; null without any value
   * @throws IllegalArgumentException if the blob is not a tdigest state
   */
  static double[] of(ByteBuffer state) {
    ByteBuffer view = TdigestState.readable(state);
    if (view.limit() == TdigestState.VALUE) {
      return null;
    }
    double[] means = new double[TdigestState.maximumMasses(view)];
    long[] weights = new long[means.length];
    int masses = WeightedPoints.load(view, means, weights);
    double[] knots = new double[3 * masses + 1];
    double reached = 0;
    for (int i = 0; i < masses; i++) {
      double weight = (double) Math.abs(weights[i]);
      boolean isPoint = weights[i] > 0;
      knots[3 * i] = means[i];
      knots[3 * i + 1] = isPoint ? reached : reached + weight / 2;
      knots[3 * i + 2] = isPoint ? reached + weight : reached + weight / 2;
      reached += weight;
    }
    knots[3 * masses] = reached;
    return knots;
  }

  /** The number of values. */
  static double count(double[] knots) {
    return knots[knots.length - 1];
  }

  /** The position of a quantile; whole where only rounding keeps it from being whole. */
  static double position(double quantile, double count) {
    double position = quantile * count;
    double whole = Math.rint(position);
    return Math.abs(position - whole) <= 4 * Math.ulp(position) ? whole : position;
  }

  /** The value at a position; the middle of two points whose border it is. */
  static double value(double[] knots, double position) {
    int mass = 0;
    int last = knots.length / 3 - 1;
    while (mass < last) {
      int middle = (mass + last) >>> 1;
      if (knots[3 * middle + 2] < position) {
        mass = middle + 1;
      } else {
        last = middle;
      }
    }
    int knot = 3 * mass;
    double value = knots[knot];
    if (position >= knots[knot + 1]) {
      // Behind the last mass there is no other one.
      if (position == knots[knot + 2] && knot + 4 < knots.length && knots[knot + 4] == position) {
        value = value / 2 + knots[knot + 3] / 2;
      }
      return value;
    }
    double lower = knots[knot - 3];
    double share = (position - knots[knot - 1]) / (knots[knot + 1] - knots[knot - 1]);
    double distance = value - lower;
    if (distance <= Double.MAX_VALUE) {
      return Math.min(value, lower + share * distance);
    }
    distance = value / 2 - lower / 2;
    return Math.min(value, lower + share * distance + share * distance);
  }

  /** The position up to which the values are not greater than a value. */
  static double rank(double[] knots, double value) {
    if (value < knots[0]) {
      return 0;
    }
    int mass = 0;
    int last = knots.length / 3 - 1;
    while (mass < last) {
      int middle = (mass + last + 1) >>> 1;
      if (knots[3 * middle] <= value) {
        mass = middle;
      } else {
        last = middle - 1;
      }
    }
    int knot = 3 * mass;
    double below = knots[knot + 2];
    if (knots[knot] == value || knot + 4 == knots.length) {
      return below;
    }
    double next = knots[knot + 3];
    double share = (value - knots[knot]) / (next - knots[knot]);
    if (next - knots[knot] > Double.MAX_VALUE) {
      share = (value / 2 - knots[knot] / 2) / (next / 2 - knots[knot] / 2);
    }
    return Math.min(knots[knot + 4], below + share * (knots[knot + 4] - below));
  }
}
