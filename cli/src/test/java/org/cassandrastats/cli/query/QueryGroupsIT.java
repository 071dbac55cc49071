/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.uuid.Uuids;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.cassandrastats.cli.command.NativeNode;
import org.cassandrastats.cli.command.NativeNodeExtension;
import org.cassandrastats.client.StatsClient;
import org.cassandrastats.client.api.StatsException;
import org.cassandrastats.client.api.StatsOptions;
import org.cassandrastats.client.api.StatsQuery;
import org.cassandrastats.client.api.StatsResult;
import org.cassandrastats.client.api.StatsRow;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Groups inside partitions, and of several partitions, beside the single queries. */
@ExtendWith(NativeNodeExtension.class)
final class QueryGroupsIT {
  /** Rows of an hour, each of which is asked for by itself. */
  private static final int WIDE = 2500;

  private static final Instant WIDE_FROM = Instant.parse("2026-10-24T06:30:00Z");
  private static final String VALUES =
      "count(*) AS rows, min(n) AS least, max(n) AS most, stats.mean(v) AS mean, stats.last(n) AS late";

  private static NativeNode node;
  private static CqlSession session;
  private static SingleQueries queries;

  @BeforeAll
  static void load(NativeNode shared) {
    node = shared;
    session = node.session();
    queries = new SingleQueries(session);
    List<Object[]> rows = MeasuredDays.load(node);
    session.execute(
        "CREATE TABLE shop.channels (k text, channel int, at bigint, n int, v double, PRIMARY KEY (k, channel, at))");
    session.execute(
        "CREATE TABLE shop.uuids (k text, id timeuuid, n int, v double, PRIMARY KEY (k, id))");
    session.execute(
        "CREATE TABLE shop.wide (k text, at timestamp, n int, v double, PRIMARY KEY (k, at))");
    node.load(
        "INSERT INTO shop.wide (k, at, n, v) VALUES ('a', ?, ?, ?)",
        IntStream.range(0, 3 * WIDE)
            .mapToObj(
                n -> new Object[] {WIDE_FROM.plusMillis(n * 3_600_000L / WIDE), n, Math.sin(n)})
            .toList());
    List<Object[]> channels = new ArrayList<>();
    List<Object[]> uuids = new ArrayList<>();
    for (Object[] row : rows) {
      long millis = ((Instant) row[2]).toEpochMilli();
      int n = (Integer) row[3];
      channels.add(new Object[] {"a", n % 3, millis, n, row[4]});
      uuids.add(new Object[] {"a", Uuids.startOf(millis), n, row[4]});
    }
    session.execute(
        "CREATE TABLE shop.packed (s text, day date, value blob, PRIMARY KEY (s, day))");
    for (Row row :
        session.execute(
            "SELECT s, day, stats.chunk(at, v) AS chunk FROM shop.days_asc GROUP BY s, day")) {
      session.execute(
          "INSERT INTO shop.packed (s, day, value) VALUES (?, ?, ?)",
          row.getString("s"),
          row.getLocalDate("day"),
          row.getByteBuffer("chunk"));
    }
    session.execute("CREATE TYPE shop.reading (value double, \"Unit\" text)");
    session.execute(
        "CREATE TABLE shop.parts (k text, at timestamp, r reading, m map<text, double>, PRIMARY KEY (k, at))");
    for (Object[] row : rows.subList(0, 200)) {
      session.execute(
          "INSERT INTO shop.parts (k, at, r, m) VALUES ('a', ?, {value: %s, \"Unit\": 'C'}, {'x': %s, 'y': 1})"
              .formatted(row[4], (Integer) row[3] % 3 == 0 ? "0.5" : row[4]),
          row[2]);
    }
    node.load("INSERT INTO shop.channels (k, channel, at, n, v) VALUES (?, ?, ?, ?, ?)", channels);
    node.load("INSERT INTO shop.uuids (k, id, n, v) VALUES (?, ?, ?, ?)", uuids);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT stats.time_bucket('15m', at) AS t, # FROM shop.days_asc WHERE s = 'a' AND day = '2026-10-24' GROUP BY s, day, stats.time_bucket('15m', at)",
        "SELECT s, day, stats.time_bucket('1h', at) AS t, # FROM shop.days_desc WHERE s = 'a' AND day = '2026-10-24' GROUP BY s, day, stats.time_bucket('1h', at)",
        "SELECT stats.time_bucket('1h', at) AS t, # FROM shop.days_asc WHERE s = 'a' AND day = '2026-10-24' AND at >= '2026-10-24T08:20:00Z' AND at < '2026-10-24T11:10:00Z' GROUP BY stats.time_bucket('1h', at)",
        "SELECT stats.time_bucket('1h', at) AS t, # FROM shop.days_asc WHERE s = 'a' AND day = '2026-10-24' GROUP BY s, day, stats.time_bucket('1h', at) ORDER BY at DESC",
        "SELECT stats.time_bucket('1h', at) AS t, # FROM shop.days_desc WHERE s = 'a' AND day = '2026-10-24' GROUP BY s, day, stats.time_bucket('1h', at) ORDER BY at ASC LIMIT 5",
        "SELECT stats.time_bucket('1d', at, 'Europe/Berlin') AS t, # FROM shop.days_asc GROUP BY s, day, stats.time_bucket('1d', at, 'Europe/Berlin')",
        "SELECT stats.time_bucket('1d', at, 'utc 06:00') AS t, # FROM shop.days_asc GROUP BY s, day, stats.time_bucket('1d', at, 'utc 06:00')",
        "SELECT stats.time_bucket('1w', at, 'Europe/Berlin Sunday 12:00') AS t, # FROM shop.wide WHERE k = 'a' GROUP BY k, stats.time_bucket('1w', at, 'Europe/Berlin Sunday 12:00')",
        "SELECT stats.time_bucket('4500ms', at) AS t, # FROM shop.wide WHERE k = 'a' AND at < '2026-10-24T08:00:00Z' GROUP BY k, stats.time_bucket('4500ms', at)",
        "SELECT s, day, stats.time_bucket('3h', at) AS t, # FROM shop.days_asc GROUP BY s, day, stats.time_bucket('3h', at) PER PARTITION LIMIT 2",
        "SELECT s, day, # FROM shop.days_asc WHERE s IN ('b', 'a') AND day IN ('2026-10-24', '2026-10-23', '2026-10-24', '2026-01-01') GROUP BY s, day",
        "SELECT s, day, stats.time_bucket('2h', at) AS t, # FROM shop.days_desc WHERE s IN ('a', 'b') AND day IN ('2026-10-24', '2026-10-25') GROUP BY s, day, stats.time_bucket('2h', at) PER PARTITION LIMIT 3 LIMIT 11",
        "SELECT # FROM shop.days_asc WHERE s IN ('a', 'b') AND day IN ('2026-10-24', '2026-10-25')",
        "SELECT floor(at, 1h) AS t, # FROM shop.days_asc WHERE s = 'a' AND day = '2026-10-24' GROUP BY s, day, floor(at, 1h)",
        "SELECT floor(at, 1H) AS t, # FROM shop.days_asc WHERE s = 'a' AND day = '2026-10-24' GROUP BY s, day, system.floor(at, PT1H)",
        "SELECT stats.time_bucket('90m', at, (timestamp) '2026-01-01 00:20:00+0000') AS t, # FROM shop.days_asc WHERE s = 'a' AND day = '2026-10-24' GROUP BY s, day, stats.time_bucket('90m', at, (timestamp) '2026-01-01 00:20:00+0000')",
        "SELECT channel, stats.time_bucket('1d', at, 'ms') AS t, # FROM shop.channels WHERE k = 'a' GROUP BY k, channel, stats.time_bucket('1d', at, 'ms')",
        "SELECT stats.time_bucket('1h', at, 'ms') AS t, # FROM shop.channels WHERE k = 'a' AND channel = 1 GROUP BY k, channel, stats.time_bucket('1h', at, 'ms')",
        "SELECT channel, # FROM shop.channels WHERE k = 'a' AND channel >= 1 GROUP BY k, channel",
        "SELECT k, stats.time_bucket('1h', at) AS t, # FROM shop.wide WHERE k = 'a' GROUP BY k, stats.time_bucket('1h', at)",
        "SELECT stats.time_bucket('1h', at) AS t, # FROM shop.wide WHERE k = 'a' AND at > '2026-10-24T06:59:50Z' AND at <= '2026-10-24T08:00:00Z' GROUP BY k, stats.time_bucket('1h', at)",
        "SELECT stats.time_bucket('1h', at) AS t, # FROM shop.wide WHERE k = 'a' GROUP BY k, stats.time_bucket('1h', at) ORDER BY at DESC LIMIT 2",
        "SELECT stats.time_bucket('1d', at, 'Asia/Tokyo') AS t, # FROM shop.wide WHERE k = 'a' GROUP BY k, stats.time_bucket('1d', at, 'Asia/Tokyo') PER PARTITION LIMIT 1",
        "SELECT channel, # FROM shop.channels GROUP BY k, channel",
        "SELECT stats.time_bucket('1h', to_timestamp(id)) AS t, # FROM shop.uuids WHERE k = 'a' GROUP BY k, stats.time_bucket('1h', to_timestamp(id))",
        "SELECT stats.time_bucket('1h', at) AS t, # FROM shop.days_asc WHERE s = 'a' AND day = toDate((timestamp) '2026-10-24 12:00Z') AND at >= (timestamp) '2026-10-24 12:00Z' - 2h30m GROUP BY s, day, stats.time_bucket('1h', at)",
        "SELECT s, day, max(n) - min(n) AS range, count(*) * 2 + 1 AS odd, avg(v) / 2 AS half, max(v) - min(v) AS spread, max(n) % 7 AS rest FROM shop.days_asc GROUP BY s, day",
        "SELECT day, stats.mean(v - v) AS zero, max(n * n) AS square, stats.last(n, to_unix_timestamp(at)) AS late, stats.regr_slope(v, CAST(to_unix_timestamp(at) AS double)) AS slope FROM shop.days_asc WHERE s = 'a' AND day = '2026-10-24' GROUP BY s, day",
        "SELECT s, count(*) AS c, stats.moments_mean(stats.moments_merge(stats.chunk_moments(value))) AS mean FROM shop.packed GROUP BY s",
        "SELECT stats.time_bucket('1h', at) AS t, stats.mean(r.value) AS mean, max(r.\"Unit\") AS unit, count(m['z']) AS none, stats.tdigest_quantile(stats.tdigest(m['x']), 0.9) AS p90, avg(m['y']) AS one FROM shop.parts WHERE k = 'a' GROUP BY k, stats.time_bucket('1h', at)",
        "SELECT stats.last(n, to_timestamp(id)) AS late FROM shop.uuids WHERE k = 'a'",
        "SELECT # FROM shop.uuids WHERE k = 'a' AND id >= minTimeuuid('2026-10-24 10:00Z') AND id < maxTimeuuid('2026-10-26 10:00Z')",
        "SELECT # FROM shop.channels WHERE k = 'a' AND channel = 4 - 3 AND at < toUnixTimestamp((timestamp) '2026-10-26 10:00Z')",
        "SELECT s, day, # FROM shop.days_asc WHERE n >= 100 AND n < 4000 GROUP BY s, day ALLOW FILTERING",
        "SELECT channel, # FROM shop.channels WHERE k = 'a' AND at >= 1793000000000 AND v > 0.0 GROUP BY k, channel ALLOW FILTERING",
      })
  void should_answer_as_the_single_query(String statement) {
    StatsResult result = queries.assertSame(statement.replace("#", VALUES));

    assertThat(result.rows()).isNotEmpty();
    System.err.println(result.rows().size() + " groups, " + result.statistics());
  }

  /** What Cassandra does not answer: the expected rows are made of those of each day. */
  @ParameterizedTest
  @CsvSource({"asc, ''", "desc, ''", "asc, ORDER BY at DESC", "desc, ORDER BY at ASC"})
  void should_merge_groups_over_partitions(String table, String order) {
    String bucket = "stats.time_bucket('1w', at, 'Europe/Berlin')";
    for (String call : List.of(bucket, bucket.replace("1w", "1h"), bucket.replace("1w", "1d"))) {
      TreeMap<Instant, Long> expected = new TreeMap<>();
      for (Row row :
          session.execute(
              "SELECT day, %s AS t, count(*) AS c FROM shop.days_asc GROUP BY s, day, %s"
                  .formatted(call, call))) {
        expected.merge(row.getInstant("t"), row.getLong("c"), Long::sum);
      }
      StatsResult result =
          run(
              StatsQuery.of(
                      "SELECT s, %s AS t, count(*) AS c FROM shop.days_%s WHERE s = 'a' GROUP BY s, %s %s"
                          .formatted(call, table, call, order))
                  .withPartitions("day=2026-10-20..2026-10-30"));
      StatsResult others =
          run(
              StatsQuery.of(
                  "SELECT %s AS t, count(*) AS c FROM shop.days_%s WHERE s = ? AND day IN ? GROUP BY %s %s"
                      .formatted(call, table, call, order),
                  "b",
                  MeasuredDays.FIRST
                      .datesUntil(MeasuredDays.FIRST.plusDays(MeasuredDays.DAYS))
                      .toList()));

      List<Object> times = result.rows().stream().map(row -> row.get("t")).toList();
      List<Object> ascending = times.stream().sorted().toList();
      boolean descending = order.isEmpty() ? table.equals("desc") : order.endsWith("DESC");
      List<Object> inOrder = new ArrayList<>(ascending);
      if (descending) {
        java.util.Collections.reverse(inOrder);
      }
      assertThat(times).doesNotHaveDuplicates().isEqualTo(inOrder);
      TreeMap<Instant, Long> found = new TreeMap<>();
      for (StatsResult one : List.of(result, others)) {
        for (StatsRow row : one.rows()) {
          found.merge((Instant) row.get("t"), (Long) row.get("c"), Long::sum);
        }
      }
      assertThat(found).isEqualTo(expected);
    }
  }

  @Test
  void should_give_a_row_for_each_series_over_its_partitions() {
    StatsResult result =
        run(
            StatsQuery.of(
                    "SELECT s, count(*) AS c FROM shop.days_asc WHERE s IN ('b', 'a', 'c') GROUP BY s")
                .withPartitions("day=2026-10-20..2026-10-30"));

    assertThat(result.rows().stream().map(row -> row.get("s"))).containsExactly("a", "b");
    assertThat(result.rows().stream().mapToLong(row -> (Long) row.get("c")).sum())
        .isEqualTo(queries.single("SELECT count(*) FROM shop.days_asc").get(0).getLong(0));
  }

  /** Version 1 is ordered by time, whose bytes are in another order, before version 4. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "boolean | true, false",
        "uuid | fffffff0-0000-11f0-8000-000000000000, 00000000-0000-11f1-8000-000000000000, 00000001-0000-4000-8000-000000000000, f0000000-0000-4000-8000-000000000000, 00000000-0000-11f1-f000-000000000000",
        "ascii | 'b', 'a', 'aa', 'B'",
        "inet | '10.0.0.1', '9.0.0.1', '200.0.0.1', '::1'",
        "blob | 0xff, 0x00, 0x0001, 0x7f",
        "decimal | 10, 9.5, -1, -1.5E+3, 0.001",
        "varint | 300, -1, 5, -70000, 123456789012345678901",
        "float | 10.5, -1, 9, 1E-3",
      })
  void should_read_partitions_in_the_order_of_their_keys(String type, String values) {
    String table = "shop.of_" + type;
    session.execute(
        "CREATE TABLE %s (k %s, c int, v %s, PRIMARY KEY (k, c))".formatted(table, type, type));
    for (String value : values.split(", ", -1)) {
      session.execute("INSERT INTO %s (k, c, v) VALUES (%s, 1, %s)".formatted(table, value, value));
    }

    queries.assertSame(
        "SELECT k, min(v), max(v), count(*) FROM %s WHERE k IN (%s) GROUP BY k"
            .formatted(table, values));
    queries.assertSame("SELECT min(v), max(v), count(*) FROM " + table);
  }

  @Test
  void should_merge_over_partitions_of_static_columns_only() {
    session.execute(
        "CREATE TABLE shop.statics (s text, day date, at timestamp, place text static, PRIMARY KEY ((s, day), at))");
    for (String day : List.of("2026-03-02", "2026-03-04")) {
      session.execute(
          "INSERT INTO shop.statics (s, day, at) VALUES ('a', '%s', '%sT10:00Z')"
              .formatted(day, day));
    }
    session.execute("INSERT INTO shop.statics (s, day, place) VALUES ('a', '2026-03-03', 'roof')");
    String bucket = "stats.time_bucket('1w', at)";

    List<StatsRow> rows =
        run(StatsQuery.of(
                    "SELECT %s AS t, count(*) AS c FROM shop.statics WHERE s = 'a' GROUP BY s, %s"
                        .formatted(bucket, bucket))
                .withPartitions("day=2026-03-01..2026-03-05"))
            .rows();

    assertThat(rows).hasSize(1);
    assertThat(rows.get(0).values()).containsExactly(Instant.parse("2026-03-02T00:00:00Z"), 2L);
  }

  @Test
  void should_read_constants_together() {
    String prepared = "SELECT count(*) FROM system.prepared_statements";
    String days =
        MeasuredDays.FIRST
            .datesUntil(MeasuredDays.FIRST.plusDays(250))
            .map(day -> "'" + day + "'")
            .collect(Collectors.joining(", "));
    long before = session.execute(prepared).one().getLong(0);

    StatsResult result =
        queries.run(
            "SELECT count(*) AS c FROM shop.days_asc WHERE s IN ('a', 'b') AND day IN (%s)"
                .formatted(days));

    assertThat(result.row().get("c"))
        .isEqualTo(queries.single("SELECT count(*) FROM shop.days_asc").get(0).getLong(0));
    assertThat(session.execute(prepared).one().getLong(0) - before).isLessThan(50);
    assertThatThrownBy(
            () ->
                queries.run(
                    "SELECT count(*) FROM shop.days_asc WHERE s IN ('a', null) AND day IN (%s)"
                        .formatted(days)))
        .hasMessage("s = null: no key is null.");
    assertThatThrownBy(
            () ->
                queries.run(
                    "SELECT count(*) FROM shop.days_asc WHERE s = 'a' AND day IN (%s, 'today')"
                        .formatted(days)))
        .hasMessage("day = 'today': expected a value of the type date.");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "GROUP BY day, s | cannot be split: expected columns of the primary key (s, day, at) in their order",
        "GROUP BY day PER PARTITION LIMIT 3 | PER PARTITION LIMIT counts the groups of a partition",
        "GROUP BY n | cannot be split: expected columns of the primary key (s, day, at) in their order",
        "GROUP BY s, day, stats.time_bucket('1h', at), at | expected the function of time at the end",
        "GROUP BY s, day, stats.time_bucket('1h', n) | expected stats.time_bucket('1h', COLUMN) of a timestamp",
        "GROUP BY s, day, stats.mean(at) | expected stats.time_bucket('1h', COLUMN) of a timestamp",
        "GROUP BY s, day, stats.time_bucket('1h', at, 'Nowhere') | expected a time zone such as Europe/Berlin or UTC, found 'Nowhere'",
        "GROUP BY s, day, stats.time_bucket('0h', at) | expected a width such as 15m, 1h, 1d, 1w, 3mo or 1y, found '0h'",
        "GROUP BY s, day, stats.time_bucket('-1h', at) | expected a width such as 15m, 1h, 1d, 1w, 3mo or 1y, found '-1h'",
        "GROUP BY s, day, stats.time_bucket('1d', at, (timestamp) null) | at most a time zone or an origin such as (timestamp) '2026-01-01'",
        "GROUP BY s, day, stats.time_bucket('1d', at, (date) '2026-01-01') | at most a time zone or an origin such as (timestamp) '2026-01-01'",
        "GROUP BY s, day, stats.time_bucket('1d', at, (text) 'Europe/Berlin') | at most a time zone or an origin such as (timestamp) '2026-01-01'",
        "GROUP BY s, day, floor(at, 0h) | floor: expected a duration above 0, found 0h",
        "GROUP BY s, day, floor(at, 1ns) | floor: expected a duration of whole milliseconds, found 1ns",
        "GROUP BY s, day, floor(at, 1d1500us) | floor: expected a duration of whole milliseconds, found 1d1ms500us",
        "GROUP BY s, day, floor(at, -1h) | floor: expected a duration above 0, found -1h",
        "ORDER BY at DESC | ORDER BY orders the rows of partitions",
        "GROUP BY s ORDER BY v DESC | ORDER BY orders the rows of partitions",
        "PER PARTITION LIMIT 3 | PER PARTITION LIMIT counts the groups of a partition",
        "WHERE s = 'a' AND day = '2026-10-24' AND at > 5 + 2.5 | at > (5 + 2.5): expected a value of the type timestamp. The server says",
        "WHERE s = 'a' AND day = '2026-10-24' AND at > later(1) | at > (later(1)): expected a value of the type timestamp. The server says",
        "LIMIT 0 | LIMIT 0: expected a whole number from 1 to 2147483647",
        "LIMIT 3000000000 | LIMIT 3000000000: expected a whole number from 1 to 2147483647",
      })
  void should_refuse_in_one_line(String tail, String expected) {
    assertThatThrownBy(() -> queries.run("SELECT count(*) FROM shop.days_asc " + tail))
        .isInstanceOf(StatsException.class)
        .hasMessageContaining(expected)
        .hasMessageNotContaining("\n");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "day=2026-01-02..2026-01-01 | s, day | expected a range that goes forwards, found 2026-01-02 after 2026-01-01",
        "day=5..3 | s, day | expected a range that goes forwards",
        "day=1..3 | s, day | expected values of the type date",
        "day=2026-01-01..2026-13-01 | s, day | expected an integer or a date such as 2026-01-31, found 2026-13-01",
        "day=2026-01-01..2026-02-01/0d | s, day | expected a step of days such as 1d, 1w, 1mo or 1y, found 0d",
        "day=+999999999-01-01..+999999999-01-02 | s, day | expected a date from -5877641-06-23 to +5881580-07-11, found +999999999-01-01",
        "at=2026-01-01..2026-02-01 | s, day | expected a column of the partition key (s, day)",
        "week=2026-01-01..2026-02-01 | s, day | There is no column week",
        "day 2026-01-01..2026-02-01 | s, day | expected COLUMN=FROM..TO",
        "day=0001-01-01..9999-01-01 | s, day | expected 1,000,000 partitions at most",
        "day=2026-01-01..2026-02-01 | s, day, stats.time_bucket('1w', at) | its buckets are wider than the partitions day=2026-01-01..2026-02-01. Leave day out of GROUP BY to merge them",
      })
  void should_refuse_partitions_in_one_line(String range, String groups, String expected) {
    assertThatThrownBy(
            () ->
                run(
                    StatsQuery.of(
                            "SELECT count(*) FROM shop.days_asc WHERE s = 'a' GROUP BY " + groups)
                        .withPartitions(range)))
        .isInstanceOf(StatsException.class)
        .hasMessageContaining(expected)
        .hasMessageNotContaining("\n");
  }

  private static StatsResult run(StatsQuery query) {
    return StatsClient.of(session)
        .run(query, StatsOptions.standard().withTargetTime(Duration.ofMillis(5)), progress -> {});
  }
}
