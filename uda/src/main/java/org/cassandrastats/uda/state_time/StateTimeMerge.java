/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.uda.state_time;

import java.nio.ByteBuffer;
import org.cassandrastats.udf.state.FixedState;
import org.cassandrastats.udf.state.TimePoints;
import org.cassandrastats.udf.state_time.StateTimeKeys;
import org.cassandrastats.udf.state_time.StateTimeState;

/** Two states, one before the other, as one. */
final class StateTimeMerge {
  private StateTimeMerge() {}

  /** Adds the rows of a valid state to another one, which is changed in place and has all room. */
  static void merge(ByteBuffer sum, ByteBuffer part) {
    boolean isLater = TimePoints.isBehind(part, sum, StateTimeState.FIRST, StateTimeState.LAST);
    ByteBuffer early = isLater ? sum : part;
    ByteBuffer late = isLater ? part : sum;
    boolean isSame =
        StateTimeKeys.compare(early, StateTimeState.LAST_KEY, late, StateTimeState.FIRST_KEY) == 0;
    long gap = late.getLong(StateTimeState.FIRST) - early.getLong(StateTimeState.LAST);
    boolean isShared = isSame && gap == 0;
    TimePoints.requireDisjoint(
        early, late, StateTimeState.FIRST, StateTimeState.LAST, isShared, "state_time_union");
    long earlyCount = early.getLong(StateTimeState.COUNT);
    // Nothing is changed before the total is known to fit.
    long count =
        FixedState.total(
            isShared ? earlyCount - 1 : earlyCount,
            late.getLong(StateTimeState.COUNT),
            "state_time");
    long transitions =
        early.getLong(StateTimeState.TRANSITIONS)
            + late.getLong(StateTimeState.TRANSITIONS)
            + (isSame ? 0 : 1);
    // In one loop, so that a body holds once what finds a slot: first the time between both.
    sum.limit(sum.capacity());
    int end = StateTimeState.slotsEnd(part);
    for (int from = StateTimeState.SLOTS - StateTimeState.SLOT;
        from < end;
        from += StateTimeState.SLOT) {
      boolean isGap = from < StateTimeState.SLOTS;
      ByteBuffer keys = isGap ? early : part;
      int key = isGap ? StateTimeState.LAST_KEY : from + StateTimeState.KEY;
      long millis = isGap ? gap : part.getLong(from);
      int slot = StateTimeSlots.slot(sum, keys, key);
      sum.putLong(slot, sum.getLong(slot) + millis);
    }
    StateTimeRuns.merge(sum, part, isLater, isSame);
    sum.limit(StateTimeState.end(sum));
    int time = isLater ? StateTimeState.LAST : StateTimeState.FIRST;
    int key = isLater ? StateTimeState.LAST_KEY : StateTimeState.FIRST_KEY;
    sum.putLong(time, part.getLong(time));
    StateTimeKeys.copy(part, key, sum, key);
    sum.putLong(StateTimeState.COUNT, count);
    sum.putLong(StateTimeState.TRANSITIONS, transitions);
  }
}
