/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.accuracy;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.cassandrastats.bench.accuracy.Panel.LibraryErrors;
import org.cassandrastats.bench.accuracy.Panel.Point;
import org.cassandrastats.bench.measure.Percentiles;
import org.cassandrastats.bench.report.Numbers;
import org.cassandrastats.bench.report.Table;

/** The errors as tables, and all of them as CSV. */
final class ErrorReport {
  private static final double MILLIONTHS = 1e6;

  /** A difference of more standard errors than this is hardly chance. */
  private static final double SIGNIFICANT = 3;

  /** Rank errors below a millionth count as one: ratios of such numbers say nothing. */
  private static final double FLOOR = 1e-6;

  private ErrorReport() {}

  /** As Markdown: comparison with the better of the others first, errors after it. */
  static String markdown(List<Panel> panels, List<ColumnDistribution> distributions) {
    List<String> parts = new ArrayList<>();
    parts.add("# Rank errors of t-digests of equal size");
    parts.add(
        "Written by the accuracy study; see [accuracy](../accuracy.md) for what it measures.");
    parts.add(
        distributions.stream()
            .map(each -> "- `%s`: %s".formatted(each.name(), each.description()))
            .collect(Collectors.joining("\n")));
    parts.add("## Error as a part of the error of the better of the others");
    parts.add(
        "Above 1 is worse. `!` marks what is worse by more than three standard errors over the"
            + " columns. Errors below a millionth count as one.");
    parts.add(
        new Table(
                header("distribution", "n#", "merged#"),
                panels.stream().map(ErrorReport::ratios).toList())
            .markdown()
            .stripTrailing());
    parts.add("## Root mean square error in millionths of a rank");
    for (Panel panel : panels) {
      parts.add("### " + panel.title());
      parts.add(table(panel).markdown().stripTrailing());
    }
    return String.join("\n\n", parts) + "\n";
  }

  /** Root mean square errors: a line for each library, a column for each quantile. */
  static Table table(Panel panel) {
    return new Table(
        header("library", "k#", "bytes#"),
        panel.libraries().stream()
            .map(
                library ->
                    row(
                        List.of(
                            library.library(),
                            Integer.toString(library.k()),
                            Integer.toString(library.bytes())),
                        library.points().stream()
                            .map(
                                point ->
                                    String.format(Locale.ROOT, "%.1f", point.rms() * MILLIONTHS))))
            .toList());
  }

  private static List<String> header(String... before) {
    return row(List.of(before), ErrorStudy.QUANTILES.stream().map(quantile -> quantile + "#"));
  }

  private static List<String> row(List<String> before, Stream<String> cells) {
    return Stream.concat(before.stream(), cells).toList();
  }

  private static List<String> ratios(Panel panel) {
    return row(
        List.of(
            panel.distribution(),
            Numbers.count(panel.n()),
            panel.parts() == 1 ? "" : Integer.toString(panel.parts())),
        IntStream.range(0, ErrorStudy.QUANTILES.size())
            .mapToObj(
                index -> ratio(panel.reference().points().get(index), panel.bestOther(index))));
  }

  private static String ratio(Point ours, Point other) {
    double ratio = Math.max(ours.rms(), FLOOR) / Math.max(other.rms(), FLOOR);
    boolean worse = ratio > 1 && ours.standardErrorsAbove(other) > SIGNIFICANT;
    return String.format(Locale.ROOT, "%.2f%s", ratio, worse ? " !" : "");
  }

  /** A line for each library, kind of column and quantile. */
  static String csv(List<Panel> panels) {
    StringBuilder text =
        new StringBuilder(
            "distribution,n,parts,seeds,library,k,bytes,quantile,rms,minimum,median,maximum\n");
    for (Panel panel : panels) {
      for (LibraryErrors library : panel.libraries()) {
        for (Point point : library.points()) {
          Percentiles errors = point.percentiles();
          text.append(
              String.format(
                  Locale.ROOT,
                  "%s,%d,%d,%d,%s,%d,%d,%s,%.3e,%.3e,%.3e,%.3e\n",
                  panel.distribution(),
                  panel.n(),
                  panel.parts(),
                  panel.seeds(),
                  library.library(),
                  library.k(),
                  library.bytes(),
                  point.quantile(),
                  point.rms(),
                  errors.at(0),
                  errors.at(50),
                  errors.at(100)));
        }
      }
    }
    return text.toString();
  }
}
