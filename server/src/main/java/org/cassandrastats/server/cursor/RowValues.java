/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.server.cursor;

import org.apache.cassandra.db.Clustering;
import org.apache.cassandra.db.DecoratedKey;
import org.apache.cassandra.db.ReadCommand;
import org.apache.cassandra.db.marshal.ValueAccessor;
import org.apache.cassandra.db.partitions.PartitionIterator;
import org.apache.cassandra.db.partitions.UnfilteredPartitionIterator;
import org.apache.cassandra.db.partitions.UnfilteredPartitionIterators;
import org.apache.cassandra.db.rows.Cell;
import org.apache.cassandra.db.rows.Row;
import org.apache.cassandra.db.rows.RowIterator;

/** Takes the values of a page out of the rows that Cassandra's own iterators make. */
public final class RowValues {
  private final AskedColumns asked;
  private final int[] clusterings;
  private final int most;
  private final Batch batch;

  private RowValues(AskedColumns asked, int most) {
    this.asked = asked;
    this.most = most;
    this.clusterings = asked.clusterings();
    this.batch = new Batch(asked.size(), most, false, bytes -> true);
  }

  /**
   * The values of all rows that are there.
   *
   * @param rows of a page of one partition, closed by the caller
   * @param most how many rows the page has, where it does not end the partition; there is {@link
   *     Batch#bytes memory} for them
   * @throws NotCovered after an unexpected error
   */
  public static Batch of(
      UnfilteredPartitionIterator rows, ReadCommand command, AskedColumns asked, int most) {
    RowValues values = new RowValues(asked, most);
    PartitionIterator live = UnfilteredPartitionIterators.filter(rows, command.nowInSec());
    // To its end, where Cassandra closes the ranges that are open, and looks whether they are.
    while (live.hasNext()) {
      try (RowIterator partition = live.next()) {
        while (partition.hasNext()) {
          values.take(partition.partitionKey(), partition.next());
        }
      }
    }
    return values.batch;
  }

  private void take(DecoratedKey key, Row row) {
    try {
      if (batch.rows() == 0 || !batch.lastKey().equals(key)) {
        batch.beginRun(key, row.clustering());
      }
      takeValues(row);
    } catch (RuntimeException | LinkageError | AssertionError unexpected) {
      throw new NotCovered(unexpected);
    }
    if (batch.rows() == most || !batch.hasRoom()) {
      batch.endAt(row.clustering());
    }
  }

  private void takeValues(Row row) {
    batch.newRow();
    batch.setThere();
    for (int column = 0; column < asked.cells(); column++) {
      Cell<?> cell = row.getCell(asked.get(column));
      if (cell != null) {
        set(column, cell);
      }
    }
    for (int index = 0; index < clusterings.length; index++) {
      int column = asked.cells() + index;
      set(column, row.clustering(), clusterings[index]);
    }
  }

  private <V> void set(int column, Cell<V> cell) {
    set(column, cell.value(), cell.accessor());
  }

  private <V> void set(int column, Clustering<V> clustering, int index) {
    set(column, clustering.get(index), clustering.accessor());
  }

  private <V> void set(int column, V value, ValueAccessor<V> accessor) {
    int width = asked.width(column);
    int size = accessor.size(value);
    if (size == width) {
      batch.set(column, CellValue.bits(value, accessor, width));
    } else if (size == 0) {
      batch.setEmpty(column);
    } else {
      throw new IllegalStateException("a value of " + size + " bytes in " + asked.get(column));
    }
  }
}
