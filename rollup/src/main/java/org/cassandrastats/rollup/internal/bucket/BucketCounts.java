/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.rollup.internal.bucket;

import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.cassandrastats.client.internal.text.Counted;
import org.cassandrastats.rollup.internal.table.Watermarks;

/** What a run has done so far. */
public final class BucketCounts {
  /** What is counted. */
  public enum Count {
    /** Slices that are done. */
    SLICES,
    /** Buckets that are done. */
    BUCKETS,
    /** Rows of these. */
    ROWS,
    /** Buckets of these that were read in parts. */
    CUT,
    /** Buckets of these that were there, and differed: rows had come late. */
    CHANGED,
    /** Further buckets that were compared, and were right already. */
    UNCHANGED,
    /** Further buckets that a run has written that began later. */
    LATER,
    /** Further buckets whose write time is later than that of any run. */
    AHEAD,
    /** Buckets that were removed, or would be: their rows are gone. */
    GONE,
    /** Rows that were deleted. */
    DELETED,
    /** Rows that should have been deleted, and were left. */
    LEFT,
    /** Values of rows that were left, and differ from those of their chunks. */
    KEPT
  }

  /** Hears how far a run has come, by one thread at a time. */
  @FunctionalInterface
  public interface Listener {
    /** Does nothing. */
    Listener NONE = (part, buckets, rows) -> {};

    /**
     * Something more is done.
     *
     * @param part which part of the run, from 0 to 1
     * @param buckets how many are done
     * @param rows how many they hold
     */
    void reached(double part, long buckets, long rows);
  }

  private final Map<Count, AtomicLong> counts = new EnumMap<>(Count.class);
  private final Listener listener;

  /**
   * Nothing yet.
   *
   * @param listener hears of it after each bucket and slice
   */
  public BucketCounts(Listener listener) {
    this.listener = listener;
    for (Count one : Count.values()) {
      counts.put(one, new AtomicLong());
    }
  }

  /** A bucket is done. */
  public void bucket(long rows) {
    add(Count.ROWS, rows);
    add(Count.BUCKETS, 1);
    show();
  }

  /** A slice is done. */
  void slice() {
    add(Count.SLICES, 1);
    show();
  }

  /** Counts something. */
  public void add(Count what, long number) {
    counts.get(what).addAndGet(number);
  }

  /** How many there are. */
  public long of(Count what) {
    return counts.get(what).get();
  }

  /** What there is to say of buckets that were right already. */
  public String unchanged() {
    return Counted.of(
        of(Count.UNCHANGED),
        "other was compared and is the same",
        "others were compared and are the same");
  }

  /** Counts are read one after the other, so that the last report is the last. */
  private synchronized void show() {
    listener.reached(
        of(Count.SLICES) / (double) Watermarks.Slices.COUNT, of(Count.BUCKETS), of(Count.ROWS));
  }
}
