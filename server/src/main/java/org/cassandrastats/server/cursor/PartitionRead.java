/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.server.cursor;

import com.google.common.base.Function;
import java.io.IOException;
import java.util.function.BooleanSupplier;
import java.util.function.LongPredicate;
import org.apache.cassandra.db.ColumnFamilyStore;
import org.apache.cassandra.db.SinglePartitionReadCommand;
import org.apache.cassandra.db.StorageHook;
import org.apache.cassandra.db.lifecycle.SSTableSet;
import org.apache.cassandra.db.lifecycle.View;
import org.apache.cassandra.io.sstable.format.SSTableReader;
import org.apache.cassandra.metrics.TableMetrics;

/** Reads a slice of one partition. */
final class PartitionRead extends CursorRead {
  private final SinglePartitionReadCommand command;
  private final PageCheck check;

  PartitionRead(
      SinglePartitionReadCommand command,
      AskedColumns asked,
      int most,
      BooleanSupplier isAborted,
      PageCheck check,
      LongPredicate memory) {
    super(asked, most, isAborted, memory);
    this.command = command;
    this.check = check;
  }

  @Override
  Function<View, Iterable<SSTableReader>> parts() {
    return View.select(SSTableSet.LIVE, command.partitionKey());
  }

  @Override
  Batch readBatch(ColumnFamilyStore.ViewFragment view, TableMetrics metric) throws IOException {
    long started = System.nanoTime();
    try (PartitionSources sources = PartitionSources.open(command, asked, view)) {
      Merge rows = sources.rows();
      Batch batch = newBatch(false);
      if (!fill(batch, rows, rows::dead)) {
        return null;
      }
      if (metric != null) {
        report(metric, batch, rows, sources.sstables(), System.nanoTime() - started);
      }
      if (!sources.isOfMemtable()) {
        check.compare(command, asked, batch, view);
      }
      return batch;
    }
  }

  private void report(TableMetrics metric, Batch batch, Merge rows, int sstables, long nanos) {
    StorageHook.instance.reportRead(command.metadata().id, command.partitionKey());
    metric.updateSSTableIterated(sstables);
    metric.topReadPartitionFrequency.addSample(command.partitionKey().getKey(), 1);
    metric.topReadPartitionSSTableCount.addSample(command.partitionKey().getKey(), sstables);
    metric.topReadPartitionRowCount.addSample(command.partitionKey().getKey(), batch.rows());
    metric.liveScannedHistogram.update(rows.live());
    metric.tombstoneScannedHistogram.update(rows.dead());
    metric.readLatency.addNano(nanos);
  }
}
