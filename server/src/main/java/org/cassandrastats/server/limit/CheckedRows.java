/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.server.limit;

import org.apache.cassandra.db.DecoratedKey;
import org.apache.cassandra.db.RegularAndStaticColumns;
import org.apache.cassandra.db.rows.Row;
import org.apache.cassandra.db.rows.RowIterator;
import org.apache.cassandra.schema.TableMetadata;

/** The rows of a partition, with a check before each of them. */
final class CheckedRows implements RowIterator {
  private final RowIterator rows;
  private final Runnable check;

  CheckedRows(RowIterator rows, Runnable check) {
    this.rows = rows;
    this.check = check;
  }

  @Override
  public boolean hasNext() {
    return rows.hasNext();
  }

  @Override
  public Row next() {
    check.run();
    return rows.next();
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
