/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.uda.state_time;

import java.nio.ByteBuffer;
import org.cassandrastats.udf.state_time.StateTimeKeys;
import org.cassandrastats.udf.state_time.StateTimeState;

/** The last runs of rows with one state, in a state that is changed in place. */
final class StateTimeRuns {
  private StateTimeRuns() {}

  /**
   * Adds a run behind or before all others. The first one gives way to one behind a full number; a
   * run before them is none of the last.
   *
   * @param number of the slot of its state
   */
  static void add(ByteBuffer state, long time, int number, boolean isLast) {
    int first = StateTimeState.slotsEnd(state);
    int end = StateTimeState.end(state);
    int runs = StateTimeState.runs(state);
    boolean isFull = runs == StateTimeState.MOST_RUNS;
    int run = isLast ? end : first;
    if (isLast && isFull) {
      run = end - StateTimeState.RUN;
      for (int i = first; i < run; i += 8) {
        state.putLong(i, state.getLong(i + StateTimeState.RUN));
      }
    }
    if (!isFull) {
      for (int i = end - 8; i >= run; i -= 8) {
        state.putLong(i + StateTimeState.RUN, state.getLong(i));
      }
      state.putShort(StateTimeState.RUN_COUNT, (short) (runs + 1));
    }
    if (isLast || !isFull) {
      state.putLong(run, time);
      state.putLong(run + StateTimeState.NUMBER, number);
    }
  }

  /**
   * Adds the runs of a valid state to those of another one, which has the slots of both by now and
   * all room within its limit.
   *
   * @param isLater whether the part is behind the sum
   * @param isSame whether the last run of the earlier one goes on as the first of the later one
   */
  static void merge(ByteBuffer sum, ByteBuffer part, boolean isLater, boolean isSame) {
    ByteBuffer early = isLater ? sum : part;
    ByteBuffer late = isLater ? part : sum;
    boolean isWhole = StateTimeState.runs(late) == late.getLong(StateTimeState.TRANSITIONS) + 1;
    int lateRuns = StateTimeState.runs(late) - (isSame && isWhole ? 1 : 0);
    int earlyRuns = Math.min(StateTimeState.runs(early), StateTimeState.MOST_RUNS - lateRuns);
    int kept = StateTimeState.RUN * (isLater ? earlyRuns : lateRuns);
    int added = StateTimeState.RUN * (isLater ? lateRuns : earlyRuns);
    // The last ones of the sum, to the place that they have then.
    int from = StateTimeState.end(sum) - kept;
    int first = StateTimeState.slotsEnd(sum);
    int to = isLater ? first : first + added;
    for (int i = 0; i < kept; i += 8) {
      int offset = to > from ? kept - 8 - i : i;
      sum.putLong(to + offset, sum.getLong(from + offset));
    }
    int run = isLater ? first + kept : first;
    int partEnd = StateTimeState.end(part);
    for (int own = partEnd - added; own < partEnd; own += StateTimeState.RUN) {
      int key =
          StateTimeState.SLOTS
              + StateTimeState.SLOT * (int) part.getLong(own + StateTimeState.NUMBER)
              + StateTimeState.KEY;
      // The slot is there, or it is that of other states, behind all lower keys.
      int number = -1;
      int order = 1;
      while (order > 0) {
        number++;
        int slot = StateTimeState.SLOTS + StateTimeState.SLOT * number + StateTimeState.KEY;
        order = StateTimeKeys.compare(part, key, sum, slot);
      }
      sum.putLong(run, part.getLong(own));
      sum.putLong(run + StateTimeState.NUMBER, number);
      run += StateTimeState.RUN;
    }
    sum.putShort(StateTimeState.RUN_COUNT, (short) (lateRuns + earlyRuns));
  }
}
