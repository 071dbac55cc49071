/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.measure;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What JMH measured in lane-benchmarks, a row of a thousand calls each, as a table. */
final class JmhRows {
  private static final int ROWS_PER_CALL = 1000;
  private static final String BUILT_IN = "built-in";

  private JmhRows() {}

  /** A table of nanoseconds and bytes a row; the built-in average first. */
  static String table(Path json) throws IOException {
    Map<String, JsonNode> results = new LinkedHashMap<>();
    Set<String> lanes = new LinkedHashSet<>();
    Set<String> aggregates = new LinkedHashSet<>();
    double baseline = Double.NaN;
    for (JsonNode result : new ObjectMapper().readTree(json.toFile())) {
      String lane = result.path("params").path("lane").asText();
      String aggregate = result.path("params").path("aggregate").asText();
      if (lane.equals(BUILT_IN)) {
        baseline = median(result);
      } else {
        lanes.add(lane);
      }
      aggregates.add(aggregate);
      results.put(lane + " " + aggregate, result);
    }
    List<String> headings = new ArrayList<>(List.of("state function of"));
    for (String lane : lanes) {
      headings.addAll(List.of(lane + " ns", "/ avg", "B"));
    }
    List<List<String>> rows = new ArrayList<>();
    for (String aggregate : aggregates) {
      List<String> row = new ArrayList<>(List.of("`" + aggregate + "`"));
      for (String lane : lanes) {
        JsonNode result =
            results.getOrDefault(lane + " " + aggregate, results.get(BUILT_IN + " " + aggregate));
        if (result == null) {
          row.addAll(List.of("", "", ""));
        } else {
          row.add(LaneTables.number(median(result), 1));
          row.add(LaneTables.number(median(result) / baseline, 2));
          row.add(LaneTables.number(bytes(result), 1));
        }
      }
      rows.add(row);
    }
    return MarkdownTable.of(headings, rows);
  }

  /** Microseconds of a thousand rows are nanoseconds of a row. */
  private static double median(JsonNode result) {
    return result.path("primaryMetric").path("scorePercentiles").path("50.0").asDouble();
  }

  private static double bytes(JsonNode result) {
    for (Map.Entry<String, JsonNode> metric : result.path("secondaryMetrics").properties()) {
      if (metric.getKey().endsWith("gc.alloc.rate.norm")) {
        return metric.getValue().path("score").asDouble() / ROWS_PER_CALL;
      }
    }
    return Double.NaN;
  }
}
