/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.client.internal.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.cassandrastats.client.internal.cql.SelectParser;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The arithmetic of plans. */
final class ForecastTest {
  @Test
  void should_tell_the_cost_of_a_request_from_that_of_its_rows() {
    // 3 ms and 2 µs a row.
    Sample.Cost cost =
        Sample.Cost.of(
            10, 0.00302, new double[] {5000, 5000, 4000}, new double[] {0.013, 0.013, 0.011});

    assertThat(cost.fixed()).isEqualTo(0.003, within(1e-9));
    assertThat(cost.perRow().likely()).isEqualTo(2e-6, within(1e-12));
    assertThat(cost.seconds(Bounds.of(1_000_000)).likely()).isEqualTo(2.003, within(1e-6));
  }

  @Test
  void should_have_limits_by_the_fastest_and_the_slowest_request() {
    Sample.Cost cost = Sample.Cost.of(0, 0, new double[] {100, 100, 100}, new double[] {1, 2, 4});

    assertThat(cost.perRow()).isEqualTo(new Bounds(0.01, 0.02, 0.04));
  }

  @Test
  void should_take_a_request_about_few_rows_for_all_where_there_are_no_more() {
    Sample.Cost cost =
        Sample.Cost.of(7, 0.002, new double[] {7, 7, 7}, new double[] {0.002, 0.002, 0.003});

    assertThat(cost).isEqualTo(new Sample.Cost(0.002, Bounds.of(0)));
  }

  @Test
  void should_aim_well_below_the_deadline() {
    Sample sample = CostSamples.of(20e-6, 2e-6);

    assertThat(SplitForecast.of(Bounds.of(1e6), sample, 5).targetTime()).isEqualTo(1);
    assertThat(SplitForecast.of(Bounds.of(1e6), sample, 0.5).targetTime()).isEqualTo(0.12);
    assertThat(SplitForecast.of(Bounds.of(1e6), sample, 0.001).targetTime()).isEqualTo(0.02);
  }

  @Test
  void should_count_requests_by_their_rows() {
    SplitForecast split = SplitForecast.of(Bounds.of(1e6), CostSamples.of(20e-6, 2e-6), 5);

    // 0.7 s of rows in each, less the millisecond of the request: 34,950 rows.
    assertThat(split.requests().likely()).isEqualTo(29);
    // 20 s of rows, and a millisecond for each of 2 x 29 + 12 requests, two at a time.
    assertThat(split.time().likely()).isEqualTo((20 + 0.07) / 1.5, within(1e-9));
    assertThat(split.inFlight()).isEqualTo(2);
  }

  @ParameterizedTest
  @CsvSource({"1.0, 1.05, 1.06, 1", "1.0, 1.6, 1.65, 2", "1.0, 1.7, 3.1, 4"})
  void should_ask_for_no_more_at_a_time_than_helps(
      double one, double two, double four, int expected) {
    Sample sample =
        new Sample(10, 3, Map.of(), Optional.empty(), 1, Map.of(1, one, 2, two, 4, four));

    assertThat(sample.inFlight()).isEqualTo(expected);
  }

  /** User-defined functions are read as Cassandra does, however the sample's average was read. */
  @ParameterizedTest
  @CsvSource({"CASSANDRA, 1.2, 1.08", "DIRECT, 2.4, 1.1", "CURSORS, 12, 1.25"})
  void should_expect_of_other_lanes_what_they_read(Reading reading, double threads, double jar) {
    List<LaneForecast> lanes =
        LaneForecast.of(
            LaneForecast.THREADS_ON,
            true,
            reading,
            1,
            CostSamples.of(20e-6, 1e-6),
            Bounds.of(1000),
            5);

    assertThat(lanes)
        .extracting(LaneForecast::lane)
        .containsExactly(LaneForecast.THREADS_ON, LaneForecast.THREADS_OFF, LaneForecast.NATIVE);
    assertThat(lanes.get(1).perRow().likely()).isEqualTo(threads * 1e-6, within(1e-8));
    assertThat(lanes.get(2).perRow().likely()).isEqualTo(jar * 1e-6, within(1e-8));
  }

  @ParameterizedTest
  @CsvSource({
    "2.0, 4.0, WITHIN",
    "2.0, 6.0, MAY_EXCEED",
    "3.0, 3.0, MAY_EXCEED",
    "5.1, 9.0, EXCEEDS"
  })
  void should_compare_with_a_deadline_of_five_seconds(
      double likely, double high, LaneForecast.Fit expected) {
    assertThat(LaneForecast.Fit.of(new Bounds(0, likely, high), 5)).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource({
    "5000ms, 5",
    "12s, 12",
    "1h, 3600",
    "2d, 172800",
    "2m, 120",
    "250000000ns, 0.25",
    "500us, 0.0005"
  })
  void should_read_times_of_settings(String text, double seconds) {
    assertThat(ServerLimits.time(text).orElseThrow().toNanos() / 1e9).isEqualTo(seconds);
  }

  @ParameterizedTest
  @CsvSource({"''", "5", "s", "5 weeks", "-1s", "1.5s"})
  void should_know_what_is_no_time(String text) {
    assertThat(ServerLimits.time(text)).isEmpty();
  }

  @Test
  void should_take_the_shortest_deadline() {
    ServerLimits limits =
        new ServerLimits(
            Duration.ofSeconds(5),
            Duration.ofSeconds(3),
            Duration.ofSeconds(12),
            Map.of(),
            List.of());

    assertThat(limits.deadline(false)).isEqualTo(Duration.ofSeconds(5));
    assertThat(limits.deadline(true)).isEqualTo(Duration.ofSeconds(3));
    assertThat(ServerLimits.standard().deadline(true)).isEqualTo(Duration.ofSeconds(5));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "SELECT stats.mean(v) FROM ks.t | SELECT count(*) FROM ks.t",
        "SELECT stats.mean(v) FROM \"T\" WHERE k = 'a' AND \"C\" >= 5 GROUP BY k | SELECT count(*) FROM \"T\" WHERE k = 'a' AND \"C\" >= 5",
      })
  void should_count_the_same_rows(String statement, String expected) {
    assertThat(Selectors.count(SelectParser.parse(statement, List.of()))).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "SELECT count(*), avg(v) FROM t | 0",
        "SELECT stats.mean(v), count(*), max(v) FROM t | 1",
        "SELECT stats.tdigest_quantile(stats.tdigest(v), 0.5), stats.summary(v) FROM t | 2",
      })
  void should_count_aggregates_of_the_pack(String statement, int expected) {
    assertThat(Selectors.aggregatesOfPack(SelectParser.parse(statement, List.of()), "stats"))
        .isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource({"100000, 50, true", "100000000, 1000, false", "2000, 1, false"})
  void should_warn_of_a_few_large_partitions(long mean, long largest, boolean expected) {
    TableFacts facts =
        new TableFacts(
            OptionalLong.of(10),
            OptionalLong.of(mean),
            OptionalLong.of(largest),
            OptionalLong.empty());

    assertThat(facts.warning().isPresent()).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource({
    "0.0004, 0.4 ms",
    "0.25, 250 ms",
    "1, 1 s",
    "12.34, 12.3 s",
    "150, 2.5 min",
    "7200, 2 h",
    "200000, 2.31 days"
  })
  void should_write_times_in_a_fitting_unit(double seconds, String expected) {
    assertThat(Texts.seconds(seconds)).isEqualTo(expected);
  }

  @Test
  void should_use_the_singular_for_one_request() {
    assertThat(Texts.requests(1.2)).isEqualTo("1 request");
    assertThat(Texts.requests(2)).isEqualTo("2 requests");
  }

  @Test
  void should_round_rows_that_are_not_counted() {
    assertThat(Texts.rows(Forecast.Rows.exact(1_234_567, ""))).isEqualTo("1,234,567");
    assertThat(Texts.rows(Forecast.Rows.of(new Bounds(1_100_000, 1_234_567, 1_399_999), "")))
        .isEqualTo("about 1,230,000 (1,100,000 to 1,400,000)");
  }
}
