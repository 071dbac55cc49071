/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.rollup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.datastax.oss.driver.api.core.cql.Row;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.cassandrastats.cli.command.CommandLineRun;
import org.cassandrastats.cli.command.NativeNode;
import org.cassandrastats.cli.command.NativeNodeExtension;
import org.cassandrastats.client.StatsClient;
import org.cassandrastats.client.api.StatsOptions;
import org.cassandrastats.client.api.StatsQuery;
import org.cassandrastats.rollup.Rollup;
import org.cassandrastats.rollup.Rollups;
import org.cassandrastats.rollup.RunListener;
import org.cassandrastats.rollup.RunRange;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Rollups whose buckets are of several series. */
@ExtendWith(NativeNodeExtension.class)
final class RollupDropIT {
  private static final long SEED = 20261127;
  private static final String STATES = "histogram(v, 0, 100, 10), moments(v)";
  private static final String ANSWERS =
      "stats.histogram_counts(stats.histogram%s) AS counts, stats.moments_count(stats.moments%s) AS readings";
  private static final String OF_ROWS = ANSWERS.formatted("(v, 0, 100, 10)", "(v)");
  private static final String OF_STATES =
      ANSWERS.replace("stats.histogram%s", "histogram_v").replace("stats.moments%s", "moments_v");

  private NativeNode node;

  @TempDir private Path directory;

  @BeforeEach
  void load(NativeNode shared) {
    node = shared;
    System.out.println("seed " + SEED);
    node.execute(
        "CREATE TABLE shop.flight (carrier text, month text, at timestamp, v int, PRIMARY KEY ((carrier, month), at))");
    node.execute(
        "CREATE TABLE shop.metric (device int, metric text, at timestamp, v int, PRIMARY KEY ((device), metric, at))");
    node.execute(
        "CREATE TABLE shop.daily (k int, day date, at timestamp, v int, PRIMARY KEY ((k, day), at))");
    Random random = new Random(SEED);
    List<Object[]> flights = new ArrayList<>();
    List<Object[]> metrics = new ArrayList<>();
    List<Object[]> days = new ArrayList<>();
    for (int hour = 0; hour < 24 * 8; hour++) {
      Instant at = Instant.parse("2026-03-28T00:00:00Z").plus(Duration.ofHours(hour));
      for (int series = 0; series < 3; series++) {
        Integer value = random.nextInt(9) == 0 ? null : (Integer) random.nextInt(100);
        // The last one begins late, and others have gaps.
        if (random.nextInt(4) > 0 && (series < 2 || hour > 100)) {
          String carrier = List.of("AA", "B6", "DL").get(series);
          flights.add(new Object[] {carrier, at.toString().substring(0, 7), at, value});
          metrics.add(new Object[] {series, hour % 2 == 0 ? "heat" : "light", at, value});
          days.add(
              new Object[] {series, LocalDate.parse(at.toString().substring(0, 10)), at, value});
        }
      }
    }
    node.load("INSERT INTO shop.flight (carrier, month, at, v) VALUES (?, ?, ?, ?)", flights);
    node.load("INSERT INTO shop.metric (device, metric, at, v) VALUES (?, ?, ?, ?)", metrics);
    node.load("INSERT INTO shop.daily (k, day, at, v) VALUES (?, ?, ?, ?)", days);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "flight | carrier | server | month",
        "flight | carrier | client | month",
        "flight | month | server | carrier",
        "flight | carrier,month | server | ",
        "metric | device | server | metric",
        "metric | metric | client | device",
        "metric | device,metric | server | ",
      })
  void should_merge_the_series_that_differ_in_dropped_columns_only(
      String table, String dropped, String lane, String key) {
    roll(table, dropped, "--until", "2026-04-05T00:00:00Z", "--lane", lane);

    assertThat(stored(key)).isEqualTo(expected(table, key)).hasSizeGreaterThan(7);
    if (key == null) {
      assertThat(texts(node.session().execute("SELECT DISTINCT series FROM shop.rolled").all()))
          .containsExactly("all");
    }
  }

  @Test
  void should_write_into_wider_partitions() {
    roll(
        "daily",
        "k",
        "--until",
        "2026-04-05T00:00:00Z",
        "--partitions",
        "day=1d",
        "--into-partitions",
        "1y");

    assertThat(stored(null)).isEqualTo(expected("daily", null)).hasSize(8);
    assertThat(texts(node.session().execute("SELECT DISTINCT day FROM shop.rolled").all()))
        .containsExactly("2026-01-01");
  }

  @Test
  void should_follow_late_rows_new_series_and_deleted_ones() {
    roll("flight", "carrier", "--until", "2026-04-02T00:00:00Z");
    node.execute(
        "INSERT INTO shop.flight (carrier, month, at, v) VALUES ('AA', '2026-04', '2026-04-01T12:10:00Z', 1)");
    node.execute(
        "INSERT INTO shop.flight (carrier, month, at, v) VALUES ('WN', '2026-04', '2026-04-03T12:10:00Z', 2)");

    String[] late = {"--until", "2026-04-05T00:00:00Z", "--late", "2d"};
    assertThat(roll("flight", "carrier", late).out()).contains("rows written to shop.rolled");
    assertThat(stored("month")).isEqualTo(expected("flight", "month"));
    assertThat(roll("flight", "carrier", late).out()).contains("0 buckets of 0 rows written");

    node.execute(
        "DELETE FROM shop.flight WHERE carrier = 'AA' AND month = '2026-04' AND at >= '2026-04-03T00:00Z'");
    for (String carrier : List.of("AA", "B6", "DL")) {
      node.execute(
          "DELETE FROM shop.flight WHERE carrier = '%s' AND month = '2026-03' AND at < '2026-03-29T00:00Z'"
              .formatted(carrier));
    }
    roll("flight", "carrier", "--recompute", "2026-03-28T00:00:00Z", "2026-04-05T00:00:00Z");
    assertThat(stored("month")).isEqualTo(expected("flight", "month")).hasSize(7);
  }

  @Test
  void should_become_right_after_runs_that_broke_off_or_met() throws InterruptedException {
    Rollup rollup =
        Rollup.builder()
            .from("shop.flight")
            .time("at")
            .bucket("1d")
            .state(STATES)
            .dropColumns("carrier", "month")
            .into("shop.rolled")
            .build();
    Rollups rollups = Rollups.of(node.session()).withInFlight(2);
    RunRange range = RunRange.until(Instant.parse("2026-04-05T00:00:00Z"));
    AtomicInteger written = new AtomicInteger();
    RunListener breaking =
        new RunListener() {
          @Override
          public void written(Instant start, long rows, boolean isChanged) {
            if (written.incrementAndGet() == 3) {
              throw new IllegalStateException("broken off");
            }
          }
        };
    assertThatThrownBy(() -> rollups.run(rollup, range, breaking)).hasMessage("broken off");
    assertThat(rollups.completeUntil("shop.rolled")).isEmpty();

    Thread other = new Thread(() -> rollups.run(rollup, range, RunListener.NONE));
    other.start();
    rollups.run(rollup, range, RunListener.NONE);
    other.join();

    assertThat(stored(null)).isEqualTo(expected("flight", null)).hasSize(8);
    assertThat(rollups.completeUntil("shop.rolled"))
        .contains(Instant.parse("2026-04-05T00:00:00Z"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "flight | v | | expected columns of the primary key of shop.flight before at (carrier, month)",
        "flight | at | | expected columns of the primary key of shop.flight before at (carrier, month)",
        "daily | day | --partitions=day=1d | it says which time a partition is for",
      })
  void should_refuse_to_drop(String table, String dropped, String more, String message) {
    CommandLineRun run = run(table, dropped, more == null ? new String[0] : new String[] {more});

    assertThat(run.exitCode()).as("%s", run).isNotZero();
    assertThat(run.error()).contains(message);
  }

  @Test
  void should_answer_no_question_about_one_series() {
    roll("flight", "carrier", "--until", "2026-04-05T00:00:00Z");
    CommandLineRun other = run("flight", "month");
    assertThat(other.error()).contains("drop-columns carrier, not month");

    CommandLineRun query =
        node.run(
            directory,
            "query",
            "--use-rollup",
            "SELECT count(*) FROM shop.flight WHERE carrier = 'AA' AND month = '2026-03'");
    assertThat(query.error()).contains("there is no rollup of shop.flight");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "first_last(v)",
        "counter(at, v)",
        "time_weight_locf(at, v)",
        "heartbeat(at, 900)"
      })
  void should_refuse_states_of_rows_in_order(String state) {
    CommandLineRun run =
        run("flight", "carrier", "--state", state, "--until", "2026-04-05T00:00:00Z");

    assertThat(run.exitCode()).as("%s", run).isNotZero();
    assertThat(run.error()).contains("is of the rows of one series in their order");
  }

  @Test
  void should_take_columns_in_any_order_and_refuse_no_name() {
    roll("flight", "month,carrier", "--until", "2026-03-30T00:00:00Z");
    roll("flight", "carrier,month,carrier", "--until", "2026-03-31T00:00:00Z");

    CommandLineRun run = run("flight", "", "--until", "2026-04-05T00:00:00Z");
    assertThat(run.exitCode()).as("%s", run).isEqualTo(2);
    assertThat(run.error()).contains("expected the name of a column, found none");
  }

  @Test
  void should_refuse_a_state_in_the_column_of_all_series() {
    String line =
        "--from shop.daily --time at --bucket 1d --drop-columns k,day --into shop.rolled --until"
            + " 2026-04-05T00:00:00Z --state";
    List<String> words = new ArrayList<>(List.of(line.split(" ", -1)));
    words.add("moments(v) AS series");

    CommandLineRun run = node.run(directory, "rollup", words.toArray(String[]::new));

    assertThat(run.exitCode()).as("%s", run).isEqualTo(1);
    assertThat(run.error()).contains("the column series, which the rollup has already");
  }

  /** A column may have the name of an aggregate whose states are refused. */
  @Test
  void should_take_a_column_named_first_last() {
    node.execute(
        "CREATE TABLE shop.named (k int, at timestamp, first_last int, PRIMARY KEY (k, at))");
    node.execute("INSERT INTO shop.named (k, at, first_last) VALUES (1, '2026-03-28', 7)");
    String line =
        "--from shop.named --time at --bucket 1d --drop-columns k --state moments(first_last)"
            + " --into shop.rolled --until 2026-04-05T00:00:00Z";

    CommandLineRun run = node.run(directory, "rollup", line.split(" ", -1));

    assertThat(run.exitCode()).as("%s", run).isZero();
  }

  private CommandLineRun roll(String table, String dropped, String... more) {
    CommandLineRun run = run(table, dropped, more);
    assertThat(run.exitCode()).as("%s", run).isZero();
    return run;
  }

  private CommandLineRun run(String table, String dropped, String... more) {
    List<String> line = new ArrayList<>(List.of("--from", "shop." + table, "--time", "at"));
    line.addAll(List.of("--bucket", "1d", "--state", STATES, "--into", "shop.rolled"));
    line.addAll(List.of("--drop-columns", dropped));
    line.addAll(List.of(more));
    return node.run(directory, "rollup", line.toArray(String[]::new));
  }

  /** The buckets of the rollup: their key, beginning, rows and answers. */
  private List<String> stored(String key) {
    return texts(
        node.session()
            .execute(
                "SELECT %sbucket, rows, %s FROM shop.rolled"
                    .formatted(key == null ? "" : key + ", ", OF_STATES))
            .all());
  }

  /** The same of all rows, by a query that merges groups of all series. */
  private List<String> expected(String table, String key) {
    String bucket = "stats.time_bucket('1d', at)";
    String keys = key == null ? "" : key + ", ";
    return StatsClient.of(node.session())
        .run(
            StatsQuery.of(
                "SELECT %s%s AS bucket, count(*) AS rows, %s FROM shop.%s GROUP BY %s%s"
                    .formatted(keys, bucket, OF_ROWS, table, keys, bucket)),
            StatsOptions.standard(),
            progress -> {})
        .rows()
        .stream()
        .map(row -> row.values().stream().map(String::valueOf).collect(Collectors.joining(" ")))
        .sorted()
        .toList();
  }

  private static List<String> texts(List<Row> rows) {
    return rows.stream()
        .map(
            row ->
                IntStream.range(0, row.size())
                    .mapToObj(column -> String.valueOf(row.getObject(column)))
                    .collect(Collectors.joining(" ")))
        .sorted()
        .toList();
  }
}
