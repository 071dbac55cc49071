/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.udf.frequent;

import java.nio.ByteBuffer;
import org.cassandrastats.udf.state.Buffers;

/**
 * Values and their counters while rows are added or states are merged, in a buffer that no other
 * function reads. Big-endian, but for bigints that are values.
 *
 * <pre>
 *  0  preamble with the sketch type 9, lg_max, the binary logarithm of the size of the index
 *  6  u8 1 for bigints, 2 for texts, 0 where there are none yet
 *  8  u32 number of values               12  u32 max
 * 16  u64 number of rows                 24  u64 error
 * 32  u32 where the records end
 * 40  index: u32 offsets of records by their hashes, 0 where there is none
 *     records, in the order in which they came
 *     room for one more record at least
 * </pre>
 *
 * <p>A record has a u64 counter, a u32 hash, a u32 length of its value, and these bytes, with zeros
 * up to a multiple of 8.
 */
public final class FrequentTable {
  public static final int LG_INDEX = 4;
  public static final int END = 32;
  public static final int INDEX = 40;

  public static final int HASH = 8;
  public static final int LENGTH = 12;
  public static final int BYTES = 16;

  /** Bytes of the largest record. */
  public static final int LARGEST = BYTES + ((FrequentState.LONGEST + 7) & ~7);

  private static final int LG_FIRST_INDEX = 4;
  private static final int FIRST_ROOM = 4 * LARGEST;

  private FrequentTable() {}

  /** Whether a state function made this buffer, of rows or of states. */
  static boolean isOwn(ByteBuffer state) {
    return (state.capacity() & 5) == Buffers.WORKING_TAIL && isTable(state);
  }

  /** Whether a function of rows made this buffer for such values. */
  public static boolean isWorking(ByteBuffer state, int max, int kind) {
    return (state.capacity() & 7) == Buffers.WORKING_TAIL
        && isTable(state)
        && state.getInt(FrequentState.MAX) == max
        && state.get(FrequentState.KIND) == kind;
  }

  /** Whether states are merged in this buffer. */
  public static boolean isMerged(ByteBuffer state) {
    return (state.capacity() & 7) == Buffers.MERGED_TAIL && isTable(state);
  }

  private static boolean isTable(ByteBuffer state) {
    return state.limit() < state.capacity()
        && state.limit() > INDEX
        && state.position() == 0
        && state.getInt(0) >>> 8 == 0x040109;
  }

  /**
   * A table without values, for a state function to start from the empty blob alone. A map has room
   * for 3/4 of its size, and gives up values by halves: more than a half of that is {@code max}.
   */
  public static ByteBuffer start(ByteBuffer state, int max, int kind) {
    if (max < 1 || max > FrequentState.MOST) {
      throw new IllegalArgumentException(
          "frequent: expected a number of values from 1 to "
              + FrequentState.MOST
              + ", found "
              + max);
    }
    if (state.remaining() != 0) {
      throw new IllegalArgumentException(
          "frequent: expected the empty blob 0x or the state of its own last call (the number and"
              + " type of values must be the same for every row), found "
              + state.remaining()
              + " other bytes; join stored states with frequent_union");
    }
    int lgMax = max <= 96 ? 8 : max <= 192 ? 9 : FrequentState.MAXIMUM_LG;
    return empty(lgMax, max, kind, Buffers.WORKING_TAIL);
  }

  /** A table without values. */
  public static ByteBuffer empty(int lgMax, int max, int kind, int tail) {
    ByteBuffer table = allocate(LG_FIRST_INDEX, FIRST_ROOM, tail);
    table.putInt(0, 0x04010900 | lgMax);
    table.put(LG_INDEX, (byte) LG_FIRST_INDEX);
    table.put(FrequentState.KIND, (byte) kind);
    table.putInt(FrequentState.MAX, max);
    table.putInt(END, INDEX + (4 << LG_FIRST_INDEX));
    return table;
  }

  /** A buffer of an index of this size and so many bytes for records. */
  public static ByteBuffer allocate(int lgIndex, int room, int tail) {
    int size = INDEX + (4 << lgIndex) + room;
    ByteBuffer table = ByteBuffer.allocate(size + tail);
    table.limit(size);
    return table;
  }

  /** Where the records begin. */
  public static int records(ByteBuffer table) {
    return INDEX + (4 << table.get(LG_INDEX));
  }

  /** Bytes of a record. */
  public static int size(ByteBuffer table, int record) {
    return BYTES + ((table.getInt(record + LENGTH) + 7) & ~7);
  }

  /** Offsets of the records in the order of final states. */
  static int[] order(ByteBuffer table) {
    int values = table.getInt(FrequentState.VALUES);
    int[] order = new int[values];
    int[] merged = new int[values];
    int record = records(table);
    for (int i = 0; i < values; i++) {
      order[i] = record;
      record += size(table, record);
    }
    for (int width = 1; width < values; width *= 2) {
      int left = 0;
      int right = width;
      for (int i = 0; i < values; i++) {
        int start = i - i % (2 * width);
        int middle = Math.min(start + width, values);
        int end = Math.min(start + 2 * width, values);
        if (i == start) {
          left = start;
          right = middle;
        }
        boolean isLeft = left < middle;
        if (isLeft && right < end) {
          int comparison = compare(table, order[left], order[right]);
          isLeft = comparison <= 0;
        }
        if (isLeft) {
          merged[i] = order[left];
          left++;
        } else {
          merged[i] = order[right];
          right++;
        }
      }
      int[] free = order;
      order = merged;
      merged = free;
    }
    return order;
  }

  /** Which of two records comes first. */
  private static int compare(ByteBuffer table, int record, int other) {
    int order = Long.compare(table.getLong(other), table.getLong(record));
    if (order == 0 && FrequentState.isBigint(table)) {
      order =
          Long.compare(
              Long.reverseBytes(table.getLong(record + BYTES)),
              Long.reverseBytes(table.getLong(other + BYTES)));
    }
    int size = Math.min(size(table, record), size(table, other));
    for (int offset = BYTES; offset < size && order == 0; offset += 8) {
      order = Long.compareUnsigned(table.getLong(record + offset), table.getLong(other + offset));
    }
    // Zeros at the end of a text are like those behind it.
    return order == 0
        ? Integer.compare(table.getInt(record + LENGTH), table.getInt(other + LENGTH))
        : order;
  }
}
