/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.direct;

import org.cassandrastats.live.Lane;
import org.cassandrastats.live.LiveNode;
import org.cassandrastats.localcluster.node.NodeSettings;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;

/** Tests on a node with the server jar, which compares each page that cursors read. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class OnCursorNode {
  LiveNode node;

  /** What turns cursor reads on, and counts them. */
  NodeBean cursors;

  @BeforeAll
  final void start() {
    node =
        LiveNode.start(
            NodeSettings.builder()
                .version(Lane.cassandra())
                .serverJar(true)
                .udfsEnabled(false)
                // A page that Cassandra reads may take long on a busy machine.
                .yaml("read_request_timeout", "60s")
                .yaml("range_request_timeout", "60s")
                .yaml("native_transport_timeout", "60s")
                .yaml("write_request_timeout", "20s")
                // Histories are written in batches of many partitions.
                .yaml("batch_size_warn_threshold", "200KiB")
                .yaml("batch_size_fail_threshold", "400KiB")
                .yaml("unlogged_batch_across_partitions_warn_threshold", "1000")
                .build());
    cursors = new NodeBean(node.node(), "org.cassandrastats:type=CursorReads");
    cursors.set("CheckedEvery", 1);
  }

  /** Cassandra's own settings. */
  final NodeBean storage() {
    return new NodeBean(node.node(), "org.apache.cassandra.db:type=StorageService");
  }

  @AfterAll
  final void stop() {
    cursors.close();
    node.close();
  }
}
