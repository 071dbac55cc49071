/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.udf.state_time;

import java.nio.ByteBuffer;
import org.cassandrastats.udf.state.Buffers;
import org.cassandrastats.udf.state.Checksum;
import org.cassandrastats.udf.state.FixedState;
import org.cassandrastats.udf.state.Preamble;

/**
 * Layout of a state_time state: no bytes at all before the first row, then 144 + 56 for each of the
 * states that were seen, at most {@value #MAXIMUM_SIZE}.
 *
 * <pre>
 *   0  preamble (family 138, no flags, parameter: number n of slots, from 1 to 65)
 *   8  u64 count of rows
 *  16  i64 first time                24  i64 last time
 *  32  u64 how often the state changed
 *  40  key of the first state        88  key of the last state
 * 136  n slots: u64 milliseconds, and the key of the state that took them
 *      checksum; while rows are added there is none
 * </pre>
 *
 * <p>Times are milliseconds since 1970. A key is 47 bytes, of a text its UTF-8 with zeros behind
 * it, and a u8 that says how many there are; all bytes of the key of other states are 255. Slots
 * are in the order of their keys. The {@value #MOST} lowest keys have slots; the time of all others
 * is that of other states, so that it does not depend on the order in which states are merged.
 */
public final class StateTimeState {
  public static final int FAMILY = 138;

  /** The most states that are told apart. */
  public static final int MOST = 64;

  public static final int COUNT = 8;
  public static final int FIRST = 16;
  public static final int LAST = 24;
  public static final int TRANSITIONS = 32;
  public static final int FIRST_KEY = 40;
  public static final int LAST_KEY = 88;
  public static final int SLOTS = 136;

  /** Bytes of a slot. */
  public static final int SLOT = 56;

  /** Distance of the key of a slot from its milliseconds. */
  public static final int KEY = 8;

  public static final int MAXIMUM_SIZE = SLOTS + SLOT * (MOST + 1) + Checksum.SIZE;

  /** Slots that the first buffer has room for, one of them to write the key of a row. */
  private static final int FIRST_ROOM = 4;

  private StateTimeState() {}

  /** The number of slots. */
  public static int slots(ByteBuffer state) {
    return state.getInt(Preamble.PARAMETER);
  }

  /** Where the slots end. */
  public static int end(ByteBuffer state) {
    return SLOTS + SLOT * slots(state);
  }

  /** Whether a state function made this buffer, of rows or of states. */
  static boolean isOwn(ByteBuffer state) {
    return Buffers.isOwn(state, FAMILY, SLOTS);
  }

  /** Whether {@code state_time_accumulate} made this buffer; see {@link Buffers}. */
  public static boolean isWorking(ByteBuffer state) {
    return Buffers.isWorking(state, FAMILY, SLOTS);
  }

  /** Whether states are merged in this buffer; likewise. */
  public static boolean isMerged(ByteBuffer state) {
    return Buffers.isMerged(state, FAMILY, SLOTS);
  }

  /** A state of no rows, for {@code state_time_accumulate} to start from the empty blob alone. */
  public static ByteBuffer start(ByteBuffer state) {
    ByteBuffer own =
        FixedState.start(
            state, FAMILY, SLOTS + SLOT * FIRST_ROOM, "state_time_accumulate", "state_time_union");
    own.limit(SLOTS);
    return own;
  }

  /** A buffer with room for all slots, for the valid states that are merged, with the first one. */
  public static ByteBuffer startOfMerge(ByteBuffer state) {
    ByteBuffer sum = ByteBuffer.allocate(SLOTS + SLOT * (MOST + 1) + Buffers.MERGED_TAIL);
    Buffers.copy(state, sum, end(state));
    sum.limit(end(sum));
    return sum;
  }

  /** The working state, or a larger one, with a slot within its limit behind those that it has. */
  public static ByteBuffer withSpareSlot(ByteBuffer working) {
    int end = end(working);
    ByteBuffer larger = working;
    if (end + SLOT >= working.capacity()) {
      int room = Math.min(2 * slots(working), MOST) + 2;
      larger = ByteBuffer.allocate(SLOTS + SLOT * room + Buffers.WORKING_TAIL);
      Buffers.copy(working, larger, end);
    }
    larger.limit(end + SLOT);
    return larger;
  }

  /** The state from offset 0 of a view, for reading, if its bytes are as they were written. */
  public static ByteBuffer readable(ByteBuffer state) {
    ByteBuffer view = state;
    if (!isOwn(state)) {
      view = state.slice();
      requireIntact(view);
    }
    return view;
  }

  static void requireIntact(ByteBuffer view) {
    int slots = view.limit() < SLOTS ? 0 : slots(view);
    boolean fits = slots > 0 && slots <= MOST + 1;
    int size = fits ? SLOTS + SLOT * slots + Checksum.SIZE : 0;
    Checksum.require(view, FAMILY, size, "a state_time state");
  }
}
