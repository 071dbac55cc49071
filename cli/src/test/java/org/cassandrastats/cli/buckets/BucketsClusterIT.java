/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.buckets;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import com.datastax.oss.driver.api.core.CqlIdentifier;
import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.cassandrastats.cli.command.CommandLineRun;
import org.cassandrastats.cli.connection.SchemaChange;
import org.cassandrastats.cli.console.Console;
import org.cassandrastats.client.internal.request.NewTable;
import org.cassandrastats.localcluster.ClusterSettings;
import org.cassandrastats.localcluster.ForkedCluster;
import org.cassandrastats.localcluster.node.LocalSessions;
import org.cassandrastats.rollup.internal.table.StatementSender;
import org.cassandrastats.rollup.internal.table.TableMaker;
import org.cassandrastats.rollup.internal.table.TableName;
import org.cassandrastats.rollup.internal.table.Watermarks;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Rolling up, packing and unpacking on three nodes, each of which has all rows. */
@Tag("extended")
final class BucketsClusterIT {
  private static final int PARTITIONS = 12;
  private static final int ROWS = 50;
  private static final int KEYSPACES = 10;
  private static final String ALL = "SELECT k, at, v FROM shop.";

  @Test
  void should_roll_up_pack_and_unpack_on_three_nodes() {
    try (ForkedCluster cluster = start();
        CqlSession session = LocalSessions.builder(List.of(cluster.address(1))).build()) {
      load(session);

      // Each makes tables, and uses them by every node at once.
      CommandLineRun rollup =
          run(
              cluster,
              "rollup",
              "hourly",
              "--time",
              "at",
              "--bucket",
              "1h",
              "--state",
              "moments(v)");
      CommandLineRun pack =
          run(cluster, "pack", "packed", "--time", "at", "--bucket", "1h", "--column", "v");
      CommandLineRun unpack =
          CommandLineRun.of(
              "unpack",
              "--contact-point",
              contactPoint(cluster),
              "--from",
              "shop.packed",
              "--into",
              "shop.again");

      for (CommandLineRun one : List.of(rollup, pack, unpack)) {
        assertThat(one.exitCode()).as("%s", one).isZero();
      }
      Row states =
          session
              .execute(
                  "SELECT sum(rows), stats.moments_count(stats.moments_merge(moments_v)) FROM shop.hourly")
              .one();
      assertThat(states.getLong(0)).isEqualTo(PARTITIONS * ROWS);
      assertThat(states.getLong(1)).isEqualTo(PARTITIONS * ROWS);
      assertThat(rows(session, "again"))
          .hasSize(PARTITIONS * ROWS)
          .isEqualTo(rows(session, "readings"));
    }
  }

  @Test
  void should_roll_up_while_one_of_three_replicas_is_down() {
    try (ForkedCluster cluster = start();
        CqlSession session = LocalSessions.builder(List.of(cluster.address(1))).build()) {
      load(session);
      String[] hourly = {"--time", "at", "--bucket", "1h", "--state", "moments(v)"};
      CommandLineRun first =
          run(cluster, "rollup", "hourly", with(hourly, "--until", "1970-01-01T04:00:00Z"));
      cluster.stop(3);

      CommandLineRun second = run(cluster, "rollup", "hourly", hourly);
      CommandLineRun all =
          run(
              cluster,
              "rollup",
              "hourly",
              with(hourly, "--consistency", "ALL", "--retry-timeout", "5s"));
      cluster.stop(2);
      CommandLineRun alone =
          run(cluster, "rollup", "hourly", with(hourly, "--retry-timeout", "5s"));

      assertThat(first.exitCode()).as("%s", first).isZero();
      assertThat(second.exitCode()).as("%s", second).isZero();
      assertThat(second.out()).contains("Complete until ");
      for (CommandLineRun one : List.of(all, alone)) {
        assertThat(one.exitCode()).as("%s", one).isEqualTo(1);
        assertThat(one.error()).startsWith("Error: ").hasLineCount(1);
      }
      assertThat(all.error()).contains("ALL needs 3 replicas, of which 2 are alive");
      assertThat(alone.error()).contains("LOCAL_QUORUM needs 2 replicas, of which 1 is alive");
      long rows = session.execute("SELECT sum(rows) FROM shop.hourly").one().getLong(0);
      assertThat(rows).isEqualTo(PARTITIONS * ROWS);
    }
  }

  /** Nodes that are told to make a table at the same moment would give it an id each. */
  @Test
  void should_make_one_table_where_two_runs_make_it_through_two_nodes() throws Exception {
    ExecutorService runs = Executors.newFixedThreadPool(2);
    try (ForkedCluster cluster = start();
        CqlSession session = LocalSessions.builder(List.of(cluster.address(1))).build();
        CqlSession first = LocalSessions.only(cluster.address(1)).build();
        CqlSession second = LocalSessions.only(cluster.address(2)).build()) {
      for (int i = 0; i < KEYSPACES; i++) {
        String keyspace = "made_" + i;
        SchemaChange.execute(
            session,
            "CREATE KEYSPACE %s WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 3}"
                .formatted(keyspace));
        List<CqlIdentifier> tables =
            List.of(
                CqlIdentifier.fromInternal("cassandra_stats_rollups"),
                CqlIdentifier.fromInternal("hourly"));
        CyclicBarrier together = new CyclicBarrier(2);
        List<Future<List<UUID>>> made = new ArrayList<>();
        for (CqlSession one : List.of(first, second)) {
          awaitKeyspace(one, keyspace);
          made.add(runs.submit(() -> make(one, keyspace, tables, together)));
        }
        List<UUID> others = made.get(1).get();
        List<UUID> ids = made.get(0).get();

        assertThat(others).isEqualTo(ids);
        for (CqlSession one : List.of(first, second)) {
          one.refreshSchema();
          assertThat(ids(one, keyspace, tables)).isEqualTo(ids);
        }
      }
    } finally {
      runs.shutdownNow();
    }
  }

  private static List<UUID> make(
      CqlSession session, String keyspace, List<CqlIdentifier> tables, CyclicBarrier together)
      throws Exception {
    TableMaker maker =
        new TableMaker(
            new StatementSender(session, ConsistencyLevel.QUORUM, 100, Duration.ofMinutes(1)));
    TableName hourly = new TableName(CqlIdentifier.fromInternal(keyspace), tables.get(1));
    together.await(1, TimeUnit.MINUTES);
    maker.makeWatermarks(Watermarks.Kind.ROLLUP, hourly.keyspace());
    together.await(1, TimeUnit.MINUTES);
    maker.makeOnce(
        Watermarks.Kind.ROLLUP,
        hourly,
        "CREATE TABLE IF NOT EXISTS %s (k int PRIMARY KEY) WITH comment = 'some'"
            .formatted(hourly));
    return ids(session, keyspace, tables);
  }

  private static void awaitKeyspace(CqlSession session, String keyspace)
      throws InterruptedException {
    for (int i = 0; session.getMetadata().getKeyspace(keyspace).isEmpty(); i++) {
      assertThat(i).as("seconds without %s", keyspace).isLessThan(60);
      Thread.sleep(1000);
      session.refreshSchema();
    }
  }

  private static List<UUID> ids(CqlSession session, String keyspace, List<CqlIdentifier> tables) {
    return tables.stream()
        .map(table -> session.getMetadata().getKeyspace(keyspace).get().getTable(table).get())
        .map(table -> table.getId().get())
        .toList();
  }

  private static ForkedCluster start() {
    return ForkedCluster.start(
        ClusterSettings.of(3, builder -> builder.serverJar(true).udfsEnabled(false).heap("512m")),
        Console.plain());
  }

  private static String[] with(String[] options, String... more) {
    return Stream.concat(Stream.of(options), Stream.of(more)).toArray(String[]::new);
  }

  private static CommandLineRun run(
      ForkedCluster cluster, String command, String into, String... more) {
    List<String> all =
        new ArrayList<>(
            List.of(
                command,
                "--contact-point",
                contactPoint(cluster),
                "--from",
                "shop.readings",
                "--into",
                "shop." + into));
    all.addAll(List.of(more));
    return CommandLineRun.of(all.toArray(String[]::new));
  }

  private static String contactPoint(ForkedCluster cluster) {
    InetSocketAddress address = cluster.address(1);
    return address.getHostString() + ":" + address.getPort();
  }

  private static List<String> rows(CqlSession session, String table) {
    return session
        .execute(SimpleStatement.newInstance(ALL + table).setConsistencyLevel(ConsistencyLevel.ALL))
        .all()
        .stream()
        .map(Row::getFormattedContents)
        .toList();
  }

  private static void load(CqlSession session) {
    SchemaChange.execute(
        session,
        "CREATE KEYSPACE shop WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 3}");
    SchemaChange.execute(
        session, "CREATE TABLE shop.readings (k int, at timestamp, v double, PRIMARY KEY (k, at))");
    NewTable.await(session, "shop.readings");
    for (int k = 0; k < PARTITIONS; k++) {
      for (int row = 0; row < ROWS; row++) {
        session.execute(
            SimpleStatement.newInstance(
                    "INSERT INTO shop.readings (k, at, v) VALUES (%d, %d, %s)"
                        .formatted(k, row * 600_000L, k + row / 8.0))
                .setConsistencyLevel(ConsistencyLevel.ALL));
      }
    }
  }
}
