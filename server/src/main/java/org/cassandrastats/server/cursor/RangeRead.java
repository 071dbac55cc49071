/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.server.cursor;

import com.google.common.base.Function;
import java.io.IOException;
import java.util.function.BooleanSupplier;
import java.util.function.LongPredicate;
import org.apache.cassandra.db.ColumnFamilyStore;
import org.apache.cassandra.db.DecoratedKey;
import org.apache.cassandra.db.PartitionRangeReadCommand;
import org.apache.cassandra.db.lifecycle.View;
import org.apache.cassandra.io.sstable.format.SSTableReader;
import org.apache.cassandra.metrics.TableMetrics;

/** Reads the partitions of a range, in the order of their keys. */
final class RangeRead extends CursorRead {
  private final PartitionRangeReadCommand command;
  private final PageCheck check;

  RangeRead(
      PartitionRangeReadCommand command,
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
    return View.selectLive(command.dataRange().keyRange());
  }

  @Override
  Batch readBatch(ColumnFamilyStore.ViewFragment view, TableMetrics metric) throws IOException {
    long started = System.nanoTime();
    try (RangeSources sources = RangeSources.open(command, asked, view)) {
      boolean isChecked = !sources.isOfMemtable() && check.isDue();
      Batch batch = newBatch(isChecked);
      int live = 0;
      for (DecoratedKey key = sources.key(); key != null; key = sources.key()) {
        Merge rows = sources.rows(key);
        if (!fill(batch, rows, sources::dead)) {
          return null;
        }
        live += rows.live();
        if (batch.last() != null) {
          break;
        }
        sources.advance(key);
      }
      if (metric != null) {
        report(metric, live, sources, System.nanoTime() - started);
      }
      if (isChecked) {
        check.compare(command, asked, batch, view);
      }
      return batch;
    }
  }

  private static void report(TableMetrics metric, int live, RangeSources sources, long nanos) {
    metric.updateSSTableIteratedInRangeRead(sources.sstables());
    metric.liveScannedHistogram.update(live);
    metric.tombstoneScannedHistogram.update(sources.dead());
    metric.rangeLatency.addNano(nanos);
  }
}
