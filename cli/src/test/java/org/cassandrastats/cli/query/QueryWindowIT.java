/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import org.cassandrastats.cli.command.CommandLineRun;
import org.cassandrastats.cli.command.NativeNode;
import org.cassandrastats.cli.command.NativeNodeExtension;
import org.cassandrastats.client.StatsClient;
import org.cassandrastats.client.api.StatsException;
import org.cassandrastats.client.api.StatsOptions;
import org.cassandrastats.client.api.StatsOptions.Lane;
import org.cassandrastats.client.api.StatsQuery;
import org.cassandrastats.client.api.StatsQuery.Fill;
import org.cassandrastats.client.api.StatsRow;
import org.cassandrastats.client.api.Window;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Columns that say something of other rows of the result: totals so far, shares, earlier values.
 */
@ExtendWith(NativeNodeExtension.class)
final class QueryWindowIT {
  private static final String HOURS = " GROUP BY k, stats.time_bucket('1h', at)";
  private static NativeNode node;

  @BeforeAll
  static void load(NativeNode shared) {
    node = shared;
    node.execute("CREATE TABLE shop.watched (k int, at timestamp, v double, PRIMARY KEY (k, at))");
    for (String row :
        List.of("1, 00:10, 1", "1, 00:20, 3", "1, 01:30, 8", "1, 03:40, 4", "2, 00:50, 10")) {
      String[] cells = row.split(", ", -1);
      node.execute(
          "INSERT INTO shop.watched (k, at, v) VALUES (%s, '2026-03-01 %sZ', %s)"
              .formatted((Object[]) cells));
    }
  }

  @Test
  void should_merge_the_groups_so_far() {
    StatsQuery query =
        StatsQuery.of(
                "SELECT k, stats.time_bucket('1h', at) AS t, count(*) AS c, count(*) AS total,"
                    + " max(v) AS highest, stats.mean(v) AS mean FROM shop.watched WHERE k IN (1, 2)"
                    + " AND at >= '2026-03-01 00:00Z' AND at < '2026-03-01 04:00Z'"
                    + HOURS)
            .withWindow("total", Window.RUNNING)
            .withWindow("highest", Window.RUNNING)
            .withWindow("mean", Window.RUNNING);
    for (Lane lane : List.of(Lane.SERVER, Lane.CLIENT)) {
      assertThat(texts(run(query, lane)))
          .containsExactly(
              "1 00 2 2 3.0 2.0", "1 01 1 3 8.0 4.0", "1 03 1 4 8.0 4.0", "2 00 1 1 10.0 10.0");
      assertThat(texts(run(query.withFill(Fill.NULL), lane)))
          .containsExactly(
              "1 00 2 2 3.0 2.0",
              "1 01 1 3 8.0 4.0",
              "1 02 null 3 8.0 4.0",
              "1 03 1 4 8.0 4.0",
              "2 00 1 1 10.0 10.0",
              "2 01 null 1 10.0 10.0",
              "2 02 null 1 10.0 10.0",
              "2 03 null 1 10.0 10.0");
    }
  }

  @Test
  void should_count_nothing_before_the_first_rows() {
    StatsQuery query =
        StatsQuery.of(
                "SELECT stats.time_bucket('1h', at) AS t, count(*) AS total, max(v) AS highest"
                    + " FROM shop.watched WHERE k = 2"
                    + " AND at >= '2026-02-28 23:00Z' AND at < '2026-03-01 02:00Z'"
                    + HOURS)
            .withWindow("total", Window.RUNNING)
            .withWindow("highest", Window.RUNNING)
            .withFill(Fill.PREVIOUS);

    assertThat(texts(run(query, Lane.SERVER)))
        .containsExactly("23 0 null", "00 1 10.0", "01 1 10.0");
  }

  @Test
  void should_leave_states_of_rows_as_they_were() {
    String statement =
        "SELECT stats.time_bucket('1h', at) AS t, stats.histogram(v, 0, 20, 20) AS own,"
            + " stats.histogram(v, 0, 20, 20) AS state FROM shop.watched WHERE k = 1%s"
            + HOURS;
    List<StatsRow> plain = run(StatsQuery.of(statement.formatted("")), Lane.SERVER);

    List<StatsRow> running =
        run(
            StatsQuery.of(statement.formatted("")).withWindow("state", Window.RUNNING),
            Lane.SERVER);

    assertThat(running.stream().map(row -> row.get("own")))
        .isEqualTo(plain.stream().map(row -> row.get("own")).toList());
    for (int i = 0; i < running.size(); i++) {
      String limit = List.of("01", "02", "04").get(i);
      StatsRow whole =
          run(
                  StatsQuery.of(
                      "SELECT stats.histogram(v, 0, 20, 20) AS state FROM shop.watched"
                          + " WHERE k = 1 AND at < '2026-03-01 %s:00Z'".formatted(limit)),
                  Lane.SERVER)
              .get(0);
      assertThat(running.get(i).get("state")).isEqualTo(whole.get("state"));
    }
  }

  @Test
  void should_show_the_value_of_an_earlier_bucket() {
    StatsQuery query =
        StatsQuery.of(
                "SELECT k, stats.time_bucket('1h', at) AS t, max(v) AS v, max(v) AS before"
                    + " FROM shop.watched WHERE k IN (1, 2)"
                    + HOURS)
            .withWindow("before", Window.lag(2));

    for (Lane lane : List.of(Lane.SERVER, Lane.CLIENT)) {
      assertThat(texts(run(query, lane)))
          .containsExactly("1 00 3.0 null", "1 01 8.0 null", "1 03 4.0 8.0", "2 00 10.0 null");
      assertThat(texts(run(query.withFill(Fill.PREVIOUS), lane)))
          .containsExactly(
              "1 00 3.0 null", "1 01 8.0 null", "1 02 8.0 3.0", "1 03 4.0 8.0", "2 00 10.0 null");
    }
  }

  @Test
  void should_show_parts_of_the_whole() {
    StatsQuery query =
        StatsQuery.of(
                "SELECT k, count(*) AS c, count(*) AS part FROM shop.watched GROUP BY k ORDER BY part DESC LIMIT 1")
            .withWindow("part", Window.SHARE);

    assertThat(texts(run(query, Lane.SERVER))).containsExactly("1 4 0.8");
  }

  @Test
  void should_take_windows_from_the_command_line_and_rollups(@TempDir Path directory) {
    String rollup =
        "--from shop.watched --time at --bucket 1h --state moments(v) --into shop.watched_hourly --until 2026-03-01T02:00:00Z";
    assertThat(node.run(directory, "rollup", rollup.split(" ", -1)).exitCode()).isZero();
    String statement =
        "SELECT stats.time_bucket('1h', at) AS t, count(*) AS total, count(*) AS part, stats.mean(v) AS before"
            + " FROM shop.watched WHERE k = 1"
            + HOURS;
    for (String source : List.of("--fill=none", "--use-rollup")) {
      CommandLineRun run =
          node.run(
              directory,
              "query",
              source,
              "--format=csv",
              "--window=total=running",
              "--window=part=share",
              "--window=before=lag:1",
              statement);

      assertThat(run.exitCode()).as("%s", run).isZero();
      assertThat(run.out().lines())
          .containsExactly(
              "t,total,part,before",
              "2026-03-01T00:00:00.000Z,2,0.5,",
              "2026-03-01T01:00:00.000Z,3,0.25,2.0",
              "2026-03-01T03:00:00.000Z,4,0.25,");
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "nothing | running | k, count(*) AS c FROM shop.watched GROUP BY k | which has k, c",
        "k | share | k, count(*) AS c FROM shop.watched GROUP BY k | which has k, c",
        "c | running | k, count(*) AS c FROM shop.watched GROUP BY k | adds groups in their order",
        "c | lag | k, count(*) AS c FROM shop.watched GROUP BY k | looks for an earlier bucket",
        "c | lag | count(*) AS c FROM shop.watched WHERE k = 1 GROUP BY k, floor(at, 1h) ORDER BY at DESC | looks for an earlier bucket",
        "c | share | k, count(*) AS c FROM shop.watched GROUP BY k LIMIT 1 | expected no LIMIT",
        "c | share | k, stats.moments(v) AS c FROM shop.watched GROUP BY k | expected numbers in c",
      })
  void should_refuse_windows_without_an_order(
      String column, String window, String statement, String message) {
    Window of =
        switch (window) {
          case "running" -> Window.RUNNING;
          case "share" -> Window.SHARE;
          default -> Window.lag(1);
        };

    assertThatThrownBy(
            () -> run(StatsQuery.of("SELECT " + statement).withWindow(column, of), Lane.SERVER))
        .isInstanceOf(StatsException.class)
        .hasMessageContaining(message);
  }

  @Test
  void should_refuse_two_windows_of_a_column(@TempDir Path directory) {
    CommandLineRun run =
        node.run(
            directory,
            "query",
            "--window=c=share",
            "--window=c=running",
            "SELECT k, count(*) AS c FROM shop.watched GROUP BY k");

    assertThat(run.exitCode()).as("%s", run).isEqualTo(1);
    assertThat(run.error()).contains("--window: expected one for the column c, found two");
  }

  private static List<StatsRow> run(StatsQuery query, Lane lane) {
    return StatsClient.of(node.session())
        .run(
            query,
            StatsOptions.standard().withLane(lane).withTargetTime(Duration.ofMillis(5)),
            progress -> {})
        .rows();
  }

  private static List<String> texts(List<StatsRow> rows) {
    return rows.stream()
        .map(
            row ->
                row.values().stream()
                    .map(String::valueOf)
                    .map(text -> text.replaceAll("^2026-0.-..T(..):.*", "$1"))
                    .collect(Collectors.joining(" ")))
        .toList();
  }
}
