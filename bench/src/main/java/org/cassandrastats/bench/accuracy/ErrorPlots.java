/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.accuracy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.cassandrastats.bench.accuracy.ErrorChart.Line;

/** Plots with a small chart for each distribution. */
final class ErrorPlots {
  private static final int COLUMNS = 2;
  private static final int LEGEND_HEIGHT = 30;
  private static final int LEGEND_STEP = 160;

  private ErrorPlots() {}

  static void write(List<Panel> panels, Path directory) throws IOException {
    int largest = panels.stream().mapToInt(Panel::n).max().orElseThrow();
    List<Panel> whole = panels.stream().filter(panel -> panel.parts() == 1).toList();
    List<Panel> merged =
        panels.stream().filter(panel -> panel.parts() > 1 && panel.n() == largest).toList();
    draw(
        byQuantile(whole.stream().filter(panel -> panel.n() == largest).toList()),
        directory.resolve("errors-by-quantile.svg"));
    draw(bySize(whole), directory.resolve("errors-by-size.svg"));
    if (!merged.isEmpty()) {
      draw(byQuantile(merged), directory.resolve("errors-merged.svg"));
    }
  }

  private static void draw(List<ErrorChart> charts, Path file) throws IOException {
    int rows = (charts.size() + COLUMNS - 1) / COLUMNS;
    SvgDocument svg =
        new SvgDocument(COLUMNS * ErrorChart.WIDTH, LEGEND_HEIGHT + rows * ErrorChart.HEIGHT);
    List<Line> lines = charts.get(0).lines();
    for (int line = 0; line < lines.size(); line++) {
      double x = 60.0 + line * LEGEND_STEP;
      svg.polyline("line line" + line, List.of(new double[] {x, 18}, new double[] {x + 30, 18}));
      svg.text("legend", x + 38, 22, lines.get(line).library());
    }
    for (int index = 0; index < charts.size(); index++) {
      charts
          .get(index)
          .draw(
              svg,
              index % COLUMNS * ErrorChart.WIDTH,
              LEGEND_HEIGHT + index / COLUMNS * ErrorChart.HEIGHT);
    }
    Files.writeString(file, svg.finish());
  }

  private static List<ErrorChart> byQuantile(List<Panel> panels) {
    List<String> quantiles = ErrorStudy.QUANTILES.stream().map(Object::toString).toList();
    List<ErrorChart> charts = new ArrayList<>();
    for (Panel panel : panels) {
      List<Line> lines =
          panel.libraries().stream()
              .map(
                  library ->
                      new Line(
                          library.library(), library.points().stream().map(Point::rms).toList()))
              .toList();
      charts.add(new ErrorChart(ErrorTable.title(panel), "quantile", quantiles, lines));
    }
    return charts;
  }

  /** The error over all quantiles against the number of values. */
  private static List<ErrorChart> bySize(List<Panel> panels) {
    List<ErrorChart> charts = new ArrayList<>();
    for (String distribution : panels.stream().map(Panel::distribution).distinct().toList()) {
      List<Panel> sizes =
          panels.stream().filter(panel -> panel.distribution().equals(distribution)).toList();
      List<LibraryErrors> libraries = sizes.get(0).libraries();
      List<Line> lines =
          IntStream.range(0, libraries.size())
              .mapToObj(
                  library ->
                      new Line(
                          libraries.get(library).library(),
                          sizes.stream()
                              .map(panel -> overall(panel.libraries().get(library)))
                              .toList()))
              .toList();
      List<String> labels =
          sizes.stream().map(panel -> "1e%.0f".formatted(Math.log10(panel.n()))).toList();
      charts.add(new ErrorChart(distribution + ", over all quantiles", "n", labels, lines));
    }
    return charts;
  }

  private static double overall(LibraryErrors library) {
    return Math.sqrt(
        library.points().stream()
            .mapToDouble(point -> point.rms() * point.rms())
            .average()
            .orElseThrow());
  }
}
