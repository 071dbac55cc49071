/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.studies.query;

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

final class SlicesStudyTest {
  private static final String LANE = "native";
  private static final SlicesStudy STUDY =
      (SlicesStudy) ParsedStudy.of("slices --max-slices 8 --rows 1000");

  @TempDir private Path directory;

  /** A second in total, divided by the slices where they are read in parallel. */
  private static Results results() {
    List<MeasuredRun> runs = new ArrayList<>();
    for (Cell cell : STUDY.cells(LANE)) {
      boolean isParallel = cell.is(SlicesStudy.ORDER, SlicesStudy.PARALLEL);
      double seconds = isParallel ? 1.0 / cell.get(SlicesStudy.SLICES) : 1;
      runs.add(ParsedStudy.run(cell, Attempt.exact(seconds, null)));
    }
    return new Results(runs);
  }

  @Test
  void should_read_the_whole_once_and_slices_in_both_orders() {
    assertThat(STUDY.counts()).containsExactly(1, 2, 4, 8);
    assertThat(STUDY.cells(LANE)).hasSize(3 * (1 + 2 * 3)).doesNotHaveDuplicates();
  }

  @Test
  void should_cut_all_rows_into_slices_that_touch() {
    assertThat(SlicesStudy.edge(1003, 0, 8)).isZero();
    assertThat(SlicesStudy.edge(1003, 8, 8)).isEqualTo(1003);
    for (int slice = 0; slice < 8; slice++) {
      assertThat(SlicesStudy.edge(1003, slice + 1, 8) - SlicesStudy.edge(1003, slice, 8))
          .isBetween(125L, 126L);
    }
  }

  @Test
  void should_say_which_number_of_slices_gains_most() {
    Report report = STUDY.report(results(), List.of(LANE));

    new ReportFiles(directory, "slices").write(report, Map.of());

    assertThat(report.verdict())
        .contains(
            "moments 8.00 (8 slices).", "8 slices in sequence gain: rows 1.00, ", "moments 1.00.");
    assertThat(directory.resolve("slices.md"))
        .content()
        .contains("| native | rows | 4 | in parallel | 0.250 | 0.250 to 0.250 | 4,000 | 4.00 |");
    assertThat(directory.resolve("slices/times-native.svg")).isNotEmptyFile();
  }
}
