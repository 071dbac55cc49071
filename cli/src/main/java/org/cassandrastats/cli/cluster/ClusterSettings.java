/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.cluster;

import java.util.function.Consumer;
import org.cassandrastats.cli.console.UserError;
import org.cassandrastats.cli.node.NodeSettings;

/**
 * How the nodes of a local cluster are to be started.
 *
 * @param nodes how many
 * @param settings what is the same in all of them: the lane, the heap, further keys of
 *     cassandra.yaml, arguments of the JVM. Addresses, ports, directories and seeds are the
 *     cluster's own business
 * @param prepared what is done to node 1 before there are others: changes of the schema take much
 *     longer when several nodes have to agree on each
 * @param cqlsh what runs scripts on nodes that bring no cqlsh
 */
public record ClusterSettings(
    int nodes,
    Consumer<NodeSettings.Builder> settings,
    Consumer<LocalCluster> prepared,
    HostCqlsh cqlsh) {

  /** Nodes that are not prepared and need no cqlsh. */
  public static ClusterSettings of(int nodes, Consumer<NodeSettings.Builder> settings) {
    return new ClusterSettings(
        nodes,
        settings,
        cluster -> {},
        (node, script) -> {
          throw new UserError("No cqlsh is at hand to run " + script + " on " + node);
        });
  }

  /** See {@link ClusterSettings#prepared}. */
  public ClusterSettings prepared(Consumer<LocalCluster> newPrepared) {
    return new ClusterSettings(nodes, settings, newPrepared, cqlsh);
  }

  /** See {@link ClusterSettings#cqlsh}. */
  public ClusterSettings cqlsh(HostCqlsh newCqlsh) {
    return new ClusterSettings(nodes, settings, prepared, newCqlsh);
  }
}
