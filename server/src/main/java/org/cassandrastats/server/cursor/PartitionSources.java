/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.server.cursor;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.cassandra.db.ColumnFamilyStore;
import org.apache.cassandra.db.SinglePartitionReadCommand;
import org.apache.cassandra.db.Slice;
import org.apache.cassandra.db.Slices;
import org.apache.cassandra.db.filter.ClusteringIndexSliceFilter;
import org.apache.cassandra.db.memtable.Memtable;
import org.apache.cassandra.db.rows.UnfilteredRowIterator;
import org.apache.cassandra.io.sstable.SSTableReadsListener;
import org.apache.cassandra.io.sstable.format.SSTableReader;

/**
 * What has rows of a partition, found as Cassandra's {@code
 * SinglePartitionReadCommand.queryMemtableAndDiskInternal} finds it.
 */
final class PartitionSources implements AutoCloseable {
  /** The smallest of more sources is searched for too long. */
  private static final int MOST_SOURCES = 8;

  private final SinglePartitionReadCommand command;
  private final AskedColumns asked;
  private final ClusteringOrder order;
  private final Slices slices;
  private final Place start;
  private final Place end;
  private final List<Source> sources = new ArrayList<>();
  private long partitionDeleted = CellValue.NEVER;
  private int sstables;
  private boolean ofMemtable;

  private PartitionSources(SinglePartitionReadCommand command, AskedColumns asked) {
    this.command = command;
    this.asked = asked;
    this.order = new ClusteringOrder(command.metadata());
    if (!(command.clusteringIndexFilter() instanceof ClusteringIndexSliceFilter)
        || command.isReversed()) {
      throw new NotCovered("rows by name, and reversed order");
    }
    this.slices = command.clusteringIndexFilter().getSlices(command.metadata());
    if (slices.size() != 1) {
      throw new NotCovered("several slices of a partition");
    }
    Slice slice = slices.get(0);
    this.start = Place.of(order, slice.start());
    this.end = Place.of(order, slice.end());
  }

  /**
   * Opens them. What is read stays there while the controller of the read is open.
   *
   * @throws NotCovered if only Cassandra itself can read one of them
   */
  static PartitionSources open(
      SinglePartitionReadCommand command, AskedColumns asked, ColumnFamilyStore.ViewFragment view) {
    PartitionSources opened = new PartitionSources(command, asked);
    boolean done = false;
    try {
      opened.openMemtables(view.memtables);
      opened.openSSTables(view.sstables);
      done = true;
      return opened;
    } finally {
      if (!done) {
        opened.close();
      }
    }
  }

  private void openMemtables(Iterable<Memtable> memtables) {
    for (Memtable memtable : memtables) {
      UnfilteredRowIterator rows =
          memtable.rowIterator(
              command.partitionKey(),
              slices,
              command.columnFilter(),
              false,
              SSTableReadsListener.NOOP_LISTENER);
      if (rows != null) {
        ofMemtable = true;
        add(new MemtableSource(rows, order, asked, command.nowInSec()));
      }
    }
  }

  /** Latest first: older ones than a deletion of the whole partition have nothing to say. */
  private void openSSTables(List<SSTableReader> all) {
    all.sort(SSTableReader.maxTimestampDescending);
    for (SSTableReader sstable : all) {
      if (sstable.getMaxTimestamp() < partitionDeleted) {
        break;
      }
      boolean intersects =
          command
              .clusteringIndexFilter()
              .intersects(
                  sstable.metadata().comparator, sstable.getSSTableMetadata().coveredClustering);
      boolean mayHaveStatics = !command.columnFilter().fetchedColumns().statics.isEmpty();
      if (!intersects
          && !mayHaveStatics
          && !sstable.getSSTableMetadata().hasPartitionLevelDeletions) {
        continue;
      }
      SSTableSource source =
          SSTableSource.open(
              sstable,
              command.partitionKey(),
              slices,
              start,
              end,
              order,
              asked,
              all.size() == 1 && !ofMemtable,
              command.columnFilter(),
              command.nowInSec());
      sstables += source.hasPartition() ? 1 : 0;
      add(source);
    }
  }

  private void add(Source source) {
    sources.add(source);
    partitionDeleted = Math.max(partitionDeleted, source.partitionDeleted());
    checkSize(sources);
  }

  /** Refuses more than can be merged. */
  static void checkSize(List<Source> sources) {
    if (sources.size() > MOST_SOURCES) {
      throw new NotCovered("more than " + MOST_SOURCES + " memtables and SSTables");
    }
  }

  Merge rows() throws IOException {
    return new Merge(
        command.partitionKey(),
        sources,
        partitionDeleted,
        order,
        asked,
        slices.get(0).equals(Slice.ALL),
        command.nowInSec());
  }

  /** How many SSTables have the partition. */
  int sstables() {
    return sstables;
  }

  /** Whether writes may add rows while it is read. */
  boolean isOfMemtable() {
    return ofMemtable;
  }

  @Override
  public void close() {
    sources.forEach(Source::close);
    sources.clear();
  }
}
