/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.server.batch;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.apache.cassandra.db.DecoratedKey;
import org.apache.cassandra.db.ReadQuery;
import org.apache.cassandra.db.RegularAndStaticColumns;
import org.apache.cassandra.db.partitions.PartitionIterator;
import org.apache.cassandra.db.rows.Row;
import org.apache.cassandra.db.rows.RowIterator;
import org.apache.cassandra.db.rows.Rows;
import org.apache.cassandra.schema.TableMetadata;

/** Partitions in which a row stands for each slice of a batch. */
final class MarkedPartitions implements PartitionIterator {
  private final ReadQuery query;
  private final List<BatchSlice> slices;
  private int next;

  MarkedPartitions(ReadQuery query, List<BatchSlice> slices) {
    this.query = query;
    this.slices = slices;
  }

  @Override
  public boolean hasNext() {
    return next < slices.size();
  }

  @Override
  public RowIterator next() {
    DecoratedKey key = slices.get(next).key;
    List<Row> marks = new ArrayList<>();
    while (hasNext() && slices.get(next).key.equals(key)) {
      marks.add(slices.get(next++).mark);
    }
    return new Marks(key, marks.iterator());
  }

  @Override
  public void close() {
    // Nothing is open.
  }

  private final class Marks implements RowIterator {
    private final DecoratedKey key;
    private final Iterator<Row> marks;

    Marks(DecoratedKey key, Iterator<Row> marks) {
      this.key = key;
      this.marks = marks;
    }

    @Override
    public TableMetadata metadata() {
      return query.metadata();
    }

    @Override
    public boolean isReverseOrder() {
      return false;
    }

    @Override
    public RegularAndStaticColumns columns() {
      return query.columnFilter().fetchedColumns();
    }

    @Override
    public DecoratedKey partitionKey() {
      return key;
    }

    @Override
    public Row staticRow() {
      return Rows.EMPTY_STATIC_ROW;
    }

    @Override
    public boolean hasNext() {
      return marks.hasNext();
    }

    @Override
    public Row next() {
      return marks.next();
    }

    @Override
    public void close() {
      // Nothing is open.
    }
  }
}
