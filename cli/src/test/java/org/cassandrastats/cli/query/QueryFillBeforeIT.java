/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.query;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import org.cassandrastats.cli.command.CommandLineRun;
import org.cassandrastats.cli.command.NativeNode;
import org.cassandrastats.cli.command.NativeNodeExtension;
import org.cassandrastats.client.StatsClient;
import org.cassandrastats.client.api.StatsOptions;
import org.cassandrastats.client.api.StatsOptions.Lane;
import org.cassandrastats.client.api.StatsQuery;
import org.cassandrastats.client.api.StatsQuery.Fill;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Gaps at the beginning of a range, which the values before it fill. */
@ExtendWith(NativeNodeExtension.class)
final class QueryFillBeforeIT {
  private static NativeNode node;

  @BeforeAll
  static void load(NativeNode shared) {
    node = shared;
    node.execute(
        "CREATE TABLE shop.begun (k int, at timestamp, v double, PRIMARY KEY (k, at)) WITH CLUSTERING ORDER BY (at ASC)");
    node.execute(
        "CREATE TABLE shop.begun_newest (k int, at timestamp, v double, PRIMARY KEY (k, at)) WITH CLUSTERING ORDER BY (at DESC)");
    node.execute(
        "CREATE TABLE shop.begun_metric (k int, m text, at bigint, v double, PRIMARY KEY (k, m, at))");
    node.execute(
        "CREATE TABLE shop.begun_daily (k int, day date, at timestamp, v double, PRIMARY KEY ((k, day), at))");
    for (String row :
        List.of(
            "1, '2026-02-27 05:00Z', 100",
            "1, '2026-02-28 22:10Z', 5",
            "1, '2026-02-28 22:50Z', 7",
            "1, '2026-03-01 02:30Z', 10",
            // Without a row in the range, and with a value that is not known in it.
            "2, '2026-02-28 22:20Z', 30",
            "3, '2026-02-28 23:59Z', 4",
            "3, '2026-03-01 00:10Z', null",
            // Later only.
            "4, '2026-03-01 01:10Z', 8")) {
      String[] cells = row.split(", ", -1);
      node.execute("INSERT INTO shop.begun (k, at, v) VALUES (%s)".formatted(row));
      node.execute("INSERT INTO shop.begun_newest (k, at, v) VALUES (%s)".formatted(row));
      node.execute(
          "INSERT INTO shop.begun_daily (k, day, at, v) VALUES (%s, %s', %s, %s)"
              .formatted(cells[0], cells[1].substring(0, 11), cells[1], cells[2]));
    }
  }

  /** A row is expected as its series, its hour, how many rows it counts, and its mean. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "begun WHERE k = 1 AND at >= '2026-03-01 00:00Z' AND at < '2026-03-01 04:00Z' GROUP BY k, # | 1 00 0 6.0, 1 01 0 6.0, 1 02 1 10.0, 1 03 0 10.0 | 1 00 0 8.0, 1 01 0 9.0, 1 02 1 10.0, 1 03 0 null",
        "begun_newest WHERE k = 1 AND at >= '2026-03-01 00:00Z' AND at < '2026-03-01 03:00Z' GROUP BY k, # ORDER BY at ASC | 1 00 0 6.0, 1 01 0 6.0, 1 02 1 10.0 | 1 00 0 8.0, 1 01 0 9.0, 1 02 1 10.0",
        // The limit is inside a bucket, of which a part is before it.
        "begun WHERE k = 1 AND at > '2026-02-28 22:50Z' AND at < '2026-03-01 00:10Z' GROUP BY k, # | 1 22 0 6.0, 1 23 0 6.0, 1 00 0 6.0 | 1 22 0 null, 1 23 0 null, 1 00 0 null",
        "begun WHERE k = 1 AND at >= '2026-02-28 22:50Z' AND at < '2026-02-28 23:10Z' GROUP BY k, # | 1 22 1 7.0, 1 23 0 7.0 | 1 22 1 7.0, 1 23 0 null",
        "begun WHERE k IN (1, 2, 3, 4, 5) AND at >= '2026-03-01 00:00Z' AND at < '2026-03-01 02:00Z' GROUP BY k, # | 1 00 0 6.0, 1 01 0 6.0, 2 00 0 30.0, 2 01 0 30.0, 3 00 1 null, 3 01 0 4.0, 4 00 0 null, 4 01 1 8.0, 5 00 0 null, 5 01 0 null | 1 00 0 null, 1 01 0 null, 2 00 0 null, 2 01 0 null, 3 00 1 null, 3 01 0 null, 4 00 0 null, 4 01 1 8.0, 5 00 0 null, 5 01 0 null",
        // Groups of several series, and of several days.
        "begun WHERE k IN (1, 2) AND at >= '2026-03-01 01:00Z' AND at < '2026-03-01 03:00Z' GROUP BY # | 01 0 14.0, 02 1 10.0 | 01 0 11.0, 02 1 10.0",
        "begun_daily WHERE k = 1 AND day IN ('2026-02-27', '2026-02-28', '2026-03-01') AND at >= '2026-03-01 01:00Z' AND at < '2026-03-01 03:00Z' GROUP BY k, # | 1 01 0 6.0, 1 02 1 10.0 | 1 01 0 9.0, 1 02 1 10.0",
        // Nothing is looked for: another partition, another order, a filter.
        "begun_daily WHERE k = 1 AND day = '2026-03-01' AND at >= '2026-03-01 01:00Z' AND at < '2026-03-01 03:00Z' GROUP BY k, day, # | 1 01 0 null, 1 02 1 10.0 | 1 01 0 null, 1 02 1 10.0",
        "begun_newest WHERE k = 1 AND at >= '2026-03-01 01:00Z' AND at < '2026-03-01 03:00Z' GROUP BY k, # | 1 02 1 10.0, 1 01 0 10.0 | 1 02 1 10.0, 1 01 0 null",
        "begun WHERE k = 1 AND at >= '2026-03-01 01:00Z' AND at < '2026-03-01 03:00Z' AND v > 0 GROUP BY k, # ALLOW FILTERING | 1 01 0 null, 1 02 1 10.0 | 1 01 0 null, 1 02 1 10.0",
      })
  void should_begin_with_the_value_before_the_range(
      String question, String previous, String linear) {
    String bucket = "stats.time_bucket('1h', at)";
    String key = question.contains("GROUP BY #") ? "" : "k, ";
    StatsQuery query =
        StatsQuery.of(
            "SELECT %s%s AS t, count(*) AS c, stats.mean(v) AS mean FROM shop.%s"
                .formatted(key, bucket, question.replace("#", bucket)));
    for (Lane lane : List.of(Lane.SERVER, Lane.CLIENT)) {
      assertThat(rows(query.withFill(Fill.PREVIOUS), lane)).as("%s", lane).isEqualTo(previous);
      assertThat(rows(query.withFill(Fill.LINEAR), lane)).as("%s", lane).isEqualTo(linear);
    }
  }

  private static String rows(StatsQuery query, Lane lane) {
    return StatsClient.of(node.session())
        .run(query, StatsOptions.standard().withLane(lane), progress -> {})
        .rows()
        .stream()
        .map(
            row ->
                row.values().stream()
                    .map(String::valueOf)
                    .map(text -> text.replaceAll("^2026-0.-..T(..):.*", "$1"))
                    .collect(Collectors.joining(" ")))
        .collect(Collectors.joining(", "));
  }

  @Test
  void should_look_back_inside_the_series_that_is_named() {
    node.execute("INSERT INTO shop.begun_metric (k, m, at, v) VALUES (1, 'heat', 1000, 1)");
    node.execute("INSERT INTO shop.begun_metric (k, m, at, v) VALUES (1, 'light', 4000, 2)");
    node.execute("INSERT INTO shop.begun_metric (k, m, at, v) VALUES (1, 'heat', 9000, 3)");
    StatsQuery query =
        StatsQuery.of(
            "SELECT stats.time_bucket('1s', at, 'ms') AS t, stats.mean(v) AS mean FROM shop.begun_metric"
                + " WHERE k = 1 AND m = 'heat' AND at >= 8000 AND at < 10000"
                + " GROUP BY k, m, stats.time_bucket('1s', at, 'ms')");

    assertThat(rows(query.withFill(Fill.PREVIOUS), Lane.SERVER)).isEqualTo("8000 1.0, 9000 3.0");
  }

  @Test
  void should_take_the_value_before_the_range_from_a_rollup(@TempDir Path directory) {
    String rollup =
        "--from shop.kept --time at --bucket 1h --state moments(v) --into shop.kept_hourly --until 2026-03-01T12:00:00Z";
    node.execute("CREATE TABLE shop.kept (k int, at timestamp, v double, PRIMARY KEY (k, at))");
    for (String row : List.of("07:10Z', 5", "07:20Z', 7", "10:30Z', 10", "14:00Z', 1")) {
      node.execute("INSERT INTO shop.kept (k, at, v) VALUES (1, '2026-03-01 " + row + ")");
    }
    assertThat(node.run(directory, "rollup", rollup.split(" ", -1)).exitCode()).isZero();
    // The rows are gone, and their states have stayed.
    node.execute("DELETE FROM shop.kept WHERE k = 1 AND at < '2026-03-01 10:00Z'");

    assertThat(asked(directory, "2026-03-01T09:30Z", "2026-03-01T12:00Z"))
        .containsExactly("09:00,0,6.0", "10:00,1,10.0", "11:00,0,10.0");
    // Behind the last state, a row is the last one.
    node.execute("INSERT INTO shop.kept (k, at, v) VALUES (1, '2026-03-01 12:30Z', 4)");
    assertThat(asked(directory, "2026-03-01T13:00Z", "2026-03-01T15:00Z"))
        .containsExactly("13:00,0,4.0", "14:00,1,1.0");
    assertThat(asked(directory, "2026-03-01T08:00Z", "2026-03-01T11:00Z"))
        .containsExactly("08:00,0,6.0", "09:00,0,6.0", "10:00,1,10.0");
  }

  private static List<String> asked(Path directory, String from, String to) {
    CommandLineRun run =
        node.run(
            directory,
            "query",
            "--use-rollup",
            "--fill",
            "previous",
            "--format",
            "csv",
            "SELECT stats.time_bucket('1h', at) AS t, count(*) AS c, stats.mean(v) AS mean FROM shop.kept"
                + " WHERE k = 1 AND at >= '%s' AND at < '%s' GROUP BY k, stats.time_bucket('1h', at)"
                    .formatted(from, to));
    assertThat(run.exitCode()).as("%s", run).isZero();
    return run.out()
        .lines()
        .skip(1)
        .map(line -> line.replaceFirst("^2026-03-01T(..:..):00.000Z", "$1"))
        .toList();
  }
}
