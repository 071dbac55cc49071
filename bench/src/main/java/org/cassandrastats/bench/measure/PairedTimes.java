/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.measure;

import java.util.List;
import org.apache.commons.math3.stat.StatUtils;

/**
 * What a query took, and what the baseline took beside it.
 *
 * @param name what was asked
 * @param seconds of the query, run by run
 * @param baselineSeconds of the baseline in the same run
 */
record PairedTimes(String name, List<Double> seconds, List<Double> baselineSeconds) {
  /** Time over the baseline's time, run by run. */
  double[] ratios() {
    double[] ratios = new double[seconds.size()];
    for (int run = 0; run < ratios.length; run++) {
      ratios[run] = seconds.get(run) / baselineSeconds.get(run);
    }
    return ratios;
  }

  double medianSeconds() {
    return percentile(seconds.stream().mapToDouble(Double::doubleValue).toArray(), 50);
  }

  double medianRatio() {
    return percentile(ratios(), 50);
  }

  double lowerQuartile() {
    return percentile(ratios(), 25);
  }

  double upperQuartile() {
    return percentile(ratios(), 75);
  }

  private static double percentile(double[] values, double percent) {
    return StatUtils.percentile(values, percent);
  }
}
