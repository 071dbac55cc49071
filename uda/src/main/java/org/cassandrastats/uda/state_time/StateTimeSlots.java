/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.uda.state_time;

import java.nio.ByteBuffer;
import org.cassandrastats.udf.state_time.StateTimeKeys;
import org.cassandrastats.udf.state_time.StateTimeState;

/** The slots of a state, which is changed in place. */
final class StateTimeSlots {
  /** Where the slots end of a state without room for more that are told apart. */
  private static final int FULL = StateTimeState.SLOTS + StateTimeState.SLOT * StateTimeState.MOST;

  private StateTimeSlots() {}

  /**
   * The slot of a key: that of other states, where the lowest keys have all slots that there are.
   * One that is not there is made, and the highest key gives way to it. Runs go with their slots.
   *
   * @param state with room for one more slot within its limit
   */
  static int slot(ByteBuffer state, ByteBuffer keys, int key) {
    int low = 0;
    int high = StateTimeState.slots(state);
    int end = StateTimeState.SLOTS + StateTimeState.SLOT * high;
    int order = 1;
    while (low < high && order != 0) {
      int middle = (low + high) >>> 1;
      int own = StateTimeState.SLOTS + StateTimeState.SLOT * middle + StateTimeState.KEY;
      order = StateTimeKeys.compare(keys, key, state, own);
      low = order > 0 ? middle + 1 : low;
      high = order > 0 ? high : middle;
    }
    // Where the key is, or the first one above it.
    int slot = StateTimeState.SLOTS + StateTimeState.SLOT * high;
    int last = end - StateTimeState.SLOT;
    boolean hasOther =
        last >= StateTimeState.SLOTS && StateTimeKeys.isOther(state, last + StateTimeState.KEY);
    boolean isSpilt = (hasOther ? last : end) == FULL && !StateTimeKeys.isOther(keys, key);
    boolean isMore = !isSpilt || !hasOther;
    if (order != 0 && (isMore || slot < FULL)) {
      // The highest key becomes that of other states, or its time theirs.
      int top = FULL - StateTimeState.SLOT;
      if (!isMore) {
        state.putLong(FULL, state.getLong(FULL) + state.getLong(top));
      }
      for (int i = (isMore ? StateTimeState.end(state) : top) - 8; i >= slot; i -= 8) {
        state.putLong(i + StateTimeState.SLOT, state.getLong(i));
      }
      state.putLong(slot, 0);
      StateTimeKeys.copy(keys, key, state, slot + StateTimeState.KEY);
      int more = isMore ? 1 : 0;
      state.putShort(StateTimeState.SLOT_COUNT, (short) (StateTimeState.slots(state) + more));
      if (isSpilt) {
        StateTimeKeys.fill(state, FULL + StateTimeState.KEY, -1);
      }
      for (int run = StateTimeState.slotsEnd(state) + StateTimeState.NUMBER;
          run < StateTimeState.end(state);
          run += StateTimeState.RUN) {
        long own = state.getLong(run);
        state.putLong(run, own >= high && own < StateTimeState.MOST ? own + 1 : own);
      }
    }
    return slot;
  }
}
