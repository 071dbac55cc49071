/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.client.internal.run;

import com.datastax.oss.driver.api.core.loadbalancing.NodeDistance;
import com.datastax.oss.driver.api.core.metadata.Node;
import com.datastax.oss.driver.api.core.metadata.NodeState;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.cassandrastats.client.internal.range.Range.Part;

/**
 * Which node serves a request, and never more than so many at the same time. A query keeps to its
 * own limit; all that run at the same time keep to the largest of theirs together, and take turns.
 */
final class NodeSlots {
  /** So long a node is left alone that has not answered, where others own the same rows. */
  private static final Duration SUSPICION = Duration.ofSeconds(20);

  private final Map<Node, Integer> inFlight = new HashMap<>();
  private final Map<Node, Long> silentSince = new HashMap<>();
  private final List<Integer> limits = new ArrayList<>();
  private final Deque<Waiting> queue = new ArrayDeque<>();

  /** A thread that wants a slot for a part. */
  private static final class Waiting {
    private final OfQuery slots;
    private final Part<?> part;

    Waiting(OfQuery slots, Part<?> part) {
      this.slots = slots;
      this.part = part;
    }
  }

  /**
   * The slots of a query.
   *
   * @param limit of its requests in flight to one node
   * @param metrics which count requests in flight
   */
  synchronized OfQuery ofQuery(int limit, RunMetrics metrics) {
    limits.add(limit);
    return new OfQuery(limit, metrics);
  }

  /** The slots of a query; closing them leaves those of its requests in flight to be released. */
  final class OfQuery implements AutoCloseable {
    private final int limit;
    private final RunMetrics metrics;
    private final Map<Node, Integer> own = new HashMap<>();

    private OfQuery(int limit, RunMetrics metrics) {
      this.limit = limit;
      this.metrics = metrics;
    }

    /**
     * Waits for a free slot on one of the replicas.
     *
     * @return the node with the fewest requests in flight; null if no replica is known, which
     *     counts as a node
     */
    Node acquire(Part<?> part) throws InterruptedException {
      Node node = await(new Waiting(this, part));
      metrics.sent();
      return node;
    }

    void release(Node node) {
      metrics.returned();
      synchronized (NodeSlots.this) {
        own.merge(node, -1, Integer::sum);
        inFlight.merge(node, -1, Integer::sum);
        NodeSlots.this.notifyAll();
      }
    }

    /**
     * A node has given no answer at all: it may be paused or cut off, which nobody else may know.
     */
    void suspect(Node node) {
      synchronized (NodeSlots.this) {
        silentSince.put(node, System.nanoTime());
      }
    }

    @Override
    public void close() {
      synchronized (NodeSlots.this) {
        limits.remove((Integer) limit);
      }
    }
  }

  private synchronized Node await(Waiting waiting) throws InterruptedException {
    queue.addLast(waiting);
    try {
      while (true) {
        List<Node> free = free(waiting);
        if (!free.isEmpty() && isNext(waiting)) {
          Node node = Collections.min(free, Comparator.comparingInt(each -> count(inFlight, each)));
          inFlight.merge(node, 1, Integer::sum);
          waiting.slots.own.merge(node, 1, Integer::sum);
          return node;
        }
        wait();
      }
    } finally {
      queue.remove(waiting);
      notifyAll();
    }
  }

  /**
   * Whether nobody who came before can take a slot: without turns, one query could starve others.
   */
  private boolean isNext(Waiting waiting) {
    for (Waiting other : queue) {
      if (other == waiting) {
        return true;
      }
      if (!free(other).isEmpty()) {
        return false;
      }
    }
    throw new IllegalStateException("expected a thread that waits");
  }

  private List<Node> free(Waiting waiting) {
    int together = limits.stream().mapToInt(Integer::intValue).max().orElse(waiting.slots.limit);
    List<Node> candidates =
        waiting.part.replicas().isEmpty()
            ? Collections.singletonList(null)
            : eligible(waiting.part);
    return candidates.stream()
        .filter(node -> count(inFlight, node) < together)
        .filter(node -> count(waiting.slots.own, node) < waiting.slots.limit)
        .toList();
  }

  private static int count(Map<Node, Integer> requests, Node node) {
    return requests.getOrDefault(node, 0);
  }

  private boolean isSuspected(Node node) {
    Long since = silentSince.get(node);
    return since != null && System.nanoTime() - since < SUSPICION.toNanos();
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
