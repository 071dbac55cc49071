/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.tools.rollup;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/** What a run has done so far. */
final class Tally {
  private final AtomicLong buckets = new AtomicLong();
  private final AtomicLong rows = new AtomicLong();
  private final AtomicLong cut = new AtomicLong();
  private final AtomicInteger slices = new AtomicInteger();
  private final Runnable listener;

  /**
   * Nothing yet.
   *
   * @param listener called after each bucket and slice, by any thread
   */
  Tally(Consumer<Tally> listener) {
    this.listener = () -> listener.accept(this);
  }

  void bucket(long rowsInIt) {
    buckets.incrementAndGet();
    rows.addAndGet(rowsInIt);
    listener.run();
  }

  /** A bucket was too much for one request. */
  void cut() {
    cut.incrementAndGet();
  }

  void slice() {
    slices.incrementAndGet();
    listener.run();
  }

  long buckets() {
    return buckets.get();
  }

  long rows() {
    return rows.get();
  }

  long bucketsCut() {
    return cut.get();
  }

  /** The part of all slices that is done, from 0 to 1. */
  double part() {
    return slices.get() / (double) Slices.COUNT;
  }
}
