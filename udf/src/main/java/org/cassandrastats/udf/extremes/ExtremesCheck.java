/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.udf.extremes;

import java.nio.ByteBuffer;
import org.cassandrastats.udf.state.Checksum;
import org.cassandrastats.udf.state.Preamble;

/** Whether some rows have a state, whose length is that of its header. */
public final class ExtremesCheck {
  private ExtremesCheck() {}

  /**
   * The state from offset 0 of a view, if its bytes are as they were written and it is also the
   * state of some rows: what unions and columns take.
   */
  public static ByteBuffer checked(ByteBuffer state) {
    ByteBuffer view = Preamble.view(state);
    int end = ExtremesState.end(view);
    if (!ExtremesState.isOwn(view)) {
      Checksum.require(
          view, Preamble.of(view), ExtremesState.FAMILY, end + Checksum.SIZE, "an extremes state");
    }
    require(view, end);
    return view;
  }

  /** Refuses what no rows give. The state starts at offset 0; its header says where data end. */
  private static void require(ByteBuffer state, int end) {
    int flags = state.get(Preamble.FLAGS) & 0xff;
    boolean isHeap = (flags & ExtremesState.N) != 0;
    boolean isRows = (flags & ExtremesState.ROWS) != 0;
    int n = state.getInt(Preamble.PARAMETER);
    long count = state.getLong(ExtremesState.COUNT);
    int permitted =
        isHeap
            ? ExtremesState.N | ExtremesState.LARGEST
            : isRows ? ExtremesState.ROWS : ExtremesState.FLOATING_KEYS;
    int type =
        isHeap || (flags & ExtremesState.BYTES) == 0
            ? ExtremesState.FLOATING_VALUES
            : ExtremesState.BYTES;
    if ((flags & ~permitted & ~type) != 0
        || (isHeap ? n < 1 || n > ExtremesState.MAXIMUM_N : n != 0)
        || count < 1) {
      throw new IllegalArgumentException(
          "not an extremes state: expected flags of min_max_by, first_last, min_n or max_n, n from 1"
              + " to 1000 where there is one, and a count from 1 to 2^63-1, found flags "
              + flags
              + ", n "
              + n
              + ", count "
              + count);
    }
    long values = Rank.mask(flags & ExtremesState.FLOATING_VALUES);
    long direction = Rank.direction(flags);
    int numbers = isHeap ? end : ExtremesState.ROWS_END;
    for (int offset = ExtremesState.DATA; offset < numbers; offset += 8) {
      long bits = state.getLong(offset);
      boolean isKey = !isHeap && (offset & 8) == 0;
      int floating = isKey ? ExtremesState.FLOATING_KEYS : ExtremesState.FLOATING_VALUES;
      long number = isKey ? Rank.ofFloating(bits) : bits;
      if ((flags & floating) != 0 && !Rank.isFinite(number)) {
        throw new IllegalArgumentException(
            "not an extremes state: expected finite numbers, found "
                + Double.longBitsToDouble(number)
                + " at byte "
                + offset);
      }
      int slot = (offset - ExtremesState.DATA) >> 3;
      long above = state.getLong(ExtremesState.DATA + 8 * (Math.max(0, slot - 1) >> 1));
      if (isHeap && Rank.of(bits, values, direction) > Rank.of(above, values, direction)) {
        throw new IllegalArgumentException(
            "not an extremes state: expected a heap, found value " + slot + " out of order");
      }
    }
    if (!isHeap) {
      requireOrder(state, flags, count);
    }
  }

  /** Refuses keys in an order that no rows give. */
  private static void requireOrder(ByteBuffer state, int flags, long count) {
    long first = state.getLong(ExtremesState.FIRST_KEY);
    long last = state.getLong(ExtremesState.LAST_KEY);
    boolean isOne =
        first == last
            && state.getLong(ExtremesState.FIRST_VALUE) == state.getLong(ExtremesState.LAST_VALUE);
    if ((flags & ExtremesState.BYTES) != 0) {
      isOne &= isOne(state);
    }
    boolean isOrdered =
        (flags & ExtremesState.ROWS) != 0 ? first == 0 && last == count - 1 : first <= last;
    if (!isOrdered || (count == 1 && !isOne)) {
      throw new IllegalArgumentException(
          "not an extremes state: expected first key <= last key, the same row twice if there is one,"
              + " and keys 0 and count - 1 for first_last, found count "
              + count
              + ", keys "
              + first
              + " and "
              + last);
    }
  }

  /** Whether two values as bytes are the same; refuses long ones, and no zeros behind them. */
  private static boolean isOne(ByteBuffer state) {
    long first = state.getLong(ExtremesState.FIRST_VALUE);
    long last = state.getLong(ExtremesState.LAST_VALUE);
    int filled = ExtremesState.filledEnd(state);
    int rest = 0;
    for (int offset = filled; (offset & 7) != 0; offset++) {
      rest |= state.get(offset);
    }
    if (Math.max(first, last) > ExtremesState.MAXIMUM_BYTES || rest != 0) {
      throw new IllegalArgumentException(
          "not an extremes state: expected values of at most "
              + ExtremesState.MAXIMUM_BYTES
              + " bytes with zeros behind them, found "
              + first
              + " and "
              + last
              + " bytes");
    }
    boolean isOne = first == last;
    for (int offset = ExtremesState.ROWS_END; isOne && offset + first < filled; offset++) {
      isOne = state.get(offset) == state.get(offset + (int) first);
    }
    return isOne;
  }
}
