/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.studies;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVParser;
import org.apache.commons.csv.CSVRecord;
import org.cassandrastats.bench.run.Attempt;
import org.cassandrastats.bench.run.Cell;
import org.cassandrastats.cli.console.UserError;

/** What JMH has measured in bench/lanes: rows in Cassandra's own code, a thousand in each call. */
final class LaneJmh {
  private static final double ROWS_PER_CALL = 1000;
  private static final CSVFormat WITH_HEADER =
      CSVFormat.DEFAULT.builder().setHeader().setSkipHeaderRecord(true).get();

  private LaneJmh() {}

  /** The built-in average, and the aggregates of a lane. */
  static Map<Cell, Attempt> read(Path csv, String lane) {
    Map<Cell, Attempt> rows = new LinkedHashMap<>();
    try (CSVParser records = CSVParser.parse(csv, StandardCharsets.UTF_8, WITH_HEADER)) {
      for (CSVRecord result : records) {
        Cell cell =
            Cell.of(result.get("Param: lane"))
                .with(LanesReport.PART, LanesReport.JMH)
                .with(LanesReport.QUERY, result.get("Param: aggregate"));
        Attempt known = rows.getOrDefault(cell, Attempt.exact(0, null));
        double score = Double.parseDouble(result.get("Score"));
        if (Set.of(lane, LanesReport.BUILT_IN).contains(cell.lane())) {
          rows.put(cell, with(known, result.get("Benchmark"), score));
        }
      }
      return rows;
    } catch (IOException unreadable) {
      throw new UserError("%s cannot be read: %s".formatted(csv, unreadable), unreadable);
    }
  }

  /** Microseconds of a thousand rows are nanoseconds of a row. */
  private static Attempt with(Attempt known, String benchmark, double score) {
    return switch (benchmark.substring(benchmark.indexOf(':') + 1)) {
      case "p0.50" -> known.with(LanesReport.NANOSECONDS, score);
      case "gc.alloc.rate.norm" -> known.with(LanesReport.ROW_BYTES, score / ROWS_PER_CALL);
      default -> known;
    };
  }
}
