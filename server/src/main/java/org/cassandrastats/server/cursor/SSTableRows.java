/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.server.cursor;

import java.io.IOException;
import org.apache.cassandra.db.rows.Cell;
import org.apache.cassandra.io.sstable.format.SSTableReader;
import org.apache.cassandra.io.util.RandomAccessReader;

/**
 * Rows and markers of an SSTable, decoded without an object for a row or a cell. The format is that
 * of Cassandra's {@code UnfilteredSerializer}, {@code ClusteringPrefix.Serializer} and {@code
 * Cell.Serializer}.
 */
abstract class SSTableRows extends Source {
  private static final int END_OF_PARTITION = 0x01;
  private static final int IS_MARKER = 0x02;
  private static final int HAS_TIMESTAMP = 0x04;
  private static final int HAS_TTL = 0x08;
  private static final int HAS_DELETION = 0x10;
  private static final int HAS_ALL_COLUMNS = 0x20;
  private static final int HAS_COMPLEX_DELETION = 0x40;
  private static final int EXTENDED = 0x80;

  /** The only flag of the second byte where there is one. */
  private static final int IS_STATIC = 0x01;

  private static final int IS_DELETED = 0x01;
  private static final int IS_EXPIRING = 0x02;
  private static final int IS_EMPTY = 0x04;
  private static final int USES_ROW_TIMESTAMP = 0x08;
  private static final int USES_ROW_TTL = 0x10;

  /** The flags, a clustering of one number, and the sizes that follow it. */
  static final int HEAD = 64;

  private final Layout layout;
  private final ClusteringOrder order;
  private final long nowInSeconds;
  private final int[] askedWidths;

  /** The bytes of the next row or marker; null where there is none. */
  final Window window;

  /**
   * The rows that begin where a file is.
   *
   * @param file closed by the caller; null where there are no rows
   * @param isOnly whether no other memtable or SSTable may have deleted its rows
   * @throws NotCovered if only Cassandra itself can read it
   */
  SSTableRows(
      SSTableReader sstable,
      RandomAccessReader file,
      ClusteringOrder order,
      AskedColumns asked,
      boolean isOnly,
      long nowInSeconds) {
    super(order, asked);
    this.layout = Layout.ofRows(sstable, asked, asked.knowsRows() && !isOnly);
    this.order = order;
    this.nowInSeconds = nowInSeconds;
    this.askedWidths = asked.widths();
    this.window = file == null ? null : new Window(file);
  }

  /** Reads the next row or marker of the partition, or finds its end. */
  final void read() throws IOException {
    openBefore = open;
    Window w = window;
    w.ensure(HEAD);
    if (w.at >= w.limit) {
      throw new NotCovered("a partition that ends behind its file");
    }
    int flags = w.bytes[w.at++];
    if ((flags & (END_OF_PARTITION | IS_MARKER | HAS_COMPLEX_DELETION | EXTENDED)) != 0) {
      readOther(flags);
      return;
    }
    kind = Kind.ROW;
    place.read(w, order.size(), 0);
    readBody(flags, layout);
  }

  /**
   * Reads what a partition begins with, behind its deletion, where the SSTable has static columns.
   */
  final void readStatics(Layout statics) throws IOException {
    Window w = window;
    w.ensure(HEAD);
    int flags = w.bytes[w.at++] & 0xff;
    int kinds = END_OF_PARTITION | IS_MARKER | HAS_COMPLEX_DELETION | EXTENDED;
    if ((flags & kinds) != EXTENDED || w.bytes[w.at++] != IS_STATIC) {
      throw new NotCovered("static values that are none");
    }
    readBody(flags, statics);
    staticWritten =
        Math.max(othersWritten, isRowLive(nowInSeconds) ? rowTimestamp : CellValue.NEVER);
  }

  private void readBody(int flags, Layout columns) throws IOException {
    Window w = window;
    w.ensure(HEAD);
    int size = w.size();
    w.ensure(size);
    int rowEnd = w.at + size;
    if (rowEnd > w.limit) {
      throw new NotCovered("a row that ends behind its file");
    }
    w.skipVint();
    readRow(flags, columns);
    if (w.at > rowEnd) {
      throw new NotCovered("a row that is longer than its size");
    }
    w.at = rowEnd;
  }

  private void readRow(int flags, Layout columns) {
    Window w = window;
    rowTtl = 0;
    rowLocalDeletion = Cell.NO_DELETION_TIME;
    rowTimestamp = CellValue.NEVER;
    if ((flags & HAS_TIMESTAMP) != 0) {
      rowTimestamp = w.vint() + layout.minTimestamp;
      if ((flags & HAS_TTL) != 0) {
        rowTtl = ttl();
        rowLocalDeletion = decoded(localDeletion(), rowTtl);
        if (!isRowLive(nowInSeconds)) {
          dead++;
        }
      }
    }
    rowDeleted = CellValue.NEVER;
    if ((flags & HAS_DELETION) != 0) {
      rowDeleted = w.vint() + layout.minTimestamp;
      w.skipVint();
      dead++;
    }
    long missing = (flags & HAS_ALL_COLUMNS) != 0 ? 0 : w.vint();
    readCells(missing, columns);
  }

  private void readCells(long missing, Layout columns) {
    for (CellValue cell : cells) {
      cell.isThere = false;
    }
    othersWritten = CellValue.NEVER;
    boolean hasOthersOfRow = false;
    Window w = window;
    byte[] bytes = w.bytes;
    int[] widths = columns.widths;
    int[] asked = columns.asked;
    int at = w.at;
    for (int index = 0; index < columns.read; index++) {
      if (((missing >>> index) & 1) != 0) {
        continue;
      }
      int width = widths[index];
      if (asked[index] < 0 && bytes[at] == USES_ROW_TIMESTAMP && width >= 0) {
        // Nearly all cells are of the time of their row, and have a value.
        at += 1 + width;
        hasOthersOfRow = true;
        continue;
      }
      w.at = at;
      if (asked[index] < 0) {
        skip(width);
      } else {
        readCell(cells[asked[index]], width, askedWidths[asked[index]]);
      }
      at = w.at;
    }
    w.at = at;
    if (((columns.all & ~missing) >>> columns.read) != 0) {
      // Not read, so they may be the latest.
      othersWritten = Long.MAX_VALUE;
    } else if (hasOthersOfRow) {
      othersWritten = Math.max(othersWritten, rowTimestamp);
    }
  }

  private void readCell(CellValue cell, int width, int askedWidth) {
    Window w = window;
    int flags = w.bytes[w.at++];
    cell.isThere = true;
    cell.timestamp =
        (flags & USES_ROW_TIMESTAMP) != 0 ? rowTimestamp : w.vint() + layout.minTimestamp;
    if ((flags & (IS_DELETED | IS_EXPIRING | USES_ROW_TTL)) == 0) {
      cell.localDeletion = Cell.NO_DELETION_TIME;
      cell.ttl = 0;
    } else {
      boolean ofRow = (flags & USES_ROW_TTL) != 0;
      long local = ofRow ? rowLocalDeletion : localDeletion();
      cell.ttl = ofRow ? rowTtl : (flags & IS_EXPIRING) != 0 ? ttl() : 0;
      cell.localDeletion = decoded(local, cell.ttl);
      if (CellValue.isDead(cell.localDeletion, cell.ttl, nowInSeconds)) {
        dead++;
      }
    }
    cell.isEmpty = (flags & IS_EMPTY) != 0;
    if (!cell.isEmpty) {
      int size = width >= 0 ? width : w.size();
      if (cell.isWide) {
        // Whoever reads on fills the array anew. The end of the row is compared with its size.
        cell.bytes = w.bytes;
        cell.from = w.at;
        cell.length = size;
        cell.isEmpty = size == 0;
        w.at += size;
      } else if (size == askedWidth) {
        cell.bits = w.bits(size);
      } else {
        throw new NotCovered("a value that has not the bytes of its type");
      }
    }
  }

  private void skip(int width) {
    Window w = window;
    int flags = w.bytes[w.at++];
    long timestamp =
        (flags & USES_ROW_TIMESTAMP) != 0 ? rowTimestamp : w.vint() + layout.minTimestamp;
    boolean isDead = false;
    if ((flags & (IS_DELETED | IS_EXPIRING | USES_ROW_TTL)) != 0) {
      boolean ofRow = (flags & USES_ROW_TTL) != 0;
      long local = ofRow ? rowLocalDeletion : localDeletion();
      int ttl = ofRow ? rowTtl : (flags & IS_EXPIRING) != 0 ? ttl() : 0;
      isDead = CellValue.isDead(decoded(local, ttl), ttl, nowInSeconds);
    }
    if (isDead) {
      dead++;
    } else {
      othersWritten = Math.max(othersWritten, timestamp);
    }
    if ((flags & IS_EMPTY) == 0) {
      int length = width >= 0 ? width : w.size();
      w.at += length;
    }
  }

  private int ttl() {
    return (int) window.vint() + layout.minTtl;
  }

  private long localDeletion() {
    return (int) window.vint() + layout.minLocalDeletion;
  }

  /** As {@code Cell.decodeLocalDeletionTime}. */
  private long decoded(long local, int ttl) {
    if (ttl < 0) {
      throw new NotCovered("a TTL that is none");
    }
    if (local >= ttl) {
      return local;
    }
    if (local < 0 && layout.hasUnsignedDeletion) {
      return Cell.deletionTimeUnsignedIntegerToLong((int) local);
    }
    throw new NotCovered("a time of deletion that is none");
  }

  private void readOther(int flags) throws IOException {
    Window w = window;
    if ((flags & END_OF_PARTITION) != 0) {
      kind = Kind.END;
      return;
    }
    if ((flags & IS_MARKER) == 0) {
      throw new NotCovered("collections and views");
    }
    kind = Kind.MARKER;
    dead++;
    Layout.MarkerKind marker = Layout.MarkerKind.of(w.bytes[w.at]);
    int size = ((w.bytes[w.at + 1] & 0xff) << 8) | (w.bytes[w.at + 2] & 0xff);
    w.at += 3;
    if (size > order.size()) {
      throw new NotCovered("a range of more clustering columns than there are");
    }
    place.read(w, size, marker.side);
    w.ensure(HEAD);
    // The size of the marker and of what is before it.
    w.skipVint();
    w.skipVint();
    long first = w.vint() + layout.minTimestamp;
    w.skipVint();
    open = marker.opens ? first : CellValue.NEVER;
    if (marker.isBoundary) {
      open = w.vint() + layout.minTimestamp;
      w.skipVint();
    }
    if (w.at > w.limit) {
      throw new NotCovered("a range that ends behind its file");
    }
  }
}
