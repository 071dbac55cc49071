/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.studies.direct;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.cassandrastats.bench.ParsedStudy;
import org.cassandrastats.bench.measure.Attempt;
import org.cassandrastats.bench.measure.Cell;
import org.cassandrastats.bench.measure.MeasuredRun;
import org.cassandrastats.bench.measure.Results;
import org.cassandrastats.bench.nodes.ReadPath;
import org.cassandrastats.bench.report.Report;
import org.cassandrastats.bench.report.ReportFiles;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class DirectStudyTest {
  private static final String LANE = "native";
  private static final DirectStudy STUDY = (DirectStudy) ParsedStudy.of("direct --rows 1000");

  @TempDir private Path directory;

  /** A second each, and a tenth of it by cursors. */
  private static Results results() {
    return new Results(STUDY.cells(LANE).stream().map(DirectStudyTest::run).toList());
  }

  private static MeasuredRun run(Cell cell) {
    boolean isCursor = cell.is(DirectReport.PATH, ReadPath.CURSOR);
    return ParsedStudy.run(cell, Attempt.exact(isCursor ? 0.1 : 1, null));
  }

  @Test
  void should_ask_each_question_by_cursors_in_one_size_of_pages_and_the_average_in_every_way() {
    assertThat(STUDY.cells(LANE)).doesNotHaveDuplicates();
    for (DirectStorage storage : DirectStorage.values()) {
      List<Cell> cells =
          STUDY.cells(LANE).stream()
              .filter(cell -> cell.is(DirectReport.STORAGE, storage))
              .toList();
      assertThat(cells)
          .filteredOn(cell -> cell.is(DirectReport.PATH, ReadPath.CURSOR))
          .extracting(cell -> cell.get(DirectReport.QUESTION))
          .containsExactlyElementsOf(storage.questions());
      assertThat(cells)
          .filteredOn(cell -> cell.is(DirectReport.QUESTION, DirectQuestion.AVG))
          .extracting(cell -> cell.get(DirectReport.PATH))
          .contains(ReadPath.CASSANDRA, ReadPath.DIRECT, ReadPath.CURSOR);
    }
  }

  @Test
  void should_say_which_limits_are_met() {
    Report report = STUDY.report(results(), List.of(LANE));

    new ReportFiles(directory, "direct").write(report, Map.of());

    assertThat(report.verdict())
        .contains(
            "Cursor reads meet 12 of the 16 limits that the project has set them (missed: SSTables,"
                + " 20 columns, mean: 0.100 instead of 0.070; SSTables, 20 columns, tdigest: 0.100"
                + " instead of 0.070; SSTables, 57 columns, mean: 0.100 instead of 0.070; SSTables,"
                + " 57 columns, tdigest: 0.100 instead of 0.070).");
    assertThat(directory.resolve("direct.md"))
        .content()
        .contains("| native | SSTables, big | mean | 1.00 | - | 1.00 | - | 0.100 | 0.100 | yes |")
        .contains("| SSTables, 57 columns | mean | - | - | - | - | 0.100 | 0.070 | **no** |")
        .contains("| native | memtable | avg | 5000 | by cursors | 0.100 | 0.100 to 0.100 |");
    assertThat(directory.resolve("direct/ratios-native.svg")).isNotEmptyFile();
  }

  /** Results of before there were cursors. */
  @Test
  void should_say_nothing_of_cursors_where_they_were_not_measured() {
    List<MeasuredRun> runs =
        STUDY.cells(LANE).stream()
            .filter(cell -> !cell.is(DirectReport.PATH, ReadPath.CURSOR))
            .map(DirectStudyTest::run)
            .toList();
    Report report = STUDY.report(new Results(runs), List.of(LANE));

    assertThat(report.verdict()).doesNotContain("ursor");
  }
}
