/* SPDX-License-Identifier: Apache-2.0 */
package org.apache.cassandra.io.sstable;

import org.apache.cassandra.db.DecoratedKey;
import org.apache.cassandra.db.DeletionTime;
import org.apache.cassandra.db.Slices;
import org.apache.cassandra.db.filter.ColumnFilter;
import org.apache.cassandra.db.rows.Row;
import org.apache.cassandra.db.rows.UnfilteredRowIterator;
import org.apache.cassandra.io.sstable.format.SSTableReader;
import org.apache.cassandra.io.util.FileDataInput;
import org.apache.cassandra.io.util.RandomAccessReader;

/**
 * Where Cassandra's own iterator begins to decode a slice of a partition: it asks the bloom filter,
 * the key cache and the row index, whatever the format of the SSTable. It lies in Cassandra's
 * package, because only that sees the reader of an iterator.
 */
public final class SliceStart implements AutoCloseable {
  private final UnfilteredRowIterator rows;
  private final AbstractSSTableIterator<?>.AbstractReader reader;
  private final boolean partition;

  private SliceStart(UnfilteredRowIterator rows) {
    this.rows = rows;
    Object found =
        rows instanceof AbstractSSTableIterator ? ((AbstractSSTableIterator<?>) rows).reader : null;
    this.partition = found != null;
    this.reader =
        found instanceof AbstractSSTableIterator.AbstractReader
            ? (AbstractSSTableIterator<?>.AbstractReader) found
            : null;
  }

  /** Closed by the caller, when it has read the slice. */
  public static SliceStart of(
      SSTableReader sstable, DecoratedKey key, Slices slices, ColumnFilter columns) {
    UnfilteredRowIterator rows =
        sstable.rowIterator(key, slices, columns, false, SSTableReadsListener.NOOP_LISTENER);
    // Another class says that the SSTable does not have the partition.
    if (rows instanceof AbstractSSTableIterator || rows.isEmpty()) {
      return new SliceStart(rows);
    }
    rows.close();
    throw new IllegalStateException("unknown iterator " + rows.getClass());
  }

  /** Whether the SSTable has the partition. */
  public boolean hasPartition() {
    return partition;
  }

  /** The reader of the file, at a row or marker; null where the SSTable has none in the slice. */
  public RandomAccessReader file() {
    FileDataInput file = reader == null ? null : reader.file;
    return (RandomAccessReader) file;
  }

  /** The deletion of the whole partition. */
  public DeletionTime partitionDeletion() {
    return rows.partitionLevelDeletion();
  }

  /**
   * The static values of the partition, as far as the columns have them; without any an empty row.
   */
  public Row staticRow() {
    return rows.staticRow();
  }

  /** The deletion of the range that is open where the file is; null where none is. */
  public DeletionTime openDeletion() {
    return reader == null ? null : reader.openMarker;
  }

  @Override
  public void close() {
    rows.close();
  }
}
