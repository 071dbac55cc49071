/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.localcluster.container;

import org.cassandrastats.localcluster.ClusterSettings;
import org.cassandrastats.localcluster.ForkedCluster;
import org.cassandrastats.localcluster.LocalCluster;
import org.cassandrastats.localcluster.container.DockerEngine.Offer.Unusable;
import org.cassandrastats.localcluster.container.DockerEngine.Offer.Usable;
import org.cassandrastats.localcluster.node.LocalNodeException;
import org.cassandrastats.localcluster.node.NodeListener;

/** Starts clusters in containers or in JVMs of their own, as is wanted and possible. */
public record ClusterStarter(DockerEngine.Offer offer, NodeListener listener) {
  /**
   * Finds out what nodes can run in.
   *
   * @throws LocalNodeException if containers are wanted, and there are none to be had
   */
  public static ClusterStarter choose(NodeKind kind, NodeListener listener) {
    if (kind == NodeKind.FORKED) {
      return new ClusterStarter(new Unusable("as was asked for"), listener);
    }
    DockerEngine.Offer offer;
    try {
      offer = DockerEngine.look(listener);
    } catch (NoClassDefFoundError left) {
      // Archives leave Testcontainers out, which is half of all libraries.
      offer = new Unusable("archives hold no Testcontainers; a checkout does");
    }
    if (kind == NodeKind.CONTAINERS && offer instanceof Unusable unusable) {
      throw new LocalNodeException("Nodes cannot run in containers: " + unusable.reason() + ".");
    }
    return new ClusterStarter(offer, listener);
  }

  /** What nodes run in and why, in a line for a report. */
  public String description() {
    if (offer instanceof Usable usable) {
      return "containers of %s (%s), by %s".formatted(usable.image(), usable.id(), usable.engine());
    }
    return "forked JVMs on loopback addresses, not containers: " + ((Unusable) offer).reason();
  }

  /** Whether nodes run in containers. */
  public boolean usesContainers() {
    return offer instanceof Usable;
  }

  /**
   * Starts a cluster and waits until its nodes hear each other.
   *
   * @throws LocalNodeException if a node does not answer; nothing is left behind then
   */
  public LocalCluster start(ClusterSettings settings) {
    return offer instanceof Usable usable
        ? ContainerCluster.start(settings, usable)
        : ForkedCluster.start(settings, listener);
  }
}
