/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.cluster;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DriverException;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.locks.LockSupport;
import org.cassandrastats.cli.console.UserError;

/** Waits until the nodes of a cluster know and hear each other, and have one schema. */
public final class Agreement {
  private static final Duration TIMEOUT = Duration.ofMinutes(3);
  private static final Duration PAUSE = Duration.ofMillis(300);
  private static final String KEYSPACE = "cassandra_stats_cluster";

  private Agreement() {}

  /**
   * Waits until each of some nodes can have a write acknowledged by all nodes that run.
   *
   * @param running numbers of the nodes that are not stopped
   * @throws UserError if it does not come to that
   */
  public static void await(LocalCluster cluster, List<Integer> running) {
    if (running.size() < 2) {
      return;
    }
    long start = System.nanoTime();
    for (int node : running) {
      String problem = problem(cluster, node, running.size());
      while (!problem.isEmpty()) {
        if (System.nanoTime() - start > TIMEOUT.toNanos()) {
          throw new UserError(
              "Node %d of %d does not agree with the others after %d s: %s%nThe end of its log:%n%s"
                  .formatted(
                      node, cluster.size(), TIMEOUT.toSeconds(), problem, cluster.logTail(node)));
        }
        LockSupport.parkNanos(PAUSE.toNanos());
        problem = problem(cluster, node, running.size());
      }
    }
  }

  private static String problem(LocalCluster cluster, int node, int running) {
    try (CqlSession session = cluster.sessionBuilder(node).build()) {
      session.execute(
          "CREATE KEYSPACE IF NOT EXISTS "
              + KEYSPACE
              + " WITH replication = {'class': 'SimpleStrategy', 'replication_factor': "
              + cluster.size()
              + "}");
      session.execute("CREATE TABLE IF NOT EXISTS " + KEYSPACE + ".written (id int PRIMARY KEY)");
      session.execute(
          SimpleStatement.newInstance("INSERT INTO " + KEYSPACE + ".written (id) VALUES (1)")
              .setConsistencyLevel(
                  running == cluster.size() ? ConsistencyLevel.ALL : ConsistencyLevel.QUORUM));
      return running < cluster.size() || schemas(session).size() == 1 ? "" : "no schema agreement";
    } catch (DriverException notYet) {
      return notYet.toString();
    }
  }

  /** The driver itself does not ask for the schema of a node that it is to ignore. */
  private static Set<UUID> schemas(CqlSession session) {
    Set<UUID> schemas = new HashSet<>();
    for (String table : List.of("local", "peers_v2")) {
      session
          .execute("SELECT schema_version FROM system." + table)
          .forEach(row -> schemas.add(row.getUuid(0)));
    }
    return schemas;
  }
}
