/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.buckets;

import java.util.Locale;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.cassandrastats.cli.console.ShareProgress;

/** What a run has done so far. */
public final class BucketTally {
  private final AtomicLong buckets = new AtomicLong();
  private final AtomicLong rows = new AtomicLong();
  private final AtomicLong cut = new AtomicLong();
  private final AtomicInteger slices = new AtomicInteger();
  private final ShareProgress bar;

  /**
   * Nothing yet.
   *
   * @param bar shows it after each bucket and slice; what is refused shows nothing
   */
  public BucketTally(ShareProgress bar) {
    this.bar = bar;
  }

  /** Counts are read one after the other, so that the last report is the last. */
  private synchronized void show() {
    bar.reached(
        slices.get() / (double) Watermarks.Slices.COUNT,
        String.format(Locale.ROOT, "%,d buckets, %,d rows", buckets(), rows()));
  }

  /** A bucket is done. */
  public void bucket(long rowsInIt) {
    buckets.incrementAndGet();
    rows.addAndGet(rowsInIt);
    show();
  }

  /** Of the buckets that are done, one was read in parts. */
  public void cut() {
    cut.incrementAndGet();
  }

  /** A slice is done. */
  public void slice() {
    slices.incrementAndGet();
    show();
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
}
