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
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.cassandrastats.localcluster.node.LocalSessions;
import org.cassandrastats.localcluster.node.Node;
import org.cassandrastats.localcluster.node.NodeSettings;

/**
 * A cluster of node 1 on 127.0.0.1, node 2 on 127.0.0.2, and so on. Each can be stopped and started
 * again over its files with other settings, as an operator would.
 */
final class RestartableNodes implements AutoCloseable {
  /** How long nodes may take to see each other, on a busy machine. */
  private static final Duration TIMEOUT = Duration.ofMinutes(2);

  private final Path directory;
  private final Node[] nodes;
  private int nativePort;
  private int storagePort;

  private RestartableNodes(Path directory, int count) {
    this.directory = directory;
    this.nodes = new Node[count];
  }

  /**
   * Starts node 1, and then the others.
   *
   * @param between what is done to node 1 before there are others: changes of the schema take much
   *     longer when several nodes have to agree on each
   */
  static RestartableNodes start(
      int count, Consumer<NodeSettings.Builder> settings, Consumer<Node> between) {
    RestartableNodes cluster = new RestartableNodes(Directories.temporary("nodes"), count);
    try {
      between.accept(cluster.start(1, settings));
      try (CqlSession session = cluster.session(1)) {
        session.execute(
            "CREATE KEYSPACE everywhere WITH replication ="
                + " {'class': 'SimpleStrategy', 'replication_factor': %d}".formatted(count));
        session.execute("CREATE TABLE everywhere.written (id int PRIMARY KEY)");
      }
      for (int number = 2; number <= count; number++) {
        cluster.start(number, settings);
      }
      cluster.awaitAll();
      return cluster;
    } catch (RuntimeException | AssertionError failed) {
      cluster.close();
      throw failed;
    }
  }

  /** Starts a node that is down; others may be down too. */
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
      builder.seeds(numbers().map(node -> "127.0.0." + node + ":" + storagePort).toList());
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
    awaitAll();
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

  /** A session in the making that spreads its requests over all nodes. */
  CqlSessionBuilder balancing() {
    return node(1)
        .sessionBuilder()
        .addContactPoints(Arrays.stream(nodes).skip(1).map(Node::address).toList());
  }

  private Stream<Integer> numbers() {
    return IntStream.rangeClosed(1, nodes.length).boxed();
  }

  /**
   * Waits until a write through each node reaches all, and all have one schema. Nodes of different
   * versions of Cassandra have schemas of their own.
   */
  void awaitAll() {
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
          SimpleStatement.newInstance("INSERT INTO everywhere.written (id) VALUES (1)")
              .setConsistencyLevel(ConsistencyLevel.ALL));
      // The driver itself does not ask for the schema of a node that it is to ignore.
      Set<UUID> schemas = new HashSet<>();
      Set<String> releases = new HashSet<>();
      for (String table : List.of("local", "peers_v2")) {
        session
            .execute("SELECT schema_version, release_version FROM system." + table)
            .forEach(
                row -> {
                  schemas.add(row.getUuid(0));
                  releases.add(row.getString(1));
                });
      }
      return schemas.size() == 1 || releases.size() > 1 ? "" : "no schema agreement";
    } catch (DriverException notYet) {
      return notYet.toString();
    }
  }

  @Override
  public void close() {
    numbers().forEach(this::stop);
    Directories.remove(directory);
  }
}
