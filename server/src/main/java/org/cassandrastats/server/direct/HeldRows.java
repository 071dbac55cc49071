/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.server.direct;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.apache.cassandra.db.DecoratedKey;
import org.apache.cassandra.db.RegularAndStaticColumns;
import org.apache.cassandra.db.partitions.PartitionIterator;
import org.apache.cassandra.db.rows.Row;
import org.apache.cassandra.db.rows.RowIterator;
import org.apache.cassandra.schema.TableMetadata;

/** The rows of a partition, without what is deleted, that were read and are handed over later. */
final class HeldRows implements RowIterator {
  private final TableMetadata table;
  private final DecoratedKey key;
  private final RegularAndStaticColumns columns;
  private final Row staticRow;
  private final boolean isReversed;
  private final Iterator<Row> rows;

  private HeldRows(RowIterator partition, PathSwitch path) {
    this.table = partition.metadata();
    this.key = partition.partitionKey();
    this.columns = partition.columns();
    this.staticRow = partition.staticRow();
    this.isReversed = partition.isReverseOrder();
    List<Row> all = new ArrayList<>();
    partition.forEachRemaining(all::add);
    this.rows = new Buffered<>(all.iterator(), path);
  }

  /**
   * All partitions of a page, which stays open.
   *
   * @param path takes an unexpected error while they are handed over
   */
  static List<RowIterator> of(PartitionIterator page, PathSwitch path) {
    List<RowIterator> partitions = new ArrayList<>(1);
    while (page.hasNext()) {
      try (RowIterator partition = page.next()) {
        partitions.add(new HeldRows(partition, path));
      }
    }
    return partitions;
  }

  @Override
  public TableMetadata metadata() {
    return table;
  }

  @Override
  public boolean isReverseOrder() {
    return isReversed;
  }

  @Override
  public RegularAndStaticColumns columns() {
    return columns;
  }

  @Override
  public DecoratedKey partitionKey() {
    return key;
  }

  @Override
  public Row staticRow() {
    return staticRow;
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
  public void close() {
    // Nothing is open: the rows are on the heap.
  }
}
