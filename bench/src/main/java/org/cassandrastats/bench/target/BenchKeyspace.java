/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.target;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.datastax.oss.driver.api.core.metadata.Node;
import com.datastax.oss.driver.api.core.metadata.NodeState;
import java.time.Duration;
import java.util.Comparator;
import java.util.Optional;
import org.cassandrastats.cli.connection.NewTable;

/** The keyspace that a study makes, fills and drops. */
public final class BenchKeyspace {
  /** The table of readings: {@code (sensor int, at bigint, value double)}. */
  public static final String TABLE = BenchKeyspace.NAME + ".readings";

  /** The same table for rows in many partitions. */
  public static final String SPLIT = BenchKeyspace.NAME + ".readings_split";

  /** Its name. */
  public static final String NAME = "cassandra_stats_bench";

  /** Tells a table of ours from one that happens to have the same name. */
  static final String MARKER = "made by cassandra-stats bench";

  private static final Duration TIMEOUT = Duration.ofSeconds(60);

  private BenchKeyspace() {}

  /** The full name of a further table. */
  public static String table(String name) {
    return NAME + "." + name;
  }

  static void create(CqlSession session, String replication) {
    run(session, "CREATE KEYSPACE " + NAME + " WITH replication = " + replication);
    createTable(session, TABLE);
    createTable(session, SPLIT);
  }

  private static void createTable(CqlSession session, String table) {
    createTable(session, table, "sensor int, at bigint, value double, PRIMARY KEY (sensor, at)");
  }

  /**
   * Makes a further table, which goes with the keyspace, and waits until all nodes can use it.
   *
   * @param table its {@link #table full name}
   * @param columns with their types, and the primary key
   * @param options of the table, such as {@code CLUSTERING ORDER BY (at DESC)}
   */
  public static void createTable(
      CqlSession session, String table, String columns, String... options) {
    StringBuilder cql = new StringBuilder();
    cql.append("CREATE TABLE ").append(table).append(" (").append(columns).append(") WITH ");
    for (String option : options) {
      cql.append(option).append(" AND ");
    }
    // A snapshot would stay on the disks after the table is gone.
    cql.append("allow_auto_snapshot = false AND comment = '").append(MARKER).append('\'');
    run(session, cql.toString());
    NewTable.await(session, table);
  }

  static void drop(CqlSession session) {
    run(session, "DROP KEYSPACE IF EXISTS " + NAME);
  }

  /**
   * Changes the schema, always through the same node: another one may not have heard of the change
   * before. The driver asks one node whether all agree, and that one may know of no change yet.
   */
  public static void run(CqlSession session, String cql) {
    SimpleStatement change = SimpleStatement.newInstance(cql).setTimeout(TIMEOUT);
    Optional<Node> first =
        session.getMetadata().getNodes().values().stream()
            .filter(node -> node.getState() == NodeState.UP && node.getHostId() != null)
            .min(Comparator.comparing(Node::getHostId));
    session.execute(first.map(change::setNode).orElse(change));
  }
}
