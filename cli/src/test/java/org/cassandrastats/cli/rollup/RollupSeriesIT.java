/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.rollup;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.cql.Row;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import org.cassandrastats.cli.command.CommandLineRun;
import org.cassandrastats.cli.command.NativeNode;
import org.cassandrastats.cli.command.NativeNodeExtension;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tables that keep several series in a partition: the time is behind other clustering columns. */
@ExtendWith(NativeNodeExtension.class)
final class RollupSeriesIT {
  private static final Instant FIRST = Instant.parse("2026-03-01T00:00:00Z");
  private static final int HOURS = 40;
  private static final int EACH = 6;
  private static final List<String> METRICS = List.of("", "humidity", "Temperatur °C", "wind");
  private static final List<UUID> PROBES =
      List.of(
          UUID.fromString("00000000-0000-4000-8000-000000000001"),
          UUID.fromString("ffffffff-ffff-4fff-bfff-ffffffffffff"));

  private static NativeNode node;

  @TempDir private Path directory;

  @BeforeAll
  static void load(NativeNode shared) {
    node = shared;
    for (String order : List.of("ASC", "DESC")) {
      String table = "readings_" + order.toLowerCase(java.util.Locale.ROOT);
      String other = order.equals("ASC") ? "DESC" : "ASC";
      node.execute(
          "CREATE TABLE shop.%s (device int, \"Metric\" text, probe uuid, at timestamp, v double, PRIMARY KEY ((device), \"Metric\", probe, at)) WITH CLUSTERING ORDER BY (\"Metric\" %s, probe %s, at %s)"
              .formatted(table, order, other, order));
      node.load(
          "INSERT INTO shop.%s (device, \"Metric\", probe, at, v) VALUES (?, ?, ?, ?, ?)"
              .formatted(table),
          rows());
    }
  }

  private static List<Object[]> rows() {
    List<Object[]> rows = new ArrayList<>();
    for (int device = 1; device <= 3; device++) {
      for (String metric : METRICS) {
        for (UUID probe : PROBES) {
          for (int i = 0; i < HOURS * EACH; i++) {
            // Not all series begin, end and pause at the same time.
            boolean isMissing = i / EACH % (device + metric.length() + 2) == 1;
            if (!isMissing) {
              rows.add(
                  new Object[] {
                    device,
                    metric,
                    probe,
                    FIRST.plus(Duration.ofMinutes(60L / EACH * i)),
                    device * 1000.0 + metric.length() * 10 + i % 7
                  });
            }
          }
        }
      }
    }
    return rows;
  }

  @ParameterizedTest
  @CsvSource({"asc,server", "desc,server", "asc,client", "desc,client"})
  void should_make_buckets_of_each_series(String order, String lane) {
    String from = "readings_" + order;
    String into = from + "_" + lane;
    String[] line = RollupLine.of(from, into, "moments(v)", "--lane", lane);

    CommandLineRun first = node.run(directory, "rollup", line);
    CommandLineRun again = node.run(directory, "rollup", line);

    assertThat(first.exitCode()).as("%s", first).isZero();
    assertThat(again.out()).startsWith("0 buckets of 0 rows");
    Map<String, String> expected =
        groups(
            "SELECT device, \"Metric\", probe, stats.time_bucket('1h', at), count(*), stats.mean(v) FROM shop."
                + from
                + " GROUP BY device, \"Metric\", probe, stats.time_bucket('1h', at)");
    assertThat(expected).hasSizeGreaterThan(600);
    assertThat(
            groups(
                "SELECT device, \"Metric\", probe, bucket, rows, stats.moments_mean(moments_v) FROM shop."
                    + into))
        .isEqualTo(expected);
  }

  @Test
  void should_roll_up_a_rollup_of_series() {
    String hourly = "readings_hourly";
    assertThat(
            node.run(directory, "rollup", RollupLine.of("readings_desc", hourly, "moments(v)"))
                .exitCode())
        .isZero();

    CommandLineRun days =
        node.run(
            directory,
            "rollup",
            "--from",
            "shop." + hourly,
            "--time",
            "bucket",
            "--bucket",
            "1d",
            "--state",
            "moments_merge(moments_v) AS m",
            "--into",
            "shop.readings_days");

    assertThat(days.exitCode()).as("%s", days).isZero();
    // Only the first day is complete: the last row is of the second one, but that is over, too.
    assertThat(
            groups(
                "SELECT device, \"Metric\", probe, bucket, rows, stats.moments_mean(m) FROM shop.readings_days"))
        .isEqualTo(
            groups(
                "SELECT device, \"Metric\", probe, stats.time_bucket('1d', at), count(*), stats.mean(v) FROM shop.readings_desc GROUP BY device, \"Metric\", probe, stats.time_bucket('1d', at)"));
  }

  @ParameterizedTest
  @CsvSource({"asc", "desc"})
  void should_answer_questions_about_one_series_by_states(String order) {
    String from = "readings_" + order;
    node.run(directory, "rollup", RollupLine.of(from, from + "_states", "moments(v)"));
    String where =
        " FROM shop.%s WHERE device = 2 AND \"Metric\" = 'wind' AND probe = %s AND at >= '2026-03-01 03:30:00Z' AND at < '2026-03-02 07:10:00Z' GROUP BY stats.time_bucket('1h', at)"
            .formatted(from, PROBES.get(1));
    String question = "SELECT stats.time_bucket('1h', at), count(*), stats.mean(v)" + where;

    CommandLineRun states = node.run(directory, "query", "--use-rollup", question);
    CommandLineRun rows = node.run(directory, "query", question);

    assertThat(states.exitCode()).as("%s", states).isZero();
    assertThat(states.error()).contains("by the states of shop." + from + "_states");
    assertThat(states.out()).isEqualTo(rows.out()).contains("204");
  }

  @Test
  void should_say_which_series_a_question_leaves_open() {
    node.run(directory, "rollup", RollupLine.of("readings_asc", "readings_open", "moments(v)"));

    CommandLineRun answer =
        node.run(
            directory,
            "query",
            "--use-rollup",
            "SELECT stats.mean(v) FROM shop.readings_asc WHERE device = 2 AND \"Metric\" = 'wind'");

    assertThat(answer.exitCode()).as("%s", answer).isZero();
    assertThat(answer.error()).contains("has buckets of each (device, \"Metric\", probe)");
  }

  @ParameterizedTest
  @CsvSource({"server", "client"})
  void should_fill_gaps_of_each_series(String lane) {
    String range = "at >= '2026-03-01 00:00:00Z' AND at < '2026-03-01 04:00:00Z'";
    CommandLineRun run =
        node.run(
            directory,
            "query",
            "--lane",
            lane,
            "--format",
            "csv",
            "--fill",
            "null",
            "SELECT \"Metric\", probe, stats.time_bucket('1h', at) AS hour, count(*) AS rows FROM shop.readings_asc WHERE device = 1 AND "
                + range
                + " GROUP BY \"Metric\", probe, stats.time_bucket('1h', at) ALLOW FILTERING");

    assertThat(run.exitCode()).as("%s", run).isZero();
    List<String> lines = run.out().lines().skip(1).toList();
    assertThat(lines).hasSize(METRICS.size() * PROBES.size() * 4);
    assertThat(lines.stream().filter(line -> line.contains("01:00:00")).toList())
        .hasSize(METRICS.size() * PROBES.size());
  }

  private static Map<String, String> groups(String select) {
    Map<String, String> groups = new TreeMap<>();
    for (Row row : node.rows(select)) {
      groups.put(
          "%s|%s|%s|%s"
              .formatted(row.getInt(0), row.getString(1), row.getUuid(2), row.getInstant(3)),
          "%s rows, mean %.9f".formatted(row.getLong(4), row.getDouble(5)));
    }
    return groups;
  }
}
