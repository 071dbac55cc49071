/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.query;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.CqlIdentifier;
import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.config.DriverExecutionProfile;
import com.datastax.oss.driver.api.core.cql.BatchStatement;
import com.datastax.oss.driver.api.core.cql.BatchStatementBuilder;
import com.datastax.oss.driver.api.core.cql.BatchType;
import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.metadata.Node;
import com.datastax.oss.driver.api.core.metadata.TokenMap;
import com.datastax.oss.driver.api.core.session.Request;
import com.datastax.oss.driver.api.core.tracker.RequestTracker;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Collectors;
import javax.management.JMException;
import javax.management.ObjectName;
import javax.management.remote.JMXConnector;
import org.cassandrastats.cli.connection.SchemaChange;
import org.cassandrastats.cli.console.Console;
import org.cassandrastats.client.StatsClient;
import org.cassandrastats.client.api.StatsOptions;
import org.cassandrastats.client.api.StatsQuery;
import org.cassandrastats.client.api.StatsResult;
import org.cassandrastats.client.api.StatsRow;
import org.cassandrastats.client.internal.request.NewTable;
import org.cassandrastats.localcluster.ClusterSettings;
import org.cassandrastats.localcluster.ForkedCluster;
import org.cassandrastats.localcluster.node.LocalSessions;
import org.cassandrastats.localcluster.node.ManagementConnection;
import org.junit.jupiter.api.Test;

/** A whole table on three nodes, each of which serves what it owns. */
final class QueryClusterIT {
  private static final int PARTITIONS = 300;
  private static final int ROWS = 20;
  private static final String TOKEN_QUERY = "token(k)";

  private record Served(Node node, long firstToken, long lastToken) {}

  /** Notes which node has answered for which tokens. */
  private static final class Notes implements RequestTracker {
    private final Queue<Served> served = new ConcurrentLinkedQueue<>();

    @Override
    public void onNodeSuccess(
        Request request,
        long latencyNanos,
        DriverExecutionProfile profile,
        Node node,
        String prefix) {
      if (request instanceof BoundStatement bound
          && bound.getPreparedStatement().getQuery().contains(TOKEN_QUERY)) {
        served.add(new Served(node, bound.getLong(0), bound.getLong(1)));
      }
    }

    @Override
    public void close() {}
  }

  @Test
  void should_ask_each_node_for_what_it_owns() throws IOException, JMException {
    Notes notes = new Notes();
    try (ForkedCluster cluster =
            ForkedCluster.start(
                ClusterSettings.of(
                    3, builder -> builder.serverJar(true).udfsEnabled(false).heap("512m")),
                Console.plain());
        CqlSession session =
            LocalSessions.builder(List.of(cluster.address(1))).addRequestTracker(notes).build()) {
      load(session);
      String select =
          "SELECT count(*), sum(n), stats.histogram(v, 0, 1, 4), max(v) FROM shop.readings";
      Row expected = session.execute(select).one();
      long directly = readDirectly(cluster);
      StatsClient client = StatsClient.of(session);
      StatsOptions options = StatsOptions.standard().withTargetTime(Duration.ofMillis(100));

      cluster.forked().forEach(node -> Traces.set(node, true));
      StatsResult result = client.run(StatsQuery.of(select), options, progress -> {});
      StatsResult groups =
          client.run(
              StatsQuery.of("SELECT k, count(*) FROM shop.readings GROUP BY k"),
              options,
              progress -> {});

      cluster.forked().forEach(node -> Traces.set(node, false));

      for (int column = 0; column < result.columns().size(); column++) {
        assertThat(result.row().get(column)).isEqualTo(expected.getObject(column));
      }
      assertThat(result.row().get(0)).isEqualTo((long) PARTITIONS * ROWS);
      assertThat(groups.rows()).hasSize(PARTITIONS);
      assertThat(groups.rows().stream().map(row -> row.get("k")).collect(Collectors.toSet()))
          .hasSize(PARTITIONS);
      for (StatsRow row : groups.rows()) {
        assertThat(row.get(1)).isEqualTo((long) ROWS);
      }
      assertThat(readDirectly(cluster) - directly)
          .as("aggregates that were read directly")
          .isGreaterThanOrEqualTo(result.statistics().requests() + groups.statistics().requests());
      assertOwned(session, notes);
      assertServedAlone(session);
    }
  }

  private static long readDirectly(ForkedCluster cluster) throws IOException, JMException {
    long statements = 0;
    for (org.cassandrastats.localcluster.node.Node node : cluster.forked()) {
      try (JMXConnector connector = ManagementConnection.open(node)) {
        statements +=
            (Long)
                connector
                    .getMBeanServerConnection()
                    .getAttribute(
                        new ObjectName("org.cassandrastats:type=DirectReads"), "Statements");
      }
    }
    return statements;
  }

  private static void assertOwned(CqlSession session, Notes notes) {
    TokenMap map = session.getMetadata().getTokenMap().orElseThrow();
    assertThat(notes.served.stream().map(Served::node).collect(Collectors.toSet())).hasSize(3);
    for (Served served : notes.served) {
      for (long token : new long[] {served.firstToken() + 1, served.lastToken()}) {
        Set<Node> owners =
            map.getReplicas(CqlIdentifier.fromCql("shop"), map.parse(Long.toString(token)));
        assertThat(owners).as("%s", served).containsExactly(served.node());
      }
    }
  }

  /** By the traces of the nodes, no other node had to do anything for a request. */
  private static void assertServedAlone(CqlSession session) {
    List<Traces.Trace> traces =
        Traces.await(session, TOKEN_QUERY).stream()
            .filter(trace -> !trace.sources().isEmpty())
            .toList();
    assertThat(traces.stream().map(Traces.Trace::coordinator).collect(Collectors.toSet()))
        .hasSize(3);
    for (Traces.Trace trace : traces) {
      assertThat(trace.sources()).containsExactly(trace.coordinator());
    }
  }

  private static void load(CqlSession session) {
    SchemaChange.execute(
        session,
        "CREATE KEYSPACE shop WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1}");
    SchemaChange.execute(
        session, "CREATE TABLE shop.readings (k int, c int, n int, v double, PRIMARY KEY (k, c))");
    NewTable.await(session, "shop.readings");
    PreparedStatement insert =
        session.prepare("INSERT INTO shop.readings (k, c, n, v) VALUES (?, ?, ?, ?)");
    for (int partition = 0; partition < PARTITIONS; partition++) {
      BatchStatementBuilder batch = BatchStatement.builder(BatchType.UNLOGGED);
      for (int row = 0; row < ROWS; row++) {
        batch.addStatement(insert.bind(partition, row, partition + row, row / (double) ROWS));
      }
      session.execute(batch.build());
    }
  }
}
