/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.rollup;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.cql.Row;
import java.nio.file.Path;
import java.time.DayOfWeek;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.temporal.TemporalAdjusters;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.cassandrastats.cli.command.CommandLineRun;
import org.cassandrastats.cli.command.NativeNode;
import org.cassandrastats.cli.command.NativeNodeExtension;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Buckets by days, weeks, months and years of time zones. */
@ExtendWith(NativeNodeExtension.class)
final class RollupCalendarIT {
  private static final long HALF_HOUR = 1_800_000;

  /** Around the changes of clocks of 2025, a leap day, and new years before and after 1970. */
  private static final List<String> DAYS =
      List.of(
          "1965-12-31",
          "1970-01-01",
          "2024-02-29",
          "2025-03-09",
          "2025-03-30",
          "2025-10-26",
          "2025-11-02");

  private static NativeNode node;

  /** The values of rows, by their milliseconds. */
  private static final Map<Long, Integer> VALUES = new TreeMap<>();

  @TempDir private Path directory;

  @BeforeAll
  static void load(NativeNode shared) {
    node = shared;
    node.execute("CREATE TABLE shop.event (k int, at bigint, v int, PRIMARY KEY (k, at))");
    for (String day : DAYS) {
      long noon = Instant.parse(day + "T12:00:00Z").toEpochMilli();
      for (int half = -60; half <= 60; half++) {
        VALUES.put(noon + half * HALF_HOUR, VALUES.size());
        VALUES.put(noon + half * HALF_HOUR - 1, VALUES.size());
      }
    }
    List<Object[]> rows = new ArrayList<>();
    VALUES.forEach((at, value) -> rows.add(new Object[] {Math.multiplyExact(at, 1000), value}));
    node.load("INSERT INTO shop.event (k, at, v) VALUES (1, ?, ?)", rows);
  }

  @ParameterizedTest
  @CsvSource({
    "1d, Europe/Berlin",
    "1w, Europe/Berlin",
    "1mo, Europe/Berlin",
    "1y, Europe/Berlin",
    "1d, America/New_York",
    "1mo, America/New_York",
  })
  void should_hold_the_rows_of_each_day_week_month_or_year(String bucket, String zone) {
    String table = "event_" + bucket + "_" + zone.substring(zone.indexOf('/') + 1);
    String[] line =
        line(
            "event",
            "at",
            "moments(v)",
            table,
            "--bucket",
            bucket,
            "--timezone",
            zone,
            "--time-unit",
            "us");

    CommandLineRun run = run(line);
    CommandLineRun again = run(line);

    assertThat(again.out()).startsWith("0 buckets");
    assertThat(found(table)).as("%s", run).isEqualTo(expected(bucket, ZoneId.of(zone)));
  }

  @Test
  void should_roll_days_of_a_zone_up_from_half_hours_of_utc() {
    run(line("event", "at", "moments(v)", "halves", "--bucket", "30m", "--time-unit", "us"));
    run(
        line(
            "halves",
            "bucket",
            "moments_merge(moments_v) AS moments_v",
            "days",
            "--bucket",
            "1d",
            "--timezone",
            "Europe/Berlin"));
    run(
        line(
            "days",
            "bucket",
            "moments_merge(moments_v) AS moments_v",
            "months",
            "--bucket",
            "1mo",
            "--timezone",
            "Europe/Berlin"));

    assertThat(found("days")).isEqualTo(expected("1d", ZoneId.of("Europe/Berlin")));
    assertThat(found("months")).isEqualTo(expected("1mo", ZoneId.of("Europe/Berlin")));
  }

  @Test
  void should_refuse_days_that_began_at_no_hour_of_utc() {
    node.execute("CREATE TABLE shop.ancient (k int, at timestamp, v int, PRIMARY KEY (k, at))");
    node.execute("INSERT INTO shop.ancient (k, at, v) VALUES (1, '1890-05-01T12:00Z', 1)");
    run(line("ancient", "at", "moments(v)", "ancient_hours", "--bucket", "1h"));

    CommandLineRun refused =
        node.run(
            directory,
            "rollup",
            line(
                "ancient_hours",
                "bucket",
                "moments_merge(moments_v)",
                "ancient_days",
                "--bucket",
                "1d",
                "--timezone",
                "Europe/Berlin"));

    assertThat(refused.exitCode()).isEqualTo(1);
    assertThat(refused.error())
        .contains("The bucket 1890-04-30T23:06:32Z of 1d in Europe/Berlin begins in the middle")
        .hasLineCount(1);
  }

  /** Count and sum of each bucket, by its beginning. */
  private static Map<Instant, List<Long>> expected(String bucket, ZoneId zone) {
    Map<Instant, List<Long>> expected = new TreeMap<>();
    VALUES.forEach(
        (at, value) -> {
          LocalDate day = Instant.ofEpochMilli(at).atZone(zone).toLocalDate();
          LocalDate first =
              switch (bucket) {
                case "1d" -> day;
                case "1w" -> day.with(TemporalAdjusters.previousOrSame(DayOfWeek.MONDAY));
                case "1mo" -> day.withDayOfMonth(1);
                default -> day.withDayOfYear(1);
              };
          expected.merge(
              first.atStartOfDay(zone).toInstant(),
              List.of(1L, (long) value),
              (one, other) -> List.of(one.get(0) + other.get(0), one.get(1) + other.get(1)));
        });
    return expected;
  }

  private static Map<Instant, List<Long>> found(String table) {
    Map<Instant, List<Long>> found = new TreeMap<>();
    for (Row row :
        node.rows("SELECT bucket, rows, stats.moments_sum(moments_v) FROM shop." + table)) {
      found.put(row.getInstant(0), List.of(row.getLong(1), Math.round(row.getDouble(2))));
    }
    return found;
  }

  private CommandLineRun run(String... line) {
    CommandLineRun run = node.run(directory, "rollup", line);
    assertThat(run.exitCode()).as("%s", run).isZero();
    return run;
  }

  private static String[] line(
      String from, String time, String state, String into, String... more) {
    List<String> line = new ArrayList<>(List.of("--from", "shop." + from, "--time", time));
    line.addAll(List.of("--state", state, "--into", "shop." + into));
    line.addAll(List.of(more));
    return line.toArray(String[]::new);
  }
}
