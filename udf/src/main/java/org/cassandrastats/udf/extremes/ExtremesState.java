/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.udf.extremes;

import java.nio.ByteBuffer;
import org.cassandrastats.udf.state.Buffers;
import org.cassandrastats.udf.state.Checksum;
import org.cassandrastats.udf.state.Preamble;

/**
 * Layout of an extremes state: no bytes at all before the first accepted row, then 56 bytes for
 * rows by key and rows in their order, at most 2104 where their values are bytes, and 24 + 8 x
 * (values kept) for {@code min_n} and {@code max_n}, which is at most 24 + 8 x n &lt;= 8024.
 *
 * <pre>
 *  0  preamble (family 129, flags as below, parameter n for min_n and max_n, else 0)
 *  8  u64 count of accepted rows, at least 1
 * 16  by key: smallest key, value of its row, largest key, value of its row
 *     rows:   the same; the key of a row is its number, so that the keys are 0 and count - 1
 *     bytes:  either of them with the lengths of the values (i64, 0 to 1024) in their places; at 48
 *             the bytes of the first, those of the last, and zeros up to a multiple of 8
 *     n:      the min(count, n) best values, a binary heap whose root is the worst of them
 *     checksum; while rows are added there is none
 * </pre>
 *
 * <p>Each value is an i64, or the bits of a finite f64 where its flag says so. So is a key, but of
 * the bits of a negative f64 all but the sign are flipped, so that all keys are compared as
 * integers. Of equal keys the smallest is that of the row read first, the largest that of the row
 * read last.
 *
 * <p>Flags: bit 0 rows, bit 1 n (neither: by key), bit 2 floating-point values, bit 3
 * floating-point keys (by key only), bit 4 the largest instead of the smallest (n only), bit 5
 * values of any type as their bytes (not n).
 */
public final class ExtremesState {
  public static final int FAMILY = 129;

  public static final int ROWS = 1;
  public static final int N = 2;
  public static final int FLOATING_VALUES = 4;
  public static final int FLOATING_KEYS = 8;
  public static final int LARGEST = 16;
  public static final int BYTES = 32;

  /** The longest value that is kept as its bytes. */
  public static final int MAXIMUM_BYTES = 1024;

  /** The most values that min_n and max_n keep. */
  public static final int MAXIMUM_N = 1000;

  public static final int COUNT = 8;
  public static final int DATA = 16;
  public static final int FIRST_KEY = 16;
  public static final int FIRST_VALUE = 24;
  public static final int LAST_KEY = 32;
  public static final int LAST_VALUE = 40;

  /** Where the data of rows end, by key or in their order. */
  public static final int ROWS_END = 48;

  /** The bytes of a final state of rows. */
  public static final int ROWS_SIZE = ROWS_END + Checksum.SIZE;

  /** The bytes of a final state of rows with the longest values. */
  public static final int BYTES_SIZE = ROWS_SIZE + 2 * MAXIMUM_BYTES;

  /** Values that the first buffer of a heap has room for. */
  public static final int FIRST_ROOM = 8;

  /** The end that makes a size of 0 with the checksum, which is refused. */
  private static final int BEYOND = -8;

  private ExtremesState() {}

  /** The preamble as one long: it tells apart all states that do not merge. */
  public static long header(int flags, int parameter) {
    return (long) (Preamble.START | FAMILY) << 40 | (long) flags << 32 | (parameter & 0xffffffffL);
  }

  /** The flags of a header. */
  public static int flags(long header) {
    return (int) (header >>> 32) & 0xff;
  }

  /** The parameter of a header, as a signed number. */
  public static int parameter(long header) {
    return (int) header;
  }

  /**
   * Whether a function of rows made this buffer for states with this header, so that it is valid
   * and may be changed in place. Cassandra makes no buffer from stored, bound or literal bytes that
   * starts at 0 and has room of an odd size behind its limit.
   */
  public static boolean isWorking(ByteBuffer state, long header) {
    return Buffers.isWorking(state, FAMILY, DATA) && state.getLong(0) == header;
  }

  /** Whether a state function made this buffer for any statistic, of rows or of states. */
  static boolean isOwn(ByteBuffer state) {
    return Buffers.isOwn(state, FAMILY, DATA);
  }

  /** Whether {@code extremes_append} made this buffer. */
  public static boolean isMerged(ByteBuffer state) {
    return Buffers.isMerged(state, FAMILY, DATA);
  }

  /**
   * A state of no rows, for a state function to start from. Nothing but the empty blob starts one:
   * a stored state is joined by a union, so that only unions have to validate.
   *
   * @param end where the data end
   * @param values that there is room for
   */
  public static ByteBuffer start(ByteBuffer state, long header, int end, int values) {
    if (state.remaining() != 0) {
      throw new IllegalArgumentException(
          "extremes: expected the empty blob 0x or the state of its own last call (n must be the"
              + " same for every row), found "
              + state.remaining()
              + " other bytes; join stored states with extremes_union");
    }
    ByteBuffer working = allocate(values, Buffers.WORKING_TAIL);
    working.limit(end);
    working.putLong(0, header);
    return working;
  }

  /**
   * The state of the rows before, by key or in their order, or a new one.
   *
   * @param values that there is room for in a new one
   */
  public static ByteBuffer rows(ByteBuffer state, int flags, int values) {
    long header = header(flags, 0);
    ByteBuffer working = state;
    if (!isWorking(state, header)) {
      working = start(state, header, ROWS_END, values);
    }
    return working;
  }

  /** A buffer with room for values, whose capacity says whose it is. */
  public static ByteBuffer allocate(int values, int tail) {
    return ByteBuffer.allocate(DATA + 8 * values + tail);
  }

  /** A copy of a valid state for others to be merged into. */
  public static ByteBuffer mergedCopy(ByteBuffer state) {
    int end = end(state);
    ByteBuffer copy = ByteBuffer.allocate(end + Buffers.MERGED_TAIL);
    copy.limit(end);
    Buffers.copy(state, copy, end);
    return copy;
  }

  /** Where the data of a state end, as its header says. */
  public static int end(ByteBuffer state) {
    int flags = state.limit() > DATA ? state.get(Preamble.FLAGS) : 0;
    // A blob of anything else may imply fewer bytes than none.
    return (flags & N) != 0
        ? Math.max(DATA, heapEnd(state))
        : (flags & BYTES) == 0 ? ROWS_END : bytesEnd(state);
  }

  /** Where the data of a state of bytes end; beyond all sizes if a length is out of range. */
  private static int bytesEnd(ByteBuffer state) {
    return state.limit() < ROWS_END
            || state.getLong(FIRST_VALUE) >>> 11 != 0
            || state.getLong(LAST_VALUE) >>> 11 != 0
        ? BEYOND
        : (filledEnd(state) + 7) & ~7;
  }

  /** Where the bytes of the two values end. */
  static int filledEnd(ByteBuffer state) {
    return ROWS_END + (int) (state.getLong(FIRST_VALUE) + state.getLong(LAST_VALUE));
  }

  /** Where the data of a min_n or max_n state end, as its header says. */
  public static int heapEnd(ByteBuffer state) {
    return DATA + 8 * (int) Math.min(state.getLong(COUNT), state.getInt(Preamble.PARAMETER));
  }

  /** The state from offset 0 of a view, for reading, if its bytes are as they were written. */
  public static ByteBuffer readable(ByteBuffer state) {
    ByteBuffer view = state;
    if (!isOwn(state)) {
      view = state.slice();
      int end = end(view);
      Checksum.require(view, Preamble.of(view), FAMILY, end + Checksum.SIZE, "an extremes state");
    }
    return view;
  }

  /** Refuses to bring together states of different statistics. */
  public static void requireSameHeader(long expected, long found) {
    if (expected != found) {
      throw new IllegalArgumentException(
          "extremes: expected states of one statistic, with the same types and n, found "
              + name(expected)
              + " and "
              + name(found));
    }
  }

  private static String name(long header) {
    int flags = flags(header);
    return statistic(flags) + " with flags " + flags + ", n " + parameter(header);
  }

  /** What the flags stand for: the aggregate that gives the state, without {@code _state}. */
  static String statistic(int flags) {
    return (flags & N) != 0
        ? (flags & LARGEST) != 0 ? "max_n" : "min_n"
        : (flags & ROWS) != 0 ? "first_last" : "min_max_by";
  }

  /**
   * Counts one row of an aggregation; no aggregation reads 2^63 of them.
   *
   * @return how many were counted before
   */
  public static long countRow(ByteBuffer working) {
    long before = working.getLong(COUNT);
    working.putLong(COUNT, before + 1);
    return before;
  }

  /** Refuses a sum of two counts that is beyond 2^63-1. */
  public static void requireTotal(long count) {
    if (count < 0) {
      throw new IllegalArgumentException("extremes: the count would exceed 2^63-1");
    }
  }
}
