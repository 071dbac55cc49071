/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.server.cursor;

import java.io.IOException;
import org.apache.cassandra.db.DecoratedKey;
import org.apache.cassandra.db.Slices;
import org.apache.cassandra.db.filter.ColumnFilter;
import org.apache.cassandra.db.rows.Cell;
import org.apache.cassandra.io.sstable.SliceStart;
import org.apache.cassandra.io.sstable.format.SSTableReader;

/**
 * A partition of an SSTable, decoded without an object for a row or a cell. The format is that of
 * Cassandra's {@code UnfilteredSerializer}, {@code ClusteringPrefix.Serializer} and {@code
 * Cell.Serializer}.
 */
final class SSTableSource extends Source {
  private static final int END_OF_PARTITION = 0x01;
  private static final int IS_MARKER = 0x02;
  private static final int HAS_TIMESTAMP = 0x04;
  private static final int HAS_TTL = 0x08;
  private static final int HAS_DELETION = 0x10;
  private static final int HAS_ALL_COLUMNS = 0x20;
  private static final int HAS_COMPLEX_DELETION = 0x40;
  private static final int EXTENDED = 0x80;

  private static final int IS_DELETED = 0x01;
  private static final int IS_EXPIRING = 0x02;
  private static final int IS_EMPTY = 0x04;
  private static final int USES_ROW_TIMESTAMP = 0x08;
  private static final int USES_ROW_TTL = 0x10;

  /** The flags, a clustering of one number, and the sizes that follow it. */
  private static final int HEAD = 64;

  private final SliceStart slice;
  private final Layout layout;
  private final ClusteringOrder order;
  private final Place start;
  private final Place end;
  private final long nowInSeconds;
  private final int[] askedWidths;
  private final Window window;
  private boolean isBeforeSlice = true;

  /**
   * Begins to read a slice.
   *
   * @param start where it begins
   * @param end where it ends
   * @throws NotCovered if only Cassandra itself can read it
   */
  SSTableSource(
      SSTableReader sstable,
      DecoratedKey key,
      Slices slices,
      Place start,
      Place end,
      ClusteringOrder order,
      AskedColumns asked,
      ColumnFilter columns,
      long nowInSeconds) {
    super(order, asked);
    this.layout = new Layout(sstable, asked);
    this.order = order;
    this.start = start;
    this.end = end;
    this.nowInSeconds = nowInSeconds;
    this.askedWidths = asked.widths();
    this.slice = SliceStart.of(sstable, key, slices, columns);
    boolean opened = false;
    try {
      this.window = slice.file() == null ? null : new Window(slice.file());
      this.open = MemtableSource.markedAt(slice.openDeletion());
      this.dead = open == CellValue.NEVER ? 0 : 1;
      opened = true;
    } finally {
      if (!opened) {
        slice.close();
      }
    }
  }

  boolean hasPartition() {
    return slice.hasPartition();
  }

  @Override
  long partitionDeleted() {
    return MemtableSource.markedAt(slice.partitionDeletion());
  }

  @Override
  void next() throws IOException {
    if (window == null) {
      kind = Kind.END;
      return;
    }
    do {
      read();
    } while (isBeforeSlice && kind != Kind.END && place.compareTo(start) < 0);
    isBeforeSlice = false;
    if (kind != Kind.END && place.compareTo(end) > 0) {
      kind = Kind.END;
    }
  }

  private void read() throws IOException {
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
    w.ensure(HEAD);
    int size = w.size();
    w.ensure(size);
    int rowEnd = w.at + size;
    if (rowEnd > w.limit) {
      throw new NotCovered("a row that ends behind its file");
    }
    w.skipVint();
    readRow(flags);
    if (w.at > rowEnd) {
      throw new NotCovered("a row that is longer than its size");
    }
    w.at = rowEnd;
  }

  private void readRow(int flags) {
    Window w = window;
    rowTtl = 0;
    rowLocalDeletion = Cell.NO_DELETION_TIME;
    rowTimestamp = CellValue.NEVER;
    if ((flags & HAS_TIMESTAMP) != 0) {
      rowTimestamp = w.vint() + layout.minTimestamp;
      if ((flags & HAS_TTL) != 0) {
        rowTtl = ttl();
        rowLocalDeletion = decoded(localDeletion(), rowTtl);
      }
    }
    rowDeleted = CellValue.NEVER;
    if ((flags & HAS_DELETION) != 0) {
      rowDeleted = w.vint() + layout.minTimestamp;
      w.skipVint();
      dead++;
    }
    long missing = (flags & HAS_ALL_COLUMNS) != 0 ? 0 : w.vint();
    readCells(missing);
  }

  private void readCells(long missing) {
    for (CellValue cell : cells) {
      cell.isThere = false;
    }
    Window w = window;
    byte[] bytes = w.bytes;
    int[] widths = layout.widths;
    int[] asked = layout.asked;
    int at = w.at;
    for (int index = 0; index < layout.read; index++) {
      if (((missing >>> index) & 1) != 0) {
        continue;
      }
      int width = widths[index];
      if (asked[index] < 0 && bytes[at] == USES_ROW_TIMESTAMP && width >= 0) {
        // Nearly all cells are of the time of their row, and have a value.
        at += 1 + width;
        continue;
      }
      w.at = at;
      if (asked[index] < 0) {
        skip(width);
      } else {
        readCell(cells[asked[index]], width, index);
      }
      at = w.at;
    }
    w.at = at;
  }

  private void readCell(CellValue cell, int width, int index) {
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
      int bytes = width >= 0 ? width : w.size();
      if (bytes != askedWidths[layout.asked[index]]) {
        throw new NotCovered("a value that has not the bytes of its type");
      }
      cell.bits = w.bits(bytes);
    }
  }

  private void skip(int width) {
    Window w = window;
    int flags = w.bytes[w.at++];
    if ((flags & USES_ROW_TIMESTAMP) == 0) {
      w.skipVint();
    }
    boolean isMortal = (flags & (IS_DELETED | IS_EXPIRING | USES_ROW_TTL)) != 0;
    if (isMortal) {
      boolean ofRow = (flags & USES_ROW_TTL) != 0;
      long local = ofRow ? rowLocalDeletion : localDeletion();
      int ttl = ofRow ? rowTtl : (flags & IS_EXPIRING) != 0 ? ttl() : 0;
      if (CellValue.isDead(decoded(local, ttl), ttl, nowInSeconds)) {
        dead++;
      }
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
    MarkerKind marker = MarkerKind.of(w.bytes[w.at]);
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

  @Override
  public void close() {
    slice.close();
  }
}
