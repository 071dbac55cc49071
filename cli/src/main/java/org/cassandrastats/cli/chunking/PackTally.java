/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.chunking;

import java.util.Locale;
import java.util.concurrent.atomic.AtomicLong;
import org.cassandrastats.cli.buckets.BucketTally;

/** What a run has done, besides the buckets that it wrote. */
final class PackTally {
  private final BucketTally written;
  private final AtomicLong unchanged = new AtomicLong();
  private final AtomicLong deleted = new AtomicLong();
  private final AtomicLong left = new AtomicLong();
  private final AtomicLong kept = new AtomicLong();

  /**
   * Nothing yet.
   *
   * @param written counts the buckets that were written
   */
  PackTally(BucketTally written) {
    this.written = written;
  }

  /** A bucket was written, read back and compared. */
  void written(long rows) {
    written.bucket(rows);
  }

  /** A bucket was compared, and was right already. */
  void unchanged() {
    unchanged.incrementAndGet();
  }

  /** Rows were deleted, and others were left that should have been. */
  void deleted(long rows, long rowsLeft) {
    deleted.addAndGet(rows);
    left.addAndGet(rowsLeft);
  }

  /** Rows that were not deleted. */
  long left() {
    return left.get();
  }

  /** Values of rows were left that differ from those of their chunks. */
  void kept(long values) {
    kept.addAndGet(values);
  }

  /** Values of rows that were left. */
  long kept() {
    return kept.get();
  }

  /**
   * What was done, in one line.
   *
   * @param verb such as packed
   */
  String line(String verb, Object target) {
    String more =
        unchanged.get() == 0
            ? ""
            : String.format(
                Locale.ROOT, "; %,d others were compared and are the same", unchanged.get());
    String less =
        deleted.get() == 0 ? "" : String.format(Locale.ROOT, "; %,d rows deleted", deleted.get());
    return String.format(
        Locale.ROOT,
        "%,d buckets of %,d rows %s into %s and compared%s%s.",
        written.buckets(),
        written.rows(),
        verb,
        target,
        more,
        less);
  }
}
