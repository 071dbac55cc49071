/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.server.batch;

import java.util.NoSuchElementException;
import java.util.function.Predicate;
import org.apache.cassandra.db.rows.Row;
import org.apache.cassandra.db.rows.RowIterator;
import org.cassandrastats.server.limit.WrappedRows;

/** The rows of a partition, without those that stand for batches: these are fed to aggregates. */
final class FedRows extends WrappedRows {
  private final Predicate<Row> isMark;
  private final Runnable feed;
  private Row next;

  /**
   * The rows that stand for none.
   *
   * @param isMark whether a row stands for the batch that was read last
   * @param feed feeds that
   */
  FedRows(RowIterator rows, Predicate<Row> isMark, Runnable feed) {
    super(rows);
    this.isMark = isMark;
    this.feed = feed;
  }

  @Override
  public boolean hasNext() {
    while (next == null && super.hasNext()) {
      Row row = super.next();
      if (isMark.test(row)) {
        feed.run();
      } else {
        next = row;
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
