/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.lanes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.datastax.oss.driver.api.core.servererrors.FunctionFailureException;
import com.datastax.oss.driver.api.core.servererrors.InvalidQueryException;
import com.datastax.oss.driver.api.core.uuid.Uuids;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Stream;
import org.cassandrastats.live.InstalledPack;
import org.cassandrastats.live.Lane;
import org.cassandrastats.live.LiveNodeExtension;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * {@code GROUP BY} takes {@code time_bucket} of a clustering column in the native lane, because
 * Cassandra can be told there that it is monotonic. User-defined functions never are, to Cassandra.
 */
@ExtendWith(LiveNodeExtension.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class GroupByTimeIT {
  private static final long SEED = 20261123;
  private static final int ROWS = 1200;
  private static final ZoneId BERLIN = ZoneId.of("Europe/Berlin");
  private static final int FEW = 7;

  /** The day before the one of 25 hours. */
  private static final Instant FIRST = Instant.parse("2026-10-24T05:00:00Z");

  private final InstalledPack pack;
  private final List<Instant> times = new ArrayList<>();

  GroupByTimeIT(InstalledPack pack) {
    this.pack = pack;
  }

  @BeforeAll
  void fill() {
    String columns = " (sensor int, at %1$s, value double, PRIMARY KEY (sensor, at))";
    for (String type : List.of("timestamp", "bigint", "timeuuid", "date")) {
      pack.db().run("CREATE TABLE %s.by_" + type + columns.formatted(type));
    }
    pack.db()
        .run(
            "CREATE TABLE %s.newest"
                + columns.formatted("timestamp")
                + " WITH CLUSTERING ORDER BY (at DESC)",
            "CREATE TABLE %s.channels (sensor int, channel int, at timestamp, value double,"
                + " PRIMARY KEY (sensor, channel, at))");
    Random random = new Random(SEED);
    long range = Duration.ofDays(3).toMillis();
    for (int row = 0; row < ROWS; row++) {
      Instant at = FIRST.plusMillis(random.nextLong(range));
      times.add(at);
      insert("by_timestamp", at);
      insert("newest", at);
      insert("by_bigint", at.toEpochMilli() * 1000);
      insert("by_timeuuid", Uuids.startOf(at.toEpochMilli()));
      pack.db()
          .rows(
              "INSERT INTO %s.channels (sensor, channel, at, value) VALUES (1, ?, ?, 1)",
              row % 3, at);
    }
    for (int day = -400; day < 400; day++) {
      insert("by_date", LocalDate.EPOCH.plusDays(day));
    }
    Collections.sort(times);
  }

  private void insert(String table, Object at) {
    pack.db().rows("INSERT INTO %s." + table + " (sensor, at, value) VALUES (1, ?, 1)", at);
  }

  /** With {@code @} for the keyspace of the native functions. */
  private String cql(String query) {
    return pack.db().in(query.replace("@", Lane.current().nativeKeyspace() + "."));
  }

  private List<Row> rows(String query, int pageSize) {
    return pack.db()
        .session()
        .execute(SimpleStatement.newInstance(cql(query)).setPageSize(pageSize))
        .all();
  }

  private List<Row> groups(String call, String table, String end, int pageSize) {
    return rows(
        "SELECT "
            + call
            + " AS start, count(*) AS rows, @mean(value) AS mean FROM %s."
            + table
            + " WHERE sensor = 1 GROUP BY sensor, "
            + call
            + end,
        pageSize);
  }

  private Map<Instant, Long> expected(Function<Instant, Instant> start) {
    Map<Instant, Long> groups = new TreeMap<>();
    times.forEach(at -> groups.merge(start.apply(at), 1L, Long::sum));
    return groups;
  }

  private static Instant day(Instant at) {
    return at.atZone(BERLIN).truncatedTo(ChronoUnit.DAYS).toInstant();
  }

  private static Map<Instant, Long> found(List<Row> rows, Function<Row, Instant> start) {
    Map<Instant, Long> groups = new TreeMap<>();
    for (Row row : rows) {
      assertThat(row.getDouble("mean")).isEqualTo(1);
      assertThat(groups.put(start.apply(row), row.getLong("rows"))).isNull();
    }
    return groups;
  }

  static Stream<Arguments> tables() {
    return Stream.of("by_timestamp", "newest")
        .flatMap(table -> Stream.of(FEW, 5000).map(pageSize -> Arguments.of(table, pageSize)));
  }

  @ParameterizedTest
  @MethodSource("tables")
  void should_group_by_hours_and_by_days_of_a_zone(String table, int pageSize) {
    List<Row> hours = groups("@time_bucket('1h', at)", table, "", pageSize);
    assertThat(found(hours, row -> row.getInstant("start")))
        .isEqualTo(expected(at -> at.truncatedTo(ChronoUnit.HOURS)));

    List<Row> days = groups("@time_bucket('1d', at, 'Europe/Berlin')", table, "", pageSize);
    assertThat(found(days, row -> row.getInstant("start"))).isEqualTo(expected(GroupByTimeIT::day));
    assertThat(days).hasSize(4);

    Instant origin = Instant.parse("2026-01-01T00:20:00Z");
    List<Row> shifted =
        groups(
            "@time_bucket('90m', at, (timestamp) '2026-01-01 00:20:00+0000')", table, "", pageSize);
    assertThat(found(shifted, row -> row.getInstant("start")))
        .isEqualTo(
            expected(
                at -> origin.plusSeconds(Duration.between(origin, at).toMinutes() / 90 * 5400)));
  }

  @Test
  void should_group_numbers_in_their_unit() {
    for (int pageSize : new int[] {FEW, 5000}) {
      List<Row> days =
          groups("@time_bucket('1d', at, 'us', 'Europe/Berlin')", "by_bigint", "", pageSize);
      assertThat(found(days, row -> Instant.EPOCH.plus(row.getLong("start"), ChronoUnit.MICROS)))
          .isEqualTo(expected(GroupByTimeIT::day));
    }
  }

  @Test
  void should_group_dates_by_months() {
    List<Row> months = groups("@time_bucket('1mo', at)", "by_date", "", FEW);
    LocalDate first = LocalDate.EPOCH.minusDays(400);
    LocalDate month = first.withDayOfMonth(1);
    for (Row row : months) {
      assertThat(row.getLocalDate("start")).isEqualTo(month);
      LocalDate next = month.plusMonths(1);
      LocalDate from = month.isBefore(first) ? first : month;
      LocalDate end = LocalDate.EPOCH.plusDays(400);
      LocalDate to = next.isAfter(end) ? end : next;
      assertThat(row.getLong("rows")).isEqualTo(ChronoUnit.DAYS.between(from, to));
      month = next;
    }
    assertThat(month).isEqualTo(LocalDate.parse("1971-03-01"));
  }

  @ParameterizedTest
  @CsvSource({"by_timestamp, DESC", "newest, ASC", "newest, DESC"})
  void should_group_in_either_order(String table, String order) {
    List<Instant> starts =
        groups("@time_bucket('1h', at)", table, " ORDER BY at " + order, FEW).stream()
            .map(row -> row.getInstant("start"))
            .toList();
    List<Instant> expected =
        new ArrayList<>(expected(at -> at.truncatedTo(ChronoUnit.HOURS)).keySet());
    if (order.equals("DESC")) {
      Collections.reverse(expected);
    }
    assertThat(starts).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource({"LIMIT 5, 5", "PER PARTITION LIMIT 3, 3"})
  void should_limit_groups(String limit, int groups) {
    List<Row> rows = groups("@time_bucket('6h', at)", "by_timestamp", " " + limit, 2);
    List<Long> expected =
        new ArrayList<>(
            expected(
                    at ->
                        at.truncatedTo(ChronoUnit.HOURS)
                            .minus(at.atZone(ZoneId.of("UTC")).getHour() % 6, ChronoUnit.HOURS))
                .values());
    assertThat(rows.stream().map(row -> row.getLong("rows")))
        .isEqualTo(expected.subList(0, groups));
  }

  @Test
  void should_group_behind_other_clustering_columns_and_over_partitions() {
    List<Row> rows =
        rows(
            "SELECT channel, @time_bucket('1d', at, 'Europe/Berlin') AS start, count(*) AS rows"
                + " FROM %s.channels GROUP BY sensor, channel,"
                + " @time_bucket('1d', at, 'Europe/Berlin')",
            FEW);
    assertThat(rows).hasSize(12);
    assertThat(rows.stream().mapToLong(row -> row.getLong("rows")).sum()).isEqualTo(ROWS);
  }

  @Test
  void should_group_by_a_width_that_is_bound() {
    PreparedStatement prepared =
        pack.db()
            .session()
            .prepare(
                cql(
                    "SELECT count(*) AS rows FROM %s.by_timestamp WHERE sensor = 1 GROUP BY sensor,"
                        + " @time_bucket((ascii) ?, at, (ascii) ?)"));
    BoundStatement bound = prepared.bind("1d", "Europe/Berlin");
    assertThat(pack.db().session().execute(bound).all().stream().map(row -> row.getLong("rows")))
        .isEqualTo(new ArrayList<>(expected(GroupByTimeIT::day).values()));
    assertThatThrownBy(() -> pack.db().session().execute(prepared.bind("1d", "Europe/Nowhere")))
        .isInstanceOf(FunctionFailureException.class)
        .hasMessageContaining("expected a time zone such as Europe/Berlin or UTC");
  }

  /** Before a row is read: from replicas no message would come back. */
  @Test
  void should_refuse_constants_with_the_message_of_the_function() {
    for (String arguments :
        List.of("'0h', at", "'1h', at, 'Nowhere'", "'1mo', at, (timestamp) '2026-01-01'")) {
      assertThatThrownBy(() -> groups("@time_bucket(" + arguments + ")", "by_timestamp", "", 5000))
          .as(arguments)
          .isInstanceOf(FunctionFailureException.class)
          .hasMessageContaining("time_bucket: expected ");
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "sensor, @time_bucket('1h', at), at | Functions are only supported on the last element",
        "sensor, @time_bucket('1h', (timestamp) 0) | must have one clustering column",
        "sensor, @time_bucket('1h', at, at) | Only monotonic functions are supported",
        "sensor, @moments_count(0x) | must have one clustering column",
        "@time_bucket('1h', at) | following their declared order in the PRIMARY KEY"
      })
  void should_refuse_what_cassandra_does_not_group_by(String groups, String message) {
    assertThatThrownBy(() -> rows("SELECT count(*) FROM %s.by_timestamp GROUP BY " + groups, 5000))
        .isInstanceOf(InvalidQueryException.class)
        .hasMessageContaining(message);
  }

  /** So that rows have to be grouped by the client there, or by the built-in floor. */
  @Test
  @Tag(Lane.UDF_TAG)
  void should_be_refused_by_cassandra_in_the_lanes_of_user_defined_functions() {
    assertThatThrownBy(
            () ->
                pack.db()
                    .rows(
                        "SELECT count(*) FROM %s.by_timestamp WHERE sensor = 1 GROUP BY sensor,"
                            + " stats.time_bucket('1h', at)"))
        .isInstanceOf(InvalidQueryException.class)
        .hasMessageContaining("Only monotonic functions are supported in the GROUP BY clause");
  }

  /** A function of the pack within one of Cassandra's, or the other way round. */
  @Test
  void should_group_by_nested_functions() {
    for (String call :
        List.of(
            "@time_bucket('1d', to_timestamp(at), 'Europe/Berlin')",
            "to_timestamp(to_date(@time_bucket('1d', to_timestamp(at))))")) {
      Function<Instant, Instant> start =
          call.startsWith("@") ? GroupByTimeIT::day : at -> at.truncatedTo(ChronoUnit.DAYS);
      assertThat(found(groups(call, "by_timeuuid", "", FEW), row -> row.getInstant("start")))
          .as(call)
          .isEqualTo(expected(start));
    }
  }
}
