/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.containers;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.config.DefaultDriverOption;
import com.datastax.oss.driver.api.core.config.DriverConfigLoader;
import java.nio.file.Path;
import java.time.Duration;
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
import org.cassandrastats.localcluster.node.LocalSessions;
import org.cassandrastats.localcluster.node.NodeSettings;

/**
 * The cluster of a suite, in the lane of the build's execution: in containers where a Docker engine
 * answers, else in JVMs of their own. Which of them it was is printed, and so in the report.
 */
final class SuiteCluster implements AutoCloseable {
  private static final Duration TIMEOUT = Duration.ofMinutes(1);

  private final LocalCluster nodes;
  private final String kind;

  private SuiteCluster(LocalCluster nodes, String kind) {
    this.nodes = nodes;
    this.kind = kind;
  }

  /** Starts the nodes of a part, with the pack installed where it is not native. */
  static SuiteCluster start(Part part, SuiteSize measured) {
    int size = part.nodes();
    ClusterStarter starter = ClusterStarter.choose(NodeKind.configured(), Console.plain());
    SuiteConsole.say(
        "%d %s of lane %s in %s".formatted(size, noun(size), part.lane(), starter.description()));
    HostCqlsh cqlsh =
        (node, script, requestTimeout) -> {
          CommandResult result = Cqlsh.of(node).requestTimeout(requestTimeout).file(script);
          return new LocalCluster.ScriptOutput(result.exitCode(), result.output(), result.errors());
        };
    long start = System.nanoTime();
    LocalCluster nodes =
        starter.start(
            ClusterSettings.of(size, builder -> configure(builder, part, measured))
                .cqlsh(cqlsh)
                .prepared(SuiteCluster::install));
    SuiteConsole.say("They are " + nodes.description() + ", ready after " + seconds(start));
    return new SuiteCluster(nodes, starter.description());
  }

  LocalCluster nodes() {
    return nodes;
  }

  /** What the nodes run in, however many there are. */
  String kind() {
    return kind;
  }

  /** A session that may ask every node. */
  CqlSession session() {
    return session(TIMEOUT);
  }

  /** A session with a timeout of its own for requests that have none. */
  CqlSession session(Duration timeout) {
    return nodes.sessionBuilder().withConfigLoader(timeout(timeout)).build();
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

  private static void configure(NodeSettings.Builder builder, Part part, SuiteSize measured) {
    part.lane().configure(builder);
    String late = measured.late().toSeconds() + "s";
    builder
        .heap(measured.heap())
        // What a stopped node misses it is to learn from reads only.
        .yaml("hinted_handoff_enabled", false)
        // The default deadlines would end many of the queries to be timed.
        .yaml("read_request_timeout", late)
        .yaml("range_request_timeout", late)
        .yaml("native_transport_timeout", late)
        .yaml("write_request_timeout", "30s");
  }

  private static void install(LocalCluster nodes) {
    if (Lane.current() != Lane.NATIVE) {
      try (CqlSession session = nodes.sessionBuilder().withConfigLoader(timeout(TIMEOUT)).build()) {
        LocalPack.install(session, Console.plain());
      }
    }
  }

  private static DriverConfigLoader timeout(Duration timeout) {
    return LocalSessions.configuration()
        .withDuration(DefaultDriverOption.REQUEST_TIMEOUT, timeout)
        .build();
  }

  private static String seconds(long start) {
    return Duration.ofNanos(System.nanoTime() - start).toSeconds() + " s";
  }

  private static String noun(int size) {
    return size == 1 ? "node" : "nodes";
  }
}
