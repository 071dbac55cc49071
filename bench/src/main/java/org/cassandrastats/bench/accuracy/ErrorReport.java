/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.accuracy;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;

/** The tables as Markdown: comparison with the better of the others first, errors after it. */
final class ErrorReport {
  /** A difference of more standard errors than this is hardly chance. */
  private static final double SIGNIFICANT = 3;

  /** Rank errors below a millionth count as one: ratios of such numbers say nothing. */
  private static final double FLOOR = 1e-6;

  private ErrorReport() {}

  static String of(List<Panel> panels, List<ColumnDistribution> distributions) {
    List<String> lines = new ArrayList<>();
    lines.add("# Rank errors of t-digests of equal size");
    lines.add("");
    lines.add(
        "Written by the accuracy study; see [accuracy](../accuracy.md) for what it measures.");
    lines.add("");
    distributions.forEach(
        distribution ->
            lines.add("- `%s`: %s".formatted(distribution.name(), distribution.description())));
    lines.add("");
    lines.add("## Error as a part of the error of the better of the others");
    lines.add("");
    lines.add(
        "Above 1 is worse. `!` marks what is worse by more than three standard errors over the"
            + " columns. Errors below a millionth count as one.");
    lines.add("");
    List<String> headings = new ArrayList<>(List.of("distribution", "n", "merged"));
    ErrorStudy.QUANTILES.forEach(quantile -> headings.add(quantile.toString()));
    lines.add(ErrorTable.row(headings));
    lines.add("| --- " + "| ---: ".repeat(headings.size() - 1) + "|");
    panels.forEach(panel -> lines.add(ErrorTable.row(ratios(panel))));
    lines.add("");
    lines.add("## Root mean square error in millionths of a rank");
    for (Panel panel : panels) {
      lines.add("");
      lines.add("### " + ErrorTable.title(panel));
      lines.add("");
      lines.add(ErrorTable.markdown(panel).stripTrailing());
    }
    return String.join("\n", lines) + "\n";
  }

  private static List<String> ratios(Panel panel) {
    List<String> cells = new ArrayList<>();
    cells.add(panel.distribution());
    cells.add(String.format(Locale.ROOT, "%,d", panel.n()));
    cells.add(panel.parts() == 1 ? "" : Integer.toString(panel.parts()));
    IntStream.range(0, ErrorStudy.QUANTILES.size())
        .mapToObj(index -> ratio(panel.reference().points().get(index), panel.bestOther(index)))
        .forEach(cells::add);
    return cells;
  }

  private static String ratio(Point ours, Point other) {
    double ratio = Math.max(ours.rms(), FLOOR) / Math.max(other.rms(), FLOOR);
    boolean worse = ratio > 1 && ours.standardErrorsAbove(other) > SIGNIFICANT;
    return String.format(Locale.ROOT, "%.2f%s", ratio, worse ? " !" : "");
  }
}
