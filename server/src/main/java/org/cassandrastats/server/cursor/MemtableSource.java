/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.server.cursor;

import org.apache.cassandra.db.DeletionTime;
import org.apache.cassandra.db.LivenessInfo;
import org.apache.cassandra.db.rows.Cell;
import org.apache.cassandra.db.rows.RangeTombstoneMarker;
import org.apache.cassandra.db.rows.Row;
import org.apache.cassandra.db.rows.Unfiltered;
import org.apache.cassandra.db.rows.UnfilteredRowIterator;

/** A partition of a memtable, of which Cassandra has made rows. */
final class MemtableSource extends Source {
  private final UnfilteredRowIterator rows;
  private final AskedColumns asked;
  private final long nowInSeconds;

  MemtableSource(
      UnfilteredRowIterator rows, ClusteringOrder order, AskedColumns asked, long nowInSeconds) {
    super(order, asked);
    this.rows = rows;
    this.asked = asked;
    this.nowInSeconds = nowInSeconds;
    takeStatics(rows.staticRow(), nowInSeconds);
  }

  static long markedAt(DeletionTime deletion) {
    return deletion == null || deletion.isLive() ? CellValue.NEVER : deletion.markedForDeleteAt();
  }

  @Override
  long partitionDeleted() {
    return markedAt(rows.partitionLevelDeletion());
  }

  @Override
  void next() {
    openBefore = open;
    if (!rows.hasNext()) {
      kind = Kind.END;
      return;
    }
    Unfiltered next = rows.next();
    place.set(next.clustering());
    if (next.isRow()) {
      kind = Kind.ROW;
      take((Row) next);
    } else {
      kind = Kind.MARKER;
      dead++;
      RangeTombstoneMarker marker = (RangeTombstoneMarker) next;
      open = marker.isOpen(false) ? markedAt(marker.openDeletionTime(false)) : CellValue.NEVER;
    }
  }

  private void take(Row row) {
    LivenessInfo written = row.primaryKeyLivenessInfo();
    rowTimestamp = written.timestamp();
    rowTtl = written.ttl();
    rowLocalDeletion = written.localExpirationTime();
    if (!isRowLive(nowInSeconds)) {
      dead++;
    }
    rowDeleted = markedAt(row.deletion().time());
    if (rowDeleted != CellValue.NEVER) {
      dead++;
    }
    othersWritten = CellValue.NEVER;
    for (Cell<?> cell : row.cells()) {
      if (!cell.isLive(nowInSeconds)) {
        dead++;
      } else if (asked.knowsRows() && asked.indexOf(cell.column()) < 0) {
        othersWritten = Math.max(othersWritten, cell.timestamp());
      }
    }
    for (int index = 0; index < cells.length; index++) {
      cells[index].set(row.getCell(asked.get(index)));
    }
  }

  @Override
  public void close() {
    rows.close();
  }
}
