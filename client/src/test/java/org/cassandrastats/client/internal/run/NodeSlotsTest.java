/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.client.internal.run;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.metadata.Node;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.cassandrastats.client.internal.range.Range;
import org.cassandrastats.client.internal.range.Range.Part;
import org.junit.jupiter.api.Test;

/** Queries that share the slots of nodes. Without known replicas, all of them count as one node. */
final class NodeSlotsTest {
  private static final Part<Long> PART = Part.of(Range.all(), 1, Set.of());
  private static final int REQUESTS = 500;

  private final NodeSlots slots = new NodeSlots();

  /** How many of several threads have a slot at the same time. */
  private static final class Gauge {
    private final AtomicInteger now = new AtomicInteger();
    private final AtomicInteger most = new AtomicInteger();

    void enter() {
      most.accumulateAndGet(now.incrementAndGet(), Math::max);
    }

    void leave() {
      now.decrementAndGet();
    }
  }

  @Test
  void should_keep_to_the_limit_of_each_query_and_to_the_largest_of_all() throws Exception {
    Gauge together = new Gauge();
    ExecutorService threads = Executors.newCachedThreadPool();
    try (NodeSlots.OfQuery wide = slots.ofQuery(3, new RunMetrics());
        NodeSlots.OfQuery narrow = slots.ofQuery(1, new RunMetrics())) {
      Gauge ofWide = new Gauge();
      Gauge ofNarrow = new Gauge();
      List<Future<?>> users = new ArrayList<>();
      for (int thread = 0; thread < 4; thread++) {
        users.add(threads.submit(() -> use(wide, ofWide, together)));
        users.add(threads.submit(() -> use(narrow, ofNarrow, together)));
      }
      for (Future<?> user : users) {
        user.get();
      }
      assertThat(together.most).hasValue(3);
      assertThat(ofWide.most.get()).isBetween(2, 3);
      assertThat(ofNarrow.most).hasValue(1);
    } finally {
      threads.shutdownNow();
    }
  }

  private static Void use(NodeSlots.OfQuery slots, Gauge own, Gauge together)
      throws InterruptedException {
    for (int request = 0; request < REQUESTS; request++) {
      Node node = slots.acquire(PART);
      own.enter();
      together.enter();
      LockSupport.parkNanos(1_000);
      own.leave();
      together.leave();
      slots.release(node);
    }
    return null;
  }

  @Test
  void should_let_the_first_that_waits_go_first() throws Exception {
    try (NodeSlots.OfQuery busy = slots.ofQuery(1, new RunMetrics());
        NodeSlots.OfQuery late = slots.ofQuery(1, new RunMetrics())) {
      Node node = busy.acquire(PART);
      List<String> order = new ArrayList<>();
      Thread other = waiting(late, order, "late");
      Thread again = waiting(busy, order, "busy");

      busy.release(node);
      other.join();
      again.join();

      assertThat(order).containsExactly("late", "busy");
    }
  }

  /** A thread that has come to wait. */
  private Thread waiting(NodeSlots.OfQuery query, List<String> order, String name) {
    Thread thread =
        new Thread(
            () -> {
              try {
                Node node = query.acquire(PART);
                order.add(name);
                query.release(node);
              } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
              }
            });
    thread.start();
    while (thread.getState() != Thread.State.WAITING) {
      LockSupport.parkNanos(100_000);
    }
    return thread;
  }

  @Test
  void should_give_the_place_of_one_that_is_interrupted_to_the_next() throws Exception {
    try (NodeSlots.OfQuery query = slots.ofQuery(1, new RunMetrics())) {
      Node node = query.acquire(PART);
      List<String> order = new ArrayList<>();
      Thread interrupted = waiting(query, order, "interrupted");
      Thread next = waiting(query, order, "next");

      interrupted.interrupt();
      interrupted.join();
      query.release(node);
      next.join();

      assertThat(order).containsExactly("next");
    }
  }
}
