/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.studies;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.DriverTimeoutException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.cassandrastats.bench.report.StudyReport;
import org.cassandrastats.bench.run.Attempt;
import org.cassandrastats.bench.run.MeasuredRun;
import org.cassandrastats.bench.run.Results;
import org.junit.jupiter.api.Test;

final class TimeoutStudyTest {
  private static final String LANE = "native";
  private static final Duration SHORT = Duration.ofMillis(500);
  private static final Duration LONG = Duration.ofSeconds(20);

  private static MeasuredRun run(Duration timeout, String deadlines, Attempt attempt) {
    return new MeasuredRun(TimeoutStudy.cell(LANE, 100, timeout, deadlines), 0, false, attempt);
  }

  private static Attempt busy(Attempt attempt, double seconds, double pages) {
    return attempt.with(TimeoutStudy.BUSY, seconds).with(TimeoutStudy.PAGES, pages);
  }

  @Test
  void should_show_who_gave_up_and_what_policies_cost() {
    TimeoutStudy study =
        new TimeoutStudy(
            List.of(100),
            List.of(SHORT, LONG),
            List.of(TimeSettings.Pair.parse("1s/12s"), TimeSettings.Pair.parse("1h/1h")),
            new RowCounts(100, null),
            1,
            0);
    Attempt client = Attempt.failed(0.5, new DriverTimeoutException("late"));
    Attempt node = Attempt.failed(1.01, new IllegalStateException("late"));
    List<MeasuredRun> runs = new ArrayList<>();
    runs.add(run(SHORT, "1s/12s", busy(client, 0.5, 2)));
    runs.add(run(SHORT, "1h/1h", busy(client, 1.5, 4)));
    runs.add(run(LONG, "1s/12s", busy(node, 0.01, 2)));
    runs.add(run(LONG, "1h/1h", busy(Attempt.exact(2, null), 0.01, 4)));
    for (DriverPolicy policy : DriverPolicy.values()) {
      boolean twice = policy == DriverPolicy.RETRYING || policy == DriverPolicy.SPECULATIVE;
      runs.add(
          new MeasuredRun(
              study.policyCell(LANE, policy),
              0,
              false,
              busy(Attempt.exact(1, null), 0, twice ? 8 : 4)));
    }

    StudyReport report = study.report(new Results(runs), List.of(LANE));

    assertThat(report.sections().get(0).table().rows())
        .containsExactly(
            List.of(
                LANE,
                "100",
                "500ms",
                "client: DriverTimeoutException 0.500 s + 0.500 s",
                "client: DriverTimeoutException 0.500 s + 1.50 s"),
            List.of(LANE, "100", "20s", "node: IllegalStateException 1.01 s", "exact 2.00 s"));
    assertThat(String.join("\n", report.findings()))
        .contains("it worked on for up to 1.50 s (with deadlines of 1h/1h and a client that left")
        .contains("read 2.00 times the pages of one attempt")
        .contains("2 ended as \"client: DriverTimeoutException\"");
  }
}
