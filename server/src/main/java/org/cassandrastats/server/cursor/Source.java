/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.server.cursor;

import java.io.IOException;
import org.apache.cassandra.db.LivenessInfo;
import org.apache.cassandra.db.rows.Cell;
import org.apache.cassandra.db.rows.Row;

/** The rows and markers of one partition in a memtable or an SSTable, one after the other. */
abstract class Source implements AutoCloseable {
  enum Kind {
    ROW,
    MARKER,
    END
  }

  /** What was read last, and where it is. */
  Kind kind = Kind.MARKER;

  final Place place;

  /** Of the row that was read last, in the order of the asked columns. */
  final CellValue[] cells;

  /** When the row itself was written, and how long it lives; {@link CellValue#NEVER} if never. */
  long rowTimestamp = CellValue.NEVER;

  int rowTtl;
  long rowLocalDeletion;

  /** When the latest value of a column was written that is not asked for, if it is not dead. */
  long othersWritten = CellValue.NEVER;

  /** Up to when the row was deleted. */
  long rowDeleted = CellValue.NEVER;

  /** Up to when the range was deleted that is open before what was read last. */
  long openBefore = CellValue.NEVER;

  /** Up to when the range was deleted that is open behind what was read last. */
  long open = CellValue.NEVER;

  /** When the latest static value of the partition was written that is not dead. */
  long staticWritten = CellValue.NEVER;

  /** How many deletions have been read: markers, deleted rows and dead cells. */
  int dead;

  Source(ClusteringOrder order, AskedColumns asked) {
    place = new Place(order);
    cells = new CellValue[asked.cells()];
    for (int index = 0; index < cells.length; index++) {
      cells[index] = new CellValue(asked.width(index) == AskedColumns.WIDE);
    }
  }

  /** Takes the static values that Cassandra has read. */
  final void takeStatics(Row row, long nowInSeconds) {
    if (row.isEmpty()) {
      return;
    }
    if (row.primaryKeyLivenessInfo().isLive(nowInSeconds)) {
      staticWritten = row.primaryKeyLivenessInfo().timestamp();
    }
    for (Cell<?> cell : row.cells()) {
      if (cell.isLive(nowInSeconds)) {
        staticWritten = Math.max(staticWritten, cell.timestamp());
      } else {
        dead++;
      }
    }
  }

  /** Whether what is written of the row stands where another source has written it, too. */
  boolean supersedes(Source other) {
    if (rowTimestamp != other.rowTimestamp) {
      return rowTimestamp > other.rowTimestamp;
    }
    boolean isExpired = rowTtl == LivenessInfo.EXPIRED_LIVENESS_TTL;
    if (isExpired != (other.rowTtl == LivenessInfo.EXPIRED_LIVENESS_TTL)) {
      return isExpired;
    }
    boolean isExpiring = rowTtl != LivenessInfo.NO_TTL;
    return isExpiring == (other.rowTtl != LivenessInfo.NO_TTL)
        ? rowLocalDeletion > other.rowLocalDeletion
        : isExpiring;
  }

  /** Whether what is written of the row makes it be there, where it was not deleted. */
  boolean isRowLive(long nowInSeconds) {
    return rowTtl == LivenessInfo.NO_TTL
        || (rowTtl != LivenessInfo.EXPIRED_LIVENESS_TTL && nowInSeconds < rowLocalDeletion);
  }

  /** Up to when the whole partition was deleted. */
  abstract long partitionDeleted();

  /** Reads the next row or marker, or finds the end. */
  abstract void next() throws IOException;

  @Override
  public abstract void close();
}
