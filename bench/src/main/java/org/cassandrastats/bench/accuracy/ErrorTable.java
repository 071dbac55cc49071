/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.accuracy;

import com.github.freva.asciitable.AsciiTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** Root mean square errors: a line for each library, a column for each quantile. */
final class ErrorTable {
  private static final double MILLIONTHS = 1e6;

  private ErrorTable() {}

  /** For a terminal. */
  static String of(Panel panel) {
    String[][] cells =
        lines(panel).stream().map(line -> line.toArray(String[]::new)).toArray(String[][]::new);
    return title(panel)
        + System.lineSeparator()
        + AsciiTable.getTable(
            AsciiTable.NO_BORDERS, headings().toArray(String[]::new), null, cells);
  }

  static String markdown(Panel panel) {
    List<String> lines = new ArrayList<>();
    lines.add(row(headings()));
    lines.add("| --- " + "| ---: ".repeat(headings().size() - 1) + "|");
    lines(panel).forEach(line -> lines.add(row(line)));
    return String.join("\n", lines) + "\n";
  }

  static String title(Panel panel) {
    return String.format(
        Locale.ROOT,
        "%s, n = %,d%s",
        panel.distribution(),
        panel.n(),
        panel.parts() == 1 ? "" : ", merged from " + panel.parts());
  }

  private static List<String> headings() {
    List<String> headings = new ArrayList<>(List.of("library", "k", "bytes"));
    ErrorStudy.QUANTILES.forEach(quantile -> headings.add(quantile.toString()));
    return headings;
  }

  private static List<List<String>> lines(Panel panel) {
    List<List<String>> lines = new ArrayList<>();
    for (LibraryErrors library : panel.libraries()) {
      List<String> line = new ArrayList<>();
      line.add(library.library());
      line.add(Integer.toString(library.k()));
      line.add(Integer.toString(library.bytes()));
      for (Point point : library.points()) {
        line.add(String.format(Locale.ROOT, "%.1f", point.rms() * MILLIONTHS));
      }
      lines.add(line);
    }
    return lines;
  }

  static String row(List<String> cells) {
    return cells.stream().collect(Collectors.joining(" | ", "| ", " |"));
  }
}
