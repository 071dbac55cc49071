/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.accuracy;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Rank errors on a logarithmic axis: a line for each library over the same points.
 *
 * @param title what is measured
 * @param axis what the points are
 * @param labels of the points
 * @param lines one for each library
 */
record ErrorChart(String title, String axis, List<String> labels, List<Line> lines) {
  static final int WIDTH = 470;
  static final int HEIGHT = 270;

  /** A logarithmic axis has no zero: smaller errors are drawn here. */
  private static final int FLOOR_EXPONENT = -7;

  private static final int TOP_EXPONENT = -1;

  private static final int LEFT = 60;
  private static final int RIGHT = 10;
  private static final int TOP = 30;
  private static final int BOTTOM = 45;

  /** The errors of a library, as many as there are labels. */
  record Line(String library, List<Double> errors) {}

  void draw(SvgDocument svg, int left, int top) {
    double right = left + WIDTH - RIGHT;
    double bottom = top + HEIGHT - BOTTOM;
    svg.text("title", (left + LEFT + right) / 2, top + TOP - 10, title);
    svg.text("label", (left + LEFT + right) / 2, bottom + 35, axis);
    for (int exponent = FLOOR_EXPONENT; exponent <= TOP_EXPONENT; exponent++) {
      double y = top + y(Math.pow(10, exponent));
      svg.line("grid", left + LEFT, y, right, y);
      svg.text("number", left + LEFT - 6, y + 4, exponentLabel(exponent));
    }
    for (int index = 0; index < labels.size(); index++) {
      double x = left + x(index);
      svg.line("grid", x, top + TOP, x, bottom);
      svg.text("label", x, bottom + 16, labels.get(index));
    }
    for (int line = 0; line < lines.size(); line++) {
      List<double[]> points = new ArrayList<>();
      List<Double> errors = lines.get(line).errors();
      for (int index = 0; index < errors.size(); index++) {
        points.add(new double[] {left + x(index), top + y(errors.get(index))});
      }
      svg.polyline("line line" + line, points);
    }
  }

  private static String exponentLabel(int exponent) {
    return exponent == FLOOR_EXPONENT
        ? String.format(Locale.ROOT, "≤ 1e%d", exponent)
        : String.format(Locale.ROOT, "1e%d", exponent);
  }

  private double x(int index) {
    double step = (double) (WIDTH - LEFT - RIGHT) / labels.size();
    return LEFT + step * (index + 0.5);
  }

  private static double y(double error) {
    double exponent = Math.min(TOP_EXPONENT, Math.log10(error));
    double part = Math.max(0, (exponent - FLOOR_EXPONENT) / (TOP_EXPONENT - FLOOR_EXPONENT));
    return HEIGHT - BOTTOM - part * (HEIGHT - TOP - BOTTOM);
  }
}
