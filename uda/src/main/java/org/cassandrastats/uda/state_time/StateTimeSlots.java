/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.uda.state_time;

import java.nio.ByteBuffer;
import org.cassandrastats.udf.state.Preamble;
import org.cassandrastats.udf.state_time.StateTimeKeys;
import org.cassandrastats.udf.state_time.StateTimeState;

/** The slots of a state, which is changed in place. */
final class StateTimeSlots {
  /** Where the slots end of a state without room for more that are told apart. */
  private static final int FULL = StateTimeState.SLOTS + StateTimeState.SLOT * StateTimeState.MOST;

  private StateTimeSlots() {}

  /**
   * The slot of a key: that of other states, where the lowest keys have all slots that there are.
   * One that is not there is made, and the highest key gives way to it.
   *
   * @param state with room for one more slot
   */
  static int slot(ByteBuffer state, ByteBuffer keys, int key) {
    int end = StateTimeState.end(state);
    int slot = StateTimeState.SLOTS;
    int order = 1;
    while (slot < end && order > 0) {
      order = StateTimeKeys.compare(keys, key, state, slot + StateTimeState.KEY);
      slot += order > 0 ? StateTimeState.SLOT : 0;
    }
    if (order != 0) {
      int last = end - StateTimeState.SLOT;
      boolean hasOther =
          last >= StateTimeState.SLOTS && StateTimeKeys.isOther(state, last + StateTimeState.KEY);
      boolean isSpilt = (hasOther ? last : end) == FULL && !StateTimeKeys.isOther(keys, key);
      if (!isSpilt || !hasOther) {
        end += StateTimeState.SLOT;
        state.limit(end);
        state.putInt(Preamble.PARAMETER, StateTimeState.slots(state) + 1);
      }
      if (isSpilt && !hasOther) {
        state.putLong(FULL, 0);
        StateTimeKeys.fill(state, FULL + StateTimeState.KEY, -1);
      }
      // The last slot that another one takes the place of.
      int top = isSpilt ? FULL - StateTimeState.SLOT : end - StateTimeState.SLOT;
      if (isSpilt && slot <= top) {
        state.putLong(FULL, state.getLong(FULL) + state.getLong(top));
      }
      if (slot <= top) {
        for (int i = top - 8; i >= slot; i -= 8) {
          state.putLong(i + StateTimeState.SLOT, state.getLong(i));
        }
        state.putLong(slot, 0);
        StateTimeKeys.copy(keys, key, state, slot + StateTimeState.KEY);
      }
    }
    return slot;
  }
}
