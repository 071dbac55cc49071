/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.containers;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DriverException;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.datastax.oss.driver.api.core.metadata.Node;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import org.cassandrastats.cli.connection.SchemaChange;
import org.cassandrastats.cli.console.Console;
import org.cassandrastats.live.CommandResult;
import org.cassandrastats.live.Cqlsh;
import org.cassandrastats.live.Lane;
import org.cassandrastats.localcluster.ClusterSettings;
import org.cassandrastats.localcluster.HostCqlsh;
import org.cassandrastats.localcluster.LocalCluster;
import org.cassandrastats.localcluster.LocalPack;
import org.cassandrastats.localcluster.container.ClusterStarter;
import org.cassandrastats.localcluster.container.NodeKind;
import org.cassandrastats.localcluster.node.NodeSettings;

/**
 * Nodes in the lane of the build's execution, with the pack and a keyspace that all of them hold:
 * in containers where a Docker engine answers, else in JVMs of their own. Which it was is printed.
 */
record LaneNodes(LocalCluster cluster, CqlSession session) implements AutoCloseable {
  /** Longer than any request takes. */
  static final Duration LONGEST = Duration.ofMinutes(10);

  private static final String KEYSPACE = "containers";
  private static final Duration RECONNECTION = Duration.ofMinutes(2);
  private static final Duration PAUSE = Duration.ofMillis(100);
  private static final Console CONSOLE = Console.plain(System.out);

  /** Starts them. */
  static LaneNodes start(int count) {
    ClusterStarter starter = ClusterStarter.choose(NodeKind.configured(), Console.plain());
    CONSOLE.say(
        "%d node(s) of lane %s in %s".formatted(count, Lane.current(), starter.description()));
    HostCqlsh cqlsh =
        (node, script, requestTimeout) -> {
          CommandResult result = Cqlsh.of(node).requestTimeout(requestTimeout).file(script);
          return new LocalCluster.ScriptOutput(result.exitCode(), result.output(), result.errors());
        };
    LocalCluster cluster =
        starter.start(
            ClusterSettings.of(count, LaneNodes::configure)
                .cqlsh(cqlsh)
                .prepared(LaneNodes::install));
    boolean ready = false;
    try {
      CqlSession session = cluster.sessionBuilder().build();
      SchemaChange.execute(
          session,
          "CREATE KEYSPACE %s WITH replication = {'class': 'NetworkTopologyStrategy', 'replication_factor': %d}"
              .formatted(KEYSPACE, count));
      ready = true;
      return new LaneNodes(cluster, session);
    } finally {
      if (!ready) {
        cluster.close();
      }
    }
  }

  private static void configure(NodeSettings.Builder builder) {
    Lane.current().configure(builder);
    builder
        .heap("768m")
        // What a stopped node misses it is to learn from reads only.
        .yaml("hinted_handoff_enabled", false)
        // Answers are asked for here, not times.
        .yaml("read_request_timeout", "60s")
        .yaml("range_request_timeout", "60s")
        .yaml("native_transport_timeout", "60s")
        .yaml("write_request_timeout", "30s");
  }

  private static void install(LocalCluster nodes) {
    if (Lane.current() != Lane.NATIVE) {
      try (CqlSession session = nodes.sessionBuilder().build()) {
        LocalPack.install(session, Console.plain());
      }
    }
  }

  /** The full name of a table. */
  static String table(String name) {
    return KEYSPACE + "." + name;
  }

  /** Runs a script with cqlsh and asserts that it found nothing to complain about. */
  void runScript(Path script) {
    LocalCluster.ScriptOutput output = cluster.cqlsh(1, script);
    assertThat(output.exitCode()).as("exit code of cqlsh -f %s: %s", script, output).isZero();
  }

  /** A node as the driver knows it. */
  Node node(int number) {
    InetSocketAddress address = cluster.address(number);
    return session.getMetadata().getNodes().values().stream()
        .filter(node -> node.getEndPoint().resolve().equals(address))
        .findFirst()
        .orElseThrow(() -> new IllegalStateException("the driver does not know " + address));
  }

  /** Does something while a node is stopped; then waits until the driver asks that node again. */
  void without(int number, Runnable action) {
    cluster.stop(number);
    try {
      action.run();
    } finally {
      cluster.start(number);
      awaitNode(number);
    }
  }

  private void awaitNode(int number) {
    long start = System.nanoTime();
    SimpleStatement probe =
        SimpleStatement.newInstance("SELECT host_id FROM system.local").setNode(node(number));
    while (true) {
      try {
        session.execute(probe);
        return;
      } catch (DriverException notYet) {
        if (System.nanoTime() - start > RECONNECTION.toNanos()) {
          throw notYet;
        }
        LockSupport.parkNanos(PAUSE.toNanos());
      }
    }
  }

  @Override
  public void close() {
    session.close();
    cluster.close();
  }
}
