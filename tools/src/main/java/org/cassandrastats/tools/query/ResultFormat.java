/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.tools.query;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.commons.csv.CSVFormat;
import org.cassandrastats.client.StatsResult;
import org.cassandrastats.client.StatsRow;
import org.cassandrastats.tools.console.Tables;

/** How a result is written. */
enum ResultFormat {
  /** For people. */
  TABLE {
    @Override
    void write(StatsResult result, PrintWriter out) {
      List<String> header = new ArrayList<>();
      for (int column = 0; column < result.columns().size(); column++) {
        header.add(result.columns().get(column) + (isNumeric(result, column) ? "#" : ""));
      }
      List<List<String>> rows = new ArrayList<>();
      result.rows().forEach(row -> rows.add(row.values().stream().map(Shown::text).toList()));
      out.println(Tables.of(header, rows));
    }
  },
  /** An array of objects. */
  JSON {
    @Override
    void write(StatsResult result, PrintWriter out) {
      List<Map<String, Object>> rows = new ArrayList<>();
      for (StatsRow row : result.rows()) {
        Map<String, Object> shown = new LinkedHashMap<>();
        for (int column = 0; column < row.values().size(); column++) {
          shown.put(row.names().get(column), Shown.json(row.get(column)));
        }
        rows.add(shown);
      }
      try {
        out.println(new ObjectMapper().writeValueAsString(rows));
      } catch (JsonProcessingException impossible) {
        throw new IllegalStateException(impossible);
      }
    }
  },
  /** A header and a line for each row, as RFC 4180 has it. */
  CSV {
    @Override
    void write(StatsResult result, PrintWriter out) {
      out.println(CSVFormat.DEFAULT.format(result.columns().toArray()));
      for (StatsRow row : result.rows()) {
        out.println(
            CSVFormat.DEFAULT.format(
                row.values().stream()
                    .map(value -> value == null ? "" : Shown.text(value))
                    .toArray()));
      }
    }
  };

  abstract void write(StatsResult result, PrintWriter out);

  private static boolean isNumeric(StatsResult result, int column) {
    return result.rows().stream().anyMatch(row -> row.get(column) instanceof Number);
  }

  @Override
  public String toString() {
    return name().toLowerCase(java.util.Locale.ROOT);
  }
}
