/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.studies.bins;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.cassandrastats.bench.ParsedStudy;
import org.cassandrastats.bench.harness.Study;
import org.cassandrastats.bench.measure.Attempt;
import org.cassandrastats.bench.measure.MeasuredRun;
import org.cassandrastats.bench.measure.Results;
import org.cassandrastats.bench.report.Report;
import org.cassandrastats.bench.report.ReportFiles;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class BinsStudyTest {
  private static final String LANE = "native";
  private static final Study STUDY = ParsedStudy.of("bins --records 1000");

  @TempDir private Path directory;

  /** A list takes 3 s to read, 100 columns 2 s, a blob 1 s, all else 4 s; updates twice that. */
  private static Results results() {
    List<MeasuredRun> runs = new ArrayList<>();
    for (BinStore store : BinStore.values()) {
      double seconds =
          switch (store) {
            case LIST -> 3;
            case COLUMNS -> 2;
            case BLOB -> 1;
            default -> 4;
          };
      runs.add(
          run(store, BinsStudy.READ, Attempt.exact(seconds, null).with(BinsStudy.BYTES, 700_000)));
      runs.add(run(store, BinsStudy.UPDATE, Attempt.exact(2 * seconds, null)));
      runs.add(
          run(
              store,
              BinsStudy.INSERT,
              Attempt.exact(seconds, null).with(BinsStudy.SECONDS_PER_RECORD, seconds / 1000)));
    }
    return new Results(runs);
  }

  private static MeasuredRun run(BinStore store, String operation, Attempt attempt) {
    return ParsedStudy.run(BinsStudy.cell(LANE, store, operation), attempt);
  }

  @Test
  void should_compare_lists_with_columns_beside_the_earlier_study() {
    Report report = STUDY.report(results(), List.of(LANE));

    assertThat(report.verdict())
        .contains("to read: histogram state, blob, 1,000 µs a record")
        .contains("On disk a record takes from 700 bytes");
    assertThat(report.sections().get(1).table().rows())
        .contains(List.of("insert", "1.19", "1.50"), List.of("read", "1.15", "1.50"));
  }

  @Test
  void should_write_page_and_plots() {
    Report report = STUDY.report(results(), List.of(LANE));

    new ReportFiles(directory, "bins").write(report, Map.of("Machine", "a"));

    assertThat(directory.resolve("bins.md"))
        .content()
        .contains("| 100 columns | 700 | 2,000 | 2,000 to 2,000 | 2,000 |");
    assertThat(directory.resolve("bins/times.svg")).isNotEmptyFile();
  }
}
