/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.server.cursor;

import java.io.IOException;
import java.util.function.BooleanSupplier;
import java.util.function.LongPredicate;
import org.apache.cassandra.config.Config;
import org.apache.cassandra.config.DatabaseDescriptor;
import org.apache.cassandra.db.ColumnFamilyStore;
import org.apache.cassandra.db.ReadExecutionController;
import org.apache.cassandra.db.SinglePartitionReadCommand;
import org.apache.cassandra.db.StorageHook;
import org.apache.cassandra.db.lifecycle.SSTableSet;
import org.apache.cassandra.db.lifecycle.View;
import org.apache.cassandra.io.sstable.CorruptSSTableException;
import org.apache.cassandra.metrics.TableMetrics;

/** Reads values of a slice of one partition from memtables and SSTables of this node. */
public final class CursorRead {
  /** Rows between two looks at whether the read was given up. */
  private static final int CHECKED_ROWS = 1024;

  private final SinglePartitionReadCommand command;
  private final AskedColumns asked;
  private final BooleanSupplier isAborted;
  private final PageCheck check;
  private final LongPredicate memory;

  /**
   * A read of what a command would read.
   *
   * @param isAborted whether nobody waits for it any more
   * @param check compares what was read, where that is its turn
   * @param memory reserves so many bytes, or says that there is no room for them
   */
  public CursorRead(
      SinglePartitionReadCommand command,
      AskedColumns asked,
      BooleanSupplier isAborted,
      PageCheck check,
      LongPredicate memory) {
    this.command = command;
    this.asked = asked;
    this.isAborted = isAborted;
    this.check = check;
    this.memory = memory;
  }

  /** Whether a command of any slice can be read so; the slice itself may still be refused. */
  public static boolean covers(SinglePartitionReadCommand command, ColumnFamilyStore table) {
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
        || DatabaseDescriptor.getLocalReadSizeFailThreshold() != null;
  }

  /**
   * The values from the start of the slice on, as many as a batch takes.
   *
   * @param controller protects what is read
   * @throws NotCovered if only Cassandra itself can read them
   * @throws CorruptSSTableException if an SSTable is damaged
   */
  public Batch read(ColumnFamilyStore table, ReadExecutionController controller) {
    long started = System.nanoTime();
    ColumnFamilyStore.ViewFragment view =
        table.select(View.select(SSTableSet.LIVE, command.partitionKey()));
    try (PartitionSources sources = PartitionSources.open(command, asked, view)) {
      Merge merge =
          new Merge(sources.sources(), sources.partitionDeleted(), asked, command.nowInSec());
      Batch batch = read(merge);
      if (batch != null) {
        report(table.metric, batch, merge, sources.sstables(), System.nanoTime() - started);
        if (!sources.isOfMemtable()) {
          check.compare(command, asked, batch, table, view, controller);
        }
      }
      return batch;
    } catch (IOException | IndexOutOfBoundsException damaged) {
      // Cassandra reads it once more, and says which file it is.
      throw new NotCovered(damaged.toString());
    }
  }

  /** Null where it was given up. */
  private Batch read(Merge merge) throws IOException {
    Batch batch = new Batch(asked.size(), memory);
    int threshold = DatabaseDescriptor.getTombstoneWarnThreshold();
    int steps = 0;
    while (batch.last() == null && merge.next(batch)) {
      if (++steps % CHECKED_ROWS == 0) {
        if (isAborted.getAsBoolean()) {
          return null;
        }
        refuse(merge, threshold);
      }
    }
    refuse(merge, threshold);
    return batch;
  }

  /** Cassandra counts after it has merged, so never more. */
  private static void refuse(Merge merge, int threshold) {
    if (merge.dead() > threshold) {
      throw new NotCovered("so many tombstones that Cassandra warns of them");
    }
  }

  private void report(TableMetrics metric, Batch batch, Merge merge, int sstables, long nanos) {
    StorageHook.instance.reportRead(command.metadata().id, command.partitionKey());
    metric.updateSSTableIterated(sstables);
    metric.topReadPartitionFrequency.addSample(command.partitionKey().getKey(), 1);
    metric.topReadPartitionSSTableCount.addSample(command.partitionKey().getKey(), sstables);
    metric.topReadPartitionRowCount.addSample(command.partitionKey().getKey(), batch.rows());
    metric.liveScannedHistogram.update(batch.rows());
    metric.tombstoneScannedHistogram.update(merge.dead());
    metric.readLatency.addNano(nanos);
  }
}
