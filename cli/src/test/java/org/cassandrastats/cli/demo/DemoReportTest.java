/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.util.List;
import java.util.Locale;
import org.cassandrastats.cli.demo.DemoLaneRun.DemoQuestion;
import org.cassandrastats.cli.lane.NodeCapabilities.Lane;
import org.junit.jupiter.api.Test;

final class DemoReportTest {
  private static final DemoSeries SERIES = SensorData.generate(100, 1);
  private static final String MEAN = "mean(value)";

  @Test
  void should_be_good_if_all_lanes_are_right() {
    DemoReport report = report(List.of(), run(Lane.NATIVE, 2.5), run(Lane.CQL, 2.5));

    assertThat(report.isGood()).isTrue();
    assertThat(report.verdict())
        .contains("All 2 results", "both lanes give the same bytes over 100 rows");
  }

  @Test
  void should_show_what_is_wrong_with_all_digits() {
    DemoReport report = report(List.of(), run(Lane.NATIVE, 2.5), run(Lane.CQL, 2.500_000_000_1));

    assertThat(report.isGood()).isFalse();
    assertThat(report.verdict())
        .contains("WRONG over 100 rows: cql.mean(value)", "gives 2.5000000001, expected 2.5")
        .doesNotContain("All ", "native.");
  }

  @Test
  void should_not_be_good_if_lanes_differ() {
    DemoReport report = report(List.of("WRONG: bytes"), run(Lane.NATIVE, 2.5), run(Lane.CQL, 2.5));

    assertThat(report.isGood()).isFalse();
    assertThat(report.verdict()).isEqualTo("WRONG: bytes");
  }

  @Test
  void should_fold_long_selectors_at_their_arguments() {
    ExactStatistics exact = new ExactStatistics(SERIES);
    DemoQuestion quantiles =
        new Questions(exact, new Questions.HistogramQuestions(exact, exact))
            .all().stream()
                .filter(question -> question.selector().startsWith("tdigest_quantiles"))
                .findFirst()
                .orElseThrow();

    assertThat(DemoReport.folded(quantiles.selector()))
        .isEqualTo("tdigest_quantiles(\n tdigest(value),\n [0.01, 0.5, 0.9, 0.99, 0.999])");
    assertThat(DemoReport.folded(MEAN)).isEqualTo(MEAN);
  }

  private static DemoReport report(List<String> differences, DemoLaneRun... lanes) {
    return new DemoReport(
        Expectation.Value.exactly("", BigDecimal.ONE), List.of(lanes), differences);
  }

  private static DemoLaneRun run(Lane lane, double answer) {
    DemoQuestion question =
        new DemoQuestion(
            MEAN,
            row -> List.of(answer),
            List.of(Expectation.Value.exactly("", BigDecimal.valueOf(2.5))));
    DemoLaneRun.Stopwatch.Timing timing = new DemoLaneRun.Stopwatch.Timing(null, 1, 1, 1);
    return new DemoLaneRun(
        lane,
        lane.label().toLowerCase(Locale.ROOT),
        SERIES,
        List.of(question),
        timing,
        List.of(timing));
  }
}
