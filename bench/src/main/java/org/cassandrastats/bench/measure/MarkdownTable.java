/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.measure;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** A table whose first column is text and whose others are numbers. */
final class MarkdownTable {
  private MarkdownTable() {}

  static String of(List<String> headings, List<List<String>> rows) {
    List<String> lines = new ArrayList<>(List.of(line(headings)));
    lines.add(
        headings.stream()
            .map(heading -> heading.equals(headings.get(0)) ? "---" : "---:")
            .collect(Collectors.joining(" | ", "| ", " |")));
    rows.forEach(row -> lines.add(line(row)));
    return String.join("\n", lines) + "\n";
  }

  private static String line(List<String> cells) {
    return cells.stream().collect(Collectors.joining(" | ", "| ", " |"));
  }
}
