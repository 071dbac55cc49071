/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.udf.state_time;

import java.nio.ByteBuffer;
import java.util.Date;
import java.util.LinkedHashMap;
import java.util.Map;
import org.cassandrastats.udf.annotation.CqlFunction;
import org.cassandrastats.udf.annotation.Overloads;
import org.cassandrastats.udf.state.TimePoints;

/** How long states lasted, in seconds: from the first row to the last, or over a bucket of time. */
// A java.util.Date is what Cassandra takes for a timestamp.
@SuppressWarnings("JavaUtilDate")
public final class StateTimeSpans {
  private StateTimeSpans() {}

  /**
   * The seconds of each state from the first row to the last, in the order of their bytes. The last
   * state has the time that it took before.
   *
   * @param state a state_time state; null or empty gives null
   * @throws IllegalArgumentException if the blob is not a state_time state
   */
  @CqlFunction(
      value = "state_time_durations",
      calledOnNullInput = true,
      elsewhere = "into_values (TimescaleDB, of state_agg)",
      examples = "state_time_durations(" + StateTime.KNOWN + ") = {'off':0.0,'on':30.0}")
  public static Map<String, Double> durations(ByteBuffer state) {
    if (state == null || state.remaining() == 0) {
      return null;
    }
    ByteBuffer view = StateTimeState.readable(state);
    Map<String, Double> durations = new LinkedHashMap<String, Double>();
    for (int slot = StateTimeState.SLOTS;
        slot < StateTimeState.slotsEnd(view);
        slot += StateTimeState.SLOT) {
      String name = StateTimeKeys.text(view, slot + StateTimeState.KEY);
      double seconds = TimePoints.seconds(view.getLong(slot));
      // A text may be what another key is told as.
      Double same = durations.get(name);
      durations.put(name, same == null ? seconds : same + seconds);
    }
    return durations;
  }

  /**
   * When states began, by their times: the last 32 of them, or all where there were fewer changes.
   * Each lasts until the next one, the last one until the last row. States that are told alike may
   * follow each other.
   *
   * @param state a state_time state; null or empty gives null
   * @return at most 32 times with the state that began, in the order of time
   * @throws IllegalArgumentException if the blob is not a state_time state
   */
  @CqlFunction(
      value = "state_time_timeline",
      calledOnNullInput = true,
      elsewhere = "state_timeline (TimescaleDB)",
      // Drivers write a time in the zone of their machine, and no map as an empty one.
      examples = "state_time_timeline((blob) 0x) = {}")
  public static Map<Date, String> timeline(ByteBuffer state) {
    if (state == null || state.remaining() == 0) {
      return null;
    }
    ByteBuffer view = StateTimeState.readable(state);
    Map<Date, String> timeline = new LinkedHashMap<Date, String>();
    for (int run = StateTimeState.slotsEnd(view);
        run < StateTimeState.end(view);
        run += StateTimeState.RUN) {
      // Accessors read states whose contents are not checked.
      long number = view.getLong(run + StateTimeState.NUMBER);
      int slot = (int) Math.max(0, Math.min(number, StateTimeState.slots(view) - 1));
      String name =
          StateTimeKeys.text(
              view, StateTimeState.SLOTS + StateTimeState.SLOT * slot + StateTimeState.KEY);
      timeline.put(new Date(view.getLong(run)), name);
    }
    return timeline;
  }

  /**
   * The seconds that a state lasted from the first row to the last; 0 if it is no state of any row.
   *
   * @param state a state_time state; null or empty gives null
   * @param name of the state as {@code state_time_durations} gives it; null gives null
   * @throws IllegalArgumentException if the blob is not a state_time state
   */
  @CqlFunction(
      value = "state_time_seconds",
      calledOnNullInput = true,
      elsewhere = "duration_in (TimescaleDB)",
      examples = "state_time_seconds(" + StateTime.KNOWN + ", 'on') = 30.0")
  public static Double secondsIn(ByteBuffer state, String name) {
    if (state == null || state.remaining() == 0 || name == null) {
      return null;
    }
    ByteBuffer view = StateTimeState.readable(state);
    long millis = millis(view, name);
    return TimePoints.seconds(millis);
  }

  /**
   * The share of the time from the first row to the last that a state lasted, from 0 to 1; null
   * where there is one row.
   *
   * @param state a state_time state; null or empty gives null
   * @param name of the state as {@code state_time_durations} gives it; null gives null
   * @throws IllegalArgumentException if the blob is not a state_time state
   */
  @CqlFunction(
      value = "state_time_share",
      calledOnNullInput = true,
      examples = "state_time_share(" + StateTime.KNOWN + ", 'on') = 1.0")
  public static Double share(ByteBuffer state, String name) {
    if (state == null || state.remaining() == 0 || name == null) {
      return null;
    }
    ByteBuffer view = StateTimeState.readable(state);
    long whole = view.getLong(StateTimeState.LAST) - view.getLong(StateTimeState.FIRST);
    if (whole == 0) {
      return null;
    }
    long millis = millis(view, name);
    return TimePoints.seconds(millis) / TimePoints.seconds(whole);
  }

  /** The milliseconds of a state; 0 if there is none of the name. */
  private static long millis(ByteBuffer view, String name) {
    long millis = 0;
    for (int slot = StateTimeState.SLOTS;
        slot < StateTimeState.slotsEnd(view);
        slot += StateTimeState.SLOT) {
      String own = StateTimeKeys.text(view, slot + StateTimeState.KEY);
      if (own.equals(name)) {
        millis += view.getLong(slot);
      }
    }
    return millis;
  }

  /**
   * The seconds that a state lasted in a bucket of time: with the time from its beginning, where
   * there is a state before, and to its end. Of consecutive buckets they sum to the whole.
   *
   * @param state of the rows in the bucket; null or empty if there are none
   * @param name of the state as {@code state_time_durations} gives it; null gives null
   * @param start the beginning of the bucket; null gives null
   * @param stop the end of the bucket, the beginning of the next one; null gives null
   * @param before the state of the nearest rows before the bucket; null or empty if there are none
   * @return null without rows in the bucket and before it
   * @throws IllegalArgumentException if a blob is not a state_time state, or if the values of the
   *     states are not before, in and behind the bucket
   */
  @CqlFunction(
      value = "state_time_interpolated_seconds",
      calledOnNullInput = true,
      elsewhere = "interpolated_duration_in (TimescaleDB)",
      examples = {
        "state_time_interpolated_seconds(" + StateTime.KNOWN + ", 'off', 0, 40000, null) = 10.0",
        "state_time_interpolated_seconds(null, 'off', 40000, 60000, " + StateTime.KNOWN + ") = 20.0"
      })
  public static Double interpolatedSeconds(
      ByteBuffer state,
      String name,
      @Overloads("timestamp") Long start,
      @Overloads("timestamp") Long stop,
      ByteBuffer before) {
    if (name == null || start == null || stop == null) {
      return null;
    }
    // One loop, so that a body holds what reads a state once.
    ByteBuffer[] states = {before, state, null};
    for (int i = 0; i < states.length; i++) {
      ByteBuffer view = states[i];
      if (view != null && view.remaining() == 0) {
        view = null;
      }
      if (view != null) {
        view = StateTimeState.readable(view);
      }
      states[i] = view;
    }
    ByteBuffer earlier = states[0];
    ByteBuffer own = states[1];
    // The last state lasts to the end of the bucket, whatever follows.
    ByteBuffer later = states[2];
    TimePoints.requireBucket(
        earlier,
        own,
        later,
        StateTimeState.FIRST,
        StateTimeState.LAST,
        start,
        stop,
        "state_time_interpolated_seconds");
    if (earlier == null && own == null) {
      return null;
    }
    // The state before the rows, the last one, and those between.
    long millis = 0;
    int slots = own == null ? 0 : StateTimeState.slots(own);
    for (int index = earlier == null ? -1 : -2; index < slots; index++) {
      ByteBuffer view = index == -2 ? earlier : own;
      if (view != null) {
        int slot = StateTimeState.SLOTS + StateTimeState.SLOT * index;
        int key = index < 0 ? StateTimeState.LAST_KEY : slot + StateTimeState.KEY;
        String held = StateTimeKeys.text(view, key);
        long end = own == null ? stop : own.getLong(StateTimeState.FIRST);
        long lasted =
            index == -2
                ? end - start
                : index == -1 ? stop - own.getLong(StateTimeState.LAST) : own.getLong(slot);
        millis += held.equals(name) ? lasted : 0;
      }
    }
    return TimePoints.seconds(millis);
  }
}
