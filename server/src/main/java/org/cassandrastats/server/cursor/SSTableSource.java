/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.server.cursor;

import java.io.IOException;
import org.apache.cassandra.db.DecoratedKey;
import org.apache.cassandra.db.Slices;
import org.apache.cassandra.db.filter.ColumnFilter;
import org.apache.cassandra.io.sstable.SliceStart;
import org.apache.cassandra.io.sstable.format.SSTableReader;

/** A slice of a partition of an SSTable. */
final class SSTableSource extends SSTableRows {
  private final SliceStart slice;
  private final Place start;
  private final Place end;
  private boolean isBeforeSlice = true;

  private SSTableSource(
      SSTableReader sstable,
      SliceStart slice,
      Place start,
      Place end,
      ClusteringOrder order,
      AskedColumns asked,
      boolean isOnly,
      long nowInSeconds) {
    super(sstable, slice.file(), order, asked, isOnly, nowInSeconds);
    this.slice = slice;
    this.start = start;
    this.end = end;
    this.open = MemtableSource.markedAt(slice.openDeletion());
    this.dead = open == CellValue.NEVER ? 0 : 1;
    takeStatics(slice.staticRow(), nowInSeconds);
  }

  /**
   * Begins to read a slice.
   *
   * @param start where it begins
   * @param end where it ends
   * @param isOnly whether no other memtable or SSTable may have deleted its rows
   * @throws NotCovered if only Cassandra itself can read it
   */
  static SSTableSource open(
      SSTableReader sstable,
      DecoratedKey key,
      Slices slices,
      Place start,
      Place end,
      ClusteringOrder order,
      AskedColumns asked,
      boolean isOnly,
      ColumnFilter columns,
      long nowInSeconds) {
    SliceStart slice = start(sstable, key, slices, columns);
    SSTableSource opened = null;
    try {
      opened = new SSTableSource(sstable, slice, start, end, order, asked, isOnly, nowInSeconds);
      return opened;
    } finally {
      if (opened == null) {
        slice.close();
      }
    }
  }

  private static SliceStart start(
      SSTableReader sstable, DecoratedKey key, Slices slices, ColumnFilter columns) {
    try {
      return SliceStart.of(sstable, key, slices, columns);
    } catch (RuntimeException | AssertionError damaged) {
      // Cassandra's own iterator fails so where an index leads it to no partition.
      throw new NotCovered("a partition whose start or index is damaged: " + damaged);
    }
  }

  boolean hasPartition() {
    return slice.hasPartition();
  }

  @Override
  long partitionDeleted() {
    return MemtableSource.markedAt(slice.partitionDeletion());
  }

  @Override
  void next() throws IOException {
    if (window == null) {
      kind = Kind.END;
      return;
    }
    do {
      read();
    } while (isBeforeSlice && kind != Kind.END && place.compareTo(start) < 0);
    isBeforeSlice = false;
    if (kind != Kind.END && place.compareTo(end) > 0) {
      kind = Kind.END;
    }
  }

  @Override
  public void close() {
    slice.close();
  }
}
