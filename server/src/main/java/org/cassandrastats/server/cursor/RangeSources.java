/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.server.cursor;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.cassandra.db.ColumnFamilyStore;
import org.apache.cassandra.db.DecoratedKey;
import org.apache.cassandra.db.PartitionRangeReadCommand;
import org.apache.cassandra.db.memtable.Memtable;
import org.apache.cassandra.io.sstable.SSTableReadsListener;
import org.apache.cassandra.io.sstable.format.SSTableReader;

/**
 * What has partitions of a range, in the order of their keys, found as Cassandra's {@code
 * PartitionRangeReadCommand.queryStorage} finds it.
 */
final class RangeSources implements AutoCloseable {
  /** The least key of more memtables and SSTables is searched for too long. */
  private static final int MOST_SCANS = 64;

  private final PartitionRangeReadCommand command;
  private final AskedColumns asked;
  private final ClusteringOrder order;
  private final List<PartitionScan> scans = new ArrayList<>();

  /** What has rows of the partition. */
  private final List<Source> rows = new ArrayList<>();

  private int sstables;
  private boolean ofMemtable;

  private RangeSources(PartitionRangeReadCommand command, AskedColumns asked) {
    this.command = command;
    this.asked = asked;
    this.order = new ClusteringOrder(command.metadata());
  }

  /**
   * Opens them. What is read stays there while the controller of the read is open.
   *
   * @throws NotCovered if only Cassandra itself can read one of them
   * @throws IOException if one of them is damaged
   */
  static RangeSources open(
      PartitionRangeReadCommand command, AskedColumns asked, ColumnFamilyStore.ViewFragment view)
      throws IOException {
    RangeSources opened = new RangeSources(command, asked);
    boolean done = false;
    try {
      opened.openAll(view);
      done = true;
      return opened;
    } finally {
      if (!done) {
        opened.close();
      }
    }
  }

  private void openAll(ColumnFamilyStore.ViewFragment view) throws IOException {
    for (Memtable memtable : view.memtables) {
      PartitionScan scan =
          new MemtableScan(
              memtable.partitionIterator(
                  command.columnFilter(), command.dataRange(), SSTableReadsListener.NOOP_LISTENER),
              order,
              asked,
              command.nowInSec());
      add(scan);
      ofMemtable |= scan.key() != null;
    }
    for (SSTableReader sstable : view.sstables) {
      PartitionScan scan =
          SSTableScan.open(
              sstable, command, order, asked, view.sstables.size() == 1 && !ofMemtable);
      if (scan != null) {
        add(scan);
        if (scan.key() != null) {
          sstable.incrementReadCount();
          sstables++;
        }
      }
    }
  }

  private void add(PartitionScan scan) throws IOException {
    scans.add(scan);
    if (scans.size() > MOST_SCANS) {
      throw new NotCovered("more than " + MOST_SCANS + " memtables and SSTables");
    }
    scan.advance();
  }

  /** The least key of those that have not been read; null behind the last one. */
  DecoratedKey key() {
    DecoratedKey least = null;
    for (PartitionScan scan : scans) {
      DecoratedKey key = scan.key();
      if (key != null && (least == null || key.compareTo(least) < 0)) {
        least = key;
      }
    }
    return least;
  }

  /**
   * The rows of the partition with the least key.
   *
   * @throws NotCovered if too many memtables and SSTables have it
   */
  Merge rows(DecoratedKey least) throws IOException {
    rows.clear();
    long deleted = CellValue.NEVER;
    for (PartitionScan scan : scans) {
      if (least.equals(scan.key())) {
        rows.add(scan.rows());
        deleted = Math.max(deleted, scan.rows().partitionDeleted());
      }
    }
    PartitionSources.checkSize(rows);
    return new Merge(least, rows, deleted, order, asked, true, command.nowInSec());
  }

  /** Goes behind a partition that has been read to its end. */
  void advance(DecoratedKey read) throws IOException {
    for (PartitionScan scan : scans) {
      if (read.equals(scan.key())) {
        scan.advance();
      }
    }
  }

  /** How many deletions have been read. */
  int dead() {
    int dead = 0;
    for (PartitionScan scan : scans) {
      dead += scan.dead();
    }
    return dead;
  }

  int sstables() {
    return sstables;
  }

  /** Whether writes may add rows while it is read. */
  boolean isOfMemtable() {
    return ofMemtable;
  }

  @Override
  public void close() {
    scans.forEach(PartitionScan::close);
    scans.clear();
  }
}
