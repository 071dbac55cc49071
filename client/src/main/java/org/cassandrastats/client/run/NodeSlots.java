/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.client.run;

import com.datastax.oss.driver.api.core.loadbalancing.NodeDistance;
import com.datastax.oss.driver.api.core.metadata.Node;
import com.datastax.oss.driver.api.core.metadata.NodeState;
import java.time.Duration;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import org.cassandrastats.client.range.Range.Part;

/** Which node serves a request, and never more than so many at the same time. */
final class NodeSlots {
  /** So long a node is left alone that has not answered, where others own the same rows. */
  private static final Duration SUSPICION = Duration.ofSeconds(20);

  private final int limit;
  private final Map<Node, Integer> inFlight = new HashMap<>();
  private final Map<Node, Long> silentSince = new HashMap<>();

  /**
   * Free slots.
   *
   * @param limit of requests in flight to one node
   */
  NodeSlots(int limit) {
    this.limit = limit;
  }

  /**
   * Waits for a free slot on one of the replicas.
   *
   * @return the node with the fewest requests in flight; null if no replica is known, which counts
   *     as a node
   */
  synchronized Node acquire(Part<?> part) throws InterruptedException {
    while (true) {
      if (part.replicas().isEmpty() && count(null) < limit) {
        inFlight.merge(null, 1, Integer::sum);
        return null;
      }
      Optional<Node> free =
          eligible(part).stream()
              .filter(node -> count(node) < limit)
              .min(Comparator.comparingInt(this::count));
      if (free.isPresent()) {
        inFlight.merge(free.get(), 1, Integer::sum);
        return free.get();
      }
      wait();
    }
  }

  synchronized void release(Node node) {
    inFlight.merge(node, -1, Integer::sum);
    notifyAll();
  }

  /** A node has given no answer at all: it may be paused or cut off, which nobody else may know. */
  synchronized void suspect(Node node) {
    silentSince.put(node, System.nanoTime());
  }

  private boolean isSuspected(Node node) {
    Long since = silentSince.get(node);
    return since != null && System.nanoTime() - since < SUSPICION.toNanos();
  }

  private int count(Node node) {
    return inFlight.getOrDefault(node, 0);
  }

  /** The replicas that may serve a part: as many of the demands as leave one. */
  private List<Node> eligible(Part<?> part) {
    List<Node> nodes = List.copyOf(part.replicas());
    for (Predicate<Node> demand : demands(part)) {
      List<Node> fewer = nodes.stream().filter(demand).toList();
      nodes = fewer.isEmpty() ? nodes : fewer;
    }
    return nodes;
  }

  private List<Predicate<Node>> demands(Part<?> part) {
    return List.of(
        node -> node.getDistance() != NodeDistance.IGNORED,
        node -> node.getState() == NodeState.UP || node.getState() == NodeState.UNKNOWN,
        node -> node.getDistance() == NodeDistance.LOCAL,
        node -> !isSuspected(node),
        node -> !node.equals(part.avoided()));
  }
}
