/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.uda.extremes;

import java.nio.ByteBuffer;
import org.cassandrastats.udf.extremes.ExtremesState;
import org.cassandrastats.udf.extremes.Rank;
import org.cassandrastats.udf.state.Buffers;

/**
 * The best n values in a binary heap whose root is the worst of them, the next to go. A working
 * buffer's limit is the end of the heap; room for more values and one odd byte lie behind it.
 */
final class ValueHeap {
  private ValueHeap() {}

  /**
   * The state of the rows before, or a new one.
   *
   * @param flags of the state, beside that of all heaps
   */
  static ByteBuffer working(ByteBuffer state, int flags, int n) {
    requireN(n);
    long header = ExtremesState.header(ExtremesState.N | flags, n);
    ByteBuffer working = state;
    if (!ExtremesState.isWorking(state, header)) {
      int room = Math.min(n, ExtremesState.FIRST_ROOM);
      working = ExtremesState.start(state, header, ExtremesState.DATA, room);
    }
    return working;
  }

  /**
   * Keeps a value if it is among the n best.
   *
   * @return the same buffer, or a larger one
   */
  static ByteBuffer offer(ByteBuffer heap, long bits, int n, long mask, long direction) {
    int full = ExtremesState.DATA + 8 * n;
    ByteBuffer kept = heap;
    if (heap.limit() < full && heap.limit() + 8 >= heap.capacity()) {
      kept = larger(heap, n);
    }
    if (kept.limit() < full) {
      push(kept, bits, mask, direction);
    } else {
      long worst = kept.getLong(ExtremesState.DATA);
      if (Rank.of(bits, mask, direction) < Rank.of(worst, mask, direction)) {
        replaceWorst(kept, bits, mask, direction);
      }
    }
    return kept;
  }

  /** A copy with twice the room. */
  private static ByteBuffer larger(ByteBuffer heap, int n) {
    int values = (heap.limit() - ExtremesState.DATA) >> 3;
    ByteBuffer larger = ExtremesState.allocate(Math.min(n, 2 * values), heap.capacity() & 7);
    larger.limit(heap.limit());
    Buffers.copy(heap, larger, heap.limit());
    return larger;
  }

  /** Adds a value to a heap that has room for it. */
  private static void push(ByteBuffer heap, long bits, long mask, long direction) {
    int end = heap.limit();
    heap.limit(end + 8);
    long rank = Rank.of(bits, mask, direction);
    int slot = (end - ExtremesState.DATA) >> 3;
    while (slot > 0) {
      int parent = (slot - 1) >> 1;
      long parentBits = heap.getLong(ExtremesState.DATA + 8 * parent);
      if (Rank.of(parentBits, mask, direction) >= rank) {
        break;
      }
      heap.putLong(ExtremesState.DATA + 8 * slot, parentBits);
      slot = parent;
    }
    heap.putLong(ExtremesState.DATA + 8 * slot, bits);
  }

  /** Puts a value that is better than the worst in the place of the worst. */
  private static void replaceWorst(ByteBuffer heap, long bits, long mask, long direction) {
    int values = (heap.limit() - ExtremesState.DATA) >> 3;
    long rank = Rank.of(bits, mask, direction);
    int slot = 0;
    int child = 1;
    while (child < values) {
      long childBits = heap.getLong(ExtremesState.DATA + 8 * child);
      if (child + 1 < values) {
        long otherBits = heap.getLong(ExtremesState.DATA + 8 * child + 8);
        if (Rank.of(otherBits, mask, direction) > Rank.of(childBits, mask, direction)) {
          childBits = otherBits;
          child++;
        }
      }
      if (Rank.of(childBits, mask, direction) <= rank) {
        break;
      }
      heap.putLong(ExtremesState.DATA + 8 * slot, childBits);
      slot = child;
      child = 2 * slot + 1;
    }
    heap.putLong(ExtremesState.DATA + 8 * slot, bits);
  }

  /** Refuses an n that no state has. */
  private static void requireN(int n) {
    if (n < 1 || n > ExtremesState.MAXIMUM_N) {
      throw new IllegalArgumentException(
          "extremes: expected n from 1 to " + ExtremesState.MAXIMUM_N + ", found " + n);
    }
  }
}
