/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.datastax.oss.driver.api.core.DriverException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.cassandrastats.cli.command.NativeNode;
import org.cassandrastats.cli.command.NativeNodeExtension;
import org.cassandrastats.client.StatsClient;
import org.cassandrastats.client.api.StatsException;
import org.cassandrastats.client.api.StatsOptions;
import org.cassandrastats.client.api.StatsOptions.Lane;
import org.cassandrastats.client.api.StatsQuery;
import org.cassandrastats.client.api.StatsRow;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Groups by time where clocks change, before 1970, and where times end; in both lanes. */
@ExtendWith(NativeNodeExtension.class)
final class QueryTimesIT {
  private static final long MILLIS = 1000;

  /** Around changes of clocks in Berlin and New York, leap days and the beginning of 1970. */
  private static final List<LocalDate> DAYS =
      List.of(
          LocalDate.parse("1904-02-28"),
          LocalDate.parse("1969-12-30"),
          LocalDate.parse("2000-02-28"),
          LocalDate.parse("2026-03-07"),
          LocalDate.parse("2026-03-28"),
          LocalDate.parse("2026-10-24"),
          LocalDate.parse("2026-10-31"),
          LocalDate.parse("2100-02-28"));

  private static final Map<String, Long> PER_SECOND =
      Map.of("s", 1L, "ms", MILLIS, "us", 1_000_000L, "ns", 1_000_000_000L);

  private static final List<Instant> TIMES = new ArrayList<>();

  private static NativeNode node;

  @BeforeAll
  static void load(NativeNode shared) {
    node = shared;
    node.execute("CREATE TABLE shop.times (unit text, at bigint, v int, PRIMARY KEY (unit, at))");
    for (LocalDate day : DAYS) {
      for (int half = 0; half < 3 * 48; half++) {
        TIMES.add(Instant.parse(day + "T00:00:00Z").plus(Duration.ofMinutes(30L * half)));
      }
    }
    List<Object[]> rows = new ArrayList<>();
    PER_SECOND.forEach(
        (unit, perSecond) ->
            TIMES.forEach(
                time -> rows.add(new Object[] {unit, time.getEpochSecond() * perSecond})));
    node.load("INSERT INTO shop.times (unit, at, v) VALUES (?, ?, 1)", rows);
  }

  private static List<StatsRow> rows(Lane lane, String statement) {
    return StatsClient.of(node.session())
        .run(
            StatsQuery.of(statement),
            StatsOptions.standard()
                .withLane(lane)
                .withTargetTime(Duration.ofMillis(5))
                .withRetryTimeout(Duration.ofSeconds(5)),
            progress -> {})
        .rows();
  }

  /** The beginning of a bucket, as the calendar of Java has it. */
  private static long start(Instant time, String width, ZoneId zone) {
    ZonedDateTime local = time.atZone(zone);
    ZonedDateTime start =
        switch (width) {
          // Clocks change by whole hours here.
          case "1h" -> local.truncatedTo(ChronoUnit.HOURS);
          case "1d" -> local.toLocalDate().atStartOfDay(zone);
          case "1mo" -> local.toLocalDate().withDayOfMonth(1).atStartOfDay(zone);
          default -> local.toLocalDate().withDayOfYear(1).atStartOfDay(zone);
        };
    return start.toEpochSecond();
  }

  @ParameterizedTest
  @CsvSource({
    "s, Europe/Berlin",
    "ms, America/New_York",
    "us, Europe/Berlin",
    "ns, America/New_York",
    "ms, UTC"
  })
  void should_group_by_the_days_of_a_zone(String unit, String zone) {
    for (String width : List.of("1h", "1d", "1mo", "1y")) {
      TreeMap<Long, Long> expected = new TreeMap<>();
      TIMES.forEach(
          time ->
              expected.merge(
                  start(time, width, ZoneId.of(zone)) * PER_SECOND.get(unit), 1L, Long::sum));
      String call = "stats.time_bucket('%s', at, '%s', '%s')".formatted(width, unit, zone);

      for (Lane lane : List.of(Lane.SERVER, Lane.CLIENT)) {
        TreeMap<Long, Long> found = new TreeMap<>();
        for (StatsRow row :
            rows(
                lane,
                "SELECT %s AS start, stats.moments_count(stats.moments(v)) AS c FROM shop.times WHERE unit = '%s' GROUP BY unit, %s"
                    .formatted(call, unit, call))) {
          assertThat(found.put((Long) row.get("start"), (Long) row.get("c"))).isNull();
        }
        assertThat(found).as("%s %s", width, lane).isEqualTo(expected);
      }
    }
  }

  /** Cassandra's own floor begins with 1970. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "timestamp | '1969-12-31T23:59:59.999Z' | '1970-01-01T00:00:00Z' | '1970-03-02T00:00Z' | 1969-12-31T23:59:59.999Z",
        "date | '1969-12-31' | '1970-01-01' | '1970-03-02' | 1969-12-31",
      },
      quoteCharacter = '"')
  void should_refuse_floor_before_1970_as_cassandra_does(
      String type, String before, String first, String later, String found) {
    String table = "shop.floor_" + type;
    node.execute(
        "CREATE TABLE %s (k int, at %s, v int, PRIMARY KEY (k, at))".formatted(table, type));
    for (String at : List.of(before, first, later)) {
      node.execute("INSERT INTO %s (k, at, v) VALUES (1, %s, 1)".formatted(table, at));
    }
    for (String width : List.of("1d", "1mo", "2mo", "1y")) {
      String floor = "floor(at, " + width + ")";
      for (String where : List.of("", " WHERE k = 1", " WHERE k = 1 AND at > " + before)) {
        String statement =
            "SELECT %s AS start, count(v) AS c FROM %s%s GROUP BY k, %s"
                .formatted(floor, table, where, floor);
        if (where.contains("at")) {
          new SingleQueries(node.session()).assertSame(statement);
          continue;
        }
        assertThatThrownBy(() -> node.rows(statement)).isInstanceOf(DriverException.class);
        for (Lane lane : List.of(Lane.CLIENT, Lane.SERVER)) {
          assertThatThrownBy(() -> rows(lane, statement))
              .as("%s %s", lane, statement)
              .isInstanceOf(StatsException.class)
              .hasMessage(
                  "floor: expected a time from 1970 on, found %s; time_bucket takes earlier ones, too.",
                  found);
        }
      }
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "time_bucket('1d', at, 'ms')",
        "time_bucket('1d', at, 'ns')",
        "time_bucket('1y', at, 'us', 'Europe/Berlin')",
        "time_bucket('1h', at, 's')"
      })
  void should_refuse_numbers_that_are_no_times(String call) {
    node.execute("CREATE TABLE IF NOT EXISTS shop.ends (k int, at bigint, PRIMARY KEY (k, at))");
    node.execute("INSERT INTO shop.ends (k, at) VALUES (1, 0)");
    node.execute("INSERT INTO shop.ends (k, at) VALUES (1, %d)".formatted(Long.MIN_VALUE));

    for (Lane lane : List.of(Lane.CLIENT, Lane.SERVER)) {
      assertThatThrownBy(
              () ->
                  rows(
                      lane, "SELECT count(*) FROM shop.ends WHERE k = 1 GROUP BY k, stats." + call))
          .as("%s", lane)
          .isInstanceOf(StatsException.class)
          .hasMessageStartingWith("time_bucket: expected ")
          .hasMessageContaining(String.valueOf(Long.MIN_VALUE))
          .hasMessageNotContaining("\n");
    }
  }

  @Test
  void should_take_the_last_numbers_of_every_unit() {
    node.execute("CREATE TABLE shop.last (k int, at bigint, PRIMARY KEY (k, at))");
    node.execute("INSERT INTO shop.last (k, at) VALUES (1, 0)");
    node.execute("INSERT INTO shop.last (k, at) VALUES (1, %d)".formatted(Long.MAX_VALUE));

    for (Lane lane : List.of(Lane.CLIENT, Lane.SERVER)) {
      for (String unit : List.of("ms", "us", "ns")) {
        long day = Duration.ofDays(1).toSeconds() * PER_SECOND.get(unit);
        List<StatsRow> rows =
            rows(
                lane,
                "SELECT stats.time_bucket('1d', at, '%s') AS start, count(*) FROM shop.last WHERE k = 1 GROUP BY k, stats.time_bucket('1d', at, '%s')"
                    .formatted(unit, unit));

        assertThat(rows.stream().map(row -> row.get("start")))
            .containsExactly(0L, Long.MAX_VALUE - Long.MAX_VALUE % day);
      }
    }
  }
}
