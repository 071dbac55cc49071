/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.localcluster;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.IntStream;
import javax.management.remote.JMXConnector;
import org.cassandrastats.localcluster.node.CassandraVersion;
import org.cassandrastats.localcluster.node.ExitGuard;
import org.cassandrastats.localcluster.node.FileTree;
import org.cassandrastats.localcluster.node.LocalNodeException;
import org.cassandrastats.localcluster.node.ManagementConnection;
import org.cassandrastats.localcluster.node.Node;
import org.cassandrastats.localcluster.node.NodeListener;
import org.cassandrastats.localcluster.node.NodeSettings;
import org.cassandrastats.localcluster.node.StoredTables;

/** Nodes in JVMs of their own, on the loopback addresses 127.0.0.1, 127.0.0.2 and so on. */
public final class ForkedCluster implements LocalCluster {
  private static final int GRACE_SECONDS = 60;

  private final ClusterSettings settings;
  private final Path directory;
  private final ExitGuard guard;
  private final List<Optional<Node>> nodes = new ArrayList<>();
  private CassandraVersion version = CassandraVersion.standard();
  private int nativePort;
  private int storagePort;

  private ForkedCluster(ClusterSettings settings) {
    this.settings = settings;
    try {
      this.directory = Files.createTempDirectory("cassandra-stats-cluster");
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
    try {
      this.guard = ExitGuard.register("remove cluster", this::removeAll);
    } catch (IllegalStateException alreadyEnding) {
      removeAll();
      throw alreadyEnding;
    }
    for (int node = 1; node <= settings.nodes(); node++) {
      nodes.add(Optional.empty());
    }
  }

  /**
   * Starts node 1, prepares it, and starts the others.
   *
   * @throws LocalNodeException if a node does not answer; nothing is left behind then
   */
  public static ForkedCluster start(ClusterSettings settings, NodeListener listener) {
    ForkedCluster cluster = new ForkedCluster(settings);
    try {
      cluster.fork(1, listener);
      settings.prepared().accept(cluster);
      for (int node = 2; node <= settings.nodes(); node++) {
        cluster.fork(node, listener);
      }
      cluster.awaitAgreement();
      return cluster;
    } catch (RuntimeException | Error failed) {
      cluster.close();
      throw failed;
    }
  }

  @Override
  public String description() {
    return "%d %s, no container: Cassandra %s on 127.0.0.1%s"
        .formatted(
            size(),
            size() == 1 ? "forked JVM" : "forked JVMs",
            version,
            size() == 1 ? "" : " to 127.0.0." + size());
  }

  @Override
  public int size() {
    return settings.nodes();
  }

  @Override
  public InetSocketAddress address(int node) {
    return new InetSocketAddress(host(node), nativePort);
  }

  @Override
  public void stop(int node) {
    running(node).stop();
    nodes.set(node - 1, Optional.empty());
  }

  @Override
  public void start(int node) {
    fork(node, NodeListener.plain());
    awaitAgreement();
  }

  @Override
  public LocalCluster.ScriptOutput cqlsh(int node, Path script, Duration requestTimeout) {
    return settings.cqlsh().run(address(node), script, requestTimeout);
  }

  @Override
  public Slowdown slow(int node) {
    return PausedProcess.start(running(node).process());
  }

  @Override
  public void compact(int node, String keyspace) {
    StoredTables.flushAndCompact(running(node), keyspace);
  }

  @Override
  public boolean isRunning(int node) {
    return nodes.get(node - 1).filter(running -> running.process().isAlive()).isPresent();
  }

  @Override
  public JMXConnector management(int node) throws IOException {
    return ManagementConnection.open(running(node));
  }

  @Override
  public List<Node> forked() {
    return nodes.stream().flatMap(Optional::stream).toList();
  }

  @Override
  public String logTail(int node) {
    return nodes.get(node - 1).map(Node::logTail).orElse("(node " + node + " is stopped)");
  }

  @Override
  public void close() {
    removeAll();
    guard.release();
  }

  private void fork(int number, NodeListener listener) {
    NodeSettings.Builder builder =
        settings
            .node(number)
            .directory(directory.resolve("node" + number))
            .listenAddress(host(number))
            .nativePort(nativePort)
            .storagePort(storagePort);
    if (storagePort != 0) {
      builder.seeds(
          IntStream.rangeClosed(1, size())
              .mapToObj(node -> host(node) + ":" + storagePort)
              .toList());
    }
    Node node = Node.start(builder.build(), listener);
    nodes.set(number - 1, Optional.of(node));
    version = node.settings().version();
    nativePort = node.address().getPort();
    storagePort = node.storagePort();
  }

  private void awaitAgreement() {
    LocalCluster.Agreement.await(
        this,
        IntStream.rangeClosed(1, size())
            .filter(node -> nodes.get(node - 1).isPresent())
            .boxed()
            .toList());
  }

  private Node running(int node) {
    return nodes
        .get(node - 1)
        .orElseThrow(() -> new LocalNodeException("Node " + node + " is stopped"));
  }

  /** Nothing of the nodes is kept, so that they need not end in order. */
  private synchronized void removeAll() {
    nodes.forEach(node -> node.ifPresent(running -> kill(running.process())));
    nodes.forEach(node -> node.ifPresent(Node::stop));
    nodes.replaceAll(node -> Optional.empty());
    try {
      FileTree.remove(directory);
    } catch (IOException failed) {
      NodeListener.plain()
          .say("The temporary directory " + directory + " could not be removed: " + failed);
    }
  }

  private static void kill(ProcessHandle process) {
    process.destroyForcibly();
    try {
      process.onExit().get(GRACE_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    } catch (ExecutionException | TimeoutException stillThere) {
      NodeListener.plain().say("The process " + process.pid() + " of a node does not end.");
    }
  }

  private static String host(int node) {
    return "127.0.0." + node;
  }
}
