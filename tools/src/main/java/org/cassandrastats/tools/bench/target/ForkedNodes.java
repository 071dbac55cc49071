/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.tools.bench.target;

import java.math.BigInteger;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.cassandrastats.tools.console.Console;
import org.cassandrastats.tools.node.Node;
import org.cassandrastats.tools.node.NodeSettings;

/** Throw-away nodes that form a cluster, on loopback addresses of this machine. */
final class ForkedNodes {
  private static final BigInteger TOKENS = BigInteger.TWO.pow(64);
  private static final BigInteger FIRST_TOKEN = BigInteger.valueOf(Long.MIN_VALUE);

  private final BenchLane lane;
  private final String heap;
  private final int size;
  private final Duration nativeTimeout;

  ForkedNodes(BenchLane lane, String heap, int size, Duration nativeTimeout) {
    this.nativeTimeout = nativeTimeout;
    this.lane = lane;
    this.heap = heap;
    this.size = size;
  }

  BenchLane lane() {
    return lane;
  }

  /** Starts them one by one; if one does not start, none is left. */
  List<Node> start(Console console) {
    List<Node> nodes = new ArrayList<>();
    boolean complete = false;
    try {
      nodes.add(Node.start(settings(0).build(), console));
      for (int index = 1; index < size; index++) {
        console.say("Starting node %d of %d ...".formatted(index + 1, size));
        nodes.add(Node.start(further(index, nodes.get(0)).build(), console));
      }
      complete = true;
      return nodes;
    } finally {
      if (!complete) {
        nodes.forEach(Node::stop);
      }
    }
  }

  private NodeSettings.Builder settings(int index) {
    NodeSettings.Builder settings =
        lane.settings()
            .heap(heap)
            // The default deadlines would end many of the queries to be timed.
            .yaml("read_request_timeout", "1h")
            .yaml("range_request_timeout", "1h")
            .yaml("native_transport_timeout", nativeTimeout.toMillis() + "ms")
            // On a busy machine a thread may well stand still for Cassandra's second and a half.
            .yaml("user_defined_functions_warn_timeout", "30s")
            .yaml("user_defined_functions_fail_timeout", "60s");
    if (size > 1) {
      // Each owns as much as the others.
      settings.yaml(
          "initial_token",
          TOKENS
              .multiply(BigInteger.valueOf(index))
              .divide(BigInteger.valueOf(size))
              .add(FIRST_TOKEN)
              .toString());
    }
    return settings;
  }

  private NodeSettings.Builder further(int index, Node first) {
    return settings(index)
        .listenAddress("127.0.0." + (index + 1))
        .nativePort(first.address().getPort())
        .storagePort(first.storagePort())
        .seeds(List.of("127.0.0.1:" + first.storagePort()))
        .yaml("auto_bootstrap", false)
        // A node that joins others has to hear of them first.
        .jvmArgument("-Dcassandra.skip_wait_for_gossip_to_settle=-1")
        .jvmArgument("-Dcassandra.ring_delay_ms=3000")
        .jvmArgument("-Dcassandra.consistent.rangemovement=false");
  }
}
