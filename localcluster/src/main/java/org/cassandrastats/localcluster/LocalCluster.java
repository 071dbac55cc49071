/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.localcluster;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.CqlSessionBuilder;
import com.datastax.oss.driver.api.core.DriverException;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import javax.management.remote.JMXConnector;
import org.cassandrastats.localcluster.node.LocalNodeException;
import org.cassandrastats.localcluster.node.LocalSessions;
import org.cassandrastats.localcluster.node.Node;

/**
 * One Cassandra node or more of this machine, in containers or in JVMs of their own, for tests and
 * measurements. Nodes are numbered from 1; each owns an equal part of the tokens. The cluster ends
 * with {@link #close}, and no later than this JVM does, by whatever signal (save SIGKILL).
 */
public interface LocalCluster extends AutoCloseable {
  /** How long cqlsh waits for an answer unless told otherwise. */
  Duration CQLSH_TIMEOUT = Duration.ofSeconds(60);

  /** What the nodes run in, in a line for a report. */
  String description();

  /** How many nodes there are, stopped ones included. */
  int size();

  /** Where a node answers CQL. */
  InetSocketAddress address(int node);

  /**
   * Ends a node in order, so that its data are kept.
   *
   * @throws LocalNodeException if it does not end
   */
  void stop(int node);

  /**
   * Starts a stopped node over its data, and waits until all nodes that run read from each other.
   *
   * @throws LocalNodeException if it does not answer, with the end of its log
   */
  void start(int node);

  /**
   * Runs a script with cqlsh: the one inside the container, or the one that the settings offer.
   *
   * @param requestTimeout how long it waits for an answer; whole seconds
   * @throws LocalNodeException if there is no cqlsh
   */
  ScriptOutput cqlsh(int node, Path script, Duration requestTimeout);

  /** Runs a script with a cqlsh that waits long enough on a busy machine. */
  default ScriptOutput cqlsh(int node, Path script) {
    return cqlsh(node, script, CQLSH_TIMEOUT);
  }

  /** Has a node run for a fifth of the time of a processor only, until that is closed. */
  Slowdown slow(int node);

  /** Writes what a node has of a keyspace to disk, one file for each table. */
  void compact(int node, String keyspace);

  /** Whether a node runs. */
  boolean isRunning(int node);

  /**
   * A connection to the management interface (JMX) of a node that runs; the caller closes it.
   *
   * @throws IOException if the node cannot be reached
   */
  JMXConnector management(int node) throws IOException;

  /** The running nodes, where they are JVMs of their own; none where they are containers. */
  default List<Node> forked() {
    return List.of();
  }

  /** The last lines of a node's log. */
  String logTail(int node);

  /** A session in the making that may ask every node. */
  default CqlSessionBuilder sessionBuilder() {
    return LocalSessions.builder(IntStream.rangeClosed(1, size()).mapToObj(this::address).toList());
  }

  /** A session in the making that asks nobody but one node, which coordinates every request. */
  default CqlSessionBuilder sessionBuilder(int node) {
    return LocalSessions.only(address(node));
  }

  @Override
  void close();

  /**
   * What cqlsh left behind.
   *
   * @param exitCode 0 if every statement succeeded
   * @param output its standard output
   * @param errors its standard error
   */
  record ScriptOutput(int exitCode, String output, String errors) {}

  /** Waits until the nodes of a cluster know and hear each other, and have one schema. */
  final class Agreement {
    private static final Duration TIMEOUT = Duration.ofMinutes(3);
    private static final Duration PAUSE = Duration.ofMillis(300);
    private static final String KEYSPACE = "cassandra_stats_cluster";

    private Agreement() {}

    /**
     * Waits until each of some nodes can have a write acknowledged by all nodes that run.
     *
     * @param running numbers of the nodes that are not stopped
     * @throws LocalNodeException if it does not come to that
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
            throw new LocalNodeException(
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
        return running < cluster.size() || schemas(session).size() == 1
            ? ""
            : "no schema agreement";
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
}
