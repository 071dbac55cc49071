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
  private final Batch batch;
  private Clustering<?> last;

  private RowValues(AskedColumns asked, int most, LongPredicate memory) {
    this.asked = asked;
    this.clusterings = asked.clusterings();
    this.batch = new Batch(asked.size(), most, Long.MAX_VALUE, asked.groupsRows(), memory);
  }

  /**
   * What a page takes that is not one of uncommonly long keys.
   *
   * @param most rows are in it
   * @param isOfPartition whether they are of one partition
   */
  public static long bytes(AskedColumns asked, int most, boolean isOfPartition) {
    boolean isOneRun = !asked.groupsRows() || (isOfPartition && asked.prefix() == 0);
    return Batch.bytes(asked.size(), most) + Batch.bytesOfRuns(isOneRun ? 1 : most);
  }

  /**
   * The values of all rows that are there, and behind which of them the page ends.
   *
   * @param rows of a page, closed by the caller
   * @param most more rows than these are not in the page
   * @param memory reserves so many bytes, or says that there is no room for them
   * @throws NotCovered if there is no room; with a cause after an unexpected error
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
    values.batch.endAt(values.last);
    return values.batch;
  }

  private void take(DecoratedKey key, Row row) {
    try {
      // Of the row before: there may be no further one.
      if (batch.rows() > 0 && !batch.hasRoom()) {
        throw new NotCovered("no memory for a page");
      }
      if (batch.rows() == 0 || isOfOtherRun(key, row.clustering())) {
        batch.beginRun(key.retainable(), row.clustering());
      }
      takeValues(row);
      last = row.clustering();
    } catch (NotCovered left) {
      throw left;
    } catch (RuntimeException | LinkageError | AssertionError unexpected) {
      throw new NotCovered(unexpected);
    }
  }

  private boolean isOfOtherRun(DecoratedKey key, Clustering<?> row) {
    if (!batch.lastKey().equals(key)) {
      return true;
    }
    Clustering<?> first = batch.first(batch.runs() - 1);
    for (int index = 0; index < asked.prefix(); index++) {
      if (!isSame(first, row, index)) {
        return true;
      }
    }
    return false;
  }

  private static <L, R> boolean isSame(Clustering<L> left, Clustering<R> right, int index) {
    return ValueAccessor.equals(
        left.get(index), left.accessor(), right.get(index), right.accessor());
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
    } else if (width == AskedColumns.WIDE) {
      batch.set(column, value, accessor);
    } else {
      throw new IllegalStateException("a value of " + size + " bytes in " + asked.get(column));
    }
  }
}
