/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.uda.state_time;

import java.nio.ByteBuffer;
import java.time.Instant;
import org.cassandrastats.udf.state.TimePoints;
import org.cassandrastats.udf.state_time.StateTimeKeys;
import org.cassandrastats.udf.state_time.StateTimeState;

/** Rows that are added to a state_time state at either end, which is changed in place. */
final class StateTimeRows {
  private StateTimeRows() {}

  /** Adds a row whose state has its key in the spare slot within the limit. */
  static void add(ByteBuffer state, long time) {
    int written = state.limit() - StateTimeKeys.SIZE;
    long count = state.getLong(StateTimeState.COUNT);
    long first = state.getLong(StateTimeState.FIRST);
    long last = state.getLong(StateTimeState.LAST);
    boolean isFirst = count == 0 || time < first;
    boolean isLast = count == 0 || time > last;
    int end = isLast ? StateTimeState.LAST_KEY : StateTimeState.FIRST_KEY;
    boolean isSame = StateTimeKeys.compare(state, end, state, written) == 0;
    if (isFirst || isLast) {
      int number = 0;
      // The earlier of both states lasted until the later row. In one loop, so that a body holds
      // once what finds a slot: first the state that was there, then the new one.
      long gap = count == 0 ? 0 : isLast ? time - last : first - time;
      boolean isHeld = isLast && count > 0;
      for (int step = isHeld ? 0 : 1; step < (isHeld && isSame ? 1 : 2); step++) {
        if (step == 1) {
          StateTimeKeys.copy(state, written, state, end);
        }
        int slot = StateTimeSlots.slot(state, state, end);
        long millis = isHeld && step == 1 ? 0 : gap;
        state.putLong(slot, state.getLong(slot) + millis);
        number = (slot - StateTimeState.SLOTS) / StateTimeState.SLOT;
      }
      long changes = state.getLong(StateTimeState.TRANSITIONS);
      boolean isWhole = StateTimeState.runs(state) == changes + 1;
      if (count == 0 || !isSame) {
        StateTimeRuns.add(state, time, number, isLast);
      } else if (isFirst && isWhole) {
        state.putLong(StateTimeState.slotsEnd(state), time);
      }
      state.putLong(StateTimeState.COUNT, count + 1);
      if (count > 0 && !isSame) {
        state.putLong(StateTimeState.TRANSITIONS, changes + 1);
      }
      if (isLast) {
        state.putLong(StateTimeState.LAST, time);
      }
      if (isFirst) {
        state.putLong(StateTimeState.FIRST, time);
      }
      if (count == 0) {
        StateTimeKeys.copy(state, StateTimeState.LAST_KEY, state, StateTimeState.FIRST_KEY);
      }
    } else {
      int order = StateTimeKeys.compare(state, StateTimeState.LAST_KEY, state, written);
      requireEnd(state, time, (time == last && order == 0) || (time == first && isSame));
    }
    state.limit(StateTimeState.end(state));
  }

  /** Refuses a row between the first and the last one, but for these themselves. */
  private static void requireEnd(ByteBuffer state, long time, boolean isEnd) {
    if (!isEnd) {
      throw new IllegalArgumentException(
          "state_time_accumulate: expected one series in the order of time, found a row at "
              + Instant.ofEpochMilli(time)
              + " after rows of "
              + TimePoints.range(state, StateTimeState.FIRST, StateTimeState.LAST)
              + "; give each series and partition a state of its own, such as by GROUP BY");
    }
  }
}
