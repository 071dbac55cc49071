/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.studies.recent;

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

final class RecentStudyTest {
  private static final String LANE = "native";
  private static final RecentStudy STUDY =
      (RecentStudy)
          ParsedStudy.of("recent --max-rows 12345 --sstables BIG,BIG_4KIB,BTI --tables ALL,OWN");

  @TempDir private Path directory;

  /** Half a millisecond, and as much again for each digit of the rows in ascending order. */
  private static Results results(boolean metrics) {
    List<MeasuredRun> runs = new ArrayList<>();
    for (Cell cell : STUDY.cells(LANE)) {
      boolean isDescending = cell.is(RecentReport.ORDER, ReadOrder.DESCENDING);
      double seconds = 5e-4 * (isDescending ? 1 : cell.get(RecentReport.ROWS).toString().length());
      for (int run = 0; run < 2; run++) {
        Attempt attempt = Attempt.exact(3 * seconds, 2 * seconds);
        runs.add(
            new MeasuredRun(
                cell.texts(),
                run,
                false,
                metrics ? attempt.with(ReadClock.SECONDS_OF_REPLICA, seconds) : attempt));
      }
    }
    return new Results(runs);
  }

  @Test
  void should_read_partitions_of_powers_of_ten() {
    assertThat(STUDY.sizes()).containsExactly(100, 1000, 10_000);
    assertThat(STUDY.rows(LANE)).isEqualTo(10_000);
    assertThat(STUDY.storedRows(LANE)).isEqualTo(2 * 2 * 11_100);
    assertThat(STUDY.cells(LANE)).hasSize(3 * 2 * 2 * 2 * 2 * 3).doesNotHaveDuplicates();
  }

  @Test
  void should_read_partitions_of_chosen_sizes() {
    RecentStudy study = (RecentStudy) ParsedStudy.of("recent --sizes 5000,1200,5000");

    assertThat(study.sizes()).containsExactly(1200, 5000);
    assertThat(study.rows(LANE)).isEqualTo(5000);
  }

  @Test
  void should_ask_for_the_newest_rows_by_limit_or_by_start() {
    Cell limited = read(ReadOrder.ASCENDING, ReadEnd.LIMIT, 10);
    Cell bounded = read(ReadOrder.DESCENDING, ReadEnd.START, 100);

    assertThat(RecentStudy.cql(limited))
        .endsWith("readings WHERE sensor = ? ORDER BY at DESC LIMIT ?");
    assertThat(RecentStudy.values(limited)).containsExactly(1000, 10);
    assertThat(RecentStudy.cql(bounded))
        .endsWith("readings_newest_first WHERE sensor = ? AND at >= ?");
    assertThat(RecentStudy.values(bounded)).containsExactly(1000, 900L);
  }

  private static Cell read(ReadOrder order, ReadEnd end, int newest) {
    return Cell.of(LANE)
        .with(RecentReport.NEIGHBOURS, Neighbours.ALL)
        .with(RecentReport.ORDER, order)
        .with(RecentReport.END, end)
        .with(RecentReport.NEWEST, newest)
        .with(RecentReport.ROWS, 1000);
  }

  @Test
  void should_say_what_order_and_size_cost_beside_the_old_figures() {
    Report report = STUDY.report(results(true), List.of(LANE));

    assertThat(report.verdict())
        .contains("Of 288 pairs of reads, 288 gave the exact answer")
        .contains(
            "The newest 10 of 10,000 rows take the replica 0.500 ms in descending order and 2.50 ms in ascending order, 5.00 times as long (Cassandra 0.8.6, at 10,000,000: 7.22 times and more)")
        .contains("bti, start bound, 5.00 times");
    assertThat(report.sections().get(0).table().rows())
        .contains(
            List.of(
                LANE,
                "big",
                "of all sizes",
                "limit only",
                "10",
                "7.22 to 9.29",
                "5.00",
                "5.00",
                "1.67",
                "1.00",
                "5.00",
                "5.00",
                "1.67",
                "1.00"));
    assertThat(report.sections().get(1).table().rows())
        .contains(
            List.of(
                LANE,
                "bti",
                "of one size",
                "ascending",
                "limit only",
                "10",
                "1.50 (1.50)",
                "2.00 (2.00)",
                "2.50 (2.50)",
                ""));
  }

  @Test
  void should_draw_what_is_known() {
    Report ofCluster = STUDY.report(results(false), List.of(LANE));

    new ReportFiles(directory, "recent").write(ofCluster, Map.of());

    assertThat(ofCluster.sections().stream().map(Report.Section::heading))
        .containsExactly("Beside the figures of Cassandra 0.8.6 (2011)", "Time of the coordinator");
    assertThat(directory.resolve("recent/newest-all.svg")).isNotEmptyFile();
    assertThat(directory.resolve("recent/newest-own.svg")).isNotEmptyFile();
  }
}
