/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.server.batch;

import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import org.apache.cassandra.db.DecoratedKey;
import org.apache.cassandra.db.RegularAndStaticColumns;
import org.apache.cassandra.db.SinglePartitionReadCommand;
import org.apache.cassandra.db.partitions.PartitionIterator;
import org.apache.cassandra.db.rows.Row;
import org.apache.cassandra.db.rows.RowIterator;
import org.apache.cassandra.db.rows.Rows;
import org.apache.cassandra.schema.TableMetadata;

/** One partition, in which a row stands for each slice of a batch. */
final class MarkedPartition implements PartitionIterator {
  private final SinglePartitionReadCommand command;
  private final Iterator<BatchSlice> slices;
  private boolean handedOver;

  MarkedPartition(SinglePartitionReadCommand command, List<BatchSlice> slices) {
    this.command = command;
    this.slices = slices.iterator();
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
    return new Marks();
  }

  @Override
  public void close() {
    // Nothing is open.
  }

  private final class Marks implements RowIterator {
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
      return slices.hasNext();
    }

    @Override
    public Row next() {
      return slices.next().mark;
    }

    @Override
    public void close() {
      // Nothing is open.
    }
  }
}
