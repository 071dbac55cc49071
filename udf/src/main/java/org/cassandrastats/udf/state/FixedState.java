/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.udf.state;

import java.nio.ByteBuffer;

/**
 * States of one size, such as those of moments: a preamble, numbers up to the offset {@code end},
 * and a checksum there, which a state has no room for while rows are added or states are merged in
 * it.
 *
 * <p>The functions take the third byte of the preamble, the family, the offset of the checksum, and
 * the size with it.
 */
public final class FixedState {
  private FixedState() {}

  /**
   * Whether a function of rows made this buffer, so that it is valid and may be changed in place.
   * No buffer that Cassandra makes from stored, bound or literal bytes starts at 0 and has exactly
   * one byte behind its limit; a column of a composite partition key has that byte, but never
   * starts at 0. The working states of other families can have the same capacity, but not the same
   * preamble.
   */
  public static boolean isWorking(ByteBuffer state, int family, int end) {
    return state.capacity() == end + Buffers.WORKING_TAIL && hasOwnForm(state, family, end);
  }

  /** Whether states are merged in this buffer; likewise. */
  public static boolean isMerged(ByteBuffer state, int family, int end) {
    return state.capacity() == end + Buffers.MERGED_TAIL && hasOwnForm(state, family, end);
  }

  private static boolean isOwn(ByteBuffer state, int family, int end) {
    // The tails differ in one bit.
    return (state.capacity() & ~2) == end + Buffers.WORKING_TAIL && hasOwnForm(state, family, end);
  }

  private static boolean hasOwnForm(ByteBuffer state, int family, int end) {
    return state.limit() == end && state.position() == 0 && state.getInt(0) == preamble(family);
  }

  /** All of the preamble but the parameter, without flags. */
  public static int preamble(int family) {
    return Preamble.START << 8 | family << 8;
  }

  /** A state of no rows in a buffer whose capacity says that it is a state function's own. */
  public static ByteBuffer allocate(int family, int end, int tail) {
    ByteBuffer own = ByteBuffer.allocate(end + tail);
    own.limit(end);
    own.putInt(0, preamble(family));
    return own;
  }

  /**
   * A state of no rows, for a state function to start from. Nothing but the empty blob starts one:
   * a stored state is joined by a union, so that only unions have to validate.
   *
   * @param function the name of the state function
   * @param union the name of what joins stored states
   */
  public static ByteBuffer start(
      ByteBuffer state, int family, int end, String function, String union) {
    if (state.remaining() != 0) {
      throw new IllegalArgumentException(
          function
              + ": expected the empty blob 0x or the state of its own last call, found "
              + state.remaining()
              + " other bytes; join stored states with "
              + union);
    }
    return allocate(family, end, Buffers.WORKING_TAIL);
  }

  /**
   * The state from offset 0 of a view, for reading, if its bytes are as they were written.
   *
   * @param name of the state, with its article
   */
  public static ByteBuffer readable(ByteBuffer state, int family, int end, int size, String name) {
    ByteBuffer view = state;
    if (!isOwn(state, family, end)) {
      view = state.slice();
      Checksum.require(view, Preamble.of(view), family, size, name);
    }
    return view;
  }

  /** Likewise, for a check of its contents; the buffer itself where it can be read as it is. */
  public static ByteBuffer intact(ByteBuffer state, int family, int end, int size, String name) {
    ByteBuffer view = Preamble.view(state);
    if (!isOwn(view, family, end)) {
      Checksum.require(view, Preamble.of(view), family, size, name);
    }
    return view;
  }

  /**
   * The total of two counts; refuses to pass 2^63-1.
   *
   * @param family its name, for the message
   */
  public static long total(long left, long right, String family) {
    if (left > Long.MAX_VALUE - right) {
      throw new IllegalArgumentException(family + ": the count would exceed 2^63-1");
    }
    return left + right;
  }
}
