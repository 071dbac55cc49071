/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.install;

import java.util.List;
import org.cassandrastats.localcluster.node.Node;
import org.cassandrastats.localcluster.node.NodeSettings;

/** A node without the server jar that joins another one. */
final class SecondNode {
  private SecondNode() {}

  static Node join(Node first) {
    return Node.start(
        NodeSettings.builder()
            .listenAddress("127.0.0.2")
            .nativePort(first.address().getPort())
            .storagePort(first.storagePort())
            .seeds(List.of("127.0.0.1:" + first.storagePort()))
            .yaml("auto_bootstrap", false)
            .jvmArgument("-Dcassandra.skip_wait_for_gossip_to_settle=-1")
            .jvmArgument("-Dcassandra.ring_delay_ms=3000")
            .jvmArgument("-Dcassandra.consistent.rangemovement=false")
            .build());
  }
}
