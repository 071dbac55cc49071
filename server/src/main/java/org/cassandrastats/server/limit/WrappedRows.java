/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.server.limit;

import org.apache.cassandra.db.DecoratedKey;
import org.apache.cassandra.db.RegularAndStaticColumns;
import org.apache.cassandra.db.rows.Row;
import org.apache.cassandra.db.rows.RowIterator;
import org.apache.cassandra.schema.TableMetadata;

/** The rows of a partition, handed on as they are where a subclass does nothing else. */
public abstract class WrappedRows implements RowIterator {
  private final RowIterator rows;

  protected WrappedRows(RowIterator rows) {
    this.rows = rows;
  }

  @Override
  public boolean hasNext() {
    return rows.hasNext();
  }

  @Override
  public Row next() {
    return rows.next();
  }

  @Override
  public final TableMetadata metadata() {
    return rows.metadata();
  }

  @Override
  public final boolean isReverseOrder() {
    return rows.isReverseOrder();
  }

  @Override
  public final RegularAndStaticColumns columns() {
    return rows.columns();
  }

  @Override
  public final DecoratedKey partitionKey() {
    return rows.partitionKey();
  }

  @Override
  public final Row staticRow() {
    return rows.staticRow();
  }

  @Override
  public final void close() {
    rows.close();
  }
}
