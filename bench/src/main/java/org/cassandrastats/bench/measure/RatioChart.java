/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.measure;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.cassandrastats.bench.accuracy.SvgDocument;

/**
 * Ratios on a logarithmic axis, a row for each query: a line from the first to the third quartile
 * with a dot at each and at the median.
 *
 * @param title what is measured
 * @param ticks of the axis, from its start to its end
 * @param lanes their names and the times in each; all have the queries of the first
 */
record RatioChart(String title, List<Double> ticks, Map<String, List<PairedTimes>> lanes) {
  private static final int WIDTH = 900;
  private static final int LEFT = 400;
  private static final int RIGHT = 20;
  private static final int TOP = 60;
  private static final int BOTTOM = 30;
  private static final int ROW = 22;
  private static final int LANE_SHIFT = 5;
  private static final int LEGEND_STEP = 180;

  String svg() {
    List<String> names = lanes.values().iterator().next().stream().map(PairedTimes::name).toList();
    int bottom = TOP + ROW * names.size();
    SvgDocument svg = new SvgDocument(WIDTH, bottom + BOTTOM);
    svg.text("title", WIDTH / 2.0, 18, title);
    for (double tick : ticks) {
      svg.line("grid", x(tick), TOP, x(tick), bottom);
      svg.text("label", x(tick), bottom + 16, String.format(Locale.ROOT, "%.4g", tick));
    }
    for (int row = 0; row < names.size(); row++) {
      svg.text("number", LEFT - 10, middle(row) + 4, names.get(row));
      svg.line("grid", LEFT, middle(row), WIDTH - RIGHT, middle(row));
    }
    int lane = 0;
    for (Map.Entry<String, List<PairedTimes>> entry : lanes.entrySet()) {
      String kind = "line line" + lane;
      double legend = LEFT + (double) lane * LEGEND_STEP;
      svg.line(kind, legend, 38, legend + 30, 38);
      svg.text("legend", legend + 38, 42, entry.getKey());
      double shift = (lane - (lanes.size() - 1) / 2.0) * LANE_SHIFT;
      for (PairedTimes time : entry.getValue()) {
        double y = middle(names.indexOf(time.name())) + shift;
        svg.polyline(
            kind,
            List.of(
                new double[] {x(time.lowerQuartile()), y},
                new double[] {x(time.medianRatio()), y},
                new double[] {x(time.upperQuartile()), y}));
      }
      lane++;
    }
    return svg.finish();
  }

  private static double middle(int row) {
    return TOP + ROW * (row + 0.5);
  }

  /** What lies outside the axis is drawn at its end. */
  private double x(double ratio) {
    double start = Math.log(ticks.get(0));
    double end = Math.log(ticks.get(ticks.size() - 1));
    double part = (Math.log(ratio) - start) / (end - start);
    return LEFT + Math.max(0, Math.min(1, part)) * (WIDTH - LEFT - RIGHT);
  }
}
