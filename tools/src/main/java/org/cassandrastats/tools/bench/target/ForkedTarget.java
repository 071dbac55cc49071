/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.tools.bench.target;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.config.DriverConfigLoader;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import org.cassandrastats.tools.console.Console;
import org.cassandrastats.tools.console.UserError;
import org.cassandrastats.tools.install.LocalPack;
import org.cassandrastats.tools.node.Node;

/** Throw-away nodes; they go with their files, also when this program is ended. */
final class ForkedTarget implements Target {
  /** A process that is being killed closes its connections a moment before it is gone. */
  private static final Duration DYING = Duration.ofMillis(300);

  /** What studies call. */
  private static final Set<String> AGGREGATES = Set.of("mean", "tdigest");

  private final BenchLane lane;
  private final List<Node> nodes;
  private final CqlSession session;
  private final List<NodeManagement> management;

  private ForkedTarget(
      BenchLane lane, List<Node> nodes, CqlSession session, List<NodeManagement> management) {
    this.lane = lane;
    this.nodes = nodes;
    this.session = session;
    this.management = management;
  }

  /**
   * Starts nodes.
   *
   * @param replicas of the rows
   */
  static ForkedTarget start(ForkedNodes forked, int replicas, Console console) {
    BenchLane lane = forked.lane();
    console.say("Starting a node of the lane " + lane + " ...");
    List<Node> nodes = forked.start(console);
    boolean ready = false;
    try {
      CqlSession session = nodes.get(0).sessionBuilder().build();
      if (!lane.isNative()) {
        LocalPack.install(session, AGGREGATES, console);
      }
      BenchKeyspace.create(
          session,
          "{'class': 'NetworkTopologyStrategy', 'replication_factor': %d}".formatted(replicas));
      List<NodeManagement> management = nodes.stream().map(NodeManagement::new).toList();
      ready = true;
      return new ForkedTarget(lane, nodes, session, management);
    } finally {
      if (!ready) {
        nodes.forEach(Node::stop);
      }
    }
  }

  @Override
  public String lane() {
    return lane.toString();
  }

  @Override
  public CqlSession session() {
    return session;
  }

  @Override
  public Optional<CqlSession> session(DriverConfigLoader configuration) {
    return Optional.of(nodes.get(0).sessionBuilder().withConfigLoader(configuration).build());
  }

  @Override
  public String functions() {
    return "stats";
  }

  @Override
  public void settle() {
    management.forEach(node -> node.settle(BenchKeyspace.NAME));
  }

  @Override
  public List<NodeManagement> management() {
    return management;
  }

  @Override
  public void requireRunning() {
    if (nodes.stream().allMatch(node -> node.process().isAlive())) {
      LockSupport.parkNanos(DYING.toNanos());
    }
    for (Node node : nodes) {
      if (!node.process().isAlive()) {
        throw new UserError(
            "A node of the lane %s has ended. The end of its log:%n%s"
                .formatted(lane, node.logTail()));
      }
    }
  }

  @Override
  public void close() {
    try {
      management.forEach(NodeManagement::close);
      session.close();
    } finally {
      nodes.forEach(Node::stop);
    }
  }
}
