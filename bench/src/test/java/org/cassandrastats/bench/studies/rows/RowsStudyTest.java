/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.studies.rows;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.cassandrastats.bench.ParsedStudy;
import org.cassandrastats.bench.measure.Attempt;
import org.cassandrastats.bench.measure.Cell;
import org.cassandrastats.bench.measure.MeasuredAggregate;
import org.cassandrastats.bench.measure.MeasuredRun;
import org.cassandrastats.bench.measure.Results;
import org.junit.jupiter.api.Test;

final class RowsStudyTest {
  private static final String LANE = "udf-threads-on";

  private static RowsStudy study(String mostRows) {
    return (RowsStudy)
        ParsedStudy.of("rows --min-rows 1000 --aggregates mean --max-rows " + mostRows);
  }

  /** Answers that take 25 microseconds a row. */
  private static Results results(RowsStudy study) {
    List<MeasuredRun> runs = new ArrayList<>();
    for (Cell cell : study.cells(LANE)) {
      runs.add(ParsedStudy.run(cell, Attempt.exact(25e-6 * cell.get(RowsLine.ROWS), null)));
    }
    return new Results(runs);
  }

  @Test
  void should_time_one_and_three_of_each_decade_and_the_most_of_a_lane() {
    RowsStudy study = study("70000");

    assertThat(study.sizes("native")).containsExactly(1000, 3000, 10_000, 30_000, 70_000);
    assertThat(study.sizes(LANE)).containsExactly(1000, 3000, 7000);
  }

  @Test
  void should_probe_around_the_predicted_deadline_as_far_as_rows_are_loaded() {
    RowsStudy study = study("220000 --timed-rows-udf-threads-on 30000");

    // 5 s at 25 microseconds a row: 200,000 rows.
    assertThat(study.probes(results(study), LANE, MeasuredAggregate.MEAN))
        .extracting(probe -> probe.get(RowsLine.ROWS))
        .containsExactly(140_000, 170_000, 200_000);
  }

  @Test
  void should_say_what_was_seen_and_what_was_not_reached() {
    RowsStudy study = study("220000 --timed-rows-udf-threads-on 30000");
    List<MeasuredRun> runs = new ArrayList<>(results(study).runs());
    runs.add(probe(140_000, Attempt.exact(3.5, null)));
    runs.add(probe(170_000, Attempt.exact(4.2, null)));
    runs.add(probe(200_000, Attempt.failed(5.1, new IllegalStateException("too late"))));

    assertThat(study.report(new Results(runs), List.of(LANE)).verdict())
        .contains("takes 25.0 µs a row (40,000 rows a second)")
        .contains("exceeds 5 s at about 200,000 rows")
        .contains("200,000 rows ended after 5.10 s in a IllegalStateException");
    RowsStudy small = study("30000 --timed-rows-udf-threads-on 30000");
    assertThat(small.report(results(small), List.of(LANE)).verdict())
        .contains("rows, more than were loaded.");
  }

  private static MeasuredRun probe(int rows, Attempt attempt) {
    return ParsedStudy.run(
        Cell.of(LANE)
            .with(RowsLine.AGGREGATE, MeasuredAggregate.MEAN)
            .with(RowsLine.ROWS, rows)
            .with(RowsStudy.DEADLINES, "default"),
        attempt);
  }
}
