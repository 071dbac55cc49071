/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.operations;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.CqlSessionBuilder;
import com.datastax.oss.driver.api.core.DriverException;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.cassandrastats.cli.node.LocalSessions;
import org.cassandrastats.cli.node.Node;
import org.cassandrastats.cli.node.NodeSettings;

/**
 * A cluster of node 1 on 127.0.0.1 and node 2 on 127.0.0.2. Each can be stopped and started again
 * over its files with other settings, as an operator would.
 */
final class TwoNodes implements AutoCloseable {
  /** How long nodes may take to see each other, on a busy machine. */
  private static final Duration TIMEOUT = Duration.ofMinutes(2);

  private final Path directory;
  private final Node[] nodes = new Node[2];
  private int nativePort;
  private int storagePort;

  private TwoNodes(Path directory) {
    this.directory = directory;
  }

  /**
   * Starts node 1, and then node 2.
   *
   * @param between what is done to node 1 before there is node 2: changes of the schema take much
   *     longer when two nodes have to agree on each
   */
  static TwoNodes start(Consumer<NodeSettings.Builder> settings, Consumer<Node> between) {
    TwoNodes cluster = new TwoNodes(Directories.temporary("two-nodes"));
    try {
      between.accept(cluster.start(1, settings));
      cluster.start(2, settings);
      cluster.awaitBoth();
      return cluster;
    } catch (RuntimeException | AssertionError failed) {
      cluster.close();
      throw failed;
    }
  }

  /** Starts a node that is down; the other one may be down too. */
  Node start(int number, Consumer<NodeSettings.Builder> settings) {
    NodeSettings.Builder builder =
        NodeSettings.builder()
            .directory(directory.resolve("node" + number))
            .listenAddress("127.0.0." + number)
            .nativePort(nativePort)
            .storagePort(storagePort)
            .heap("768m")
            .yaml("auto_bootstrap", false)
            // A busy machine is no endless function: the node must not stop itself.
            .yaml("user_defined_functions_warn_timeout", "30000ms")
            .yaml("user_defined_functions_fail_timeout", "60000ms")
            .yaml("read_request_timeout", "30s")
            .yaml("range_request_timeout", "30s")
            // A node that is stopped in order flushes its schema then.
            .jvmArgument("-Dcassandra.test.flush_local_schema_changes=false")
            .jvmArgument("-Dcassandra.ring_delay_ms=3000")
            .jvmArgument("-Dcassandra.skip_wait_for_gossip_to_settle=-1")
            .jvmArgument("-Dcassandra.consistent.rangemovement=false");
    if (storagePort != 0) {
      builder.seeds(List.of("127.0.0.1:" + storagePort, "127.0.0.2:" + storagePort));
    }
    settings.accept(builder);
    Node node = Node.start(builder.build());
    nodes[number - 1] = node;
    nativePort = node.address().getPort();
    storagePort = node.storagePort();
    return node;
  }

  /** Stops a node so that its data are kept, and starts it with other settings. */
  Node restart(int number, Consumer<NodeSettings.Builder> settings) {
    stop(number);
    Node node = start(number, settings);
    awaitBoth();
    return node;
  }

  void stop(int number) {
    if (nodes[number - 1] != null) {
      nodes[number - 1].stop();
      nodes[number - 1] = null;
    }
  }

  Node node(int number) {
    return nodes[number - 1];
  }

  /** A session that asks nobody but one node. */
  CqlSession session(int number) {
    return LocalSessions.only(node(number).address()).build();
  }

  /** A session in the making that spreads its requests over both nodes. */
  CqlSessionBuilder balancing() {
    return node(1).sessionBuilder().addContactPoint(node(2).address());
  }

  /** Waits until a write through each node reaches both, and both have one schema. */
  void awaitBoth() {
    long start = System.nanoTime();
    for (int number = 1; number <= nodes.length; number++) {
      String problem = problem(number);
      while (!problem.isEmpty()) {
        assertThat(System.nanoTime() - start)
            .as("nanoseconds until node %d has its peer: %s", number, problem)
            .isLessThan(TIMEOUT.toNanos());
        LockSupport.parkNanos(Duration.ofMillis(300).toNanos());
        problem = problem(number);
      }
    }
  }

  private String problem(int number) {
    try (CqlSession session = session(number)) {
      session.execute(
          "CREATE KEYSPACE IF NOT EXISTS both WITH replication ="
              + " {'class': 'SimpleStrategy', 'replication_factor': 2}");
      session.execute("CREATE TABLE IF NOT EXISTS both.written (id int PRIMARY KEY)");
      session.execute(
          SimpleStatement.newInstance("INSERT INTO both.written (id) VALUES (1)")
              .setConsistencyLevel(ConsistencyLevel.ALL));
      // The driver itself does not ask for the schema of a node that it is to ignore.
      Set<UUID> schemas = new HashSet<>();
      for (String table : List.of("local", "peers_v2")) {
        session
            .execute("SELECT schema_version FROM system." + table)
            .forEach(row -> schemas.add(row.getUuid(0)));
      }
      return schemas.size() == 1 ? "" : "no schema agreement";
    } catch (DriverException notYet) {
      return notYet.toString();
    }
  }

  @Override
  public void close() {
    stop(1);
    stop(2);
    Directories.remove(directory);
  }
}
