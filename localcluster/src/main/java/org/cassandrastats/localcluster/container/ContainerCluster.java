/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.localcluster.container;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableSet;
import java.util.TreeSet;
import java.util.concurrent.CompletionException;
import java.util.stream.IntStream;
import javax.management.remote.JMXConnector;
import org.cassandrastats.localcluster.ClusterSettings;
import org.cassandrastats.localcluster.LocalCluster;
import org.cassandrastats.localcluster.Slowdown;
import org.cassandrastats.localcluster.container.DockerEngine.Offer.Usable;
import org.cassandrastats.localcluster.node.LocalNodeException;
import org.testcontainers.lifecycle.Startables;

/** Nodes in containers of one network. */
final class ContainerCluster implements LocalCluster {
  private final Usable offer;
  private final ContainerNetwork network;
  private final List<ContainerNode> nodes = new ArrayList<>();
  private final NavigableSet<Integer> running = new TreeSet<>();

  private ContainerCluster(ClusterSettings settings, Usable offer) {
    this.offer = offer;
    this.network = ContainerNetwork.create();
    List<String> addresses =
        IntStream.rangeClosed(1, settings.nodes()).mapToObj(network::address).toList();
    for (int node = 1; node <= settings.nodes(); node++) {
      nodes.add(
          new ContainerNode(
              offer.image(),
              settings.node(node).listenAddress(network.address(node)).seeds(addresses).build(),
              network));
    }
  }

  /**
   * Starts node 1, prepares it, and starts the others at once.
   *
   * @throws LocalNodeException if a node does not answer; nothing is left behind then
   */
  static ContainerCluster start(ClusterSettings settings, Usable offer) {
    ContainerCluster cluster = new ContainerCluster(settings, offer);
    try {
      cluster.nodes.get(0).start();
      cluster.running.add(1);
      settings.prepared().accept(cluster);
      Startables.deepStart(cluster.nodes.subList(1, cluster.nodes.size())).join();
      IntStream.rangeClosed(2, cluster.size()).forEach(cluster.running::add);
      cluster.awaitAgreement();
      return cluster;
    } catch (RuntimeException | Error failed) {
      cluster.close();
      if (failed instanceof CompletionException
          && failed.getCause() instanceof LocalNodeException told) {
        throw told;
      }
      throw failed;
    }
  }

  @Override
  public String description() {
    return "%d %s of %s, by %s"
        .formatted(size(), size() == 1 ? "container" : "containers", offer.image(), offer.engine());
  }

  @Override
  public int size() {
    return nodes.size();
  }

  @Override
  public InetSocketAddress address(int node) {
    return nodes.get(node - 1).address();
  }

  @Override
  public void stop(int node) {
    nodes.get(node - 1).halt();
    running.remove(node);
  }

  @Override
  public void start(int node) {
    nodes.get(node - 1).resume();
    running.add(node);
    awaitAgreement();
  }

  @Override
  public LocalCluster.ScriptOutput cqlsh(int node, Path script, Duration requestTimeout) {
    return nodes.get(node - 1).cqlsh(script, requestTimeout);
  }

  @Override
  public Slowdown slow(int node) {
    return nodes.get(node - 1).slow();
  }

  @Override
  public void compact(int node, String keyspace) {
    nodes.get(node - 1).nodetool("flush", keyspace);
    nodes.get(node - 1).nodetool("compact", keyspace);
  }

  @Override
  public JMXConnector management(int node) throws IOException {
    return nodes.get(node - 1).management();
  }

  @Override
  public boolean isRunning(int node) {
    return nodes.get(node - 1).isRunning();
  }

  @Override
  public String logTail(int node) {
    return nodes.get(node - 1).logTail();
  }

  @Override
  public void close() {
    nodes.forEach(ContainerNode::stop);
    network.close();
  }

  private void awaitAgreement() {
    LocalCluster.Agreement.await(this, List.copyOf(running));
  }
}
