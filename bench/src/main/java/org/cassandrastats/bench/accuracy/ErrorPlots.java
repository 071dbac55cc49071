/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.accuracy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.cassandrastats.bench.accuracy.Panel.LibraryErrors;
import org.cassandrastats.bench.measure.Spread;
import org.cassandrastats.bench.report.GroupPlot;
import org.cassandrastats.bench.report.Numbers;
import org.cassandrastats.bench.report.Report;

/** Pictures with a plot for each distribution, two beside each other. */
final class ErrorPlots {
  private static final int COLUMNS = 2;

  /** A logarithmic axis has no zero: smaller errors are drawn here. */
  private static final double SMALLEST = 0.1;

  private static final double MILLIONTHS = 1e6;
  private static final Pattern SIZE = Pattern.compile("width=\"(\\d+)\" height=\"(\\d+)\"");

  private ErrorPlots() {}

  static void write(List<Panel> panels, Path directory) throws IOException {
    int largest = panels.stream().mapToInt(Panel::n).max().orElseThrow();
    List<Panel> ofLargest = panels.stream().filter(panel -> panel.n() == largest).toList();
    Map<Boolean, List<Panel>> byMerging =
        ofLargest.stream().collect(Collectors.partitioningBy(panel -> panel.parts() > 1));
    write("errors-by-quantile", byMerging.get(false), ErrorPlots::byQuantile, directory);
    write("errors-merged", byMerging.get(true), ErrorPlots::byQuantile, directory);
    Map<String, List<Panel>> sizes =
        panels.stream()
            .filter(panel -> panel.parts() == 1)
            .collect(
                Collectors.groupingBy(
                    Panel::distribution, LinkedHashMap::new, Collectors.toList()));
    write("errors-by-size", sizes.values(), ErrorPlots::bySize, directory);
  }

  private static <T> void write(
      String name, Collection<T> drawn, Function<T, GroupPlot> plot, Path directory)
      throws IOException {
    List<Report.Plot> plots = new ArrayList<>();
    drawn.forEach(each -> plots.add(plot.apply(each).named(name, name)));
    if (!plots.isEmpty()) {
      Files.writeString(directory.resolve(name + ".svg"), beside(plots));
    }
  }

  /** Plots of the same size in one picture. */
  private static String beside(List<Report.Plot> plots) {
    Matcher size = SIZE.matcher(plots.get(0).svg());
    if (!size.find()) {
      throw new IllegalStateException("a plot without size: " + plots.get(0).svg());
    }
    int width = Integer.parseInt(size.group(1));
    int height = Integer.parseInt(size.group(2));
    StringBuilder all = new StringBuilder();
    for (int i = 0; i < plots.size(); i++) {
      String place = "<svg x=\"%d\" y=\"%d\" ".formatted(i % COLUMNS * width, i / COLUMNS * height);
      all.append(plots.get(i).svg().replaceFirst("<svg ", place));
    }
    return "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\">\n%s</svg>\n"
        .formatted(
            Math.min(COLUMNS, plots.size()) * width,
            (plots.size() + COLUMNS - 1) / COLUMNS * height,
            all);
  }

  private static GroupPlot plot(String title, String kind, List<String> groups) {
    return new GroupPlot(title, kind, "rank error (millionths, root of the mean square)", groups)
        .logarithmic();
  }

  private static GroupPlot byQuantile(Panel panel) {
    GroupPlot plot =
        plot(
            panel.title(),
            "quantile",
            ErrorStudy.QUANTILES.stream().map(Object::toString).toList());
    panel
        .libraries()
        .forEach(
            library ->
                plot.series(
                    library.library(),
                    library.points().stream().map(point -> shown(point.rms())).toList()));
    return plot;
  }

  /** The error over all quantiles against the number of values. */
  private static GroupPlot bySize(List<Panel> sizes) {
    GroupPlot plot =
        plot(
            sizes.get(0).distribution() + ", over all quantiles",
            "values",
            sizes.stream().map(panel -> Numbers.count(panel.n())).toList());
    List<LibraryErrors> libraries = sizes.get(0).libraries();
    for (int library = 0; library < libraries.size(); library++) {
      int number = library;
      plot.series(
          libraries.get(library).library(),
          sizes.stream().map(panel -> shown(panel.libraries().get(number).overall())).toList());
    }
    return plot;
  }

  private static Spread shown(double error) {
    return Spread.exactly(Math.max(SMALLEST, error * MILLIONTHS));
  }
}
