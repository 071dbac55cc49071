/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.nodes;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.config.DriverConfigLoader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.cassandrastats.cli.console.Console;
import org.cassandrastats.cli.console.UserError;
import org.cassandrastats.localcluster.ClusterSettings;
import org.cassandrastats.localcluster.LocalCluster;
import org.cassandrastats.localcluster.LocalPack;
import org.cassandrastats.localcluster.container.ClusterStarter;
import org.cassandrastats.localcluster.container.NodeKind;
import org.cassandrastats.localcluster.node.CassandraVersion;
import org.cassandrastats.localcluster.node.NodeSettings;

/** Throw-away nodes of this machine for each lane, one lane after the other. */
public final class LocalTargets implements Targets {
  private final ClusterStarter starter;
  private final List<BenchLane> lanes;
  private final String heap;
  private final int nodes;
  private final int replicas;

  private LocalTargets(
      ClusterStarter starter, List<BenchLane> lanes, String heap, int nodes, int replicas) {
    this.starter = starter;
    this.lanes = List.copyOf(lanes);
    this.heap = heap;
    this.nodes = nodes;
    this.replicas = replicas;
  }

  /**
   * Nodes in the making.
   *
   * @param kind what they run in
   * @param heap largest heap of each, such as "2g"
   * @param nodes how many for each lane
   * @param replicas on how many of them each row is
   */
  public static LocalTargets of(
      NodeKind kind, List<BenchLane> lanes, String heap, int nodes, int replicas, Console console) {
    return new LocalTargets(ClusterStarter.choose(kind, console), lanes, heap, nodes, replicas);
  }

  @Override
  public List<String> lanes() {
    return lanes.stream().map(BenchLane::toString).toList();
  }

  @Override
  public String description() {
    return "Cassandra %s, %s for each lane, on the client's machine, in %s; heap %s"
        .formatted(
            CassandraVersion.standard(),
            nodes == 1
                ? "one node"
                : "%d nodes with replication factor %d".formatted(nodes, replicas),
            starter.usesContainers() ? starter.description() : "forked JVMs",
            heap);
  }

  @Override
  public void check(long rows, Console console) {
    if (starter.usesContainers()) {
      console.say(
          DiskCheck.describe(rows)
              + " of the Docker engine's disk for each node; whether that is free is not known here.");
      return;
    }
    Path temporary = Path.of(System.getProperty("java.io.tmpdir"));
    try {
      DiskCheck.require(
          rows, nodes, temporary.toString(), Files.getFileStore(temporary).getUsableSpace());
    } catch (IOException unknown) {
      throw new UncheckedIOException(unknown);
    }
  }

  @Override
  public Target open(String lane, NodeVariant variant, Console console) {
    return LocalTarget.start(
        starter, new LocalNodes(BenchLane.named(lane), heap, nodes, variant), replicas, console);
  }

  @Override
  public void close() {}

  /** Throw-away nodes; they go with their files, also when this program is ended. */
  private static final class LocalTarget implements Target {
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
        List<NodeManagement> management = NodeManagement.of(cluster);
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
    public void flushAndCompact() {
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

  /**
   * How the throw-away nodes of a lane are started.
   *
   * @param heap largest heap of each, such as "2g"
   * @param count how many
   * @param variant what distinguishes them from those of another part of the study
   */
  private record LocalNodes(BenchLane lane, String heap, int count, NodeVariant variant) {

    void configure(NodeSettings.Builder settings) {
      lane.configure(settings);
      settings
          .heap(heap)
          // The default deadlines would end many of the queries to be timed.
          .yaml("read_request_timeout", "1h")
          .yaml("range_request_timeout", "1h")
          .yaml("native_transport_timeout", variant.nativeTimeout().toMillis() + "ms")
          // On a busy machine a thread may well stand still for Cassandra's second and a half.
          .yaml("user_defined_functions_warn_timeout", "30s")
          .yaml("user_defined_functions_fail_timeout", "60s")
          .yaml(variant.yaml());
      variant.jvmArguments().forEach(settings::jvmArgument);
    }
  }
}
