/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.cluster;

import java.math.BigInteger;
import java.util.function.Consumer;
import org.cassandrastats.cli.node.NodeSettings;

/** What every node of a local cluster is started with, whatever it runs in. */
public final class NodeDefaults {
  private NodeDefaults() {}

  /**
   * Settings in the making, as the caller of the cluster wants them.
   *
   * @param node from 1
   * @param nodes of the whole cluster
   */
  public static NodeSettings.Builder of(
      int node, int nodes, Consumer<NodeSettings.Builder> settings) {
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
