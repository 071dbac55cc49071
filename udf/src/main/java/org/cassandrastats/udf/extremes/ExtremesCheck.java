/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.udf.extremes;

import static org.cassandrastats.udf.state.LittleEndian.getInt;
import static org.cassandrastats.udf.state.LittleEndian.getLong;

import java.nio.ByteBuffer;
import org.cassandrastats.udf.state.Preamble;

/** Whether some rows have a state, whose length is that of its header. */
final class ExtremesCheck {
  private ExtremesCheck() {}

  /** Refuses what no rows give. The state starts at offset 0. */
  static void require(ByteBuffer state) {
    int flags = state.get(Preamble.FLAGS) & 0xff;
    int kind = flags & 3;
    int n = getInt(state, Preamble.PARAMETER);
    long count = getLong(state, ExtremesState.COUNT);
    int permitted =
        ExtremesState.FLOATING_VALUES
            | (kind == ExtremesState.MINMAX ? 0 : ExtremesState.LARGEST)
            | (kind == ExtremesState.BY ? ExtremesState.FLOATING_KEYS : 0);
    boolean isHeap = kind == ExtremesState.N;
    if (kind == 3
        || (flags & ~3 & ~permitted) != 0
        || (isHeap ? n < 1 || n > ExtremesState.MAXIMUM_N : n != 0)
        || count < 1) {
      throw new IllegalArgumentException(
          "not an extremes state: expected flags of minmax, min_by, max_by, min_n or max_n, n from 1"
              + " to 1000 where there is one, and a count from 1 to 2^63-1, found flags "
              + flags
              + ", n "
              + n
              + ", count "
              + count);
    }
    int end = ExtremesState.end(state);
    boolean floating = (flags & ExtremesState.FLOATING_VALUES) != 0;
    long mask = floating ? Rank.FLOATING : Rank.INTEGER;
    long direction =
        (flags & ExtremesState.LARGEST) == 0 ? Rank.SMALLEST_FIRST : Rank.LARGEST_FIRST;
    for (int offset = ExtremesState.DATA; offset < end; offset += 8) {
      long bits = getLong(state, offset);
      boolean isKey = kind == ExtremesState.BY && offset == ExtremesState.KEY;
      if ((isKey ? (flags & ExtremesState.FLOATING_KEYS) != 0 : floating) && !Rank.isFinite(bits)) {
        throw new IllegalArgumentException(
            "not an extremes state: expected finite numbers, found "
                + Double.longBitsToDouble(bits)
                + " at byte "
                + offset);
      }
      int slot = (offset - ExtremesState.DATA) >> 3;
      // The maximum is behind the minimum, a value of a heap is no worse than the one above it.
      long aboveBits = getLong(state, ExtremesState.DATA + 8 * (Math.max(0, slot - 1) >> 1));
      long rank = Rank.of(bits, mask, direction);
      long above = Rank.of(aboveBits, mask, direction);
      if (isHeap
          ? rank > above
          : kind == ExtremesState.MINMAX && (rank < above || (count == 1 && rank != above))) {
        throw new IllegalArgumentException(
            "not an extremes state: expected minimum <= maximum, equal for one row, or a heap, found"
                + " value "
                + slot
                + " out of order");
      }
    }
  }
}
