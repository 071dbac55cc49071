/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.studies.engines;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.cassandrastats.bench.ParsedStudy;
import org.cassandrastats.bench.measure.Attempt;
import org.cassandrastats.bench.measure.Cell;
import org.cassandrastats.bench.measure.MeasuredRun;
import org.cassandrastats.bench.measure.Results;
import org.cassandrastats.bench.report.Report;
import org.cassandrastats.bench.report.ReportFiles;
import org.cassandrastats.cli.console.UserError;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class EnginesStudyTest {
  private static final String LANE = "native";
  private static final EnginesStudy STUDY =
      (EnginesStudy) ParsedStudy.of("engines --rows 1000 --partitions 10");

  @TempDir private Path directory;

  @Test
  void should_leave_out_spark_without_its_class_path() {
    assertThat(STUDY.cells(LANE))
        .as("two extents, as there are not enough rows for an hour")
        .hasSize(2 * 2 * (EngineAccessPath.values().length - 1))
        .extracting(cell -> cell.get(EnginesReport.WAY))
        .doesNotContain(EngineAccessPath.CONNECTOR);
  }

  @Test
  void should_compare_cursors_with_cassandra_and_with_engines() {
    List<MeasuredRun> runs = new ArrayList<>();
    for (Cell cell : STUDY.cells(LANE)) {
      double seconds =
          switch (cell.get(EnginesReport.WAY)) {
            case REQUEST -> 8;
            case CURSORS -> 0.8;
            case SPLIT -> 0.4;
            case PARQUET -> 0.2;
            default -> 0.1;
          };
      runs.add(ParsedStudy.run(cell, Attempt.exact(seconds, null)));
    }
    for (Cell stored : EnginesReport.storage(LANE)) {
      runs.add(ParsedStudy.run(stored, Attempt.exact(0, null).with(EnginesReport.BYTES, 12_000.0)));
    }
    Report report = STUDY.report(new Results(runs), List.of(LANE));

    new ReportFiles(directory, "engines").write(report, Map.of());

    assertThat(report.verdict())
        .contains(
            "`avg` of one partition takes one request, read by cursors 800 ms (4.00 times DuckDB over"
                + " Parquet, 8.00 times ClickHouse), one request for chunks 100 ms (0.500 times");
    assertThat(directory.resolve("engines.md"))
        .content()
        .contains("| whole table | ClickHouse, MergeTree | 0.012 | 12.0 |");
  }

  @Test
  void should_name_what_cannot_be_started() {
    assertThatThrownBy(() -> new EngineProcess("/no/such/python"))
        .isInstanceOf(UserError.class)
        .hasMessageContaining("Python with DuckDB and ClickHouse cannot be started")
        .hasMessageContaining("/no/such/python");
  }
}
