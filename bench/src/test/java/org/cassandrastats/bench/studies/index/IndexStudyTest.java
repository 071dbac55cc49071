/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.studies.index;

import static org.assertj.core.api.Assertions.assertThat;

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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class IndexStudyTest {
  private static final String LANE = "native";
  private static final IndexStudy STUDY = (IndexStudy) ParsedStudy.of("index");

  @TempDir private Path directory;

  /** A scan takes 10 s, all else a tenth of a millisecond for each record that is found. */
  private static Results results() {
    List<MeasuredRun> runs = new ArrayList<>();
    for (Cell cell : STUDY.cells(LANE)) {
      double seconds =
          cell.is(IndexReport.WAY, IndexAccessPath.SCAN)
              ? 10
              : 1e-4 * cell.get(IndexReport.SHARE).count(1_000_000, 10);
      runs.add(ParsedStudy.run(cell, Attempt.exact(seconds, null)));
    }
    return new Results(runs);
  }

  @Test
  void should_ask_each_table_in_its_own_words() {
    assertThat(IndexAccessPath.SCAN.cql("id, value", "", 2))
        .isEqualTo(
            "SELECT id, value FROM cassandra_stats_bench.records WHERE kind = 2 ALLOW FILTERING");
    assertThat(IndexAccessPath.SAI.cql("avg(value)", "", 3))
        .endsWith("avg(value) FROM cassandra_stats_bench.records_sai WHERE kind = 3");
    assertThat(IndexAccessPath.PARTITION_KEY.key()).endsWith("PRIMARY KEY (kind, id)");
    assertThat(IndexAccessPath.SECONDARY.key()).endsWith("PRIMARY KEY (record_group, id)");
    assertThat(STUDY.cells(LANE)).hasSize(2 * 3 * 4).doesNotHaveDuplicates();
  }

  @Test
  void should_say_what_is_gained_over_a_full_scan_beside_the_old_figures() {
    Report report = STUDY.report(results(), List.of(LANE));

    new ReportFiles(directory, "index").write(report, Map.of());

    assertThat(report.verdict()).contains("100 by secondary index", "100 by partition key");
    assertThat(directory.resolve("index.md"))
        .content()
        .contains("of which 9 %, 1 % and 0.1 % are looked for")
        .contains(
            "| native | rows | 0.1 % | 1,000 | storage-attached index | 0.100 | 0.100 to 0.100 |"
                + " 100 | - |");
    assertThat(directory.resolve("index/gains-average-native.svg")).isNotEmptyFile();
    assertThat(directory.resolve("index/gains-rows-native.svg")).isNotEmptyFile();
  }
}
