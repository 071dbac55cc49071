/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.regex.Pattern;

/**
 * A row of a report's table.
 *
 * @param labels what tells it from other rows of its table, by column
 * @param numbers those of its other cells
 */
record ReportRow(Map<String, String> labels, List<BigDecimal> numbers) {
  /** Columns that say what a number is of, and how a guide names what stands there. */
  private static final Map<String, Function<String, Pattern>> NAMED =
      Map.of(
          "lane",
          ReportRow::lane,
          "nodes",
          label -> nodes("1".equals(label)),
          "aggregate",
          label -> aggregate(label.replaceAll("\\W.*", "")),
          "level",
          ReportRow::code,
          "read from",
          ReportRow::source,
          "page size",
          label -> Pattern.compile("pages of " + label + "\\b"));

  /** Those of all tables of a page. */
  static List<ReportRow> of(String page) {
    List<ReportRow> all = new ArrayList<>();
    List<List<String>> table = new ArrayList<>();
    for (String line : (page + "\n").split("\n", -1)) {
      if (line.startsWith("|")) {
        table.add(cells(line));
      } else {
        addTo(all, table);
        table.clear();
      }
    }
    return all;
  }

  private static List<String> cells(String line) {
    return Pattern.compile(" *\\| *").splitAsStream(line.substring(1)).map(String::strip).toList();
  }

  private static void addTo(List<ReportRow> all, List<List<String>> table) {
    // A header, the line below it, and rows.
    for (List<String> row : table.stream().skip(2).toList()) {
      Map<String, String> labels = new TreeMap<>();
      List<BigDecimal> numbers = new ArrayList<>();
      for (int i = 0; i < row.size(); i++) {
        int column = i;
        String name = table.get(0).get(i);
        if (!NAMED.containsKey(name)) {
          numbers.addAll(GuideNumbersTest.numbers(row.get(i)));
        } else if (table.stream().skip(2).map(cells -> cells.get(column)).distinct().count() > 1) {
          labels.put(name, row.get(i));
        }
      }
      all.add(new ReportRow(labels, numbers));
    }
  }

  /** Whether a text names all the labels. */
  boolean isNamedBy(String text) {
    return labels.entrySet().stream()
        .filter(label -> !"-".equals(label.getValue()))
        .allMatch(label -> NAMED.get(label.getKey()).apply(label.getValue()).matcher(text).find());
  }

  private static Pattern lane(String label) {
    return Pattern.compile(
        switch (label) {
          case "native" -> "[Nn]ative|server jar";
          case "udf-threads-on" -> "threads of their own|without the server jar";
          default -> "calling thread";
        });
  }

  private static Pattern aggregate(String label) {
    return switch (label) {
      case "avg" -> Pattern.compile("`[^`]*avg|average");
      case "quantiles" -> Pattern.compile("quantile|percentile");
      default -> code(label);
    };
  }

  private static Pattern nodes(boolean isOne) {
    return Pattern.compile(isOne ? "one node" : "three (nodes|replicas)");
  }

  private static Pattern source(String label) {
    return label.contains("no replica")
        ? Pattern.compile("no replica")
        : label.startsWith("1 node") ? nodes(true) : code(label.replaceAll(".*, ", ""));
  }

  private static Pattern code(String word) {
    return Pattern.compile("`[^`]*\\b" + Pattern.quote(word) + "\\b[^`]*`");
  }
}
