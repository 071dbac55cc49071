/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.uda.extremes;

import java.nio.ByteBuffer;
import org.cassandrastats.udf.extremes.ExtremesState;
import org.cassandrastats.udf.state.Buffers;

/** The bytes of two values behind the keys of a working state. */
final class RowBytes {
  private RowBytes() {}

  /** Counts a row and keeps its value if no key is smaller, or no key is larger. */
  static ByteBuffer keep(ByteBuffer state, long key, ByteBuffer value) {
    int length = value.remaining();
    if (length > ExtremesState.MAXIMUM_BYTES) {
      throw new IllegalArgumentException(
          "extremes: expected values of at most "
              + ExtremesState.MAXIMUM_BYTES
              + " bytes, found one of "
              + length);
    }
    ByteBuffer kept = state;
    long before = ExtremesState.countRow(kept);
    for (int side = 0; side < 2; side++) {
      long other = kept.getLong(ExtremesState.FIRST_KEY + 16 * side);
      if (before == 0 || (side == 0 ? key < other : key >= other)) {
        kept.putLong(ExtremesState.FIRST_KEY + 16 * side, key);
        kept = with(kept, side, value, value.position(), length);
      }
    }
    return kept;
  }

  /**
   * A state with other bytes for one value: the same buffer, or a larger one.
   *
   * @param side 0 for the first value, 1 for the last one
   */
  static ByteBuffer with(ByteBuffer state, int side, ByteBuffer source, int offset, int length) {
    int first = (int) state.getLong(ExtremesState.FIRST_VALUE);
    int last = (int) state.getLong(ExtremesState.LAST_VALUE);
    int filled = ExtremesState.ROWS_END + length + (side == 0 ? last : first);
    int end = (filled + 7) & ~7;
    ByteBuffer target = state;
    if (end >= state.capacity()) {
      target = ByteBuffer.allocate(2 * end + (state.capacity() & 7));
      Buffers.copy(state, target, state.limit());
    }
    target.limit(Math.max(end, state.limit()));
    int start = ExtremesState.ROWS_END;
    if (side == 0) {
      // The bytes of the last value make room, from the end that is not written over.
      for (int i = 0; i < last; i++) {
        int moved = start + (length > first ? last - 1 - i : i);
        target.put(moved + length, target.get(moved + first));
      }
    } else {
      start += first;
    }
    for (int i = 0; i < length; i++) {
      target.put(start + i, source.get(offset + i));
    }
    target.putLong(ExtremesState.FIRST_VALUE + 16 * side, length);
    target.limit(end);
    for (int i = filled; i < end; i++) {
      target.put(i, (byte) 0);
    }
    return target;
  }
}
