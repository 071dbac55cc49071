/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.server.batch;

import java.util.NoSuchElementException;
import org.apache.cassandra.db.DecoratedKey;
import org.apache.cassandra.db.RegularAndStaticColumns;
import org.apache.cassandra.db.SinglePartitionReadCommand;
import org.apache.cassandra.db.partitions.PartitionIterator;
import org.apache.cassandra.db.rows.Row;
import org.apache.cassandra.db.rows.RowIterator;
import org.apache.cassandra.db.rows.Rows;
import org.apache.cassandra.schema.TableMetadata;

/** One partition with one row. */
final class MarkedPartition implements PartitionIterator {
  private final SinglePartitionReadCommand command;
  private Row row;
  private boolean handedOver;

  MarkedPartition(SinglePartitionReadCommand command, Row row) {
    this.command = command;
    this.row = row;
  }

  @Override
  public boolean hasNext() {
    return !handedOver;
  }

  @Override
  public RowIterator next() {
    if (handedOver) {
      throw new NoSuchElementException();
    }
    handedOver = true;
    return new OneRow();
  }

  @Override
  public void close() {
    // Nothing is open.
  }

  private final class OneRow implements RowIterator {
    @Override
    public TableMetadata metadata() {
      return command.metadata();
    }

    @Override
    public boolean isReverseOrder() {
      return false;
    }

    @Override
    public RegularAndStaticColumns columns() {
      return command.columnFilter().fetchedColumns();
    }

    @Override
    public DecoratedKey partitionKey() {
      return command.partitionKey();
    }

    @Override
    public Row staticRow() {
      return Rows.EMPTY_STATIC_ROW;
    }

    @Override
    public boolean hasNext() {
      return row != null;
    }

    @Override
    public Row next() {
      Row next = row;
      row = null;
      return next;
    }

    @Override
    public void close() {
      // Nothing is open.
    }
  }
}
