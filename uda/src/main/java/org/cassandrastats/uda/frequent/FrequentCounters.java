/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.uda.frequent;

import java.nio.ByteBuffer;
import org.cassandrastats.udf.frequent.FrequentState;
import org.cassandrastats.udf.frequent.FrequentTable;

/**
 * Counters of values, which are changed in place. When a map is full, the median of all counters is
 * taken from each of them, and values whose counter is used up are given up: a value is at most so
 * much more frequent than its counter says.
 *
 * <p>Apache DataSketches does the same, and takes the median of all counters in a map of this size.
 */
final class FrequentCounters {
  private static final long FACTOR = 0xc6a4a7935bd1e995L;

  private FrequentCounters() {}

  /** Writes a bigint where the next record begins, without its counter. */
  static void write(ByteBuffer table, long value) {
    int record = table.getInt(FrequentTable.END);
    long bits = Long.reverseBytes(value);
    long hash = bits * FACTOR;
    hash = (hash ^ hash >>> 32) * FACTOR;
    table.putInt(record + FrequentTable.HASH, (int) (hash >>> 32));
    table.putInt(record + FrequentTable.LENGTH, Long.BYTES);
    table.putLong(record + FrequentTable.BYTES, bits);
  }

  /**
   * Writes bytes where the next record begins, without its counter. Of a text that is too long the
   * beginning is taken, whole characters.
   */
  static void write(ByteBuffer table, ByteBuffer bytes, int start, int size) {
    int record = table.getInt(FrequentTable.END);
    int length = Math.min(size, FrequentState.LONGEST);
    for (int back = 0; back < 3 && length < size; back++) {
      // The byte behind the end is not the beginning of a character.
      length -= (bytes.get(start + length) & 0xc0) == 0x80 ? 1 : 0;
    }
    long hash = length;
    for (int offset = 0; offset < length; offset += 8) {
      long bits = 0;
      if (length - offset >= 8) {
        bits = bytes.getLong(start + offset);
      } else {
        for (int i = offset; i < length; i++) {
          bits |= (bytes.get(start + i) & 0xffL) << (56 - 8 * (i & 7));
        }
      }
      table.putLong(record + FrequentTable.BYTES + offset, bits);
      hash = (hash ^ bits) * FACTOR;
      hash ^= hash >>> 32;
    }
    hash *= FACTOR;
    table.putInt(record + FrequentTable.HASH, (int) (hash >>> 32));
    table.putInt(record + FrequentTable.LENGTH, length);
  }

  /** Counts the value that is written: the same buffer, or one with more room. */
  static ByteBuffer add(ByteBuffer table, long rows) {
    int record = table.getInt(FrequentTable.END);
    int last = (1 << table.get(FrequentTable.LG_INDEX)) - 1;
    int place = table.getInt(record + FrequentTable.HASH) & last;
    int found = table.getInt(FrequentTable.INDEX + 4 * place);
    boolean isSame = false;
    while (found != 0 && !isSame) {
      isSame = isSame(table, found, record);
      if (!isSame) {
        place = (place + 1) & last;
        found = table.getInt(FrequentTable.INDEX + 4 * place);
      }
    }
    table.putLong(FrequentState.ROWS, table.getLong(FrequentState.ROWS) + rows);
    if (isSame) {
      table.putLong(found, table.getLong(found) + rows);
    } else {
      int values = table.getInt(FrequentState.VALUES) + 1;
      table.putLong(record, rows);
      table.putInt(FrequentTable.INDEX + 4 * place, record);
      table.putInt(FrequentState.VALUES, values);
      table.putInt(FrequentTable.END, record + FrequentTable.size(table, record));
    }
    ByteBuffer counted = settled(table);
    return counted;
  }

  private static boolean isSame(ByteBuffer table, int record, int other) {
    boolean isSame =
        table.getLong(record + FrequentTable.HASH) == table.getLong(other + FrequentTable.HASH);
    int size = isSame ? FrequentTable.size(table, record) : 0;
    for (int offset = FrequentTable.BYTES; offset < size && isSame; offset += 8) {
      isSame = table.getLong(record + offset) == table.getLong(other + offset);
    }
    return isSame;
  }

  /** A table with no more values than its map has, and room for one more. */
  private static ByteBuffer settled(ByteBuffer table) {
    int most = FrequentState.room(table.get(FrequentState.LG_MAX));
    int lgIndex = table.get(FrequentTable.LG_INDEX);
    boolean isChanged = false;
    while (table.getInt(FrequentState.VALUES) > most) {
      purge(table);
      isChanged = true;
    }
    ByteBuffer settled = table;
    int end = table.getInt(FrequentTable.END);
    int room = table.limit() - FrequentTable.records(table);
    boolean isFull = 2 * table.getInt(FrequentState.VALUES) > 1 << lgIndex;
    boolean hasNoRoom = end + FrequentTable.LARGEST > table.limit();
    if (isFull || hasNoRoom) {
      settled = grown(table, isFull ? lgIndex + 1 : lgIndex, hasNoRoom ? 2 * room : room);
      isChanged = true;
    }
    if (isChanged) {
      index(settled);
    }
    return settled;
  }

  /** Takes the median counter from all counters, and gives up the values that have none then. */
  private static void purge(ByteBuffer table) {
    int end = table.getInt(FrequentTable.END);
    int middle = table.getInt(FrequentState.VALUES) / 2;
    long bits = 0;
    int record = FrequentTable.records(table);
    while (record < end) {
      bits |= table.getLong(record);
      record += FrequentTable.size(table, record);
    }
    // The largest number that at most half of the counters are below: sorting would take memory.
    long median = 0;
    for (long bit = Long.highestOneBit(bits); bit > 0; bit >>>= 1) {
      int below = 0;
      record = FrequentTable.records(table);
      while (record < end) {
        below += table.getLong(record) < (median | bit) ? 1 : 0;
        record += FrequentTable.size(table, record);
      }
      median |= below <= middle ? bit : 0;
    }
    int values = 0;
    int kept = FrequentTable.records(table);
    record = kept;
    while (record < end) {
      int size = FrequentTable.size(table, record);
      long counter = table.getLong(record) - median;
      if (counter > 0) {
        for (int offset = FrequentTable.HASH; offset < size; offset += 8) {
          table.putLong(kept + offset, table.getLong(record + offset));
        }
        table.putLong(kept, counter);
        kept += size;
        values++;
      }
      record += size;
    }
    table.putInt(FrequentState.VALUES, values);
    table.putInt(FrequentTable.END, kept);
    table.putLong(FrequentState.ERROR, table.getLong(FrequentState.ERROR) + median);
  }

  /** A copy with an index of this size, which is empty, and so many bytes for records. */
  private static ByteBuffer grown(ByteBuffer table, int lgIndex, int room) {
    int records = FrequentTable.records(table);
    int used = table.getInt(FrequentTable.END) - records;
    int tail = table.capacity() - table.limit();
    ByteBuffer grown = FrequentTable.allocate(lgIndex, room, tail);
    for (int offset = 0; offset < FrequentTable.INDEX; offset += 8) {
      grown.putLong(offset, table.getLong(offset));
    }
    grown.put(FrequentTable.LG_INDEX, (byte) lgIndex);
    int start = FrequentTable.records(grown);
    for (int offset = 0; offset < used; offset += 8) {
      grown.putLong(start + offset, table.getLong(records + offset));
    }
    grown.putInt(FrequentTable.END, start + used);
    return grown;
  }

  private static void index(ByteBuffer table) {
    int start = FrequentTable.records(table);
    for (int offset = FrequentTable.INDEX; offset < start; offset += 4) {
      table.putInt(offset, 0);
    }
    int last = (1 << table.get(FrequentTable.LG_INDEX)) - 1;
    int record = start;
    while (record < table.getInt(FrequentTable.END)) {
      int place = table.getInt(record + FrequentTable.HASH) & last;
      while (table.getInt(FrequentTable.INDEX + 4 * place) != 0) {
        place = (place + 1) & last;
      }
      table.putInt(FrequentTable.INDEX + 4 * place, record);
      record += FrequentTable.size(table, record);
    }
  }
}
