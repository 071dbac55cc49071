/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.server.direct;

import java.util.concurrent.atomic.AtomicLong;
import org.cassandrastats.server.setting.Settings;

/** How many bytes the pages that are held on this node may take together. */
final class MemoryBudget {
  /** The property that sets it, in bytes; a 32nd of the largest heap without. */
  static final String PROPERTY = "cassandra.stats.direct_reads_memory";

  private static final int PART_OF_HEAP = 32;

  private volatile long limit;
  private final AtomicLong used = new AtomicLong();

  MemoryBudget(long limit) {
    this.limit = limit;
  }

  static MemoryBudget ofThisNode() {
    return new MemoryBudget(
        Settings.number(PROPERTY, Runtime.getRuntime().maxMemory() / PART_OF_HEAP));
  }

  /** Reserves bytes, or refuses to. */
  boolean reserve(long bytes) {
    long before = used.get();
    while (before + bytes <= limit) {
      if (used.compareAndSet(before, before + bytes)) {
        return true;
      }
      before = used.get();
    }
    return false;
  }

  void release(long bytes) {
    used.addAndGet(-bytes);
  }

  /** For reservations from now on. */
  void setLimit(long newLimit) {
    limit = newLimit;
  }

  long limit() {
    return limit;
  }

  long used() {
    return used.get();
  }
}
