/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.udf.frequent;

import static org.cassandrastats.udf.state.LittleEndian.getInt;
import static org.cassandrastats.udf.state.LittleEndian.getLong;

import java.nio.ByteBuffer;

/**
 * Layout of a frequent state: the image of a frequent-items sketch of Apache DataSketches, so that
 * its libraries read and write it. Little-endian.
 *
 * <pre>
 *  0  u8 preamble length in longs: 4, or 1 of an image without rows
 *  1  u8 serial version 1
 *  2  u8 sketch type 10
 *  3  u8 lg_max, the binary logarithm of the size of the largest map
 *  4  u8 binary logarithm of the size of the map
 *  5  u8 flags: 5 where there are no rows, otherwise 0
 *  6  u8 1 for bigints, 2 for texts; other libraries write 0, and ignore it
 *  8  u32 number n of values             12  u32 max; likewise
 * 16  u64 number of rows                 24  u64 error
 * 32  u64 n counters, above 0
 *     n values: i64; or u32 number of bytes, and these
 * </pre>
 *
 * <p>A value came at least as often as its counter says, and at most the error more often. Values
 * without a counter came at most as often as the error says. Final states are in the order of their
 * counters, the largest one first, then in that of their values.
 *
 * <p>While rows are added or states are merged there is a table instead, see {@link FrequentTable}.
 */
public final class FrequentState {
  /** The most values that are asked for. */
  public static final int MOST = 384;

  /** Bytes of a text that are kept. */
  public static final int LONGEST = 255;

  public static final int BIGINT = 1;
  public static final int TEXT = 2;

  public static final int LG_MAX = 3;
  public static final int LG_CURRENT = 4;
  public static final int FLAGS = 5;
  public static final int KIND = 6;
  public static final int VALUES = 8;
  public static final int MAX = 12;
  public static final int ROWS = 16;
  public static final int ERROR = 24;
  public static final int COUNTERS = 32;

  /** The binary logarithm of the largest map of a state that is made here. */
  public static final int MAXIMUM_LG = 10;

  /** The size of the largest state of bigints, of the texts {@link #LONGEST} + 12 for each. */
  public static final int MAXIMUM_SIZE = COUNTERS + 16 * 768;

  static final int MINIMUM_LG = 3;

  /** That of Spark for 10000 values. */
  private static final int MAXIMUM_LG_READ = 14;

  private static final int EMPTY = 5;

  private FrequentState() {}

  /** The most values in a map whose size has this binary logarithm. */
  public static int room(int lg) {
    return 3 << (lg - 2);
  }

  /** Whether the values are bigints. */
  public static boolean isBigint(ByteBuffer state) {
    return state.get(KIND) == BIGINT;
  }

  /** How many values a state answers. One of another library answers all. */
  static int answered(ByteBuffer state) {
    int values = getInt(state, VALUES);
    int max = getInt(state, MAX);
    return max == 0 ? values : Math.min(values, max);
  }

  /** The bytes of the value at an offset. */
  public static int length(ByteBuffer state, int offset) {
    return isBigint(state) ? Long.BYTES : getInt(state, offset);
  }

  /** Bytes before the value at an offset. */
  public static int lead(ByteBuffer state) {
    return isBigint(state) ? 0 : Integer.BYTES;
  }

  /**
   * The image from offset 0 of a view that says what its values are, if it is that of a
   * frequent-items sketch and not the empty blob. A transition state is refused, so that the body
   * of each accessor need not sort one.
   */
  public static ByteBuffer readable(ByteBuffer state) {
    ByteBuffer view = state.slice();
    requireHead(view);
    if (view.limit() == 8) {
      int lgMax = view.get(LG_MAX);
      view = ByteBuffer.allocate(COUNTERS);
      view.putLong(0, 0x04010a0003000000L | (long) lgMax << 32);
    } else {
      int kind = kind(view);
      requireCounters(view, kind);
      if (kind != view.get(KIND)) {
        view = marked(view, kind);
      }
    }
    return view;
  }

  /** A copy of the image of another library that says what its values are. */
  private static ByteBuffer marked(ByteBuffer state, int kind) {
    ByteBuffer copy = ByteBuffer.allocate(state.limit());
    for (int offset = 0; offset < state.limit(); offset++) {
      copy.put(offset, state.get(offset));
    }
    copy.put(KIND, (byte) kind);
    return copy;
  }

  private static void requireHead(ByteBuffer state) {
    int size = state.limit();
    int head = size < 8 ? 0 : state.getInt(0);
    int lgMax = head & 0xff;
    boolean isEmpty = size >= 8 && (state.get(FLAGS) & EMPTY) != 0;
    if (size < 8
        || head >>> 8 != (isEmpty ? 0x01010a : 0x04010a)
        || lgMax < MINIMUM_LG
        || lgMax > MAXIMUM_LG_READ
        || state.get(LG_CURRENT) < MINIMUM_LG
        || state.get(LG_CURRENT) > lgMax
        || (isEmpty ? size != 8 : size < COUNTERS)) {
      throw new IllegalArgumentException(
          "not a frequent state: expected an image of frequent items, version 1, found "
              + (size < 8
                  ? size + " bytes"
                  : "sketch type "
                      + (head >>> 8 & 0xff)
                      + ", version "
                      + (head >>> 16 & 0xff)
                      + ", "
                      + (head >>> 24)
                      + " longs, lg_max "
                      + lgMax
                      + ", flags "
                      + state.get(FLAGS)
                      + ", "
                      + size
                      + " bytes"));
    }
  }

  /**
   * What the values of an image are: what it says, or what fits their bytes; -1 if nothing does.
   * Where both fit, they are texts, unless there is a zero byte in them.
   */
  private static int kind(ByteBuffer state) {
    int size = state.limit();
    int said = state.get(KIND);
    long values = getInt(state, VALUES);
    boolean fits =
        values >= 0 && values <= room(state.get(LG_MAX)) && COUNTERS + 8 * values <= size;
    boolean mayBeBigints = fits && said != TEXT && COUNTERS + 16 * values == size;
    boolean areTexts = fits && said != BIGINT;
    int at = fits ? COUNTERS + 8 * (int) values : 0;
    for (int i = 0; i < values && areTexts; i++) {
      int length = size - at < Integer.BYTES ? -1 : getInt(state, at);
      at += Integer.BYTES;
      areTexts = length >= 0 && length <= size - at;
      for (int j = 0; j < length && areTexts && mayBeBigints; j++) {
        areTexts = state.get(at + j) != 0;
      }
      at += length;
    }
    int kind = areTexts && at == size ? TEXT : mayBeBigints ? BIGINT : -1;
    return said == 0 && values == 0 && kind > 0 ? 0 : said < 0 || said > TEXT ? -1 : kind;
  }

  /** Refuses counters that no rows lead to. */
  private static void requireCounters(ByteBuffer state, int kind) {
    int values = kind < 0 ? 0 : getInt(state, VALUES);
    int max = getInt(state, MAX);
    long error = getLong(state, ERROR);
    long rows = getLong(state, ROWS);
    boolean fits = kind >= 0 && max >= 0 && max <= MOST && error >= 0 && rows >= error;
    long rest = rows - error;
    for (int i = 0; i < values && fits; i++) {
      long counter = getLong(state, COUNTERS + 8 * i);
      fits = counter > 0 && counter <= rest;
      rest -= counter;
    }
    if (!fits || (error == 0 && rest != 0)) {
      throw new IllegalArgumentException(
          "not a frequent state: expected bigints or texts with counters above 0, and the number of"
              + " their rows, found "
              + getInt(state, VALUES)
              + " counters, an error of "
              + error
              + " and "
              + rows
              + " rows in "
              + state.limit()
              + " bytes");
    }
  }
}
