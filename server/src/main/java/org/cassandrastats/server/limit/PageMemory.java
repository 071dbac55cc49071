/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.server.limit;

/**
 * What one page, or the result of one request, reserves of the budget. A page is read by one
 * thread, or one for each part of a range, and released by another, perhaps while it is still being
 * read: a released page gets no more, and each reader gives back what it still holds itself.
 */
public final class PageMemory {
  /** Bytes that are reserved at a time. */
  public static final int STEP = 1 << 16;

  /** Which part of the budget one page may take. */
  private static final int PART_OF_BUDGET = 4;

  private final MemoryBudget budget;

  /** What readers have reserved that are still at work. */
  private long open;

  /** What was read, until the page is released. */
  private long read;

  private boolean released;

  /** Nothing is reserved yet. */
  public PageMemory(MemoryBudget budget) {
    this.budget = budget;
  }

  /** How many bytes one page may take. */
  static long largest(MemoryBudget budget) {
    return budget.limit() / PART_OF_BUDGET;
  }

  /**
   * Reserves room for so many bytes more, which whoever reads gives back.
   *
   * @return how many bytes were reserved, in steps as far as one page may take them; 0 where there
   *     is no room
   */
  public synchronized long reserve(long bytes) {
    long more = Math.min((bytes + STEP - 1) / STEP * STEP, largest(budget) - open - read);
    if (released || more < bytes || !budget.reserve(more, MemoryUse.HELD)) {
      return 0;
    }
    open += more;
    return more;
  }

  /** A reader is done: what it has reserved is that of the page until that is released. */
  public synchronized void keep(long bytes) {
    open -= bytes;
    if (released) {
      budget.release(bytes, MemoryUse.HELD);
    } else {
      read += bytes;
    }
  }

  /** A reader writes what it has read elsewhere, and gives it back meanwhile. */
  public synchronized void spill(long bytes) {
    budget.move(bytes, MemoryUse.HELD, MemoryUse.SPILLING);
  }

  /** A reader gives back bytes that it has released while it spills. */
  public synchronized void releaseSpilled(long bytes) {
    open -= bytes;
    budget.release(bytes, MemoryUse.SPILLING);
  }

  /** A reader gives back bytes that it has reserved. */
  public synchronized void release(long bytes) {
    open -= bytes;
    budget.release(bytes, MemoryUse.HELD);
  }

  /** Gives back all that no reader is at work with; again does nothing. */
  public synchronized void release() {
    released = true;
    budget.release(read, MemoryUse.HELD);
    read = 0;
  }
}
