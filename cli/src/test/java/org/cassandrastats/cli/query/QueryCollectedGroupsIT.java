/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.Row;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.LongStream;
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
import org.junit.jupiter.params.provider.EnumSource;

/** Groups to which many partitions add, beside those that Cassandra gives of each partition. */
@ExtendWith(NativeNodeExtension.class)
final class QueryCollectedGroupsIT {
  private static final String GROUPS =
      "SELECT %s, count(*) AS c, min(n) AS least, max(n) AS most FROM shop.%s %s GROUP BY %s";

  private static CqlSession session;

  @BeforeAll
  static void load(NativeNode node) {
    session = node.session();
    List<Object[]> channels = new ArrayList<>();
    for (Object[] row : MeasuredDays.load(node)) {
      int n = (Integer) row[3];
      channels.add(new Object[] {row[0], n % 3, row[2], n});
    }
    session.execute(
        "CREATE TABLE shop.metrics (device text, metric int, at timestamp, n int, PRIMARY KEY (device, metric, at))");
    node.load("INSERT INTO shop.metrics (device, metric, at, n) VALUES (?, ?, ?, ?)", channels);
    session.execute(
        "CREATE TABLE shop.noted (s text, day date, at timestamp, n int, note text static, PRIMARY KEY ((s, day), at))");
    node.load(
        "INSERT INTO shop.noted (s, day, at, n) VALUES (?, '2026-01-01', ?, 5)",
        LongStream.range(0, 20).mapToObj(i -> new Object[] {"s" + i, Instant.EPOCH}).toList());
    node.load(
        "INSERT INTO shop.noted (s, day, note) VALUES (?, '2026-01-02', 'x')",
        LongStream.range(0, 20).mapToObj(i -> new Object[] {"s" + i}).toList());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "days_asc | s, day | stats.time_bucket('1h', at) | ''",
        "days_desc | s, day | stats.time_bucket('1h', at) | ''",
        "days_asc | s, day | stats.time_bucket('1w', at, 'Europe/Berlin') | ''",
        "days_asc | s, day | s | ''",
        "days_asc | s, day | day | ''",
        "days_asc | s, day | s; stats.time_bucket('1d', at) | ''",
        "days_asc | s, day | stats.time_bucket('2h', at) | WHERE s IN ('b', 'a') AND day IN ('2026-10-26', '2026-10-24')",
        "days_desc | s, day | s; stats.time_bucket('2h', at) | WHERE s IN ('b', 'a') AND day IN ('2026-10-26', '2026-10-24')",
        "metrics | device | metric | ''",
        "metrics | device | metric; stats.time_bucket('1d', at) | ''",
        "metrics | device, metric | device; stats.time_bucket('1d', at) | ''",
        "metrics | device, metric | stats.time_bucket('1h', at) | WHERE device = 'a'",
        "metrics | device | metric | WHERE device IN ('a', 'b')",
        "metrics | device, metric | floor(at, 1h) | WHERE device IN ('a', 'b')",
      })
  void should_merge_groups_of_all_partitions(
      String table, String partitions, String groups, String where) {
    List<String> keys = List.of(groups.split("; ", -1));
    String selected = String.join(", ", keys);
    TreeMap<String, List<Long>> expected = new TreeMap<>();
    for (Row row :
        session.execute(GROUPS.formatted(selected, table, where, fullKey(partitions, keys)))) {
      List<Long> values =
          List.of(row.getLong("c"), (long) row.getInt("least"), (long) row.getInt("most"));
      expected.merge(
          key(row, keys.size()),
          values,
          (one, other) ->
              List.of(
                  one.get(0) + other.get(0),
                  Math.min(one.get(1), other.get(1)),
                  Math.max(one.get(2), other.get(2))));
    }
    String statement = GROUPS.formatted(selected, table, where, selected);

    for (Lane lane : List.of(Lane.SERVER, Lane.CLIENT)) {
      List<StatsRow> rows = run(statement, StatsOptions.standard().withLane(lane));
      TreeMap<String, List<Long>> found = new TreeMap<>();
      for (StatsRow row : rows) {
        List<Long> values = new ArrayList<>();
        List.of("c", "least", "most").forEach(c -> values.add(((Number) row.get(c)).longValue()));
        found.put(key(row, keys.size()), values);
      }
      assertThat(found).as("%s %s", lane, statement).isEqualTo(expected).hasSize(rows.size());
      assertThat(rows.size()).isGreaterThan(1);
      assertOrdered(rows, keys.size(), table.endsWith("desc") && groups.contains("("));
    }
  }

  /** What Cassandra groups by: the whole key of partitions, and the clustering columns between. */
  private static String fullKey(String partitions, List<String> groups) {
    List<String> key = new ArrayList<>(List.of(partitions.split(", ", -1)));
    for (String group : groups) {
      if (!key.contains(group)) {
        key.add(group);
      }
    }
    return String.join(", ", key);
  }

  private static String key(Row row, int keys) {
    StringBuilder key = new StringBuilder();
    for (int i = 0; i < keys; i++) {
      key.append(row.getObject(i)).append('|');
    }
    return key.toString();
  }

  private static String key(StatsRow row, int keys) {
    StringBuilder key = new StringBuilder();
    row.values().subList(0, keys).forEach(value -> key.append(value).append('|'));
    return key.toString();
  }

  @SuppressWarnings("unchecked") // Keys are of types that have an order.
  private static void assertOrdered(List<StatsRow> rows, int keys, boolean descending) {
    Comparator<StatsRow> order = Comparator.comparing(StatsRow::toString);
    for (int i = keys - 1; i >= 0; i--) {
      int key = i;
      Comparator<StatsRow> ofKey = Comparator.comparing(row -> (Comparable<Object>) row.get(key));
      order = (descending && i == keys - 1 ? ofKey.reversed() : ofKey).thenComparing(order);
    }
    assertThat(rows).isSortedAccordingTo(order);
  }

  @ParameterizedTest
  @EnumSource(
      value = Lane.class,
      names = {"SERVER", "CLIENT"})
  void should_leave_out_partitions_of_static_columns(Lane lane) {
    List<StatsRow> rows =
        run(
            "SELECT stats.time_bucket('1d', at) AS t, count(*) AS c FROM shop.noted GROUP BY stats.time_bucket('1d', at)",
            StatsOptions.standard().withLane(lane));

    assertThat(rows).hasSize(1);
    assertThat(rows.get(0).values()).containsExactly(Instant.EPOCH, 20L);
  }

  @Test
  void should_give_the_rows_with_the_largest_values() {
    String all =
        "SELECT s, stats.time_bucket('1h', at) AS t, count(*) AS c, stats.tdigest_quantile(stats.tdigest(v), 0.9) AS high FROM shop.days_asc GROUP BY s, stats.time_bucket('1h', at)";
    List<StatsRow> rows = run(all, StatsOptions.standard());
    Comparator<StatsRow> byHigh = Comparator.comparing(row -> (Double) row.get("high"));
    Comparator<StatsRow> byCount = Comparator.comparing(row -> (Long) row.get("c"));

    assertThat(run(all + " ORDER BY high DESC LIMIT 10", StatsOptions.standard()))
        .extracting(StatsRow::values)
        .containsExactlyElementsOf(
            rows.stream().sorted(byHigh.reversed()).limit(10).map(StatsRow::values).toList());
    assertThat(run(all + " ORDER BY c, high DESC", StatsOptions.standard()))
        .extracting(StatsRow::values)
        .containsExactlyElementsOf(
            rows.stream()
                .sorted(byCount.thenComparing(byHigh.reversed()))
                .map(StatsRow::values)
                .toList());
  }

  @Test
  void should_order_nulls_last_and_refuse_what_has_no_order() {
    session.execute("CREATE TABLE shop.halves (k int, c int, v double, PRIMARY KEY (k, c))");
    for (int k = 0; k < 4; k++) {
      session.execute(
          "INSERT INTO shop.halves (k, c, v) VALUES (%d, 1, %s)"
              .formatted(k, k % 2 == 0 ? "null" : k + ".5"));
    }
    String of = "SELECT k, max(v) AS most FROM shop.halves GROUP BY k ORDER BY most";

    assertThat(run(of, StatsOptions.standard()))
        .extracting(row -> row.get("most"))
        .containsExactly(1.5, 3.5, null, null);
    assertThat(run(of + " DESC LIMIT 3", StatsOptions.standard()))
        .extracting(row -> row.get("most"))
        .containsExactly(3.5, 1.5, null);
    assertThatThrownBy(
            () ->
                run(
                    "SELECT k, stats.summary(v) AS s FROM shop.halves GROUP BY k ORDER BY s",
                    StatsOptions.standard()))
        .isInstanceOf(StatsException.class)
        .hasMessageContaining("ORDER BY s: expected a column of numbers, texts or times, found");
  }

  @Test
  void should_refuse_more_groups_than_fit() {
    StatsOptions little = StatsOptions.standard().withGroupMemory(10_000);
    String groups =
        "SELECT stats.time_bucket('1m', at), count(*) AS c FROM shop.days_asc GROUP BY stats.time_bucket('1m', at)";

    assertThatThrownBy(() -> run(groups, little))
        .isInstanceOf(StatsException.class)
        .hasMessageContaining("The groups take more than 0 MB")
        .hasMessageContaining("--group-memory");
    assertThat(run(groups, StatsOptions.standard()).size()).isGreaterThan(1000);
    assertThatThrownBy(
            () ->
                run(
                    "SELECT stats.time_bucket('1m', at), count(*) AS c FROM shop.days_asc GROUP BY s, day, stats.time_bucket('1m', at) ORDER BY c",
                    little))
        .isInstanceOf(StatsException.class)
        .hasMessageContaining("expected a LIMIT");
  }

  private static List<StatsRow> run(String statement, StatsOptions options) {
    return StatsClient.of(session)
        .run(StatsQuery.of(statement), options.withTargetTime(Duration.ofMillis(5)), progress -> {})
        .rows();
  }
}
