/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.udf.state;

import java.nio.ByteBuffer;

/** Whose buffer a state is in. */
public final class Buffers {
  /** Bytes beyond a multiple of 8 of the capacity of a buffer that counts rows. */
  public static final int WORKING_TAIL = 1;

  /** Likewise of a buffer in which states are merged. */
  public static final int MERGED_TAIL = 3;

  /** What {@code _merge} starts from: tells a union that its sum needs no checksum yet. */
  public static final byte MERGE = 0;

  private Buffers() {}

  /** Whether it is the one byte that a merge starts from. */
  public static boolean startsMerge(ByteBuffer state) {
    return state.remaining() == 1 && state.get(state.position()) == MERGE;
  }

  /**
   * Whether a function of rows made a buffer for states of a family: it has room behind its limit,
   * of a size that says so. Cassandra makes no buffer from stored, bound or literal bytes that
   * starts at 0 and has such room.
   *
   * @param family the third byte
   * @param least bytes that every state of the family has
   */
  public static boolean isWorking(ByteBuffer state, int family, int least) {
    return (state.capacity() & 7) == WORKING_TAIL && hasRoom(state, family, least);
  }

  /**
   * Likewise, whether states are merged in it. The two are told apart, because a row makes a state
   * invalid whose count is full.
   */
  public static boolean isMerged(ByteBuffer state, int family, int least) {
    return (state.capacity() & 7) == MERGED_TAIL && hasRoom(state, family, least);
  }

  /** Whether it is either of them. Their tails differ in one bit. */
  public static boolean isOwn(ByteBuffer state, int family, int least) {
    return (state.capacity() & 5) == WORKING_TAIL && hasRoom(state, family, least);
  }

  private static boolean hasRoom(ByteBuffer state, int family, int least) {
    return state.limit() < state.capacity()
        && state.limit() > least
        && state.position() == 0
        && state.getInt(0) >>> 8 == (Preamble.START | family);
  }

  /** Copies the first bytes of a state into another buffer, in eights. */
  public static void copy(ByteBuffer state, ByteBuffer target, int end) {
    for (int offset = 0; offset < end; offset += 8) {
      target.putLong(offset, state.getLong(offset));
    }
  }

  /** Whether two buffers are views of the same bytes, so that a change of one may change both. */
  // The arrays are compared, not read.
  @SuppressWarnings("ByteBufferBackingArray")
  public static boolean shareBytes(ByteBuffer left, ByteBuffer right) {
    return left.hasArray() && right.hasArray() && left.array() == right.array();
  }
}
