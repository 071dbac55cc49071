/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.rollup;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.cql.Row;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.time.YearMonth;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import org.cassandrastats.cli.command.CommandLineRun;
import org.cassandrastats.cli.command.NativeNode;
import org.cassandrastats.cli.command.NativeNodeExtension;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Series that are kept in a partition for each day or month, and rollups with one for a year. */
@ExtendWith(NativeNodeExtension.class)
final class RollupPartitionsIT {
  private static final LocalDate FIRST = LocalDate.of(2025, 12, 20);
  private static final int DAYS = 75;
  private static final int HOURS = 24;
  private static final List<String> SENSORS = List.of("cellar", "roof");
  private static final ZoneId BERLIN = ZoneId.of("Europe/Berlin");

  private static NativeNode node;

  @TempDir private Path directory;

  @BeforeAll
  static void load(NativeNode shared) {
    node = shared;
    node.execute(
        "CREATE TABLE shop.daily (sensor text, day date, at timestamp, v int, PRIMARY KEY ((sensor, day), at))");
    // As ThingsBoard has it: months, and times in milliseconds.
    node.execute(
        "CREATE TABLE shop.monthly (key text, partition bigint, ts bigint, v int, PRIMARY KEY ((key, partition), ts))");
    loadDays(0, DAYS);
  }

  private static void loadDays(int from, int until) {
    List<Object[]> daily = new ArrayList<>();
    List<Object[]> monthly = new ArrayList<>();
    for (String sensor : SENSORS) {
      for (int hour = from * HOURS; hour < until * HOURS; hour++) {
        Instant at = FIRST.atStartOfDay(ZoneOffset.UTC).plusHours(hour).toInstant();
        LocalDate day = LocalDate.ofInstant(at, ZoneOffset.UTC);
        int value = value(sensor, at);
        daily.add(new Object[] {sensor, day, at, value});
        long month = day.withDayOfMonth(1).atStartOfDay(ZoneOffset.UTC).toInstant().toEpochMilli();
        monthly.add(new Object[] {sensor, month, at.toEpochMilli(), value});
      }
    }
    node.load("INSERT INTO shop.daily (sensor, day, at, v) VALUES (?, ?, ?, ?)", daily);
    node.load("INSERT INTO shop.monthly (key, partition, ts, v) VALUES (?, ?, ?, ?)", monthly);
  }

  private static int value(String sensor, Instant at) {
    return (int) (at.getEpochSecond() / 3600 % 1000) + sensor.length();
  }

  @Test
  void should_make_one_partition_for_each_series_and_year() {
    CommandLineRun hourly =
        run(
            "daily",
            "at",
            "1h",
            "moments(v)",
            "hourly",
            "--partitions",
            "day=1d",
            "--into-partitions",
            "1y");
    assertThat(hourly.out()).startsWith("3,600 buckets of 3,600 rows");
    assertThat(partitions("hourly", "sensor, day"))
        .containsExactlyInAnyOrder(
            "['cellar', 2025-01-01]",
            "['cellar', 2026-01-01]",
            "['roof', 2025-01-01]",
            "['roof', 2026-01-01]");

    // The rollup remembers how it is cut.
    merge("hourly", "1d", "days");
    merge("days", "1mo", "months");

    assertThat(partitions("months", "sensor, day")).hasSize(4);
    assertThat(found("days", "sensor")).isEqualTo(expected(at -> day(at, ZoneOffset.UTC)));
    assertThat(found("months", "sensor")).isEqualTo(expected(at -> month(at, ZoneOffset.UTC)));
  }

  @Test
  void should_cut_partitions_by_the_calendar_of_the_buckets() {
    run(
        "daily",
        "at",
        "1h",
        "moments(v)",
        "local",
        "--partitions",
        "day=1d",
        "--into-partitions",
        "1y",
        "--timezone",
        "Europe/Berlin");
    merge("local", "1mo", "local_months", "--timezone", "Europe/Berlin");

    assertThat(partitions("local_months", "sensor, day"))
        .containsExactlyInAnyOrder(
            "['cellar', 2025-01-01]",
            "['cellar', 2026-01-01]",
            "['roof', 2025-01-01]",
            "['roof', 2026-01-01]");
    assertThat(found("local_months", "sensor")).isEqualTo(expected(at -> month(at, BERLIN)));
  }

  @Test
  void should_know_partitions_of_milliseconds() {
    String[] line = {"--partitions", "partition=1mo", "--into-partitions", "1y"};
    run("monthly", "ts", "1d", "moments(v)", "ts_days", line);

    long year = Instant.parse("2026-01-01T00:00:00Z").toEpochMilli();
    assertThat(
            node.rows("SELECT bucket FROM shop.ts_days WHERE key = 'roof' AND partition = ?", year))
        .hasSize(DAYS - 12);
    assertThat(found("ts_days", "key")).isEqualTo(expected(at -> day(at, ZoneOffset.UTC)));
  }

  @Test
  void should_go_on_with_the_partitions_that_may_have_new_rows() {
    node.execute(
        "CREATE TABLE shop.growing (sensor text, day date, at timestamp, v int, PRIMARY KEY ((sensor, day), at))");
    String[] cut = {"--partitions", "day=1d", "--into-partitions", "1y", "--until"};
    insert("growing", "2026-03-01", "2026-03-01T23:59:59Z");
    insert("growing", "2026-03-04", "2026-03-04T12:00:00Z");

    run("growing", "at", "1h", "moments(v)", "grown", with(cut, "2026-03-04T18:00:00Z"));
    insert("growing", "2026-03-04", "2026-03-04T19:00:00Z");
    insert("growing", "2026-03-05", "2026-03-05T01:00:00Z");
    CommandLineRun next =
        run("growing", "at", "1h", "moments(v)", "grown", with(cut, "2026-03-06T00:00:00Z"));
    // As an application may do that takes the day of another clock.
    insert("growing", "2026-03-05", "2026-03-06T01:00:00Z");
    CommandLineRun wrong =
        node.run(
            directory,
            "rollup",
            line("growing", "at", "1h", "moments(v)", "grown", with(cut, "2026-03-07T00:00:00Z")));

    assertThat(next.out()).startsWith("2 buckets of 2 rows");
    assertThat(wrong.exitCode()).isEqualTo(1);
    assertThat(wrong.error())
        .contains(
            "The partition of day 2026-03-05T00:00:00Z holds rows of 2026-03-06T01:00:00Z: expected those of 1d from then on")
        .hasLineCount(1);
    assertThat(node.rows("SELECT bucket FROM shop.grown")).hasSize(4);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "daily | --partitions sensor=1d | The column sensor is of the type text: expected timestamp",
        "daily | --partitions at=1d | The column at cuts no series of shop.daily: expected one of its partition key (sensor, day)",
        "daily | --partitions other=1d | There is no column other in shop.daily",
        "daily | --partitions day=12h | The column day is a date, which buckets of 12h cut",
        "daily | --into-partitions 1y | it is not known how shop.daily cuts its series; say so, such as --partitions day=1d",
        "monthly | --partitions key=1d | The column \"key\" is of the type text",
      })
  void should_refuse_in_one_line(String from, String options, String expected) {
    CommandLineRun run =
        node.run(
            directory,
            "rollup",
            line(
                from,
                from.equals("daily") ? "at" : "ts",
                "1h",
                "moments(v)",
                "refused",
                options.split(" ", -1)));

    assertThat(run.exitCode()).as("%s", run).isEqualTo(1);
    assertThat(run.error()).startsWith("Error: ").contains(expected).hasLineCount(1);
  }

  private static void insert(String table, String day, String at) {
    node.execute(
        "INSERT INTO shop.%s (sensor, day, at, v) VALUES ('roof', '%s', '%s', 1)"
            .formatted(table, day, at));
  }

  private static String[] with(String[] options, String last) {
    List<String> all = new ArrayList<>(List.of(options));
    all.add(last);
    return all.toArray(String[]::new);
  }

  private static Instant day(Instant at, ZoneId zone) {
    return at.atZone(zone).toLocalDate().atStartOfDay(zone).toInstant();
  }

  private static Instant month(Instant at, ZoneId zone) {
    return YearMonth.from(at.atZone(zone)).atDay(1).atStartOfDay(zone).toInstant();
  }

  /** Count and sum of each series and bucket. */
  private static Map<String, List<Long>> expected(Function<Instant, Instant> bucket) {
    Map<String, List<Long>> expected = new TreeMap<>();
    for (String sensor : SENSORS) {
      for (int hour = 0; hour < DAYS * HOURS; hour++) {
        Instant at = FIRST.atStartOfDay(ZoneOffset.UTC).plusHours(hour).toInstant();
        expected.merge(
            sensor + " " + bucket.apply(at),
            List.of(1L, (long) value(sensor, at)),
            (one, other) -> List.of(one.get(0) + other.get(0), one.get(1) + other.get(1)));
      }
    }
    return expected;
  }

  private static Map<String, List<Long>> found(String table, String series) {
    Map<String, List<Long>> found = new TreeMap<>();
    for (Row row :
        node.rows(
            "SELECT %s, bucket, rows, stats.moments_sum(moments_v) FROM shop.%s"
                .formatted(series, table))) {
      List<Long> before =
          found.put(
              row.getString(0) + " " + row.getInstant(1),
              List.of(row.getLong(2), Math.round(row.getDouble(3))));
      assertThat(before).isNull();
    }
    return found;
  }

  private static List<String> partitions(String table, String key) {
    return node.rows("SELECT DISTINCT %s FROM shop.%s".formatted(key, table)).stream()
        .map(row -> "['%s', %s]".formatted(row.getString(0), row.getLocalDate(1)))
        .toList();
  }

  private void merge(String from, String bucket, String into, String... more) {
    run(from, "bucket", bucket, "moments_merge(moments_v) AS moments_v", into, more);
  }

  private CommandLineRun run(
      String from, String time, String bucket, String state, String into, String... more) {
    CommandLineRun run = node.run(directory, "rollup", line(from, time, bucket, state, into, more));
    assertThat(run.exitCode()).as("%s", run).isZero();
    return run;
  }

  private static String[] line(
      String from, String time, String bucket, String state, String into, String... more) {
    List<String> line = new ArrayList<>(List.of("--from", "shop." + from, "--time", time));
    line.addAll(List.of("--bucket", bucket, "--state", state, "--into", "shop." + into));
    line.addAll(List.of(more));
    return line.toArray(String[]::new);
  }
}
