/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.studies.query;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.cassandrastats.bench.ParsedStudy;
import org.cassandrastats.bench.harness.Study;
import org.cassandrastats.bench.measure.Attempt;
import org.cassandrastats.bench.measure.Cell;
import org.cassandrastats.bench.measure.MeasuredAggregate;
import org.cassandrastats.bench.measure.MeasuredRun;
import org.cassandrastats.bench.measure.Results;
import org.cassandrastats.bench.report.Report;
import org.cassandrastats.client.internal.plan.QueryStrategy;
import org.junit.jupiter.api.Test;

final class PlanStudyTest {
  private static final String LANE = "native";

  private static MeasuredRun run(int rows, PlanStudy.Step step, Attempt attempt) {
    return ParsedStudy.run(
        Cell.of(LANE)
            .with(PlanStudy.AGGREGATE, MeasuredAggregate.MEAN)
            .with(PlanStudy.ROWS, rows)
            .with(PlanStudy.STEP, step),
        attempt);
  }

  private static Attempt plan(double rows, double one, double split, QueryStrategy way) {
    return Attempt.exact(3, null)
        .with(PlannedQuery.ROWS, rows)
        .with(PlannedQuery.ROWS + PlannedQuery.LOW, 0.9 * rows)
        .with(PlannedQuery.ROWS + PlannedQuery.HIGH, 1.1 * rows)
        .with(PlannedQuery.ONE_QUERY, one)
        .with(PlannedQuery.ONE_QUERY + PlannedQuery.LOW, one)
        .with(PlannedQuery.ONE_QUERY + PlannedQuery.HIGH, one)
        .with(PlannedQuery.SPLIT, split)
        .with(PlannedQuery.SPLIT + PlannedQuery.LOW, split / 2)
        .with(PlannedQuery.SPLIT + PlannedQuery.HIGH, split * 2)
        .with(PlannedQuery.WAY, way.number());
  }

  @Test
  void should_hold_predictions_against_measured_times() {
    Study study = ParsedStudy.of("plan --rows 100,200 --aggregates mean");
    Results results =
        new Results(
            List.of(
                run(100, PlanStudy.Step.PLAN, plan(110, 2, 4, QueryStrategy.ONE_QUERY)),
                run(100, PlanStudy.Step.ONE_QUERY, Attempt.exact(3, null)),
                run(100, PlanStudy.Step.SPLIT, Attempt.exact(2, null)),
                run(200, PlanStudy.Step.PLAN, plan(200, 10, 8, QueryStrategy.SPLIT)),
                run(200, PlanStudy.Step.ONE_QUERY, Attempt.exact(10, null)),
                run(200, PlanStudy.Step.SPLIT, Attempt.exact(8, null))));

    Report report = study.report(results, List.of(LANE));

    assertThat(report.sections().get(0).table().rows().get(0))
        .containsExactly(LANE, "mean", "100", "110 (99 to 121)", "1.10", "3.00", "one query", "");
    assertThat(report.sections().get(1).table().rows())
        .extracting(row -> row.get(3) + " " + row.get(4) + " " + row.get(5) + " " + row.get(7))
        .containsExactly(
            "one query 2.00 3.00 1.50",
            "split 4.00 (2.00 to 8.00) 2.00 0.500",
            "one query 10.00 10.0 1.00",
            "split 8.00 (4.00 to 16.00) 8.00 1.00");
    assertThat(report.verdict())
        .contains("Of 4 requests, 4 gave the exact answer")
        .contains("1.25 times of one query (1.00 to 1.50)")
        .contains(
            "1 of 2 partitions were to be asked by one query, and 1 of these took less than the deadline of 5 s; of the 1 others, 1 took longer");
  }

  @Test
  void should_leave_out_sizes_that_take_too_long_in_a_slow_lane() {
    PlanStudy study = (PlanStudy) ParsedStudy.of("plan --rows 1000,10000,100000");

    assertThat(study.sizes("native")).containsExactly(1000, 10_000, 100_000);
    assertThat(study.sizes("udf-threads-on")).containsExactly(1000, 10_000);
    assertThat(study.rows("udf-threads-on")).isEqualTo(10_000);
  }
}
