/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.server.cursor;

import java.util.Set;
import org.apache.cassandra.db.Columns;
import org.apache.cassandra.db.SerializationHeader;
import org.apache.cassandra.db.rows.Cell;
import org.apache.cassandra.io.sstable.format.SSTableReader;
import org.apache.cassandra.net.MessagingService;
import org.apache.cassandra.schema.ColumnMetadata;

/** How the rows of an SSTable are written, as its header says. */
final class Layout {
  /** Versions of SSTables whose rows are known. */
  private static final Set<String> VERSIONS = Set.of("nb", "oa", "da");

  /** More columns are written with another encoding of those that a row lacks. */
  private static final int MOST_COLUMNS = 63;

  final long minTimestamp;
  final long minLocalDeletion;
  final int minTtl;

  /** Whether times of deletion may take all 32 bits. */
  final boolean hasUnsignedDeletion;

  /** Of each column its bytes, or -1 where values differ. */
  final int[] widths;

  /** Of each column its place among those that are asked for, or -1. */
  final int[] asked;

  /** Of all columns a bit that is set. */
  final long all;

  /** How many columns have to be read to have all that are asked for. */
  final int read;

  /** Whether any cell or row may have been deleted or expire. */
  final boolean mayHaveDead;

  /**
   * The layout of the rows of an SSTable.
   *
   * @param readsAll whether it is to be known when each column was written
   * @throws NotCovered if only Cassandra itself can read it
   */
  static Layout ofRows(SSTableReader sstable, AskedColumns asked, boolean readsAll) {
    return new Layout(sstable, sstable.header.columns(false), asked, readsAll);
  }

  /**
   * The layout of its static rows, of which no column is asked for; null where it has none.
   *
   * @throws NotCovered if only Cassandra itself can read them
   */
  static Layout ofStatics(SSTableReader sstable) {
    return sstable.header.hasStatic()
        ? new Layout(sstable, sstable.header.columns(true), null, true)
        : null;
  }

  private Layout(SSTableReader sstable, Columns all, AskedColumns columns, boolean readsAll) {
    SerializationHeader header = sstable.header;
    if (!VERSIONS.contains(sstable.descriptor.version.version)) {
      throw new NotCovered("SSTables of version " + sstable.descriptor.version);
    }
    if (!sstable.compression || sstable.getCrcCheckChance() < 1) {
      throw new NotCovered("SSTables whose bytes are not checked");
    }
    if (all.size() > MOST_COLUMNS || all.hasComplex()) {
      throw new NotCovered("collections, or more than " + MOST_COLUMNS + " columns");
    }
    minTimestamp = header.stats().minTimestamp;
    minLocalDeletion = header.stats().minLocalDeletionTime;
    minTtl = header.stats().minTTL;
    hasUnsignedDeletion =
        sstable.descriptor.version.correspondingMessagingVersion() >= MessagingService.VERSION_50;
    mayHaveDead = sstable.getMinLocalDeletionTime() != Cell.NO_DELETION_TIME;
    this.all = (1L << all.size()) - 1;
    widths = new int[all.size()];
    asked = new int[all.size()];
    int last = -1;
    int index = 0;
    for (ColumnMetadata column : all) {
      if (column.type.isCounter()) {
        throw new NotCovered("counters");
      }
      widths[index] = header.getType(column).valueLengthIfFixed();
      asked[index] = columns == null ? -1 : columns.indexOfName(column);
      if (asked[index] >= 0) {
        if (!header.getType(column).equals(columns.get(asked[index]).type)) {
          throw new NotCovered("a column that had another type");
        }
        last = index;
      }
      index++;
    }
    read = mayHaveDead || readsAll ? all.size() : last + 1;
  }

  /** The bounds of a range tombstone, by the number that an SSTable has for each. */
  enum MarkerKind {
    EXCL_END_BOUND(0, -1, false, false),
    INCL_START_BOUND(1, -1, true, false),
    EXCL_END_INCL_START_BOUNDARY(2, -1, true, true),
    INCL_END_EXCL_START_BOUNDARY(5, 1, true, true),
    INCL_END_BOUND(6, 1, false, false),
    EXCL_START_BOUND(7, 1, true, false);

    private static final MarkerKind[] BY_NUMBER = new MarkerKind[8];

    static {
      for (MarkerKind kind : values()) {
        BY_NUMBER[kind.number] = kind;
      }
    }

    /** Before (-1) or behind (1) rows of the same values. */
    final int side;

    /** Whether a range is open behind it. */
    final boolean opens;

    /** Whether one range ends and another one begins. */
    final boolean isBoundary;

    private final int number;

    MarkerKind(int number, int side, boolean opens, boolean isBoundary) {
      this.number = number;
      this.side = side;
      this.opens = opens;
      this.isBoundary = isBoundary;
    }

    static MarkerKind of(int number) {
      MarkerKind kind = number < 0 || number >= BY_NUMBER.length ? null : BY_NUMBER[number];
      if (kind == null) {
        throw new NotCovered("a bound of an unknown kind");
      }
      return kind;
    }
  }
}
