/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.uda.extremes;

import java.nio.ByteBuffer;
import org.cassandrastats.udf.annotation.CqlFunction;
import org.cassandrastats.udf.annotation.CqlFunction.Aggregate;
import org.cassandrastats.udf.extremes.ExtremesCheck;
import org.cassandrastats.udf.extremes.ExtremesState;
import org.cassandrastats.udf.extremes.Rank;
import org.cassandrastats.udf.state.Buffers;
import org.cassandrastats.udf.state.Checksum;

/** How extremes states are merged. The layout is that of {@link ExtremesState}. */
public final class ExtremesAggregates {
  private ExtremesAggregates() {}

  /**
   * The state of the rows of two states together, exact and in whatever grouping parts are merged.
   * The rows of the left state come before those of the right one: of equal keys, the smallest is
   * that of the left state and the largest that of the right one, and so are the first and the last
   * row.
   *
   * <p>It is the state function of {@code extremes_merge}, which starts from the byte 0x00: the sum
   * then is changed in place, and is no final state before {@code extremes_state} ends it.
   *
   * @param left an extremes state, or the empty blob; null gives null
   * @param right a state of the same statistic, types and n, or the empty blob; null gives null
   * @return the final state, of at most 8024 bytes
   * @throws IllegalArgumentException if either blob is not an extremes state, if they are states of
   *     different statistics, or if the count would exceed 2^63-1
   */
  @CqlFunction(
      value = "extremes_union",
      examples =
          "extremes_values_int(extremes_union(first_last(position), rows_accumulate(0x, (int) 7))) = [1,7]",
      aggregates =
          @Aggregate(
              value = "extremes_merge",
              initial = Buffers.MERGE,
              finish = "extremes_state",
              summary =
                  "State of the rows of all the states in the order in which they are read, for example those of a rollup table.",
              examples =
                  "extremes_values_int(extremes_merge(extremes_state(rows_accumulate(0x, position)))) = [1,0]"))
  public static ByteBuffer union(ByteBuffer left, ByteBuffer right) {
    // A state that is merged with itself must not change while it is read.
    boolean isOwn = ExtremesState.isMerged(left) && !Buffers.shareBytes(left, right);
    boolean isMerge = isOwn || Buffers.startsMerge(left);
    ByteBuffer sum = isOwn ? left : ByteBuffer.allocate(0);
    // One loop, so that a body holds what checks a state once. An empty state adds nothing.
    for (int side = isMerge ? 1 : 0; side < 2; side++) {
      ByteBuffer part = side == 0 ? left : right;
      if (part.remaining() > 0) {
        sum = added(sum, part);
      }
    }
    if (isMerge) {
      return sum.remaining() == 0 ? left : sum;
    }
    return Checksum.finalSum(sum);
  }

  /** The rows of a state that is changed in place, or of none, with those of a stored one. */
  private static ByteBuffer added(ByteBuffer state, ByteBuffer part) {
    ByteBuffer other = ExtremesCheck.checked(part);
    ByteBuffer working = state;
    if (state.remaining() == 0) {
      working = ExtremesState.mergedCopy(other);
    } else {
      // Nothing is changed before both are known to fit.
      ExtremesState.requireSameHeader(state.getLong(0), other.getLong(0));
      long count = state.getLong(ExtremesState.COUNT) + other.getLong(ExtremesState.COUNT);
      ExtremesState.requireTotal(count);
      working = merge(state, other, count);
    }
    return working;
  }

  /** Adds the rows of a valid state to another one. */
  private static ByteBuffer merge(ByteBuffer left, ByteBuffer other, long count) {
    ByteBuffer working = left;
    long header = working.getLong(0);
    working.putLong(ExtremesState.COUNT, count);
    int flags = ExtremesState.flags(header);
    if ((flags & ExtremesState.N) == 0) {
      // The number of a row goes on from those of the left state.
      long before =
          (flags & ExtremesState.ROWS) == 0 ? 0 : count - other.getLong(ExtremesState.COUNT);
      working = mergeRows(working, other, flags & ExtremesState.BYTES, before);
    } else {
      working = mergeHeaps(working, other, flags, ExtremesState.parameter(header));
    }
    return working;
  }

  private static ByteBuffer mergeRows(ByteBuffer left, ByteBuffer other, int bytes, long before) {
    ByteBuffer working = left;
    int offset = ExtremesState.ROWS_END;
    for (int side = 0; side < 2; side++) {
      long key = other.getLong(ExtremesState.FIRST_KEY + 16 * side) + before;
      long kept = working.getLong(ExtremesState.FIRST_KEY + 16 * side);
      long value = other.getLong(ExtremesState.FIRST_VALUE + 16 * side);
      if (side == 0 ? key < kept : key >= kept) {
        working.putLong(ExtremesState.FIRST_KEY + 16 * side, key);
        if (bytes == 0) {
          working.putLong(ExtremesState.FIRST_VALUE + 16 * side, value);
        } else {
          working = RowBytes.with(working, side, other, offset, (int) value);
        }
      }
      offset += (int) value;
    }
    return working;
  }

  private static ByteBuffer mergeHeaps(ByteBuffer left, ByteBuffer other, int flags, int n) {
    ByteBuffer working = left;
    long mask = Rank.mask(flags & ExtremesState.FLOATING_VALUES);
    long direction = Rank.direction(flags);
    // From the end of the heap, where the better values are.
    int end = ExtremesState.heapEnd(other);
    for (int offset = end - 8; offset >= ExtremesState.DATA; offset -= 8) {
      working = ValueHeap.offer(working, other.getLong(offset), n, mask, direction);
    }
    return working;
  }
}
