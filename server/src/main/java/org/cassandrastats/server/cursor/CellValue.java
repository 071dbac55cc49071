/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.server.cursor;

import java.util.Arrays;
import org.apache.cassandra.db.LivenessInfo;
import org.apache.cassandra.db.marshal.ByteArrayAccessor;
import org.apache.cassandra.db.marshal.ValueAccessor;
import org.apache.cassandra.db.rows.Cell;

/** The cell of one asked column in the row that was read last. */
final class CellValue {
  /** Earlier than any write. */
  static final long NEVER = Long.MIN_VALUE;

  /** Whether the row has the cell. */
  boolean isThere;

  long timestamp;
  long localDeletion;
  int ttl;
  boolean isEmpty;

  /** The bytes of the value, as an unsigned number; not of a wide one. */
  long bits;

  /** Whether the column is wide, so that the value is some bytes of an array. */
  final boolean isWide;

  byte[] bytes = {};
  int from;
  int length;

  CellValue(boolean isWide) {
    this.isWide = isWide;
  }

  /**
   * Takes a cell of a memtable.
   *
   * @throws NotCovered if its value is too long
   */
  <V> void set(Cell<V> cell) {
    isThere = cell != null;
    if (cell == null) {
      return;
    }
    timestamp = cell.timestamp();
    localDeletion = cell.localDeletionTime();
    ttl = cell.ttl();
    int size = cell.valueSize();
    isEmpty = size == 0;
    if (isWide) {
      copy(cell.value(), cell.accessor(), size);
    } else {
      bits = bits(cell.value(), cell.accessor(), size);
    }
  }

  private <V> void copy(V value, ValueAccessor<V> accessor, int size) {
    if (size > ValueBytes.LONGEST) {
      throw new NotCovered("a long value");
    }
    if (bytes.length < size) {
      bytes = new byte[Math.max(64, 2 * Integer.highestOneBit(size))];
    }
    from = 0;
    length = size;
    accessor.copyTo(value, 0, bytes, ByteArrayAccessor.instance, 0, size);
  }

  /** The bytes of a value of at most eight, as an unsigned number. */
  static <V> long bits(V value, ValueAccessor<V> accessor, int size) {
    switch (size) {
      case 8:
        return accessor.getLong(value, 0);
      case 4:
        return accessor.getInt(value, 0) & 0xffff_ffffL;
      default:
        long number = 0;
        for (int index = 0; index < size; index++) {
          number = (number << 8) | (accessor.getByte(value, index) & 0xff);
        }
        return number;
    }
  }

  /** Whether the value is to be seen, where everything up to a time was deleted. */
  boolean isLive(long deletedUpTo, long nowInSeconds) {
    return timestamp > deletedUpTo && !isDead(localDeletion, ttl, nowInSeconds);
  }

  /** As {@link Cell#isLive(long)}. */
  static boolean isDead(long localDeletion, int ttl, long nowInSeconds) {
    return localDeletion != Cell.NO_DELETION_TIME
        && (ttl == LivenessInfo.NO_TTL || nowInSeconds >= localDeletion);
  }

  /** Whether this cell stays where another source has one of the same row and column. */
  boolean wins(CellValue other) {
    if (timestamp != other.timestamp) {
      return timestamp > other.timestamp;
    }
    boolean isMortal = localDeletion != Cell.NO_DELETION_TIME;
    if (isMortal != (other.localDeletion != Cell.NO_DELETION_TIME)) {
      return isMortal;
    }
    if (isMortal) {
      boolean isTombstone = ttl == LivenessInfo.NO_TTL;
      if (isTombstone != (other.ttl == LivenessInfo.NO_TTL)) {
        return isTombstone;
      }
      if (localDeletion != other.localDeletion) {
        return localDeletion > other.localDeletion;
      }
      if (ttl != other.ttl) {
        return ttl < other.ttl;
      }
    }
    if (isEmpty || other.isEmpty) {
      return other.isEmpty;
    }
    int compared =
        isWide
            ? Arrays.compareUnsigned(
                bytes, from, from + length, other.bytes, other.from, other.from + other.length)
            : Long.compareUnsigned(bits, other.bits);
    return compared >= 0;
  }
}
