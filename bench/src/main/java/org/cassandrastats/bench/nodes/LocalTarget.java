/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.nodes;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.config.DriverConfigLoader;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.cassandrastats.cli.console.Console;
import org.cassandrastats.cli.console.UserError;
import org.cassandrastats.localcluster.ClusterSettings;
import org.cassandrastats.localcluster.HostCqlsh;
import org.cassandrastats.localcluster.LocalCluster;
import org.cassandrastats.localcluster.LocalPack;
import org.cassandrastats.localcluster.container.ClusterStarter;

/**
 * Local nodes of a lane. Unless they are lent, they go with their files, also when this program is
 * ended.
 */
final class LocalTarget implements Target {
  /** A process that is being killed closes its connections a moment before it is gone. */
  private static final Duration DYING = Duration.ofMillis(300);

  /** What studies call. */
  private static final Set<String> AGGREGATES = Set.of("mean", "moments", "tdigest", "histogram");

  private final BenchLane lane;
  private final LocalCluster cluster;
  private final CqlSession session;
  private final List<NodeManagement> management;
  private final boolean isLent;

  private LocalTarget(BenchLane lane, LocalCluster cluster, boolean isLent) {
    this.lane = lane;
    this.cluster = cluster;
    this.isLent = isLent;
    this.session = cluster.sessionBuilder().build();
    this.management = NodeManagement.of(cluster);
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
                .cqlsh(HostCqlsh.installed())
                .prepared(first -> prepare(first, lane, replicas, console)));
    boolean ready = false;
    try {
      LocalTarget target = new LocalTarget(lane, cluster, false);
      ready = true;
      return target;
    } finally {
      if (!ready) {
        cluster.close();
      }
    }
  }

  /** Nodes that somebody else has started, with the pack; only the keyspace goes in the end. */
  static LocalTarget lent(BenchLane lane, LocalCluster cluster) {
    LocalTarget target = new LocalTarget(lane, cluster, true);
    BenchKeyspace.create(target.session, BenchKeyspace.replication(cluster.size()));
    return target;
  }

  private static void prepare(LocalCluster first, BenchLane lane, int replicas, Console console) {
    try (CqlSession session = first.sessionBuilder(1).build()) {
      if (!lane.isNative()) {
        LocalPack.install(session, AGGREGATES, console);
      }
      BenchKeyspace.create(session, BenchKeyspace.replication(replicas));
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

  /** Who lends nodes waits for answers, not for times. */
  @Override
  public void flushAndCompact(String keyspace) {
    if (!isLent) {
      IntStream.rangeClosed(1, cluster.size()).forEach(node -> cluster.compact(node, keyspace));
    }
  }

  @Override
  public List<NodeManagement> management() {
    return management;
  }

  @Override
  public Optional<LocalCluster> cluster() {
    return Optional.of(cluster);
  }

  /** Nor for what a node says of itself that is slowed down. */
  @Override
  public Optional<ServerLoad> load() {
    return isLent ? Optional.empty() : Target.super.load();
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
      if (isLent) {
        BenchKeyspace.dropAll(session);
      }
      session.close();
    } finally {
      if (!isLent) {
        cluster.close();
      }
    }
  }
}
