/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.server.batch;

import java.util.NoSuchElementException;
import java.util.function.Predicate;
import org.apache.cassandra.db.DecoratedKey;
import org.apache.cassandra.db.RegularAndStaticColumns;
import org.apache.cassandra.db.rows.Row;
import org.apache.cassandra.db.rows.RowIterator;
import org.apache.cassandra.schema.TableMetadata;

/** The rows of a partition, without those that stand for batches: these are fed to aggregates. */
final class FedRows implements RowIterator {
  private final RowIterator rows;
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
    this.rows = rows;
    this.isMark = isMark;
    this.feed = feed;
  }

  @Override
  public boolean hasNext() {
    while (next == null && rows.hasNext()) {
      Row row = rows.next();
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

  @Override
  public TableMetadata metadata() {
    return rows.metadata();
  }

  @Override
  public boolean isReverseOrder() {
    return rows.isReverseOrder();
  }

  @Override
  public RegularAndStaticColumns columns() {
    return rows.columns();
  }

  @Override
  public DecoratedKey partitionKey() {
    return rows.partitionKey();
  }

  @Override
  public Row staticRow() {
    return rows.staticRow();
  }

  @Override
  public void close() {
    rows.close();
  }
}
