/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.buckets;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/** What a run has done so far. */
public final class BucketTally {
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
  public BucketTally(Consumer<BucketTally> listener) {
    this.listener = () -> listener.accept(this);
  }

  /** A bucket is done. */
  public void bucket(long rowsInIt) {
    buckets.incrementAndGet();
    rows.addAndGet(rowsInIt);
    listener.run();
  }

  /** Of the buckets that are done, one was read in parts. */
  public void cut() {
    cut.incrementAndGet();
  }

  /** A slice is done. */
  public void slice() {
    slices.incrementAndGet();
    listener.run();
  }

  /** How many buckets are done. */
  public long buckets() {
    return buckets.get();
  }

  /** How many rows they have. */
  public long rows() {
    return rows.get();
  }

  /** How many buckets were read in parts. */
  public long bucketsCut() {
    return cut.get();
  }

  /** The part of all slices that is done, from 0 to 1. */
  public double part() {
    return slices.get() / (double) TokenSlices.COUNT;
  }
}
