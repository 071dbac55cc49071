/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.server.cursor;

import com.google.common.base.Function;
import java.io.IOException;
import java.util.function.BooleanSupplier;
import java.util.function.IntSupplier;
import java.util.function.LongPredicate;
import org.apache.cassandra.config.Config;
import org.apache.cassandra.config.DatabaseDescriptor;
import org.apache.cassandra.db.ColumnFamilyStore;
import org.apache.cassandra.db.ReadCommand;
import org.apache.cassandra.db.lifecycle.View;
import org.apache.cassandra.io.sstable.CorruptSSTableException;
import org.apache.cassandra.io.sstable.format.SSTableReader;
import org.apache.cassandra.metrics.TableMetrics;

/** Reads values from memtables and SSTables of this node. */
public abstract class CursorRead {
  /** Rows between two looks at whether the read was given up. */
  private static final int CHECKED_ROWS = 1024;

  /** Bounds of ranges that a page ends with and does not read. */
  private static final int BOUNDS = 16;

  final AskedColumns asked;
  private final BooleanSupplier isAborted;
  private final LongPredicate memory;

  /** So many tombstones are answered by Cassandra, which warns of them or fails. */
  private int threshold = Integer.MAX_VALUE;

  private final int most;
  private int steps;

  CursorRead(AskedColumns asked, int most, BooleanSupplier isAborted, LongPredicate memory) {
    this.most = most;
    this.asked = asked;
    this.isAborted = isAborted;
    this.memory = memory;
  }

  /** Whether a command of any slice can be read so; the slice itself may still be refused. */
  public static boolean covers(ReadCommand command, ColumnFamilyStore table) {
    return !table.isRowCacheEnabled()
        && !table.metadata().isCounter()
        && DatabaseDescriptor.getCorruptedTombstoneStrategy()
            == Config.CorruptedTombstoneStrategy.disabled
        && command.indexQueryPlan() == null
        && !(command.isTrackingWarnings() && limitsReadSizes())
        && command.rowFilter().isEmpty();
  }

  private static boolean limitsReadSizes() {
    return DatabaseDescriptor.getLocalReadSizeWarnThreshold() != null
        || DatabaseDescriptor.getLocalReadSizeFailThreshold() != null
        || DatabaseDescriptor.getRowIndexReadSizeWarnThreshold() != null
        || DatabaseDescriptor.getRowIndexReadSizeFailThreshold() != null;
  }

  /**
   * The values from the start of what is asked for on, as many as a batch takes; null where nobody
   * waits for them any more.
   *
   * @param table whose read is under way, so that what it consists of stays there
   * @throws NotCovered if only Cassandra itself can read them
   * @throws CorruptSSTableException if an SSTable is damaged
   */
  public final Batch read(ColumnFamilyStore table) {
    return read(table.select(parts()), table.metric);
  }

  /**
   * As {@link #read(ColumnFamilyStore)}, of known memtables and SSTables.
   *
   * @param metric counts what is read; null where nothing is counted, tombstones neither
   */
  final Batch read(ColumnFamilyStore.ViewFragment view, TableMetrics metric) {
    if (metric != null) {
      threshold =
          Math.min(
              DatabaseDescriptor.getTombstoneWarnThreshold(),
              DatabaseDescriptor.getTombstoneFailureThreshold());
    }
    try {
      return readBatch(view, metric);
    } catch (IOException | IndexOutOfBoundsException damaged) {
      // Cassandra reads it once more, and says which file it is.
      throw new NotCovered(damaged.toString());
    }
  }

  /** Which memtables and SSTables may have what is asked for. */
  abstract Function<View, Iterable<SSTableReader>> parts();

  abstract Batch readBatch(ColumnFamilyStore.ViewFragment view, TableMetrics metric)
      throws IOException;

  /**
   * A batch without rows.
   *
   * @param keepsRuns whether all of them are asked for, as by groups
   */
  final Batch newBatch(boolean keepsRuns) {
    return new Batch(
        asked.size(), most, Batch.MAXIMUM_BYTES, keepsRuns || asked.groupsRows(), memory);
  }

  /**
   * Takes rows, up to the end of them or of the batch.
   *
   * @param dead how many deletions have been read
   * @return false where the read was given up
   */
  final boolean fill(Batch batch, Merge rows, IntSupplier dead) throws IOException {
    do {
      if (!goesOn(dead)) {
        return false;
      }
    } while (batch.last() == null && rows.next(batch));
    refuse(dead.getAsInt());
    rows.refuseStatics();
    return true;
  }

  /** Called for each partition and each row. */
  private boolean goesOn(IntSupplier dead) {
    if (++steps % CHECKED_ROWS != 0) {
      return true;
    }
    refuse(dead.getAsInt());
    return !isAborted.getAsBoolean();
  }

  /**
   * Cassandra counts after it has merged, so never more than this, but for where the last range
   * ends in each source.
   */
  private void refuse(int dead) {
    if (dead > threshold - BOUNDS) {
      throw new NotCovered("so many tombstones that Cassandra warns of them");
    }
  }
}
