/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.server.limit;

import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.cassandrastats.server.setting.Settings;

/** How many bytes may be reserved on this node for one purpose, by all requests together. */
public final class MemoryBudget {
  private volatile long limit;
  private final AtomicLong used = new AtomicLong();
  private final Map<MemoryUse, AtomicLong> usedFor = new EnumMap<>(MemoryUse.class);

  /** Nothing is reserved yet. */
  public MemoryBudget(long limit) {
    this.limit = limit;
    for (MemoryUse use : MemoryUse.values()) {
      usedFor.put(use, new AtomicLong());
    }
  }

  /**
   * A budget of this node.
   *
   * @param property that sets it, in bytes
   * @param partOfHeap the part of the largest heap that it is without the property
   */
  public static MemoryBudget ofThisNode(String property, int partOfHeap) {
    return new MemoryBudget(
        Settings.number(property, Runtime.getRuntime().maxMemory() / partOfHeap, Long.MAX_VALUE));
  }

  /** Reserves bytes, or refuses to. */
  boolean reserve(long bytes, MemoryUse use) {
    long before = used.get();
    while (before + bytes <= limit) {
      if (used.compareAndSet(before, before + bytes)) {
        usedFor.get(use).addAndGet(bytes);
        return true;
      }
      before = used.get();
    }
    return false;
  }

  void release(long bytes, MemoryUse use) {
    usedFor.get(use).addAndGet(-bytes);
    used.addAndGet(-bytes);
  }

  /** Reserved bytes are used otherwise from now on. */
  void move(long bytes, MemoryUse from, MemoryUse to) {
    usedFor.get(to).addAndGet(bytes);
    usedFor.get(from).addAndGet(-bytes);
  }

  /** For reservations from now on. */
  public void setLimit(long newLimit) {
    limit = newLimit;
  }

  /** Bytes that may be reserved at a time. */
  public long limit() {
    return limit;
  }

  /** Bytes that are reserved. */
  public long used() {
    return used.get();
  }

  /** Bytes that are reserved for one use. */
  public long used(MemoryUse use) {
    return usedFor.get(use).get();
  }
}
