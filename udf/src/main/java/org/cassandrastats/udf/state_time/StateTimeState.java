/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.udf.state_time;

import java.nio.ByteBuffer;
import org.cassandrastats.udf.state.Buffers;
import org.cassandrastats.udf.state.Checksum;
import org.cassandrastats.udf.state.FixedState;
import org.cassandrastats.udf.state.Preamble;

/**
 * Layout of a state_time state: no bytes at all before the first row, then 144, 56 for each of the
 * states that were seen and 16 for each run of rows with one state, at most {@value #MAXIMUM_SIZE}.
 *
 * <pre>
 *   0  preamble (family 138, no flags, parameters: u16 number m of runs, from 1 to 32;
 *      u16 number n of slots, from 1 to 65)
 *   8  u64 count of rows
 *  16  i64 first time                24  i64 last time
 *  32  u64 how often the state changed
 *  40  key of the first state        88  key of the last state
 * 136  n slots: u64 milliseconds, and the key of the state that took them
 *      m runs: i64 time of the first row, and u64 the number of its state's slot, from 0
 *      checksum; while rows are added there is none
 * </pre>
 *
 * <p>Times are milliseconds since 1970. A key is 47 bytes, of a text its UTF-8 with zeros behind
 * it, and a u8 that says how many there are; all bytes of the key of other states are 255. Slots
 * are in the order of their keys. The {@value #MOST} lowest keys have slots; the time of all others
 * is that of other states, so that it does not depend on the order in which states are merged. The
 * runs are the last {@value #MOST_RUNS} at most, in the order of time.
 */
public final class StateTimeState {
  public static final int FAMILY = 138;

  /** The most states that are told apart. */
  public static final int MOST = 64;

  /** The most runs that are kept. */
  public static final int MOST_RUNS = 32;

  /** Offsets of both numbers that are the parameters. */
  public static final int RUN_COUNT = 4;

  public static final int SLOT_COUNT = 6;
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

  /** Bytes of a run. */
  public static final int RUN = 16;

  /** Distance of the number of a run's slot from its time. */
  public static final int NUMBER = 8;

  /** Most bytes of slots and runs. */
  public static final int MOST_BYTES = SLOT * (MOST + 1) + RUN * MOST_RUNS;

  public static final int MAXIMUM_SIZE = SLOTS + MOST_BYTES + Checksum.SIZE;

  /** What one row can need behind the runs: to write its key, then for a slot and a run. */
  private static final int SPARE = SLOT + RUN;

  /** Bytes that the first buffer has room for. */
  private static final int FIRST_ROOM = 2 * SLOT + 2 * RUN + SPARE;

  private StateTimeState() {}

  /** The number of slots. */
  public static int slots(ByteBuffer state) {
    return state.getShort(SLOT_COUNT) & 0xffff;
  }

  /** The number of runs. */
  public static int runs(ByteBuffer state) {
    return state.getShort(RUN_COUNT) & 0xffff;
  }

  /** Where the slots end and the runs begin. */
  public static int slotsEnd(ByteBuffer state) {
    return SLOTS + SLOT * slots(state);
  }

  /** Where the runs end. */
  public static int end(ByteBuffer state) {
    return slotsEnd(state) + RUN * runs(state);
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
            state, FAMILY, SLOTS + FIRST_ROOM, "state_time_accumulate", "state_time_union");
    own.limit(SLOTS);
    return own;
  }

  /** A buffer with all room, for the valid states that are merged, with the first one. */
  public static ByteBuffer startOfMerge(ByteBuffer state) {
    ByteBuffer sum = ByteBuffer.allocate(SLOTS + MOST_BYTES + Buffers.MERGED_TAIL);
    Buffers.copy(state, sum, end(state));
    sum.limit(end(sum));
    return sum;
  }

  /** The working state, or a larger one, with what a row can need within its limit. */
  public static ByteBuffer withSpare(ByteBuffer working) {
    int end = end(working);
    ByteBuffer larger = working;
    if (end + SPARE >= working.capacity()) {
      int room = Math.min(2 * (end - SLOTS), MOST_BYTES) + SPARE;
      larger = ByteBuffer.allocate(SLOTS + room + Buffers.WORKING_TAIL);
      Buffers.copy(working, larger, end);
    }
    larger.limit(end + SPARE);
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
    boolean hasHead = view.limit() >= SLOTS;
    int slots = hasHead ? slots(view) : 0;
    int runs = hasHead ? runs(view) : 0;
    boolean fits = slots > 0 && slots <= MOST + 1 && runs > 0 && runs <= MOST_RUNS;
    int size = fits ? SLOTS + SLOT * slots + RUN * runs + Checksum.SIZE : 0;
    Checksum.require(view, Preamble.of(view), FAMILY, size, "a state_time state");
  }
}
