/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.udf.extremes;

import static org.cassandrastats.udf.state.LittleEndian.getLong;
import static org.cassandrastats.udf.state.LittleEndian.putLong;

import java.nio.ByteBuffer;
import org.cassandrastats.udf.state.Preamble;
import org.cassandrastats.udf.state.RowRoom;

/**
 * Layout of an extremes state: no bytes at all before the first accepted row, then 32 bytes for
 * {@code minmax}, {@code min_by} and {@code max_by}, and 16 + 8 x (values kept) for {@code min_n}
 * and {@code max_n}, which is at most 16 + 8 x n &lt;= 8016.
 *
 * <pre>
 *  0  preamble (family 129, flags as below, parameter n for min_n and max_n, else 0)
 *  8  u64 count of accepted rows, at least 1
 * 16  minmax: minimum, maximum
 *     by:     key, value of the row with the extreme key
 *     n:      the min(count, n) best values, a binary heap whose root is the worst of them
 * </pre>
 *
 * <p>Each value and key is an i64, or the bits of a finite f64 where its flag says so. Flags: bits
 * 0 and 1 the kind (0 minmax, 1 by, 2 n), bit 2 floating-point values, bit 3 floating-point keys
 * (by only), bit 4 the largest instead of the smallest (by and n only).
 */
public final class ExtremesState {
  public static final int FAMILY = 129;

  public static final int MINMAX = 0;
  public static final int BY = 1;
  public static final int N = 2;
  public static final int FLOATING_VALUES = 4;
  public static final int FLOATING_KEYS = 8;
  public static final int LARGEST = 16;

  /** The most values that min_n and max_n keep. */
  public static final int MAXIMUM_N = 1000;

  public static final int COUNT = 8;
  public static final int DATA = 16;
  public static final int MINIMUM = 16;
  public static final int MAXIMUM = 24;
  public static final int KEY = 16;
  public static final int VALUE = 24;
  public static final int PAIR_SIZE = 32;

  /** Values that the first buffer of a heap has room for. */
  private static final int FIRST_ROOM = 8;

  private ExtremesState() {}

  /** The most bytes of a min_n or max_n state. */
  public static int heapSize(int n) {
    return DATA + 8 * n;
  }

  /** The preamble as one little-endian long: it tells apart all states that do not merge. */
  public static long header(int flags, int parameter) {
    return 0x810101L | ((long) flags << 24) | ((long) parameter << 32);
  }

  /** The flags of a header. */
  public static int flags(long header) {
    return (int) (header >>> 24) & 0xff;
  }

  /** The kind of a header: MINMAX, BY or N. */
  public static int kind(long header) {
    return (int) (header >>> 24) & 3;
  }

  /** The parameter of a header, as a signed number. */
  public static int parameter(long header) {
    return (int) (header >> 32);
  }

  /**
   * Whether a state function made this buffer for a minmax or by state with this header, so that it
   * is valid and may be changed in place. Cassandra makes no buffer from stored, bound or literal
   * bytes that starts at 0 and has one byte behind its limit.
   */
  public static boolean isWorkingPair(ByteBuffer state, long header) {
    return state.capacity() == PAIR_SIZE + 1
        && state.limit() == PAIR_SIZE
        && state.position() == 0
        && getLong(state, 0) == header;
  }

  /**
   * Whether a state function made this buffer for a heap with this header. The room behind the
   * limit is for more values and one odd byte, which no slab of Cassandra's has.
   */
  public static boolean isWorkingHeap(ByteBuffer state, long header) {
    return (state.capacity() & 7) == 1
        && state.limit() < state.capacity()
        && state.limit() > DATA
        && state.position() == 0
        && getLong(state, 0) == header;
  }

  /** Whether a state function made this buffer for any statistic. */
  public static boolean isWorking(ByteBuffer state) {
    return (state.capacity() & 7) == 1
        && state.limit() < state.capacity()
        && state.limit() > DATA
        && state.position() == 0
        && state.getInt(0) >>> 8 == 0x010181;
  }

  /**
   * A minmax or by state of no rows, for a state function to start from. Nothing but the empty blob
   * starts one: a stored state is joined by a union, so that only unions have to validate.
   */
  public static ByteBuffer startPair(ByteBuffer state, long header) {
    if (state.remaining() != 0) {
      throw new IllegalArgumentException(
          "expected the empty blob 0x or the state of its own last call, found "
              + state.remaining()
              + " other bytes; join stored states with extremes_union");
    }
    ByteBuffer working = ByteBuffer.allocate(PAIR_SIZE + 1);
    working.limit(PAIR_SIZE);
    putLong(working, 0, header);
    return working;
  }

  /** A heap of no rows, for a state function to start from, as above. */
  public static ByteBuffer startHeap(ByteBuffer state, long header) {
    if (state.remaining() != 0) {
      throw new IllegalArgumentException(
          "expected the empty blob 0x or the state of its own last call (n must be the same for"
              + " every row), found "
              + state.remaining()
              + " other bytes; join stored states with extremes_union");
    }
    ByteBuffer working =
        ByteBuffer.allocate(DATA + 8 * Math.min(parameter(header), FIRST_ROOM) + 1);
    working.limit(DATA);
    putLong(working, 0, header);
    return working;
  }

  /** A private copy of a state that is not empty, if it is valid, for changing in place. */
  public static ByteBuffer checkedCopy(ByteBuffer state) {
    ByteBuffer source = checked(state);
    int size = source.limit();
    long header = getLong(source, 0);
    ByteBuffer working = allocate(header, size);
    for (int offset = 0; offset < size; offset += 8) {
      working.putLong(offset, source.getLong(offset));
    }
    return working;
  }

  /** A buffer whose capacity says that it is a state function's own. */
  private static ByteBuffer allocate(long header, int size) {
    int room = kind(header) == N ? DATA + 8 * Math.min(parameter(header), FIRST_ROOM) : PAIR_SIZE;
    ByteBuffer working = ByteBuffer.allocate(Math.max(size, room) + 1);
    working.limit(size);
    return working;
  }

  /**
   * The state from offset 0 of a view, if it is valid and not empty. A buffer that starts at 0 is
   * its own view, so that merging a row allocates nothing.
   */
  public static ByteBuffer checked(ByteBuffer state) {
    ByteBuffer view = state;
    if (state.position() != 0 || Preamble.isLittleEndian(state)) {
      view = state.slice();
    }
    String problem = ExtremesCheck.problem(view);
    if (problem != null) {
      throw new IllegalArgumentException("not an extremes state: " + problem);
    }
    return view;
  }

  /** Refuses to bring together states of different statistics. */
  public static void requireSameHeader(long expected, long found) {
    if (expected != found) {
      throw new IllegalArgumentException(
          "extremes: expected a state of "
              + ExtremesName.of(expected)
              + ", found a state of "
              + ExtremesName.of(found));
    }
  }

  /** Counts one row of an aggregation; no aggregation reads 2^63 of them. */
  public static void countRow(ByteBuffer working) {
    putLong(working, COUNT, getLong(working, COUNT) + 1);
  }

  /** A merged state, which rows may be added to where its count is not too large for that. */
  public static ByteBuffer released(ByteBuffer working) {
    return RowRoom.released(working, getLong(working, COUNT));
  }

  /** Counts the rows of another state; refuses to pass 2^63-1. */
  public static void addRows(ByteBuffer working, long more) {
    long count = getLong(working, COUNT);
    if (count > Long.MAX_VALUE - more) {
      throw new IllegalArgumentException("extremes: the count would exceed 2^63-1");
    }
    putLong(working, COUNT, count + more);
  }
}
