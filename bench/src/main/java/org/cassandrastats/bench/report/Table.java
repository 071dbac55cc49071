/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.report;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.cassandrastats.cli.console.Tables;

/**
 * A table for the console and for Markdown.
 *
 * @param header a title per column; one that ends in "#" (which is not shown) is aligned right
 * @param rows the cells of each row
 */
public record Table(List<String> header, List<List<String>> rows) {
  /** Copies the lists. */
  public Table {
    header = List.copyOf(header);
    rows = rows.stream().map(List::copyOf).toList();
  }

  /** As the console shows it. */
  public String text() {
    return Tables.of(header, rows);
  }

  /** As Markdown shows it. */
  public String markdown() {
    List<String> lines = new ArrayList<>();
    lines.add(line(header.stream().map(Table::title).toList()));
    lines.add(line(header.stream().map(title -> isNumeric(title) ? "---:" : "---").toList()));
    rows.forEach(row -> lines.add(line(row)));
    return String.join("\n", lines) + "\n";
  }

  private static boolean isNumeric(String title) {
    return title.endsWith("#");
  }

  private static String title(String title) {
    return isNumeric(title) ? title.substring(0, title.length() - 1) : title;
  }

  private static String line(List<String> cells) {
    return cells.stream()
        .map(cell -> cell.replace("|", "\\|"))
        .collect(Collectors.joining(" | ", "| ", " |"));
  }
}
