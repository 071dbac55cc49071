/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.uda.extremes;

import static org.cassandrastats.udf.state.LittleEndian.getLong;
import static org.cassandrastats.udf.state.LittleEndian.putLong;

import java.nio.ByteBuffer;
import org.cassandrastats.udf.annotation.CqlFunction;
import org.cassandrastats.udf.annotation.CqlFunction.Aggregate;
import org.cassandrastats.udf.annotation.CqlFunction.Example;
import org.cassandrastats.udf.extremes.ExtremesCheck;
import org.cassandrastats.udf.extremes.ExtremesState;
import org.cassandrastats.udf.extremes.Rank;
import org.cassandrastats.udf.state.Buffers;
import org.cassandrastats.udf.state.Integrity;

/** How extremes states are merged. The layout is that of {@link ExtremesState}. */
public final class ExtremesAggregates {
  private ExtremesAggregates() {}

  /**
   * The state of the rows of two states together, exact and in whatever grouping parts are merged.
   * The rows of the left state come before those of the right one: of equal keys, the smallest is
   * that of the left state and the largest that of the right one, and so are the first and the last
   * row.
   *
   * @param left an extremes state, or the empty blob; null gives null
   * @param right a state of the same statistic, types and n, or the empty blob; null gives null
   * @return the finished state, of at most 8024 bytes
   * @throws IllegalArgumentException if either blob is not an extremes state, if they are states of
   *     different statistics, or if the count would exceed 2^63-1
   */
  @CqlFunction(
      value = "extremes_union",
      examples =
          @Example(
              call =
                  "extremes_values_int(extremes_union(first_last(position), rows_accumulate(0x, (int) 7)))",
              result = "[1,7]"),
      aggregates =
          @Aggregate(
              value = "extremes_merge",
              summary =
                  "State of the rows of all the states in the order in which they are read, for example those of a rollup table.",
              examples =
                  @Example(
                      call =
                          "extremes_values_int(extremes_merge(extremes_state(rows_accumulate(0x, position))))",
                      result = "[1,0]")))
  public static ByteBuffer union(ByteBuffer left, ByteBuffer right) {
    if (left.remaining() == 0 && right.remaining() == 0) {
      return left;
    }
    // A heap that is merged with itself must not grow while it is read.
    boolean isOwn = ExtremesState.isMerged(left) && !Buffers.shareBytes(left, right);
    ByteBuffer source = left;
    ByteBuffer other = right;
    // One loop, so that a body holds what checks a state once.
    for (int side = isOwn ? 1 : 0; side < 2; side++) {
      ByteBuffer blob = side == 0 ? left : right;
      if (blob.remaining() > 0) {
        ByteBuffer view = ExtremesCheck.checked(blob);
        source = side == 0 ? view : source;
        other = side == 0 ? other : view;
      }
    }
    // An empty state adds nothing to the other one.
    boolean isAlone = left.remaining() == 0 || right.remaining() == 0;
    source = left.remaining() == 0 ? other : source;
    long count = getLong(source, ExtremesState.COUNT);
    if (!isAlone) {
      // Nothing is changed before both are known to fit.
      ExtremesState.requireSameHeader(getLong(source, 0), getLong(other, 0));
      count += getLong(other, ExtremesState.COUNT);
      ExtremesState.requireTotal(count);
    }
    int end = ExtremesState.end(source);
    ByteBuffer working = left;
    if (!isOwn) {
      working = ByteBuffer.allocate(end + Integrity.SIZE + ExtremesState.MERGED_TAIL);
      Buffers.copy(source, working, end);
    }
    working.limit(end);
    if (!isAlone) {
      working = merge(working, other, count);
    }
    end = working.limit();
    working.limit(end + Integrity.SIZE);
    Integrity.seal(working, end);
    return working;
  }

  /** Adds the rows of a valid state to another one, without integrity word. */
  private static ByteBuffer merge(ByteBuffer left, ByteBuffer other, long count) {
    ByteBuffer working = left;
    long header = getLong(working, 0);
    putLong(working, ExtremesState.COUNT, count);
    int flags = ExtremesState.flags(header);
    if ((flags & ExtremesState.N) == 0) {
      // The number of a row goes on from those of the left state.
      long before =
          (flags & ExtremesState.ROWS) == 0 ? 0 : count - getLong(other, ExtremesState.COUNT);
      mergeRows(working, other, before);
    } else {
      working = mergeHeaps(working, other, flags, ExtremesState.parameter(header));
    }
    return working;
  }

  private static void mergeRows(ByteBuffer working, ByteBuffer other, long before) {
    long first = getLong(other, ExtremesState.FIRST_KEY) + before;
    long last = getLong(other, ExtremesState.LAST_KEY) + before;
    if (first < getLong(working, ExtremesState.FIRST_KEY)) {
      putLong(working, ExtremesState.FIRST_KEY, first);
      working.putLong(ExtremesState.FIRST_VALUE, other.getLong(ExtremesState.FIRST_VALUE));
    }
    if (last >= getLong(working, ExtremesState.LAST_KEY)) {
      putLong(working, ExtremesState.LAST_KEY, last);
      working.putLong(ExtremesState.LAST_VALUE, other.getLong(ExtremesState.LAST_VALUE));
    }
  }

  private static ByteBuffer mergeHeaps(ByteBuffer left, ByteBuffer other, int flags, int n) {
    ByteBuffer working = left;
    int full = ExtremesState.DATA + 8 * n;
    long mask = Rank.mask(flags & ExtremesState.FLOATING_VALUES);
    long direction = Rank.direction(flags);
    // From the end of the heap, where the better values are.
    int end = ExtremesState.heapEnd(other);
    for (int offset = end - 8; offset >= ExtremesState.DATA; offset -= 8) {
      long bits = getLong(other, offset);
      if (working.limit() < full) {
        working = ValueHeap.withRoom(working, n);
        ValueHeap.push(working, bits, mask, direction);
      } else {
        long worst = getLong(working, ExtremesState.DATA);
        if (Rank.of(bits, mask, direction) < Rank.of(worst, mask, direction)) {
          ValueHeap.replaceWorst(working, bits, mask, direction);
        }
      }
    }
    return working;
  }
}
