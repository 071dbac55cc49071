/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import com.datastax.oss.driver.api.core.CqlSession;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import org.cassandrastats.cli.command.CommandLineRun;
import org.cassandrastats.cli.command.NativeNode;
import org.cassandrastats.cli.command.NativeNodeExtension;
import org.cassandrastats.client.StatsClient;
import org.cassandrastats.client.api.StatsException;
import org.cassandrastats.client.api.StatsOptions;
import org.cassandrastats.client.api.StatsQuery;
import org.cassandrastats.client.api.StatsQuery.Fill;
import org.cassandrastats.client.api.StatsResult;
import org.cassandrastats.client.api.StatsRow;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Groups without rows, where they are filled. */
@ExtendWith(NativeNodeExtension.class)
final class QueryFillIT {
  private static NativeNode node;
  private static CqlSession session;

  @BeforeAll
  static void load(NativeNode shared) {
    node = shared;
    session = node.session();
    MeasuredDays.load(node);
  }

  @Test
  void should_fill_gaps() {
    String statement =
        "SELECT s, stats.time_bucket('1h', at) AS t, count(*) AS c, stats.last(n) AS late, avg(CAST(n AS double)) AS mean FROM shop.days_asc WHERE s = 'a' %s GROUP BY s, stats.time_bucket('1h', at)";
    StatsQuery query =
        StatsQuery.of(statement.formatted("")).withPartitions("day=2026-10-20..2026-10-30");
    List<StatsRow> rows = run(query).rows();
    List<StatsRow> nulls = run(query.withFill(Fill.NULL)).rows();
    List<StatsRow> previous = run(query.withFill(Fill.PREVIOUS)).rows();

    Instant first = (Instant) rows.get(0).get("t");
    Instant last = (Instant) rows.get(rows.size() - 1).get("t");
    assertThat(nulls).hasSize((int) Duration.between(first, last).toHours() + 1);
    assertThat(nulls.size()).isGreaterThan(rows.size());
    List<Object> before = null;
    for (int i = 0; i < nulls.size(); i++) {
      Instant hour = first.plus(Duration.ofHours(i));
      assertThat(nulls.get(i).get("t")).isEqualTo(hour);
      assertThat(nulls.get(i).get("s")).isEqualTo("a");
      StatsRow found =
          rows.stream().filter(row -> row.get("t").equals(hour)).findAny().orElse(null);
      List<Object> values = found == null ? null : found.values().subList(2, 5);
      before = values == null ? Arrays.asList(0L, before.get(1), before.get(2)) : values;
      assertThat(nulls.get(i).values().subList(2, 5))
          .isEqualTo(values == null ? Arrays.asList(null, null, null) : values);
      assertThat(previous.get(i).values().subList(2, 5)).isEqualTo(before);
    }

    StatsQuery limited =
        StatsQuery.of(
                statement.formatted(
                    "AND at >= '2026-10-23T00:30:00Z' AND at < '2026-10-25T00:00:00Z'"))
            .withPartitions("day=2026-10-23..2026-10-24")
            .withFill(Fill.NULL);
    List<StatsRow> whole = run(limited).rows();
    assertThat(whole).hasSize(48);
    assertThat(whole.get(0).get("t")).isEqualTo(Instant.parse("2026-10-23T00:00:00Z"));
    assertThat(whole.get(47).get("t")).isEqualTo(Instant.parse("2026-10-24T23:00:00Z"));
  }

  @Test
  void should_interpolate_between_buckets_with_rows() {
    session.execute("CREATE TABLE shop.gappy (k int, at timestamp, v double, PRIMARY KEY (k, at))");
    for (String row : List.of("00:30Z', 1", "01:30Z', null", "04:30Z', 10", "08:10Z', -2")) {
      session.execute("INSERT INTO shop.gappy (k, at, v) VALUES (1, '2026-03-01 " + row + ")");
    }
    StatsQuery query =
        StatsQuery.of(
            "SELECT stats.time_bucket('1h', at) AS t, count(*) AS c, max(v) AS v, stats.moments(v) AS state"
                + " FROM shop.gappy WHERE k = 1 AND at >= '2026-03-01 00:00Z' AND at < '2026-03-01 10:00Z'"
                + " GROUP BY k, stats.time_bucket('1h', at)");

    assertThat(run(query.withFill(Fill.LINEAR)).rows().stream().map(row -> row.get("v")))
        .containsExactly(1.0, null, null, null, 10.0, 7.0, 4.0, 1.0, -2.0, null);
    StatsResult previous = run(query.withFill(Fill.PREVIOUS));
    assertThat(previous.rows().stream().map(row -> row.get("v")))
        .containsExactly(1.0, null, 1.0, 1.0, 10.0, 10.0, 10.0, 10.0, -2.0, -2.0);
    assertThat(previous.rows().stream().map(row -> row.get("c")))
        .containsExactly(1L, 1L, 0L, 0L, 1L, 0L, 0L, 0L, 1L, 0L);
    assertThat(previous.rows().stream().map(row -> row.get("state") == null))
        .containsExactly(false, false, true, true, false, true, true, true, false, true);
    StatsResult zero = run(query.withFill(Fill.constant(0)));
    assertThat(zero.rows().stream().map(row -> row.get("v")))
        .containsExactly(1.0, null, 0.0, 0.0, 10.0, 0.0, 0.0, 0.0, -2.0, 0.0);
    assertThat(zero.rows().stream().map(row -> row.get("c")))
        .containsExactly(1L, 1L, 0L, 0L, 1L, 0L, 0L, 0L, 1L, 0L);
    Fill mixed = Fill.NONE.with("v", Fill.PREVIOUS).with("c", Fill.constant(-1));
    assertThat(run(query.withFill(mixed)).rows().stream().map(StatsRow::values))
        .extracting(values -> values.get(1), values -> values.get(2))
        .contains(tuple(-1L, 1.0), tuple(-1L, 10.0), tuple(-1L, -2.0), tuple(1L, null));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          nothing=0  | There is no column nothing to fill: expected one of t, c, state.
          t=0        | t has its own values in every bucket: fill another column.
          state=0    | state is a state, which no number fills: expected null.
          c=0.5      | c does not take 0.5: expected a number like 0.
          """)
  void should_refuse_to_fill(String option, String message, @TempDir Path directory) {
    session.execute(
        "CREATE TABLE IF NOT EXISTS shop.filled (k int, at timestamp, v double, PRIMARY KEY (k, at))");
    session.execute("INSERT INTO shop.filled (k, at, v) VALUES (1, '2026-03-01 00:30Z', 1)");
    String statement =
        "SELECT stats.time_bucket('1h', at) AS t, count(*) AS c, stats.moments(v) AS state FROM shop.filled"
            + " WHERE k = 1 AND at >= '2026-03-01 00:00Z' AND at < '2026-03-01 10:00Z'"
            + " GROUP BY k, stats.time_bucket('1h', at)";

    CommandLineRun run = node.run(directory, "query", "--fill", option, statement);

    assertThat(run.error()).contains(message);
    assertThat(run.exitCode()).isNotZero();
  }

  /** A row is expected as its series, its hour, and whether it counts rows. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        // Nobody measured at night.
        "days_asc WHERE s = 'a' AND day = '2026-10-24' AND at >= '2026-10-24T00:30Z' AND at < '2026-10-24T03:00Z' GROUP BY s, day, # | a 00 -, a 01 -, a 02 -",
        "days_asc WHERE s = 'a' AND day = '2026-10-24' AND at > '2026-10-24T00:00Z' AND at <= '2026-10-24T02:00Z' GROUP BY # ORDER BY at DESC | a 02 -, a 01 -, a 00 -",
        "days_desc WHERE s = 'a' AND day = '2026-10-24' AND at >= '2026-10-24T00:00Z' AND at < '2026-10-24T03:00Z' GROUP BY s, day, # LIMIT 2 | a 02 -, a 01 -",
        // Series without a row, before, between and behind those with rows.
        "days_asc WHERE s IN ('c', 'a', 'b', 'aa') AND day = '2026-10-24' AND at >= '2026-10-24T05:00Z' AND at < '2026-10-24T07:00Z' GROUP BY s, day, # | a 05 -, a 06 +, aa 05 -, aa 06 -, b 05 -, b 06 +, c 05 -, c 06 -",
        "days_asc WHERE s IN ('A', 'a') AND day IN ('2026-10-23', '2026-10-24') AND at >= '2026-10-24T05:00Z' AND at < '2026-10-24T07:00Z' GROUP BY s, # | A 05 -, A 06 -, a 05 -, a 06 +",
        "days_asc WHERE s IN ('a', 'c') AND day IN ('2026-10-23', '2026-10-24') AND at >= '2026-10-24T05:00Z' AND at < '2026-10-24T08:00Z' GROUP BY s, day, # PER PARTITION LIMIT 2 LIMIT 7 | a 05 -, a 06 -, a 05 -, a 06 +, c 05 -, c 06 -, c 05 -",
        "days_asc WHERE s IN ('c', 'd') AND day IN ('2026-10-23', '2026-10-24') AND at >= '2026-10-24T05:00Z' AND at < '2026-10-24T07:00Z' GROUP BY s, # | c 05 -, c 06 -, d 05 -, d 06 -",
        // No time is within the limits, or one of them is not known.
        "days_asc WHERE s = 'a' AND day = '2026-10-24' AND at >= '2026-10-24T00:30Z' AND at < '2026-10-24T00:30Z' GROUP BY s, day, # |",
        "days_asc WHERE s = 'c' AND day = '2026-10-24' AND at >= '2026-10-24T00:30Z' GROUP BY s, day, # |",
      })
  void should_fill_groups_without_rows(String question, String expected) {
    for (String bucket : List.of("stats.time_bucket('1h', at)", "floor(at, 1h)")) {
      String statement =
          "SELECT s, %s AS t, count(*) AS c, stats.mean(n) FROM shop.%s"
              .formatted(bucket, question.replace("#", bucket));
      for (StatsOptions.Lane lane : List.of(StatsOptions.Lane.SERVER, StatsOptions.Lane.CLIENT)) {
        for (Fill fill : List.of(Fill.NULL, Fill.PREVIOUS)) {
          List<StatsRow> rows =
              StatsClient.of(session)
                  .run(
                      StatsQuery.of(statement).withFill(fill),
                      StatsOptions.standard().withLane(lane),
                      progress -> {})
                  .rows();

          assertThat(
                  rows.stream()
                      .map(
                          row ->
                              "%s %s %s"
                                  .formatted(
                                      row.get(0),
                                      row.get(1).toString().substring(11, 13),
                                      row.get(2) == null || row.get(2).equals(0L) ? "-" : "+"))
                      .collect(Collectors.joining(", ")))
              .as("%s %s %s", statement, lane, fill)
              .isEqualTo(expected == null ? "" : expected);
        }
      }
    }
  }

  @Test
  void should_write_rows_of_null_where_a_range_has_none(@TempDir Path directory) {
    String statement =
        "SELECT s, stats.time_bucket('1h', at) AS t, count(*) AS c FROM shop.days_asc WHERE s = 'a' AND day = '2026-10-24' AND at >= '2026-10-24T01:00Z' AND at < '2026-10-24T02:00Z' GROUP BY s, day, stats.time_bucket('1h', at)";

    assertThat(
            node.run(directory, "query", "--format", "json", "--fill", "null", statement)
                .out()
                .strip())
        .isEqualTo("[{\"s\":\"a\",\"t\":\"2026-10-24T01:00:00.000Z\",\"c\":null}]");
  }

  @Test
  void should_count_filled_rows_of_a_partition() {
    StatsQuery query =
        StatsQuery.of(
            "SELECT day, stats.time_bucket('1h', at) AS t, count(*) AS c FROM shop.days_asc WHERE s = 'a' AND day IN ('2026-10-24', '2026-10-25') AND at >= '2026-10-24T05:00Z' AND at < '2026-10-26T00:00Z' GROUP BY s, day, stats.time_bucket('1h', at) PER PARTITION LIMIT 3");

    List<StatsRow> rows = run(query.withFill(Fill.NULL)).rows();

    assertThat(rows.stream().map(row -> row.get("t").toString()))
        .containsExactly(
            "2026-10-24T05:00:00Z",
            "2026-10-24T06:00:00Z",
            "2026-10-24T07:00:00Z",
            "2026-10-24T05:00:00Z",
            "2026-10-24T06:00:00Z",
            "2026-10-24T07:00:00Z");
    assertThat(rows.stream().map(row -> row.get("c") == null))
        .containsExactly(true, false, false, true, true, true);
  }

  @Test
  void should_end_in_a_gap_when_interrupted() {
    StatsQuery query =
        StatsQuery.of(
                "SELECT stats.time_bucket('1s', at) AS t, count(*) AS c FROM shop.days_asc WHERE s = 'a' AND day = '2026-10-24' AND at < '9999-01-01T00:00Z' GROUP BY s, day, stats.time_bucket('1s', at)")
            .withFill(Fill.NULL);
    Thread runner = Thread.currentThread();
    AtomicLong taken = new AtomicLong();

    assertThatThrownBy(
            () ->
                StatsClient.of(session).stream(
                    query,
                    StatsOptions.standard(),
                    progress -> {},
                    row -> {
                      if (taken.incrementAndGet() == 200_000) {
                        runner.interrupt();
                      }
                      if (taken.get() > 5_000_000) {
                        throw new IllegalStateException("nobody noticed the interruption");
                      }
                    }))
        .isInstanceOf(StatsException.class)
        .hasMessageContaining("interrupted")
        .extracting(stopped -> ((StatsException) stopped).reason())
        .isEqualTo(StatsException.Reason.INTERRUPTED);
    assertThat(Thread.interrupted()).isTrue();
  }

  private static StatsResult run(StatsQuery query) {
    return StatsClient.of(session)
        .run(query, StatsOptions.standard().withTargetTime(Duration.ofMillis(5)), progress -> {});
  }
}
