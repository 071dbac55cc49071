/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.udf.theta;

import java.nio.ByteBuffer;

/**
 * The number of different values by their hashes, of which a part theta of all that there can be is
 * kept: an estimate, and bounds by the normal approximation of a binomial distribution.
 */
final class ThetaBounds {
  /** 2^63, by which a theta is the part of all hashes. */
  private static final double RANGE = 0x1p63;

  private ThetaBounds() {}

  static void require(int deviations) {
    if (deviations < 1 || deviations > 3) {
      throw new IllegalArgumentException(
          "theta: expected 1, 2 or 3 standard deviations, found " + deviations);
    }
  }

  static double estimate(ByteBuffer state) {
    return ThetaState.count(state) * (RANGE / ThetaState.theta(state));
  }

  /**
   * The bound of so many standard deviations above the estimate, or below it where their number is
   * negative, with a correction for continuity.
   */
  static double bound(ByteBuffer state, int deviations) {
    int count = ThetaState.count(state);
    long theta = ThetaState.theta(state);
    double part = theta / RANGE;
    double estimate = count * (RANGE / theta);
    double bound = estimate;
    if (theta < ThetaState.ALL && count > 0) {
      double half = deviations < 0 ? -0.5 : 0.5;
      double middle = (count + half) / part;
      double spread = deviations * Math.sqrt((1 - part) / part);
      bound = middle + 0.5 * spread * spread;
      bound += 0.5 * spread * Math.sqrt(spread * spread + 4 * middle) + half;
      bound = deviations < 0 ? Math.max(bound, count) : bound;
    } else if (theta < ThetaState.ALL && deviations > 0) {
      // So many values have no hash below theta with the probability of as many deviations.
      double[] logs = new double[] {-1.8410212338843208, -3.7831786219849057, -6.607789447141437};
      bound = Math.ceil(logs[deviations - 1] / Math.log1p(-part));
    }
    return bound;
  }
}
