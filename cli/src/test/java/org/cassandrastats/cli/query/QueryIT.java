/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.BatchStatement;
import com.datastax.oss.driver.api.core.cql.BatchStatementBuilder;
import com.datastax.oss.driver.api.core.cql.BatchType;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.cassandrastats.cli.command.NativeNode;
import org.cassandrastats.cli.command.NativeNodeExtension;
import org.cassandrastats.client.StatsClient;
import org.cassandrastats.client.api.StatsException;
import org.cassandrastats.client.api.StatsOptions;
import org.cassandrastats.client.api.StatsQuery;
import org.cassandrastats.client.api.StatsResult;
import org.cassandrastats.uda.chunk.ChunkCodec;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Split queries beside the single ones that they stand for, on a node with the server jar. */
@ExtendWith(NativeNodeExtension.class)
final class QueryIT {
  private static final int ROWS = 4000;
  private static final long SEED = 20261121;

  private static NativeNode node;
  private static CqlSession session;
  private static SingleQueries queries;

  @BeforeAll
  static void connect(NativeNode shared) {
    node = shared;
    session = node.session();
    queries = new SingleQueries(session);
  }

  @ParameterizedTest
  @CsvSource({
    "bigint, ASC", "bigint, DESC", "int, ASC", "smallint, DESC", "timestamp, ASC",
        "timestamp, DESC",
    "date, ASC", "time, ASC", "timeuuid, ASC", "timeuuid, DESC", "double, ASC", "double, DESC",
    "text, ASC", "text, DESC"
  })
  void should_answer_as_the_single_query_for_every_order(String type, String order) {
    String table = "shop.by_" + type + "_" + order.toLowerCase(java.util.Locale.ROOT);
    session.execute(
        "CREATE TABLE %s (k text, c %s, v double, n int, PRIMARY KEY (k, c)) WITH CLUSTERING ORDER BY (c %s)"
            .formatted(table, type, order));
    RandomKeys.load(session, table, type, ROWS);

    queries.assertSame(
        "SELECT count(*), count(v), min(v), max(v), sum(n), avg(v), stats.histogram(v, -200, 200, 40),"
            + " stats.moments(v), stats.mean(v), stats.histogram_counts(stats.histogram(v, -200, 200, 40)),"
            + " stats.first(n), stats.last(v), stats.extremes_values_int(stats.min_max_by(n, n)), stats.max_n(v, 5), min(c), max(c) FROM "
            + table
            + " WHERE k = 'a'");
  }

  @Test
  void should_limit_the_clustering_column_and_fix_those_before_it() {
    session.execute(
        "CREATE TABLE shop.two (k int, day int, c bigint, v double, n int, PRIMARY KEY (k, day, c))"
            + " WITH CLUSTERING ORDER BY (day DESC, c ASC)");
    List<Object[]> rows = new ArrayList<>();
    for (int day = 0; day < 5; day++) {
      for (long c = 0; c < 300; c++) {
        rows.add(new Object[] {day, c, c / 7.0, (int) c});
      }
    }
    node.load("INSERT INTO shop.two (k, day, c, v, n) VALUES (1, ?, ?, ?, ?)", rows);

    for (String where :
        List.of(
            "day = 3",
            "day = 3 AND c > 10 AND c <= 250",
            "day = 3 AND c >= 10 AND c < 11",
            "day = 3 AND c > 5000",
            "day = 3 AND c > 20 AND c < 10",
            "day = 3 AND c = 17",
            "day >= 2",
            "day > 0 AND day < 4")) {
      queries.assertSame(
          "SELECT count(*), sum(n), stats.moments(v), stats.first(v, c), stats.last(v, c),"
              + " stats.first(v, n), stats.last(v, day), stats.first(n), stats.last(n) FROM shop.two"
              + " WHERE k = 1 AND "
              + where);
    }
  }

  @Test
  void should_answer_for_whole_tables_and_for_each_partition() {
    session.execute(
        "CREATE TABLE shop.many (a int, b text, c int, v double, n int, PRIMARY KEY ((a, b), c))");
    PreparedStatement insert =
        session.prepare("INSERT INTO shop.many (a, b, c, v, n) VALUES (?, ?, ?, ?, ?)");
    Random random = new Random(SEED);
    for (int a = 0; a < 150; a++) {
      BatchStatementBuilder batch = BatchStatement.builder(BatchType.UNLOGGED);
      for (int c = 0; c < 1 + random.nextInt(40); c++) {
        batch.addStatement(insert.bind(a, "b" + a % 7, c, random.nextGaussian(), c));
      }
      session.execute(batch.build());
    }

    queries.assertSame(
        "SELECT count(*), sum(n), min(v), max(v), stats.histogram(v, -2, 2, 10), stats.mean(v),"
            + " stats.first(v), stats.last(v)"
            + " FROM shop.many");
    queries.assertSame(
        "SELECT a, b, count(*), stats.moments(v), stats.median(v) AS median FROM shop.many GROUP BY a, b");
  }

  /** Cassandra 5.0 refuses its own paging state here: the second page of such groups fails. */
  @Test
  void should_group_more_rows_than_a_page_has_where_partitions_have_one() {
    session.execute("CREATE TABLE shop.single (k int PRIMARY KEY, n int)");
    Map<Object, Object> expected = new HashMap<>();
    for (int k = 0; k < 500; k++) {
      expected.put(k, 3 * k);
    }
    node.load(
        "INSERT INTO shop.single (k, n) VALUES (?, ?)",
        expected.entrySet().stream()
            .map(row -> new Object[] {row.getKey(), row.getValue()})
            .toList());

    Map<Object, Object> sums = new HashMap<>();
    StatsResult result =
        StatsClient.of(session)
            .run(
                StatsQuery.of("SELECT k, sum(n) FROM shop.single GROUP BY k"),
                StatsOptions.standard().withPageSize(100),
                progress -> {});
    result.rows().forEach(row -> sums.put(row.get(0), row.get(1)));
    assertThat(sums).isEqualTo(expected);
  }

  @Test
  void should_give_no_rows_what_a_single_query_gives() {
    session.execute("CREATE TABLE shop.empty (k int, c int, v double, n int, PRIMARY KEY (k, c))");

    String selectors = "SELECT count(*), min(v), sum(n), avg(v), stats.mean(v), stats.moments(v)";
    queries.assertSame(selectors + " FROM shop.empty");
    queries.assertSame(selectors + " FROM shop.empty WHERE k = 1");
    queries.assertSame("SELECT k, count(*) FROM shop.empty WHERE k = 1 GROUP BY k");
    queries.assertSame("SELECT k, count(*) FROM shop.empty GROUP BY k");
  }

  /** The keys of first and last are a timestamp and an int; a chunk of each row is merged. */
  @Test
  void should_average_the_largest_doubles_as_cassandra_does() {
    session.execute(
        "CREATE TABLE shop.large (k int, c timestamp, v double, n int, p blob, PRIMARY KEY (k, c))");
    PreparedStatement insert =
        session.prepare("INSERT INTO shop.large (k, c, v, n, p) VALUES (?, ?, ?, ?, ?)");
    for (int k = 0; k < 3; k++) {
      for (int row = 0; row < 24; row++) {
        double value =
            k == 2 ? (row == 20 ? Double.NaN : row) : k == 1 && row % 2 == 0 ? -1.7e308 : 1.7e308;
        ByteBuffer point = ChunkCodec.encode(new long[] {row * 7 % 24}, new double[] {row});
        session.execute(insert.bind(k, Instant.ofEpochMilli(row * 1000L), value, row, point));
      }
      queries.assertSame(
          "SELECT avg(v), avg(CAST(n AS double)), stats.mean(v), stats.first(n, c), stats.last(v, n),"
              + " stats.chunk_values(stats.chunk_merge(p)), stats.chunk_text(stats.chunk(n, v)),"
              + " stats.chunk_last_time(stats.chunk(c, v)) FROM shop.large WHERE k = "
              + k);
    }
    assertThat(
            (Double) queries.run("SELECT avg(v) AS v FROM shop.large WHERE k = 0").row().get("v"))
        .isCloseTo(1.7e308, within(1e294));
  }

  @Test
  void should_stay_within_the_error_of_a_digest() {
    session.execute("CREATE TABLE shop.digest (k int, c int, v double, PRIMARY KEY (k, c))");
    node.load(
        "INSERT INTO shop.digest (k, c, v) VALUES (1, ?, ?)",
        IntStream.range(0, ROWS)
            .mapToObj(i -> new Object[] {i, (double) (i * 7919L % ROWS)})
            .toList());

    StatsResult result =
        queries.run(
            "SELECT stats.tdigest_quantiles(stats.tdigest(v), [0, 0.5, 0.99, 1]) AS q, stats.median(v) AS m"
                + " FROM shop.digest WHERE k = 1");

    @SuppressWarnings("unchecked")
    List<Double> quantiles = (List<Double>) result.row().get("q");
    assertThat(quantiles.get(0)).isZero();
    assertThat(quantiles.get(1)).isEqualTo(ROWS / 2.0, within(0.01 * ROWS));
    assertThat(quantiles.get(2)).isEqualTo(0.99 * ROWS, within(0.002 * ROWS));
    assertThat(quantiles.get(3)).isEqualTo(ROWS - 1.0);
    assertThat((Double) result.row().get("m")).isEqualTo(ROWS / 2.0, within(0.01 * ROWS));
    assertThat(result.statistics().requests()).isGreaterThan(1);
  }

  @Test
  void should_read_constants_as_the_server_does() {
    session.execute("CREATE TABLE shop.times (k int, at timestamp, n int, PRIMARY KEY (k, at))");
    PreparedStatement insert =
        session.prepare("INSERT INTO shop.times (k, at, n) VALUES (1, ?, ?)");
    Instant start = Instant.parse("2025-12-30T00:00:00Z");
    for (int hour = 0; hour < 96; hour++) {
      session.execute(insert.bind(start.plus(Duration.ofHours(hour)), hour));
    }

    for (String where :
        List.of(
            "at >= '2026-01-01'",
            "at >= '2026-01-01 12:00' AND at < '2026-01-01 14:30:00.000'",
            "at < '2026-01-01T06:00:00+0200'",
            "at = '2026-01-01 05:30'",
            "at > 1767225600000")) {
      queries.assertSame("SELECT count(*), sum(n) FROM shop.times WHERE k = 1 AND " + where);
    }
    assertThatThrownBy(
            () -> queries.run("SELECT count(*) FROM shop.times WHERE k = 1 AND at > 'soon'"))
        .isInstanceOf(StatsException.class)
        .hasMessage("at > 'soon': expected a value of the type timestamp.");
  }

  @Test
  void should_send_every_name_as_a_name() {
    List<String> names =
        List.of(
            "\"true\"",
            "\"false\"",
            "\"null\"",
            "\"nan\"",
            "\"infinity\"",
            "\"token\"",
            "\"select\"",
            "\"True\"",
            "\" \"",
            "\"\"\"\"",
            "\"a b\"",
            "\"1a\"",
            "\"ü\"",
            "\"数\"",
            "\"count\"",
            "\"json\"",
            "\"distinct\"",
            "\"default\"",
            "\"unset\"",
            "\"_\"");
    session.execute(
        "CREATE KEYSPACE \"true\" WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1}");
    session.execute(
        "CREATE TABLE \"true\".\"false\" (\"Infinity\" int, \"NULL\" int, %s int, PRIMARY KEY (\"Infinity\", \"NULL\"))"
            .formatted(String.join(" int, ", names)));
    for (int row = 0; row < names.size(); row++) {
      session.execute(
          "INSERT INTO \"true\".\"false\" (\"Infinity\", \"NULL\", %s) VALUES (1, %d, %d)"
              .formatted(names.get(row), row, row + 5));
    }

    for (String name : names) {
      for (String where : List.of("", " WHERE \"Infinity\" = 1 AND \"NULL\" >= 1")) {
        queries.assertSame(
            "SELECT count(%s), sum(%s), stats.moments_count(stats.moments(%s)) FROM \"true\".\"false\""
                    .formatted(name, name, name)
                + where);
      }
    }
  }

  @ParameterizedTest
  @CsvSource({
    "bigint, ASC",
    "int, DESC",
    "timestamp, ASC",
    "timeuuid, DESC",
    "double, ASC",
    "text, ASC"
  })
  void should_cut_partitions_with_a_key_of_no_bytes(String type, String order) {
    String table = "shop.no_bytes_" + type;
    session.execute(
        "CREATE TABLE %s (k text, c %s, d int, v double, n int, PRIMARY KEY (k, c, d)) WITH CLUSTERING ORDER BY (c %s, d ASC)"
            .formatted(table, type, order));
    PreparedStatement insert =
        session.prepare("INSERT INTO %s (k, c, d, v, n) VALUES (?, ?, ?, 1, ?)".formatted(table));
    for (int row = 0; row < 3; row++) {
      session.execute(
          insert
              .bind()
              .setString(0, "a")
              .setBytesUnsafe(1, ByteBuffer.allocate(0))
              .setInt(2, row)
              .setInt(3, row));
    }
    List<Object> keys = RandomKeys.of(type, 1000, new Random(SEED));
    node.load(
        insert.getQuery(),
        IntStream.range(0, keys.size())
            .mapToObj(row -> new Object[] {"a", keys.get(row), 0, row})
            .toList());

    String selectors = "SELECT count(*), sum(n), min(c), max(c) FROM ";
    StatsResult result = queries.assertSame(selectors + table + " WHERE k = 'a'");

    assertThat(result.statistics().requests()).isGreaterThan(1);
    queries.assertSame(selectors + table);
  }
}
