/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.studies.query;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.cassandrastats.bench.ParsedStudy;
import org.cassandrastats.bench.harness.Extent;
import org.cassandrastats.bench.harness.Study;
import org.cassandrastats.bench.measure.Attempt;
import org.cassandrastats.bench.measure.Cell;
import org.cassandrastats.bench.measure.MeasuredRun;
import org.cassandrastats.bench.measure.Results;
import org.junit.jupiter.api.Test;

final class SplitStudyTest {
  private static final String LANE = "native";

  private static MeasuredRun run(Extent extent, String way, Attempt attempt) {
    return ParsedStudy.run(
        Cell.of(LANE).with(SplitStudy.ROWS, extent).with(SplitStudy.WAY, way), attempt);
  }

  @Test
  void should_say_how_much_faster_and_whether_one_request_ends_in_time() {
    Study study = ParsedStudy.of("query --rows 1000 --partitions 10 --nodes 3");
    List<MeasuredRun> runs = new ArrayList<>();
    for (Extent extent : Extent.values()) {
      runs.add(run(extent, SplitStudy.ORDINARY, Attempt.exact(30, null)));
      runs.add(run(extent, SplitStudy.SINGLE, Attempt.exact(20, null)));
      runs.add(
          run(
              extent,
              SplitStudy.SPLIT,
              Attempt.exact(12, null)
                  .with(SplitStudy.REQUESTS, 40)
                  .with(SplitStudy.SLOW_REQUEST, 1.5)));
    }
    runs.add(
        run(
            Extent.PARTITION,
            SplitStudy.SINGLE_IN_TIME,
            Attempt.failed(5, new IllegalStateException("too late"))));
    runs.add(run(Extent.TABLE, SplitStudy.SINGLE_IN_TIME, Attempt.exact(9, null)));

    assertThat(study.report(new Results(runs), List.of(LANE)).verdict())
        .contains("one request without a deadline: one partition 2.50, ")
        .contains("end within 1.50 s (target: 1.00 s)")
        .contains("one request for all fails (native, one partition).");
  }
}
