/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.container;

import org.cassandrastats.cli.cluster.ClusterSettings;
import org.cassandrastats.cli.cluster.ForkedCluster;
import org.cassandrastats.cli.cluster.LocalCluster;
import org.cassandrastats.cli.console.Console;
import org.cassandrastats.cli.console.UserError;
import org.cassandrastats.cli.container.DockerEngine.Offer.Unusable;
import org.cassandrastats.cli.container.DockerEngine.Offer.Usable;

/** Starts clusters in containers or in JVMs of their own, as is wanted and possible. */
public record ClusterStarter(DockerEngine.Offer offer, Console console) {
  /**
   * Finds out what nodes can run in.
   *
   * @throws UserError if containers are wanted, and there are none to be had
   */
  public static ClusterStarter choose(NodeKind kind, Console console) {
    if (kind == NodeKind.FORKED) {
      return new ClusterStarter(new Unusable("as was asked for"), console);
    }
    DockerEngine.Offer offer = DockerEngine.look(console);
    if (kind == NodeKind.CONTAINERS && offer instanceof Unusable unusable) {
      throw new UserError("Nodes cannot run in containers: " + unusable.reason() + ".");
    }
    return new ClusterStarter(offer, console);
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
   * @throws UserError if a node does not answer; nothing is left behind then
   */
  public LocalCluster start(ClusterSettings settings) {
    return offer instanceof Usable usable
        ? ContainerCluster.start(settings, usable)
        : ForkedCluster.start(settings, console);
  }
}
