/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DriverException;
import com.datastax.oss.driver.api.core.cql.BatchStatement;
import com.datastax.oss.driver.api.core.cql.BatchStatementBuilder;
import com.datastax.oss.driver.api.core.cql.BatchType;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.cassandrastats.cli.console.Console;
import org.cassandrastats.client.StatsClient;
import org.cassandrastats.client.api.StatsException;
import org.cassandrastats.client.api.StatsOptions;
import org.cassandrastats.client.api.StatsQuery;
import org.cassandrastats.client.api.StatsResult;
import org.cassandrastats.client.api.StatsRow;
import org.cassandrastats.localcluster.LocalPack;
import org.cassandrastats.localcluster.node.Node;
import org.cassandrastats.localcluster.node.NodeSettings;
import org.junit.jupiter.api.Test;

/**
 * User-defined functions as Cassandra runs them by default, in threads of their own. A read has a
 * second, which so many calls exceed on any machine.
 */
final class QueryUdfIT {
  private static final int ROWS = 200_000;
  private static final int BATCH = 200;
  private static final Duration TARGET = Duration.ofMillis(300);

  @Test
  void should_answer_beyond_the_deadlines_and_group_by_time() {
    try (Node node = Node.start(NodeSettings.builder().yaml("read_request_timeout", "1s").build());
        CqlSession session = node.sessionBuilder().build()) {
      LocalPack.install(session, Set.of("moments", "mean", "tdigest"), Console.plain());
      assertGroupsByTime(session, "without_time_bucket");
      session.execute(
          "CREATE FUNCTION stats.time_bucket(width ascii, at timestamp) CALLED ON NULL INPUT"
              + " RETURNS timestamp LANGUAGE java AS 'return at;'");
      assertGroupsByTime(session, "with_time_bucket");
      createKeyspace(session, "shop");
      load(session);
      StatsClient client = StatsClient.of(session);
      String from = " FROM shop.readings WHERE k = 1";

      assertThatThrownBy(
              () ->
                  session.execute(
                      "SELECT stats.mean(v), stats.tdigest(v), stats.moments(v)" + from))
          .isInstanceOf(DriverException.class);
      StatsResult result =
          client.run(
              StatsQuery.of(
                  "SELECT stats.mean(v), stats.variance(v), stats.median(v), stats.tdigest_max(stats.tdigest(v))"
                      + from),
              StatsOptions.standard().withTargetTime(TARGET),
              progress -> {});

      // Only states were asked of the node: variance and median are not even installed there.
      assertThat((Double) result.row().get(0)).isEqualTo((ROWS - 1) / 2.0, within(1e-6));
      double variance = ROWS * (ROWS + 1.0) / 12;
      assertThat((Double) result.row().get(1)).isEqualTo(variance, within(1e-9 * variance));
      assertThat((Double) result.row().get(2)).isEqualTo(ROWS / 2.0, within(0.01 * ROWS));
      assertThat(result.row().get(3)).isEqualTo(ROWS - 1.0);
      assertThat(result.statistics().rows()).isEqualTo(ROWS);

      assertThatThrownBy(
              () -> client.run(StatsQuery.of("SELECT stats.histogram(v, 0, 1, 2)" + from)))
          .isInstanceOf(StatsException.class)
          .hasMessageContaining("Is the pack installed");
    }
  }

  private static void createKeyspace(CqlSession session, String name) {
    session.execute(
        "CREATE KEYSPACE %s WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1}"
            .formatted(name));
  }

  private static void load(CqlSession session) {
    session.execute("CREATE TABLE shop.readings (k int, c timeuuid, v double, PRIMARY KEY (k, c))");
    PreparedStatement insert =
        session.prepare("INSERT INTO shop.readings (k, c, v) VALUES (1, now(), ?)");
    for (int from = 0; from < ROWS; from += BATCH) {
      BatchStatementBuilder batch = BatchStatement.builder(BatchType.UNLOGGED);
      for (int row = from; row < from + BATCH; row++) {
        batch.addStatement(insert.bind((double) row));
      }
      session.execute(batch.build());
    }
  }

  /** Beside the built-in floor, by which Cassandra groups itself. */
  private static void assertGroupsByTime(CqlSession session, String keyspace) {
    SingleQueries queries = new SingleQueries(session);
    createKeyspace(session, keyspace);
    for (String order : List.of("ASC", "DESC")) {
      String table = keyspace + ".stored_" + order;
      session.execute(
          "CREATE TABLE %s (k int, at timestamp, n int, PRIMARY KEY (k, at)) WITH CLUSTERING ORDER BY (at %s)"
              .formatted(table, order));
      PreparedStatement insert =
          session.prepare("INSERT INTO %s (k, at, n) VALUES (?, ?, ?)".formatted(table));
      BatchStatementBuilder batch = BatchStatement.builder(BatchType.UNLOGGED);
      for (int n = 0; n < 600; n++) {
        // A gap after the first half.
        batch.addStatement(
            insert.bind(n % 2, Instant.EPOCH.plusSeconds(317L * n + n / 300 * 40_000L), n));
      }
      session.execute(batch.build());
      for (String where :
          List.of("k = 0", "k IN (0, 1)", "k = 1 AND at > 20000000 AND at <= 90000000")) {
        for (String end : List.of("", " ORDER BY at DESC", " ORDER BY at ASC", " LIMIT 7")) {
          if (where.contains("IN") && end.contains("ORDER")) {
            continue; // Cassandra does not answer that in pages.
          }
          String statement =
              "SELECT k, @ AS t, count(*), sum(n), stats.mean(n), min(n), max(n) FROM %s WHERE %s GROUP BY k, @%s"
                  .formatted(table, where, end);
          queries.assertSame(
              statement.replace("@", "stats.time_bucket('1h', at)"),
              queries.single(statement.replace("@", "floor(at, 1h)")));
        }
      }
    }
    List<StatsRow> filled =
        StatsClient.of(session)
            .run(
                StatsQuery.of(
                        "SELECT k, stats.time_bucket('1h', at), count(*) FROM %s.stored_asc WHERE k IN (0, 7) AND at >= 97200000 AND at < 104400000 GROUP BY k, stats.time_bucket('1h', at)"
                            .formatted(keyspace))
                    .withFill(StatsQuery.Fill.NULL))
            .rows();
    assertThat(filled.stream().map(StatsRow::values))
        .containsExactly(
            Arrays.asList(0, Instant.ofEpochMilli(97_200_000), null),
            Arrays.asList(0, Instant.ofEpochMilli(100_800_000), null),
            Arrays.asList(7, Instant.ofEpochMilli(97_200_000), null),
            Arrays.asList(7, Instant.ofEpochMilli(100_800_000), null));
    assertThatThrownBy(
            () ->
                queries.run(
                    "SELECT count(*) FROM %s.stored_asc GROUP BY k, stats.time_bucket('1h', at)"
                        .formatted(keyspace)))
        .isInstanceOf(StatsException.class)
        .hasMessageContaining("needs the server jar on every node");
  }
}
