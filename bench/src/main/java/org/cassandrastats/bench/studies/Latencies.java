/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.studies;

import java.util.Arrays;
import org.apache.commons.math3.stat.descriptive.rank.Percentile;
import org.apache.commons.math3.stat.descriptive.rank.Percentile.EstimationType;

/**
 * How some times of the same read are distributed, interpolated as R and NumPy do (type 7); all NaN
 * of no times.
 *
 * @param count how many there are
 * @param min the shortest
 * @param first the first quartile
 * @param median the median
 * @param third the third quartile
 * @param p80 what four of five keep to
 * @param p95 what nineteen of twenty keep to
 * @param max the longest
 */
record Latencies(
    int count,
    double min,
    double first,
    double median,
    double third,
    double p80,
    double p95,
    double max) {
  static Latencies of(double... times) {
    if (times.length == 0) {
      double none = Double.NaN;
      return new Latencies(0, none, none, none, none, none, none, none);
    }
    Percentile percentile = new Percentile().withEstimationType(EstimationType.R_7);
    percentile.setData(times);
    double[] sorted = times.clone();
    Arrays.sort(sorted);
    return new Latencies(
        times.length,
        sorted[0],
        percentile.evaluate(25),
        percentile.evaluate(50),
        percentile.evaluate(75),
        percentile.evaluate(80),
        percentile.evaluate(95),
        sorted[sorted.length - 1]);
  }

  boolean isKnown() {
    return count > 0;
  }
}
