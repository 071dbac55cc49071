/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.server.direct;

/**
 * What one page reserves of the budget. A page is read by one thread, or one for each part of a
 * range, and released by another, perhaps while it is still being read: a released page gets no
 * more.
 */
final class PageMemory {
  /** Bytes that are reserved at a time. */
  static final int STEP = 1 << 16;

  /** Which part of the budget one page may take. */
  private static final int PART_OF_BUDGET = 4;

  private final MemoryBudget budget;
  private long reserved;
  private boolean released;

  PageMemory(MemoryBudget budget) {
    this.budget = budget;
  }

  /**
   * Reserves room for so many bytes more.
   *
   * @return how many bytes were reserved, in whole steps; 0 where there is no room
   */
  synchronized long reserve(long bytes) {
    long more = (bytes + STEP - 1) / STEP * STEP;
    if (released || reserved + more > budget.limit() / PART_OF_BUDGET || !budget.reserve(more)) {
      return 0;
    }
    reserved += more;
    return more;
  }

  /** Gives back what was reserved for a part of the page. */
  synchronized void release(long bytes) {
    if (!released) {
      reserved -= bytes;
      budget.release(bytes);
    }
  }

  /** Gives everything back; again does nothing. */
  synchronized void release() {
    released = true;
    budget.release(reserved);
    reserved = 0;
  }
}
