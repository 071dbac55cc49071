/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.localcluster;

import java.math.BigInteger;
import java.util.function.Consumer;
import org.cassandrastats.localcluster.node.LocalNodeException;
import org.cassandrastats.localcluster.node.NodeSettings;

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
        (node, script, requestTimeout) -> {
          throw new LocalNodeException("No cqlsh is at hand to run " + script + " on " + node);
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

  /**
   * What a node is started with, whatever it runs in: settings in the making, as the caller of the
   * cluster wants them.
   *
   * @param node from 1
   */
  public NodeSettings.Builder node(int node) {
    NodeSettings.Builder builder =
        NodeSettings.builder()
            .heap("768m")
            .yaml("initial_token", token(node, nodes))
            // The others have no data yet when a node joins.
            .yaml("auto_bootstrap", false)
            // A node that is stopped in order flushes its schema then; until then a schema change
            // takes a quarter of the time.
            .jvmArgument("-Dcassandra.test.flush_local_schema_changes=false")
            .jvmArgument("-Dcassandra.skip_wait_for_gossip_to_settle=0")
            .jvmArgument("-Dcassandra.ring_delay_ms=" + (nodes == 1 ? 1 : 3000))
            // Nodes may join at the same time: each has a token of its own.
            .jvmArgument("-Dcassandra.consistent.rangemovement=false");
    settings.accept(builder);
    return builder;
  }

  /** Equal parts of the range of Murmur3Partitioner. */
  private static String token(int node, int nodes) {
    return BigInteger.TWO
        .pow(64)
        .multiply(BigInteger.valueOf(node - 1L))
        .divide(BigInteger.valueOf(nodes))
        .subtract(BigInteger.TWO.pow(63))
        .add(BigInteger.ONE)
        .toString();
  }
}
