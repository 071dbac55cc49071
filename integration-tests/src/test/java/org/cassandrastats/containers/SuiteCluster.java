/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.containers;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.config.DefaultDriverOption;
import com.datastax.oss.driver.api.core.config.DriverConfigLoader;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.function.BiFunction;
import org.cassandrastats.cli.cluster.ClusterSettings;
import org.cassandrastats.cli.cluster.LocalCluster;
import org.cassandrastats.cli.console.Console;
import org.cassandrastats.cli.container.ClusterStarter;
import org.cassandrastats.cli.container.NodeKind;
import org.cassandrastats.cli.install.LocalPack;
import org.cassandrastats.cli.node.LocalSessions;
import org.cassandrastats.cli.node.NodeSettings;
import org.cassandrastats.live.CommandResult;
import org.cassandrastats.live.Cqlsh;
import org.cassandrastats.live.Lane;

/**
 * The cluster of a suite, in the lane of the build's execution: in containers where a Docker engine
 * answers, else in JVMs of their own. Which of them it was is printed, and so in the report.
 */
final class SuiteCluster implements AutoCloseable {
  private static final Duration TIMEOUT = Duration.ofMinutes(1);

  private final LocalCluster nodes;

  private SuiteCluster(LocalCluster nodes) {
    this.nodes = nodes;
  }

  /** Starts the nodes, with the pack installed where it is not native. */
  static SuiteCluster start(int size) {
    ClusterStarter starter = ClusterStarter.choose(NodeKind.configured(), Console.plain());
    report(
        "%d %s of lane %s in %s"
            .formatted(size, noun(size), Lane.current(), starter.description()));
    BiFunction<InetSocketAddress, Path, LocalCluster.ScriptOutput> cqlsh =
        (node, script) -> {
          CommandResult result = Cqlsh.of(node).file(script);
          return new LocalCluster.ScriptOutput(result.exitCode(), result.output(), result.errors());
        };
    long start = System.nanoTime();
    LocalCluster nodes =
        starter.start(
            ClusterSettings.of(size, SuiteCluster::configure)
                .cqlsh(cqlsh)
                .prepared(SuiteCluster::install));
    report("They are " + nodes.description() + ", ready after " + seconds(start));
    return new SuiteCluster(nodes);
  }

  LocalCluster nodes() {
    return nodes;
  }

  /** A session that may ask every node. */
  CqlSession session() {
    return nodes.sessionBuilder().withConfigLoader(longTimeout()).build();
  }

  /** A session that asks one node only. */
  CqlSession session(int node) {
    return nodes.sessionBuilder(node).withConfigLoader(longTimeout()).build();
  }

  /** Runs a script with cqlsh and asserts that it found nothing to complain about. */
  static void runScript(LocalCluster nodes, Path script) {
    LocalCluster.ScriptOutput output = nodes.cqlsh(1, script);
    assertThat(output.exitCode()).as("exit code of cqlsh -f %s: %s", script, output).isZero();
  }

  @Override
  public void close() {
    nodes.close();
  }

  private static void configure(NodeSettings.Builder builder) {
    Lane.current().configure(builder);
    builder
        // What a stopped node misses it is to learn from reads only.
        .yaml("hinted_handoff_enabled", false)
        // Answers are held against each other here, not times.
        .yaml("read_request_timeout", "30s")
        .yaml("range_request_timeout", "30s")
        .yaml("write_request_timeout", "30s");
  }

  private static void install(LocalCluster nodes) {
    if (Lane.current() != Lane.NATIVE) {
      try (CqlSession session = nodes.sessionBuilder().withConfigLoader(longTimeout()).build()) {
        LocalPack.install(session, Console.plain());
      }
    }
  }

  private static DriverConfigLoader longTimeout() {
    return LocalSessions.configuration()
        .withDuration(DefaultDriverOption.REQUEST_TIMEOUT, TIMEOUT)
        .build();
  }

  private static String seconds(long start) {
    return Duration.ofNanos(System.nanoTime() - start).toSeconds() + " s";
  }

  private static String noun(int size) {
    return size == 1 ? "node" : "nodes";
  }

  private static void report(String line) {
    System.out.println("[suite] " + line);
  }
}
