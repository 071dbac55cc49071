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

  /** A heap with room for one more value: the same buffer, or a copy with twice the room. */
  static ByteBuffer withRoom(ByteBuffer heap, int n) {
    ByteBuffer larger = heap;
    if (heap.limit() + 8 >= heap.capacity()) {
      int values = (heap.limit() - ExtremesState.DATA) >> 3;
      larger = ExtremesState.allocate(Math.min(n, 2 * values), heap.capacity() & 7);
      larger.limit(heap.limit());
      Buffers.copy(heap, larger, heap.limit());
    }
    return larger;
  }

  /** Adds a value to a heap that has room for it. */
  static void push(ByteBuffer heap, long bits, long mask, long direction) {
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
  static void replaceWorst(ByteBuffer heap, long bits, long mask, long direction) {
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
  static void requireN(int n) {
    if (n < 1 || n > ExtremesState.MAXIMUM_N) {
      throw new IllegalArgumentException(
          "extremes: expected n from 1 to " + ExtremesState.MAXIMUM_N + ", found " + n);
    }
  }
}
