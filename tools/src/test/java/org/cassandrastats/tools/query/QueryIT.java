/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.tools.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.BatchStatement;
import com.datastax.oss.driver.api.core.cql.BatchStatementBuilder;
import com.datastax.oss.driver.api.core.cql.BatchType;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.uuid.Uuids;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.function.IntFunction;
import org.cassandrastats.client.StatsClient;
import org.cassandrastats.client.StatsOptions;
import org.cassandrastats.client.StatsQuery;
import org.cassandrastats.client.StatsResult;
import org.cassandrastats.tools.node.Node;
import org.cassandrastats.tools.node.NodeSettings;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Split queries beside the single ones that they stand for, on a node with the server jar. */
final class QueryIT {
  private static final int ROWS = 4000;
  private static final long SEED = 20261121;
  private static final Duration SHORT = Duration.ofMillis(5);

  private static Node node;
  private static CqlSession session;

  @BeforeAll
  static void startNode() {
    node =
        Node.start(
            NodeSettings.builder()
                .serverJar(true)
                .udfsEnabled(false)
                .yaml("num_tokens", 16)
                .build());
    session = node.sessionBuilder().build();
    session.execute(
        "CREATE KEYSPACE shop WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1}");
  }

  @AfterAll
  static void stopNode() {
    if (session != null) {
      session.close();
    }
    if (node != null) {
      node.close();
    }
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
    Random random = new Random(SEED);
    load(
        table,
        "k, c, v, n",
        keys(type, random),
        index -> List.of(random.nextGaussian() * 100, index));

    assertSame(
        "SELECT count(*), count(v), min(v), max(v), sum(n), avg(v), stats.histogram(v, -200, 200, 40),"
            + " stats.moments(v), stats.mean(v), stats.histogram_counts(stats.histogram(v, -200, 200, 40)),"
            + " stats.minmax(n), stats.max_n(v, 5), min(c), max(c) FROM "
            + table
            + " WHERE k = 'a'");
  }

  private static List<Object> keys(String type, Random random) {
    Set<Object> keys = new TreeSet<>();
    while (keys.size() < ROWS) {
      keys.add(key(type, random, keys.size()));
    }
    return new ArrayList<>(keys);
  }

  /** Keys in lumps: half of them close together, some at the ends of their type. */
  private static Object key(String type, Random random, int size) {
    boolean extreme = size < 2;
    long lump =
        random.nextBoolean() ? random.nextInt(3000) : random.nextLong() >> random.nextInt(60);
    return switch (type) {
      case "bigint" -> extreme ? (size == 0 ? Long.MIN_VALUE : Long.MAX_VALUE) : lump;
      case "int" -> extreme ? (size == 0 ? Integer.MIN_VALUE : Integer.MAX_VALUE) : (int) lump;
      case "smallint" -> (short) lump;
      case "timestamp" -> Instant.ofEpochMilli(extreme ? (size == 0 ? 0 : 1L << 50) : lump >> 12);
      case "date" -> LocalDate.ofEpochDay(lump >> 34);
      case "time" -> java.time.LocalTime.ofNanoOfDay(Math.floorMod(lump, 86_400_000_000_000L));
      case "timeuuid" -> uuid(random);
      case "double" ->
          extreme
              ? (size == 0 ? Double.NEGATIVE_INFINITY : Double.NaN)
              : random.nextBoolean()
                  ? random.nextDouble()
                  : Math.scalb(random.nextGaussian(), random.nextInt(2000) - 1000);
      case "text" -> extreme ? (size == 0 ? "" : "\uD83D\uDE00") : text(random);
      default -> throw new IllegalArgumentException(type);
    };
  }

  private static Object uuid(Random random) {
    UUID start = Uuids.startOf(1_700_000_000_000L + random.nextInt(1000));
    return new UUID(
        start.getMostSignificantBits(), (random.nextLong() & 0x3FFFFFFFFFFFFFFFL) | Long.MIN_VALUE);
  }

  private static String text(Random random) {
    return random.nextBoolean()
        ? "sensor-%07d".formatted(random.nextInt(5_000_000))
        : Long.toString(random.nextLong(), 36);
  }

  @Test
  void should_limit_the_clustering_column_and_fix_those_before_it() {
    session.execute(
        "CREATE TABLE shop.two (k int, day int, c bigint, v double, n int, PRIMARY KEY (k, day, c))"
            + " WITH CLUSTERING ORDER BY (day DESC, c ASC)");
    PreparedStatement insert =
        session.prepare("INSERT INTO shop.two (k, day, c, v, n) VALUES (1, ?, ?, ?, ?)");
    for (int day = 0; day < 5; day++) {
      for (long c = 0; c < 300; c++) {
        session.execute(insert.bind(day, c, c / 7.0, (int) c));
      }
    }

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
      assertSame(
          "SELECT count(*), sum(n), stats.moments(v), stats.first(v, c), stats.last(v, c) FROM shop.two"
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

    assertSame(
        "SELECT count(*), sum(n), min(v), max(v), stats.histogram(v, -2, 2, 10), stats.mean(v)"
            + " FROM shop.many");
    assertSame(
        "SELECT a, b, count(*), stats.moments(v), stats.median(v) AS median FROM shop.many GROUP BY a, b");
  }

  @Test
  void should_give_no_rows_what_a_single_query_gives() {
    session.execute("CREATE TABLE shop.empty (k int, c int, v double, n int, PRIMARY KEY (k, c))");

    String selectors = "SELECT count(*), min(v), sum(n), avg(v), stats.mean(v), stats.moments(v)";
    assertSame(selectors + " FROM shop.empty");
    assertSame(selectors + " FROM shop.empty WHERE k = 1");
    assertSame("SELECT k, count(*) FROM shop.empty WHERE k = 1 GROUP BY k");
    assertSame("SELECT k, count(*) FROM shop.empty GROUP BY k");
  }

  @Test
  void should_stay_within_the_error_of_a_digest() {
    session.execute("CREATE TABLE shop.digest (k int, c int, v double, PRIMARY KEY (k, c))");
    PreparedStatement insert =
        session.prepare("INSERT INTO shop.digest (k, c, v) VALUES (1, ?, ?)");
    for (int i = 0; i < ROWS; i++) {
      session.execute(insert.bind(i, (double) (i * 7919L % ROWS)));
    }

    StatsResult result =
        run(
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

  private static void load(
      String table, String columns, List<Object> keys, IntFunction<List<Object>> values) {
    PreparedStatement insert =
        session.prepare("INSERT INTO %s (%s) VALUES ('a', ?, ?, ?)".formatted(table, columns));
    BatchStatementBuilder batch = BatchStatement.builder(BatchType.UNLOGGED);
    for (int i = 0; i < keys.size(); i++) {
      List<Object> more = values.apply(i);
      batch.addStatement(insert.bind(keys.get(i), more.get(0), more.get(1)));
      if (i % 100 == 99 || i == keys.size() - 1) {
        session.execute(batch.build());
        batch = BatchStatement.builder(BatchType.UNLOGGED);
      }
    }
  }

  private static StatsResult run(String statement) {
    return StatsClient.of(session)
        .run(
            StatsQuery.of(statement),
            StatsOptions.standard().withTargetTime(SHORT),
            progress -> {});
  }

  /** Compares with the single query: floating-point sums within rounding, all else exactly. */
  private static void assertSame(String statement) {
    List<Row> expected = session.execute(statement).all();
    StatsResult result = run(statement);

    assertThat(result.rows()).as(statement).hasSameSizeAs(expected);
    for (int row = 0; row < expected.size(); row++) {
      for (int column = 0; column < result.columns().size(); column++) {
        assertSameValue(
            "%s column %s of the type %s"
                .formatted(
                    statement,
                    result.columns().get(column),
                    expected.get(row).getColumnDefinitions().get(column).getType()),
            expected.get(row).getObject(column),
            result.rows().get(row).get(column));
      }
    }
  }

  private static void assertSameValue(String what, Object expected, Object found) {
    if (expected instanceof Double number && Double.isFinite(number)) {
      assertThat((Double) found)
          .as(what)
          .isEqualTo(number, within(1e-11 * Math.max(1, Math.abs(number))));
    } else if (expected instanceof ByteBuffer bytes && what.contains("column stats.moments(")) {
      assertThat(found).as(what).isInstanceOf(ByteBuffer.class);
      assertThat(((ByteBuffer) found).remaining()).as(what).isEqualTo(bytes.remaining());
    } else if (expected instanceof ByteBuffer bytes && found instanceof UUID) {
      // Cassandra 5.0 calls the type of min(timeuuid) one that drivers do not know.
      assertThat(found).as(what).isEqualTo(new UUID(bytes.getLong(0), bytes.getLong(8)));
    } else {
      assertThat(found).as(what).isEqualTo(expected);
    }
  }
}
