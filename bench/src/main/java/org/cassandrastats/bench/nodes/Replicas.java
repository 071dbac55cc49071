/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.nodes;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.cassandrastats.cli.console.UserError;

/** Has one of several nodes miss writes. */
public final class Replicas {
  private static final Duration TIMEOUT = Duration.ofMinutes(2);
  private static final Duration PAUSE = Duration.ofMillis(100);

  private final List<NodeManagement> nodes;

  /** Of the nodes of a target. */
  public Replicas(List<NodeManagement> nodes) {
    this.nodes = List.copyOf(nodes);
  }

  /** While something is done, the other nodes take the last one for dead and keep no hints. */
  public void withoutLast(Runnable action) {
    NodeManagement last = nodes.get(nodes.size() - 1);
    nodes.forEach(node -> node.setHints(false));
    last.stopGossip();
    awaitUnreachable(1);
    try {
      action.run();
    } finally {
      last.startGossip();
    }
    awaitUnreachable(0);
  }

  private void awaitUnreachable(int wanted) {
    long start = System.nanoTime();
    for (NodeManagement node : nodes.subList(0, nodes.size() - 1)) {
      while (node.unreachableNodes() != wanted) {
        if (System.nanoTime() - start > TIMEOUT.toNanos()) {
          throw new UserError(
              "The nodes do not agree on which of them are up after %d s."
                  .formatted(TIMEOUT.toSeconds()));
        }
        LockSupport.parkNanos(PAUSE.toNanos());
      }
    }
  }
}
