/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.measure;

import com.github.freva.asciitable.AsciiTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.cassandrastats.cli.node.NodeSettings;

/** The times as a table for people and as CSV. */
final class Report {
  private static final List<String> HEADINGS =
      List.of("aggregate", "median s", "min s", "max s", "median ratio", "min ratio", "max ratio");

  private final Timings timings;
  private final NodeSettings settings;
  private final int rows;

  Report(Timings timings, NodeSettings settings, int rows) {
    this.timings = timings;
    this.settings = settings;
    this.rows = rows;
  }

  String table() {
    String[][] cells =
        timings.contenders().stream()
            .map(contender -> cells(contender).toArray(String[]::new))
            .toArray(String[][]::new);
    return title()
        + System.lineSeparator()
        + AsciiTable.getTable(HEADINGS.toArray(String[]::new), cells);
  }

  String markdown() {
    List<String> lines = new ArrayList<>();
    lines.add(title());
    lines.add("");
    lines.add(row(HEADINGS));
    lines.add(row(List.of("---", "---:", "---:", "---:", "---:", "---:", "---:")));
    timings.contenders().forEach(contender -> lines.add(row(cells(contender))));
    return lines.stream().collect(Collectors.joining("\n", "", "\n"));
  }

  /** One line for each query, in the order of the runs. */
  String csv() {
    StringBuilder text = new StringBuilder("aggregate,run,seconds,ratio\n");
    for (Contender contender : timings.contenders()) {
      double[] seconds = timings.seconds(contender);
      double[] ratios = timings.ratios(contender);
      for (int run = 0; run < seconds.length; run++) {
        text.append(
            String.format(
                Locale.ROOT,
                "\"%s\",%d,%.6f,%.4f%n",
                contender.name(),
                run + 1,
                seconds[run],
                ratios[run]));
      }
    }
    return text.toString();
  }

  private String title() {
    return String.format(
        Locale.ROOT,
        "Cassandra %s, UDF threads %s, one partition of %,d rows, %d runs; ratio to %s in the same run",
        settings.version(),
        settings.udfThreads() ? "on" : "off",
        rows,
        timings.runs(),
        timings.baseline().name());
  }

  private List<String> cells(Contender contender) {
    double[] seconds = timings.seconds(contender);
    double[] ratios = timings.ratios(contender);
    List<String> cells = new ArrayList<>(List.of(contender.name()));
    for (double[] values : List.of(seconds, ratios)) {
      cells.add(number(Timings.median(values)));
      cells.add(number(Timings.minimum(values)));
      cells.add(number(Timings.maximum(values)));
    }
    return cells;
  }

  private static String number(double value) {
    return String.format(Locale.ROOT, "%.3f", value);
  }

  private static String row(List<String> cells) {
    return cells.stream().collect(Collectors.joining(" | ", "| ", " |"));
  }
}
