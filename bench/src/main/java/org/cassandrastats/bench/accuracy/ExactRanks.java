/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.accuracy;

import java.util.Arrays;

/**
 * The true ranks of a column. A value that occurs often has not one rank but an interval: from the
 * part of the rows below it to the part at most it. An answer anywhere in that interval is right.
 */
final class ExactRanks {
  private final double[] sorted;

  ExactRanks(double[] values) {
    this.sorted = values.clone();
    Arrays.sort(sorted);
  }

  /**
   * How far a rank is from the interval of ranks of a value: 0 to 1. It is the error of an
   * estimated quantile at the rank asked for.
   */
  double distance(double rank, double value) {
    if (Double.isNaN(rank) || Double.isNaN(value)) {
      return 1;
    }
    double below = (double) countBelow(value) / sorted.length;
    double upTo = (double) countBelow(Math.nextUp(value)) / sorted.length;
    return Math.max(0, Math.max(below - rank, rank - upTo));
  }

  private int countBelow(double value) {
    int low = 0;
    int high = sorted.length;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (sorted[middle] < value) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }
}
