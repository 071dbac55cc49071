/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.measure;

import java.util.List;
import java.util.Locale;

/** Every single time of a lane. */
final class LaneCsv {
  private final StringBuilder text =
      new StringBuilder("part,query,run,seconds,avg_seconds,ratio\n");

  private LaneCsv() {}

  static String of(LaneResult result) {
    LaneCsv csv = new LaneCsv();
    csv.append("limits", result.withLimits());
    csv.append("all", result.all());
    csv.append("groups", result.grouped());
    return csv.text.toString();
  }

  private void append(String part, List<PairedTimes> times) {
    for (PairedTimes time : times) {
      double[] ratios = time.ratios();
      for (int run = 0; run < ratios.length; run++) {
        text.append(
            String.format(
                Locale.ROOT,
                "%s,\"%s\",%d,%.6f,%.6f,%.4f%n",
                part,
                time.name(),
                run + 1,
                time.seconds().get(run),
                time.baselineSeconds().get(run),
                ratios[run]));
      }
    }
  }
}
