/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.studies.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.DriverTimeoutException;
import java.util.ArrayList;
import java.util.List;
import org.cassandrastats.bench.ParsedStudy;
import org.cassandrastats.bench.harness.NodeCounts;
import org.cassandrastats.bench.harness.Study;
import org.cassandrastats.bench.measure.Attempt;
import org.cassandrastats.bench.measure.Cell;
import org.cassandrastats.bench.measure.MeasuredAggregate;
import org.cassandrastats.bench.measure.MeasuredRun;
import org.cassandrastats.bench.measure.Results;
import org.cassandrastats.bench.report.Report;
import org.junit.jupiter.api.Test;

final class TimeoutStudyTest {
  private static final String LANE = "native";
  private static final String SHORT = "500ms";
  private static final String LONG = "20s";

  private static MeasuredRun run(String timeout, String deadlines, Attempt attempt) {
    return ParsedStudy.run(
        Cell.of(LANE)
            .with(TimeoutCells.ROWS, 100)
            .with(TimeoutCells.CLIENT_TIMEOUT, timeout)
            .with(TimeoutCells.DEADLINES, deadlines),
        attempt);
  }

  private static Attempt busy(Attempt attempt, double seconds, double pages) {
    return attempt.with(TimeoutCases.BUSY, seconds).with(TimeoutCases.PAGES, pages);
  }

  @Test
  void should_show_who_gave_up_and_what_policies_cost() {
    Study study =
        ParsedStudy.of("timeout --rows 100 --client-timeouts 500ms,20s --deadlines 1s/12s,1h/1h");
    Attempt client = Attempt.failed(0.5, new DriverTimeoutException("late"));
    Attempt node = Attempt.failed(1.01, new IllegalStateException("late"));
    List<MeasuredRun> runs = new ArrayList<>();
    runs.add(run(SHORT, "1s/12s", busy(client, 0.5, 2)));
    runs.add(run(SHORT, "1h/1h", busy(client, 1.5, 4)));
    runs.add(run(LONG, "1s/12s", busy(node, 0.01, 2)));
    runs.add(run(LONG, "1h/1h", busy(Attempt.exact(2, null), 0.01, 4)));
    for (TimeoutCase each : TimeoutCase.values()) {
      boolean twice = each == TimeoutCase.RETRYING || each == TimeoutCase.SPECULATIVE;
      runs.add(
          ParsedStudy.run(
              Cell.of(LANE)
                  .with(TimeoutCells.ROWS, 100)
                  .with(NodeCounts.NODES, 1)
                  .with(TimeoutCells.WHO_GIVES_UP, each)
                  .with(TimeoutCells.AGGREGATE, MeasuredAggregate.MEAN),
              busy(Attempt.exact(1, null), 0, twice ? 8 : 4)));
    }

    Report report = study.report(new Results(runs), List.of(LANE));

    assertThat(report.sections().get(0).table().rows())
        .containsExactly(
            List.of(
                LANE,
                "100",
                "500ms",
                "client: DriverTimeoutException 0.500 s + 0.500 s",
                "client: DriverTimeoutException 0.500 s + 1.50 s"),
            List.of(LANE, "100", "20s", "node: IllegalStateException 1.01 s", "exact 2.00 s"));
    assertThat(report.sections().get(1).table().rows())
        .filteredOn(row -> row.contains("nobody gave up: exact x1"))
        .extracting(row -> row.get(2))
        .containsExactly(
            "client first", "server first", "session early", "server first, retried once");
    assertThat(report.verdict())
        .contains(
            "the node works on for up to 1.50 s (with deadlines of 1h/1h and a client that left")
        .contains("2.00 with a policy that retries once");
  }
}
