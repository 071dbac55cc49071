/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.server.batch;

import java.util.NoSuchElementException;
import java.util.function.Consumer;
import java.util.function.Function;
import org.apache.cassandra.db.rows.Row;
import org.apache.cassandra.db.rows.RowIterator;
import org.cassandrastats.server.limit.WrappedRows;

/**
 * The rows of a partition, without those that stand for batches: these are fed to aggregates. What
 * stands for a group is handed over first, and the group is fed before anything else is.
 */
final class FedRows extends WrappedRows {
  private final Function<Row, BatchSlice> slices;
  private final Consumer<BatchSlice> feed;
  private Row next;

  /** Of the mark that was handed over last; null where that has been fed. */
  private BatchSlice shown;

  /**
   * The rows that stand for none.
   *
   * @param slices what a row stands for; null for an ordinary one
   * @param feed feeds a slice
   */
  FedRows(RowIterator rows, Function<Row, BatchSlice> slices, Consumer<BatchSlice> feed) {
    super(rows);
    this.slices = slices;
    this.feed = feed;
  }

  @Override
  public boolean hasNext() {
    if (next == null && shown != null) {
      feed.accept(shown);
      shown = null;
    }
    while (next == null && super.hasNext()) {
      Row row = super.next();
      BatchSlice slice = slices.apply(row);
      if (slice == null || slice.isShown) {
        next = row;
        shown = slice;
      } else {
        feed.accept(slice);
      }
    }
    return next != null;
  }

  @Override
  public Row next() {
    if (!hasNext()) {
      throw new NoSuchElementException();
    }
    Row handedOver = next;
    next = null;
    return handedOver;
  }
}
