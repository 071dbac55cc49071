/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.server.direct;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.function.LongConsumer;
import org.apache.cassandra.db.ReadQuery;
import org.apache.cassandra.tracing.Tracing;
import org.cassandrastats.server.limit.MemoryBudget;
import org.cassandrastats.server.running.PagedQuery;

/** The requests for one statement that read pages ahead, from their first page to their end. */
final class ReadAhead {
  private final PathSwitch path;
  private final MemoryBudget budget;

  /** By the thread that answers the request. */
  private final ConcurrentMap<Thread, AheadPager> requests = new ConcurrentHashMap<>();

  ReadAhead(PathSwitch path, MemoryBudget budget) {
    this.path = path;
    this.budget = budget;
  }

  /**
   * A query that reads ahead, until this thread says that its request has {@link #end ended}.
   *
   * @param query makes it of what is told how many bytes each page took
   */
  ReadQuery of(Function<LongConsumer, ReadQuery> query) {
    AtomicLong heldBytes = new AtomicLong();
    ReadQuery direct = query.apply(heldBytes::addAndGet);
    // What other threads do would not be in the order of a trace. Pages of groups depend on those
    // before.
    if (path.ahead().depth() == 0 || Tracing.isTracing() || direct.limits().isGroupByLimit()) {
      return direct;
    }
    return PagedQuery.of(
        direct,
        pager -> {
          end();
          AheadPager ahead = new AheadPager(pager, path, budget, heldBytes);
          requests.put(Thread.currentThread(), ahead);
          return ahead;
        });
  }

  /** The request of this thread has been answered, or has failed. */
  void end() {
    AheadPager ahead = requests.remove(Thread.currentThread());
    if (ahead != null) {
      ahead.end();
    }
  }
}
