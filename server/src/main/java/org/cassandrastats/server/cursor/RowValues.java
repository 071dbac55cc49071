/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.server.cursor;

import java.util.function.LongPredicate;
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

  private RowValues(AskedColumns asked, int most, LongPredicate memory) {
    this.asked = asked;
    this.most = most;
    this.clusterings = asked.clusterings();
    this.batch = new Batch(asked.size(), most, false, memory);
  }

  /**
   * The values of all rows that are there.
   *
   * @param rows of a page of one partition, closed by the caller
   * @param most how many rows the page has, where it does not end the partition
   * @param memory reserves so many bytes, or says that there is no room for them
   * @throws NotCovered if only Cassandra itself can take them
   */
  public static Batch of(
      UnfilteredPartitionIterator rows,
      ReadCommand command,
      AskedColumns asked,
      int most,
      LongPredicate memory) {
    RowValues values = new RowValues(asked, most, memory);
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
    if (batch.last() != null) {
      // There is no room for it: it is read once more.
      return;
    }
    try {
      if (batch.rows() == 0 || !batch.lastKey().equals(key)) {
        batch.beginRun(key, row.clustering());
      }
      takeValues(row);
    } catch (NotCovered left) {
      throw left;
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
        batch.set(column, bits(cell, asked.width(column)));
      }
    }
    for (int index = 0; index < clusterings.length; index++) {
      int column = asked.cells() + index;
      batch.set(column, bits(row.clustering(), clusterings[index], asked.width(column)));
    }
  }

  private static <V> long bits(Cell<V> cell, int width) {
    return bits(cell.value(), cell.accessor(), width);
  }

  private static <V> long bits(Clustering<V> clustering, int index, int width) {
    return bits(clustering.get(index), clustering.accessor(), width);
  }

  private static <V> long bits(V value, ValueAccessor<V> accessor, int width) {
    if (value == null || accessor.size(value) != width) {
      throw new NotCovered("a value that has not the bytes of its type");
    }
    switch (width) {
      case 8:
        return accessor.getLong(value, 0);
      case 4:
        return accessor.getInt(value, 0) & 0xffff_ffffL;
      case 2:
        return accessor.getShort(value, 0) & 0xffff;
      default:
        return accessor.getByte(value, 0) & 0xff;
    }
  }
}
