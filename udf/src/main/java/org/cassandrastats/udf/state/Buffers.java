/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.udf.state;

import java.nio.ByteBuffer;

/** Whose buffer a state is in. */
public final class Buffers {
  private Buffers() {}

  /**
   * Whether a function of this pack made a buffer for states of a family that grow: it has room
   * behind its limit, of a size that says which function. Cassandra makes no buffer from stored,
   * bound or literal bytes that starts at 0 and has such room.
   *
   * @param family the third byte
   * @param least bytes that every state of the family has
   * @param tail bytes of the capacity beyond a multiple of 8
   */
  public static boolean isOwn(ByteBuffer state, int family, int least, int tail) {
    return (state.capacity() & 7) == tail
        && state.limit() < state.capacity()
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
