/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.target;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.config.DriverConfigLoader;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.cassandrastats.cli.cluster.ClusterSettings;
import org.cassandrastats.cli.cluster.LocalCluster;
import org.cassandrastats.cli.console.Console;
import org.cassandrastats.cli.console.UserError;
import org.cassandrastats.cli.container.ClusterStarter;
import org.cassandrastats.cli.install.LocalPack;

/** Throw-away nodes; they go with their files, also when this program is ended. */
final class LocalTarget implements Target {
  /** A process that is being killed closes its connections a moment before it is gone. */
  private static final Duration DYING = Duration.ofMillis(300);

  /** What studies call. */
  private static final Set<String> AGGREGATES = Set.of("mean", "moments", "tdigest", "histogram");

  private final BenchLane lane;
  private final LocalCluster cluster;
  private final CqlSession session;
  private final List<NodeManagement> management;

  private LocalTarget(
      BenchLane lane, LocalCluster cluster, CqlSession session, List<NodeManagement> management) {
    this.lane = lane;
    this.cluster = cluster;
    this.session = session;
    this.management = management;
  }

  /**
   * Starts nodes.
   *
   * @param replicas of the rows
   */
  static LocalTarget start(
      ClusterStarter starter, LocalNodes nodes, int replicas, Console console) {
    BenchLane lane = nodes.lane();
    console.say(
        "Starting %s of the lane %s ..."
            .formatted(nodes.count() == 1 ? "a node" : nodes.count() + " nodes", lane));
    LocalCluster cluster =
        starter.start(
            ClusterSettings.of(nodes.count(), nodes::configure)
                .prepared(first -> prepare(first, lane, replicas, console)));
    boolean ready = false;
    try {
      CqlSession session = cluster.sessionBuilder().build();
      List<NodeManagement> management = cluster.forked().stream().map(NodeManagement::new).toList();
      ready = true;
      return new LocalTarget(lane, cluster, session, management);
    } finally {
      if (!ready) {
        cluster.close();
      }
    }
  }

  private static void prepare(LocalCluster first, BenchLane lane, int replicas, Console console) {
    try (CqlSession session = first.sessionBuilder(1).build()) {
      if (!lane.isNative()) {
        LocalPack.install(session, AGGREGATES, console);
      }
      BenchKeyspace.create(
          session,
          "{'class': 'NetworkTopologyStrategy', 'replication_factor': %d}".formatted(replicas));
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
    return Optional.of(cluster.sessionBuilder().withConfigLoader(configuration).build());
  }

  @Override
  public String functions() {
    return "stats";
  }

  @Override
  public void settle() {
    IntStream.rangeClosed(1, cluster.size())
        .forEach(node -> cluster.compact(node, BenchKeyspace.NAME));
  }

  @Override
  public List<NodeManagement> management() {
    return management;
  }

  @Override
  public void requireRunning() {
    if (IntStream.rangeClosed(1, cluster.size()).allMatch(cluster::isRunning)) {
      LockSupport.parkNanos(DYING.toNanos());
    }
    for (int node = 1; node <= cluster.size(); node++) {
      if (!cluster.isRunning(node)) {
        throw new UserError(
            "A node of the lane %s has ended. The end of its log:%n%s"
                .formatted(lane, cluster.logTail(node)));
      }
    }
  }

  @Override
  public void close() {
    try {
      management.forEach(NodeManagement::close);
      session.close();
    } finally {
      cluster.close();
    }
  }
}
