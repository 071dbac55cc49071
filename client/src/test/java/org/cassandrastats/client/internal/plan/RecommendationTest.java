/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.client.internal.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The rules, with the numbers of a machine on which a row costs 2 µs, or 20 µs with threads. */
final class RecommendationTest {
  private static final double NATIVE = 2e-6;
  private static final double THREADS = 20e-6;
  private static final double DEADLINE = 5;
  private static final PlanOptions.Demands ONCE =
      new PlanOptions.Demands(Optional.empty(), Duration.ofMinutes(10));

  private static Forecast forecast(Forecast.Rows rows, Sample sample, String lane, boolean jar) {
    Bounds count = rows.rows();
    return new Forecast(
        rows,
        DEADLINE,
        LaneForecast.of(
            lane, jar, jar ? Reading.DIRECT : Reading.CASSANDRA, 1, sample, count, DEADLINE),
        1,
        SplitForecast.of(count, sample, DEADLINE),
        Forecast.Rollup.of(count.likely(), 1, Optional.of(Duration.ofDays(100)), sample),
        sample.refusal());
  }

  private static Forecast threads(double rows) {
    return forecast(
        Forecast.Rows.of(Bounds.of(rows), ""),
        CostSamples.of(THREADS, NATIVE),
        "udf-threads-on",
        false);
  }

  private static PlanOptions.Demands every(Duration interval) {
    return new PlanOptions.Demands(Optional.of(interval), ONCE.longest());
  }

  @ParameterizedTest
  @CsvSource({
    "0, ONE_QUERY",
    "1000, ONE_QUERY",
    // 2.4 s of 5 s
    "120000, ONE_QUERY",
    // 2.6 s: no longer under half of it
    "130000, SPLIT",
    "2000000, SPLIT",
    // 2 x 20 µs x 100,000,000 / 1.5 are 22 minutes
    "100000000, ENGINE"
  })
  void should_recommend_by_rows(double rows, QueryStrategy expected) {
    assertThat(Recommendation.of(threads(rows), ONCE).way()).isEqualTo(expected);
  }

  @Test
  void should_take_the_upper_limit_of_rows_into_account() {
    Forecast.Rows vague = Forecast.Rows.of(new Bounds(1000, 100_000, 900_000), "");

    Forecast forecast = forecast(vague, CostSamples.of(THREADS, NATIVE), "udf-threads-on", false);

    assertThat(forecast.oneQuery().orElseThrow().fit()).isEqualTo(LaneForecast.Fit.MAY_EXCEED);
    assertThat(Recommendation.of(forecast, ONCE).way()).isEqualTo(QueryStrategy.SPLIT);
  }

  @Test
  void should_split_where_rows_have_no_upper_limit() {
    Forecast.Rows unknown =
        Forecast.Rows.of(new Bounds(20_000, 20_000, Double.POSITIVE_INFINITY), "");

    Recommendation found =
        Recommendation.of(
            forecast(unknown, CostSamples.of(THREADS, NATIVE), "udf-threads-on", false), ONCE);

    assertThat(found.way()).isEqualTo(QueryStrategy.SPLIT);
    assertThat(found.reasons().get(0)).contains("not known", "at least 20,000", "--count");
  }

  @Test
  void should_say_why_with_numbers() {
    Recommendation split = Recommendation.of(threads(1_000_000), ONCE);

    assertThat(split.reasons().get(0))
        .isEqualTo(
            "One query takes 20 s (16 s to 24 s); the server's deadline ends a request after 5 s.");
    assertThat(split.reasons().get(1))
        .startsWith("Split, it takes 13.4 s")
        .contains("requests of 1 s at most, 2 at a time on each node", "1.5 times as fast");
    assertThat(split.reasons().get(2))
        .isEqualTo(
            "In the lane native (needs the server jar on every node) one query would take about 1.1 s and stay within the deadline.");
  }

  @Test
  void should_name_another_lane_only_where_it_meets_the_deadline() {
    Recommendation found = Recommendation.of(threads(100_000_000), ONCE);

    assertThat(found.way()).isEqualTo(QueryStrategy.ENGINE);
    assertThat(found.reasons()).noneMatch(reason -> reason.contains("In the lane"));
    assertThat(found.reasons()).anyMatch(reason -> reason.contains("--at-most"));
  }

  @Test
  void should_know_that_native_functions_are_there() {
    Forecast forecast =
        forecast(
            Forecast.Rows.exact(500_000, ""),
            CostSamples.of(THREADS, NATIVE),
            "udf-threads-on",
            true);

    assertThat(forecast.lanes())
        .extracting(LaneForecast::lane)
        .containsExactly("udf-threads-on", "udf-threads-off", "native");
    assertThat(forecast.lanes())
        .extracting(LaneForecast::available)
        .containsExactly(
            LaneForecast.Availability.NOW,
            LaneForecast.Availability.NEEDS_INSECURE_UDFS,
            LaneForecast.Availability.AFTER_UNINSTALL);
    // The sample's avg is read directly, as native functions are, and user-defined ones are not.
    assertThat(forecast.lanes().get(1).perRow().likely())
        .isCloseTo(NATIVE * 1.2 / 0.5, within(1e-12));
    assertThat(forecast.lanes().get(2).perRow().likely())
        .isCloseTo(NATIVE * 0.55 / 0.5, within(1e-12));
    assertThat(Recommendation.of(forecast, ONCE).reasons())
        .anyMatch(reason -> reason.contains("In the lane native (after uninstall"));
  }

  @Test
  void should_have_one_lane_only_where_native_functions_answer_already() {
    Forecast forecast =
        forecast(Forecast.Rows.exact(500_000, ""), CostSamples.of(NATIVE, NATIVE), "native", true);

    assertThat(forecast.lanes()).extracting(LaneForecast::lane).containsExactly("native");
    assertThat(Recommendation.of(forecast, ONCE).way()).isEqualTo(QueryStrategy.ONE_QUERY);
  }

  @Test
  void should_split_what_cassandra_refuses_as_it_is() {
    Recommendation found =
        Recommendation.of(
            forecast(
                Forecast.Rows.exact(10, ""),
                CostSamples.refused(THREADS, NATIVE, "Unknown function mean."),
                "udf-threads-on",
                false),
            ONCE);

    assertThat(found.way()).isEqualTo(QueryStrategy.SPLIT);
    assertThat(found.reasons().get(0))
        .isEqualTo("Cassandra refuses the statement as it is: Unknown function mean.");
  }

  @Test
  void should_keep_states_where_a_split_query_would_be_repeated() {
    Recommendation found = Recommendation.of(threads(2_000_000), every(Duration.ofMinutes(5)));

    assertThat(found.way()).isEqualTo(QueryStrategy.ROLLUP);
    // 40 s of 300 s; 100 days of 20,000 rows each, of which six hours are 5,000 and an hour is 833.
    assertThat(found.reasons())
        .anyMatch(reason -> reason.startsWith("Asked every 5 min, the rows keep a processor busy"))
        .anyMatch(
            reason ->
                reason.contains(
                    "one for each 6h, merges 400 states of about 5,000 rows each instead: 39.1 KiB in total"));
  }

  @Test
  void should_leave_a_small_query_alone_even_if_it_is_repeated() {
    // 20 ms every hour.
    Recommendation found = Recommendation.of(threads(1000), every(Duration.ofHours(1)));

    assertThat(found.way()).isEqualTo(QueryStrategy.ONE_QUERY);
    assertThat(found.reasons()).anyMatch(reason -> reason.endsWith("no reason to store states."));
  }

  @Test
  void should_keep_states_where_one_query_is_repeated_all_the_time() {
    // 2 s every 5 s.
    Recommendation found = Recommendation.of(threads(100_000), every(Duration.ofSeconds(5)));

    assertThat(found.way()).isEqualTo(QueryStrategy.ROLLUP);
  }

  @Test
  void should_keep_no_states_of_hardly_any_rows() {
    assertThat(Forecast.Rollup.of(10, 1, Optional.empty(), CostSamples.of(THREADS, NATIVE)))
        .isEmpty();
    assertThat(
            Forecast.Rollup.of(
                5000, 1000, Optional.of(Duration.ofDays(1)), CostSamples.of(THREADS, NATIVE)))
        .isEmpty();
  }

  @Test
  void should_keep_no_states_of_a_few_rows_from_the_first_to_the_last_of_all_timestamps() {
    Duration all =
        Duration.between(
            Instant.ofEpochMilli(Long.MIN_VALUE), Instant.ofEpochMilli(Long.MAX_VALUE));

    assertThat(Forecast.Rollup.of(2, 1, Optional.of(all), CostSamples.of(THREADS, NATIVE)))
        .isEmpty();
  }

  @Test
  void should_keep_a_state_for_each_partition_where_keys_are_no_times() {
    Forecast.Rollup rollup =
        Forecast.Rollup.of(1_000_000, 100, Optional.empty(), CostSamples.of(THREADS, NATIVE))
            .orElseThrow();

    assertThat(rollup.bucket()).isEmpty();
    assertThat(rollup.buckets()).isEqualTo(100);
    assertThat(rollup.rowsPerBucket()).isEqualTo(10_000);
    assertThat(rollup.bytes()).isEqualTo(10_000);
  }
}
