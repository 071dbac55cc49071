/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.udf.state_time;

import java.nio.ByteBuffer;
import java.util.Date;
import org.cassandrastats.udf.annotation.CqlFunction;
import org.cassandrastats.udf.annotation.Experimental;
import org.cassandrastats.udf.state.Buffers;
import org.cassandrastats.udf.state.Checksum;

/**
 * What can be asked of a state_time state: how long something was in each of its states, at most
 * {@value StateTimeState#MAXIMUM_SIZE} bytes about any number of rows. A state lasts until the next
 * row. The 64 states that come first in the order of their bytes are told apart; all others, and
 * those of more than 47 bytes, are one state, {@code (other)}.
 *
 * <p>Every accessor gives null for a null or empty state.
 */
@Experimental
// A java.util.Date is what Cassandra takes for a timestamp.
@SuppressWarnings("JavaUtilDate")
public final class StateTime {
  static final String KNOWN =
      "state_time_accumulate(state_time_accumulate("
          + "(blob) 0x, 0, (text) 'on'), 30000, (text) 'off')";

  private StateTime() {}

  /**
   * Number of rows. A row that came twice counts once.
   *
   * @param state a state_time state; null or empty gives null
   * @throws IllegalArgumentException if the blob is not a state_time state
   */
  @CqlFunction(
      value = "state_time_count",
      calledOnNullInput = true,
      examples = "state_time_count(" + KNOWN + ") = 2")
  public static Long count(ByteBuffer state) {
    if (state == null || state.remaining() == 0) {
      return null;
    }
    ByteBuffer view = StateTimeState.readable(state);
    return view.getLong(StateTimeState.COUNT);
  }

  /**
   * How often the state changed from one row to the next one.
   *
   * @param state a state_time state; null or empty gives null
   * @throws IllegalArgumentException if the blob is not a state_time state
   */
  @CqlFunction(
      value = "state_time_transitions",
      calledOnNullInput = true,
      elsewhere = "changes (Prometheus)",
      examples = "state_time_transitions(" + KNOWN + ") = 1")
  public static Long transitions(ByteBuffer state) {
    if (state == null || state.remaining() == 0) {
      return null;
    }
    ByteBuffer view = StateTimeState.readable(state);
    return view.getLong(StateTimeState.TRANSITIONS);
  }

  /**
   * Time of the first row.
   *
   * @param state a state_time state; null or empty gives null
   * @throws IllegalArgumentException if the blob is not a state_time state
   */
  @CqlFunction(
      value = "state_time_first_time",
      calledOnNullInput = true,
      examples = "CAST(state_time_first_time(" + KNOWN + ") AS date) = '1970-01-01'")
  public static Date firstTime(ByteBuffer state) {
    if (state == null || state.remaining() == 0) {
      return null;
    }
    ByteBuffer view = StateTimeState.readable(state);
    return new Date(view.getLong(StateTimeState.FIRST));
  }

  /**
   * Time of the last row.
   *
   * @param state a state_time state; null or empty gives null
   * @throws IllegalArgumentException if the blob is not a state_time state
   */
  @CqlFunction(
      value = "state_time_last_time",
      calledOnNullInput = true,
      examples = "CAST(state_time_last_time(" + KNOWN + ") AS date) = '1970-01-01'")
  public static Date lastTime(ByteBuffer state) {
    if (state == null || state.remaining() == 0) {
      return null;
    }
    ByteBuffer view = StateTimeState.readable(state);
    return new Date(view.getLong(StateTimeState.LAST));
  }

  /**
   * The first state as a text; {@code (other)} if it has more than 47 bytes.
   *
   * @param state a state_time state; null or empty gives null
   * @throws IllegalArgumentException if the blob is not a state_time state
   */
  @CqlFunction(
      value = "state_time_first_state",
      calledOnNullInput = true,
      examples = "state_time_first_state(" + KNOWN + ") = 'on'")
  public static String firstState(ByteBuffer state) {
    if (state == null || state.remaining() == 0) {
      return null;
    }
    ByteBuffer view = StateTimeState.readable(state);
    return StateTimeKeys.text(view, StateTimeState.FIRST_KEY);
  }

  /**
   * The last state as a text; {@code (other)} if it has more than 47 bytes.
   *
   * @param state a state_time state; null or empty gives null
   * @throws IllegalArgumentException if the blob is not a state_time state
   */
  @CqlFunction(
      value = "state_time_last_state",
      calledOnNullInput = true,
      examples = "state_time_last_state(" + KNOWN + ") = 'off'")
  public static String lastState(ByteBuffer state) {
    if (state == null || state.remaining() == 0) {
      return null;
    }
    ByteBuffer view = StateTimeState.readable(state);
    return StateTimeKeys.text(view, StateTimeState.LAST_KEY);
  }

  /**
   * The final state of the rows: what is stored. It is the end of the aggregates {@code state_time}
   * and {@code state_time_merge}.
   *
   * @param state a state_time state; null gives null, the empty blob itself
   * @return the state with its checksum, at most 4296 bytes
   * @throws IllegalArgumentException if the blob is not a state_time state
   */
  @CqlFunction(
      value = "state_time_state",
      calledOnNullInput = true,
      examples = "state_time_count(state_time_state(" + KNOWN + ")) = 2")
  public static ByteBuffer state(ByteBuffer state) {
    if (state == null || state.remaining() == 0) {
      return state;
    }
    if (Buffers.startsMerge(state)) {
      return ByteBuffer.allocate(0);
    }
    ByteBuffer view = StateTimeState.readable(state);
    return Checksum.finalState(view, StateTimeState.end(view));
  }

  /**
   * Whether a blob is a state_time state that every function accepts. The empty blob is: it is the
   * state before the first row.
   *
   * @param state any blob; null gives null
   */
  @CqlFunction(
      value = "state_time_is_valid",
      examples = "state_time_is_valid(" + KNOWN + ") = true")
  public static boolean isValid(ByteBuffer state) {
    if (state.remaining() == 0) {
      return true;
    }
    try {
      StateTimeCheck.checked(state);
      return true;
    } catch (IllegalArgumentException refused) {
      return false;
    }
  }

  /**
   * The state in words, for reading in cqlsh: count, first and last time in milliseconds since
   * 1970, changes, number of states, and the last one.
   *
   * @param state a state_time state; null or empty gives null
   * @throws IllegalArgumentException if the blob is not a state_time state
   */
  @CqlFunction(
      value = "state_time_text",
      calledOnNullInput = true,
      examples =
          "state_time_text("
              + KNOWN
              + ") = 'state_time count=2 first=0 last=30000 transitions=1 states=2 now=off'")
  public static String text(ByteBuffer state) {
    if (state == null || state.remaining() == 0) {
      return null;
    }
    ByteBuffer view = StateTimeState.readable(state);
    String now = StateTimeKeys.text(view, StateTimeState.LAST_KEY);
    return "state_time count="
        + view.getLong(StateTimeState.COUNT)
        + " first="
        + view.getLong(StateTimeState.FIRST)
        + " last="
        + view.getLong(StateTimeState.LAST)
        + " transitions="
        + view.getLong(StateTimeState.TRANSITIONS)
        + " states="
        + StateTimeState.slots(view)
        + " now="
        + now;
  }
}
