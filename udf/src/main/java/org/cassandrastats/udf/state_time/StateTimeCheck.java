/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.udf.state_time;

import java.nio.ByteBuffer;
import org.cassandrastats.udf.state.Preamble;

/**
 * Whether some rows have a state. Whatever the rules are, they hold for the union of two states for
 * which they hold.
 */
public final class StateTimeCheck {
  private StateTimeCheck() {}

  /**
   * The state from offset 0 of a view, if its bytes are as they were written and it is also the
   * state of some rows: what unions and columns take.
   */
  public static ByteBuffer checked(ByteBuffer state) {
    ByteBuffer view = Preamble.view(state);
    if (!StateTimeState.isOwn(view)) {
      StateTimeState.requireIntact(view);
    }
    requireTimes(view);
    requireKeys(view);
    requireRuns(view);
    return view;
  }

  /** Refuses counts and times that do not fit together. The state has the size and a preamble. */
  private static void requireTimes(ByteBuffer state) {
    long count = state.getLong(StateTimeState.COUNT);
    long first = state.getLong(StateTimeState.FIRST);
    long last = state.getLong(StateTimeState.LAST);
    long transitions = state.getLong(StateTimeState.TRANSITIONS);
    int slots = StateTimeState.slots(state);
    // All that follows may be one without a sign.
    long total = 0;
    boolean fits = true;
    for (int slot = StateTimeState.SLOTS;
        slot < StateTimeState.slotsEnd(state);
        slot += StateTimeState.SLOT) {
      long before = total;
      total += state.getLong(slot);
      fits &= Long.compareUnsigned(total, before) >= 0;
    }
    // There are no more rows than milliseconds.
    if (state.get(Preamble.FLAGS) != 0
        || count < 1
        || first > last
        || (count == 1) != (first == last)
        || Long.compareUnsigned(last - first, count - 1) < 0
        || transitions < slots - 1
        || transitions >= count
        || (slots == 1 && transitions > 0)
        || !fits
        || total != last - first) {
      throw new IllegalArgumentException(
          "not a state_time state: expected no flags, a count from 1 to 2^63-1, times that rise,"
              + " fewer changes than rows, and milliseconds that are the time in total, found "
              + count
              + " rows from "
              + first
              + " to "
              + last
              + " with "
              + transitions
              + " changes of "
              + slots
              + " states");
    }
  }

  /** Refuses keys that are not written, in no order, or without a slot. */
  private static void requireKeys(ByteBuffer state) {
    int slots = StateTimeState.slots(state);
    int end = StateTimeState.slotsEnd(state);
    boolean hasOther = StateTimeKeys.isOther(state, end - StateTimeState.SLOT + StateTimeState.KEY);
    boolean fits = slots <= StateTimeState.MOST || hasOther;
    boolean isFull = slots > StateTimeState.MOST;
    // The first state, the last one, and the slots.
    for (int index = -2; index < slots && fits; index++) {
      int key =
          index == -2
              ? StateTimeState.FIRST_KEY
              : index == -1
                  ? StateTimeState.LAST_KEY
                  : StateTimeState.SLOTS + StateTimeState.SLOT * index + StateTimeState.KEY;
      int length = state.get(key + StateTimeKeys.LENGTH) & 0xff;
      boolean isOther = StateTimeKeys.isOther(state, key);
      fits = isOther || (length > 0 && length <= StateTimeKeys.LENGTH);
      for (int at = isOther ? 0 : length; at < StateTimeKeys.LENGTH && fits; at++) {
        fits = state.get(key + at) == (isOther ? StateTimeKeys.OTHER : 0);
      }
      // A slot is behind the one before; the first and the last state have one.
      boolean hasSlot = false;
      int from = index > 0 ? index - 1 : 0;
      int to = index < 0 ? slots : index;
      for (int slot = from; slot < to; slot++) {
        int other = StateTimeState.SLOTS + StateTimeState.SLOT * slot + StateTimeState.KEY;
        int order = StateTimeKeys.compare(state, key, state, other);
        boolean isHighest = slot == StateTimeState.MOST - 1 && isFull;
        hasSlot |= index < 0 ? order == 0 || (isHighest && order > 0) : order > 0;
      }
      fits &= hasSlot || index == 0;
    }
    if (!fits) {
      throw new IllegalArgumentException(
          "not a state_time state: expected up to 64 states of 1 to 47 bytes and zeros, in their"
              + " order, and other ones, found "
              + slots
              + " that are not");
    }
    requireOne(state);
  }

  /** Refuses runs that are not the last ones, in no order, or without a slot. */
  private static void requireRuns(ByteBuffer state) {
    int runs = StateTimeState.runs(state);
    long changes = state.getLong(StateTimeState.TRANSITIONS);
    long first = state.getLong(StateTimeState.FIRST);
    boolean isWhole = changes < StateTimeState.MOST_RUNS;
    boolean fits = runs == (isWhole ? changes + 1 : StateTimeState.MOST_RUNS);
    long before = first;
    int from = StateTimeState.slotsEnd(state);
    for (int run = from; run < StateTimeState.end(state); run += StateTimeState.RUN) {
      long time = state.getLong(run);
      // The first run that is kept may be the first of all.
      fits &= run == from ? time >= first && (!isWhole || time == first) : time > before;
      fits &=
          Long.compareUnsigned(
                  state.getLong(run + StateTimeState.NUMBER), StateTimeState.slots(state))
              < 0;
      before = time;
    }
    if (!fits || before > state.getLong(StateTimeState.LAST)) {
      throw new IllegalArgumentException(
          "not a state_time state: expected the last 32 runs of states with slots, in the order of"
              + " time, found "
              + runs
              + " of "
              + changes
              + " changes");
    }
  }

  /** Refuses one row that has two states, and no change between different ones. */
  private static void requireOne(ByteBuffer state) {
    int order =
        StateTimeKeys.compare(state, StateTimeState.FIRST_KEY, state, StateTimeState.LAST_KEY);
    if (order != 0 && state.getLong(StateTimeState.TRANSITIONS) == 0) {
      throw new IllegalArgumentException(
          "not a state_time state: expected a change from the first state to the last one, found"
              + " none");
    }
  }
}
