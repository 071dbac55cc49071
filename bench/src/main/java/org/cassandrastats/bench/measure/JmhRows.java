/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.measure;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVParser;
import org.apache.commons.csv.CSVRecord;

/** What JMH measured in bench/lanes, a row of a thousand calls each, as a table. */
final class JmhRows {
  private static final int ROWS_PER_CALL = 1000;
  private static final String BUILT_IN = "built-in";
  private static final String MEDIAN = "p0.50";
  private static final String BYTES = "gc.alloc.rate.norm";

  private JmhRows() {}

  /**
   * A table of nanoseconds and bytes a row; the built-in average first.
   *
   * @param csv as JMH writes it
   */
  static String table(Path csv) throws IOException {
    // By lane, aggregate and what JMH calls a label.
    Map<String, Double> scores = new LinkedHashMap<>();
    Set<String> lanes = new LinkedHashSet<>();
    Set<String> aggregates = new LinkedHashSet<>();
    double baseline = Double.NaN;
    try (CSVParser records =
        CSVParser.parse(
            csv,
            StandardCharsets.UTF_8,
            CSVFormat.DEFAULT.builder().setHeader().setSkipHeaderRecord(true).get())) {
      for (CSVRecord result : records) {
        String lane = result.get("Param: lane");
        String aggregate = result.get("Param: aggregate");
        String benchmark = result.get("Benchmark");
        String label = benchmark.substring(benchmark.indexOf(':') + 1);
        double score = Double.parseDouble(result.get("Score"));
        if (!lane.equals(BUILT_IN)) {
          lanes.add(lane);
        } else if (label.equals(MEDIAN)) {
          baseline = score;
        }
        aggregates.add(aggregate);
        scores.put(key(lane, aggregate, label), score);
      }
    }
    List<String> headings = new ArrayList<>(List.of("state function of"));
    for (String lane : lanes) {
      headings.addAll(List.of(lane + " ns", "/ avg", "B"));
    }
    List<List<String>> rows = new ArrayList<>();
    for (String aggregate : aggregates) {
      List<String> row = new ArrayList<>(List.of("`" + aggregate + "`"));
      for (String lane : lanes) {
        String measured = scores.containsKey(key(lane, aggregate, MEDIAN)) ? lane : BUILT_IN;
        Double median = scores.get(key(measured, aggregate, MEDIAN));
        Double bytes = scores.get(key(measured, aggregate, BYTES));
        if (median == null || bytes == null) {
          row.addAll(List.of("", "", ""));
        } else {
          // Microseconds of a thousand rows are nanoseconds of a row.
          row.add(LaneTables.number(median, 1));
          row.add(LaneTables.number(median / baseline, 2));
          row.add(LaneTables.number(bytes / ROWS_PER_CALL, 1));
        }
      }
      rows.add(row);
    }
    return MarkdownTable.of(headings, rows);
  }

  private static String key(String lane, String aggregate, String label) {
    return lane + " " + aggregate + " " + label;
  }
}
