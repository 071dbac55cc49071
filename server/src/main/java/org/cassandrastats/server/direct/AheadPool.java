/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.server.direct;

import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import org.apache.cassandra.concurrent.ExecutorPlus;
import org.apache.cassandra.concurrent.NamedThreadFactory;
import org.apache.cassandra.concurrent.Stage;
import org.cassandrastats.server.limit.MemoryBudget;
import org.cassandrastats.server.setting.Settings;

/** What this node may read ahead, and the threads that do. */
final class AheadPool {
  /** The property that says how many pages an aggregation may read ahead; 0 for none. */
  static final String PROPERTY = "cassandra.stats.read_ahead";

  /** More pages than this are not read ahead by one aggregation. */
  static final int MAXIMUM = 4;

  private static final int PROCESSORS = Runtime.getRuntime().availableProcessors();
  private static final int IDLE_SECONDS = 30;

  /** Daemon threads, which do not wait for work that nobody has. */
  private final Executor threads =
      new ThreadPoolExecutor(
          0,
          PROCESSORS,
          IDLE_SECONDS,
          TimeUnit.SECONDS,
          new SynchronousQueue<>(),
          new NamedThreadFactory("stats-read-ahead"));

  private final MemoryBudget budget;
  private final LongAdder pages = new LongAdder();
  private volatile int depth;

  AheadPool(MemoryBudget budget, int depth) {
    this.budget = budget;
    setDepth(depth);
  }

  static AheadPool ofThisNode(MemoryBudget budget) {
    return new AheadPool(budget, (int) Settings.number(PROPERTY, 0, MAXIMUM));
  }

  /** How many pages one aggregation may have read, or be reading, before they are due. */
  int depth() {
    return depth;
  }

  void setDepth(int newDepth) {
    depth = Math.max(0, Math.min(MAXIMUM, newDepth));
  }

  void taken() {
    pages.increment();
  }

  /** How many pages had been read ahead when they were due. */
  long pages() {
    return pages.sum();
  }

  /**
   * Whether one more page may be read ahead now: half of the memory is left to pages that are due,
   * and processors are left to whoever waits for a read.
   */
  boolean hasRoom(long bytes) {
    ExecutorPlus reads = Stage.READ.executor();
    return budget.used() + bytes <= budget.limit() / 2
        && reads.getPendingTaskCount() == 0
        && reads.getActiveTaskCount() < PROCESSORS;
  }

  /** Has one of the threads read, or says that none is free. */
  boolean run(Runnable read) {
    try {
      threads.execute(read);
      return true;
    } catch (RejectedExecutionException busy) {
      return false;
    }
  }
}
