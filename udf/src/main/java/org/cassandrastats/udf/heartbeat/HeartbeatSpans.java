/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.udf.heartbeat;

import java.nio.ByteBuffer;
import java.util.Date;
import java.util.Map;
import java.util.TreeMap;
import org.cassandrastats.udf.annotation.CqlFunction;
import org.cassandrastats.udf.annotation.Overloads;
import org.cassandrastats.udf.state.TimePoints;

/** Uptime, downtime and gaps: from the first beat to the last, or over a bucket of time. */
// A java.util.Date is what Cassandra takes for a timestamp.
@SuppressWarnings("JavaUtilDate")
public final class HeartbeatSpans {
  private HeartbeatSpans() {}

  /**
   * The seconds from the first beat to the last in which a beat counts; 0 where there is one beat.
   *
   * @param state a heartbeat state; null or empty gives null
   * @throws IllegalArgumentException if the blob is not a heartbeat state
   */
  @CqlFunction(
      value = "heartbeat_uptime",
      calledOnNullInput = true,
      elsewhere = "uptime (TimescaleDB)",
      examples = "heartbeat_uptime(" + Heartbeat.KNOWN + ") = 10.0")
  public static Double uptime(ByteBuffer state) {
    if (state == null || state.remaining() == 0) {
      return null;
    }
    ByteBuffer view = HeartbeatState.readable(state);
    long millis = millis(view);
    return TimePoints.seconds(millis);
  }

  /** The milliseconds from the first beat to the last in which one counts, without a sign. */
  private static long millis(ByteBuffer state) {
    return state.getLong(HeartbeatState.LAST)
        - state.getLong(HeartbeatState.FIRST)
        - state.getLong(HeartbeatState.DOWN);
  }

  /**
   * The seconds from the first beat to the last in which no beat counts: those of all gaps.
   *
   * @param state a heartbeat state; null or empty gives null
   * @throws IllegalArgumentException if the blob is not a heartbeat state
   */
  @CqlFunction(
      value = "heartbeat_downtime",
      calledOnNullInput = true,
      elsewhere = "downtime (TimescaleDB)",
      examples = "heartbeat_downtime(" + Heartbeat.KNOWN + ") = 20.0")
  public static Double downtime(ByteBuffer state) {
    if (state == null || state.remaining() == 0) {
      return null;
    }
    ByteBuffer view = HeartbeatState.readable(state);
    long millis = view.getLong(HeartbeatState.DOWN);
    return TimePoints.seconds(millis);
  }

  /**
   * Number of gaps: how often the next beat came later than the interval.
   *
   * @param state a heartbeat state; null or empty gives null
   * @throws IllegalArgumentException if the blob is not a heartbeat state
   */
  @CqlFunction(
      value = "heartbeat_gaps",
      calledOnNullInput = true,
      elsewhere = "num_gaps (TimescaleDB)",
      examples = "heartbeat_gaps(" + Heartbeat.KNOWN + ") = 1")
  public static Long gaps(ByteBuffer state) {
    if (state == null || state.remaining() == 0) {
      return null;
    }
    ByteBuffer view = HeartbeatState.readable(state);
    return view.getLong(HeartbeatState.GAPS);
  }

  /**
   * The seconds of the longest gap; 0 if there is none.
   *
   * @param state a heartbeat state; null or empty gives null
   * @throws IllegalArgumentException if the blob is not a heartbeat state
   */
  @CqlFunction(
      value = "heartbeat_longest_gap",
      calledOnNullInput = true,
      examples = "heartbeat_longest_gap(" + Heartbeat.KNOWN + ") = 20.0")
  public static Double longestGap(ByteBuffer state) {
    if (state == null || state.remaining() == 0) {
      return null;
    }
    ByteBuffer view = HeartbeatState.readable(state);
    long millis = 0;
    if (view.getLong(HeartbeatState.GAPS) > 0) {
      millis =
          view.getLong(HeartbeatState.LIST + HeartbeatState.STOP)
              - view.getLong(HeartbeatState.LIST);
    }
    return TimePoints.seconds(millis);
  }

  /**
   * Begin and end of each gap, in the order of time: from where the beat before it no longer counts
   * to the next beat. Of more than 64, as {@code heartbeat_gaps} says, the 64 longest ones.
   *
   * @param state a heartbeat state; null or empty gives null
   * @throws IllegalArgumentException if the blob is not a heartbeat state
   */
  @CqlFunction(
      value = "heartbeat_gap_list",
      calledOnNullInput = true,
      elsewhere = "dead_ranges (TimescaleDB)",
      examples = "heartbeat_gap_list(heartbeat_accumulate((blob) 0x, 0, 10000)) = {}")
  public static Map<Date, Date> gapList(ByteBuffer state) {
    if (state == null || state.remaining() == 0) {
      return null;
    }
    ByteBuffer view = HeartbeatState.readable(state);
    Map<Date, Date> gaps = new TreeMap<Date, Date>();
    for (int gap = HeartbeatState.LIST; gap < HeartbeatState.end(view); gap += HeartbeatState.GAP) {
      gaps.put(new Date(view.getLong(gap)), new Date(view.getLong(gap + HeartbeatState.STOP)));
    }
    return gaps;
  }

  /**
   * The seconds of a bucket of time in which a beat counts: one in it, or the last one before it.
   * Of consecutive buckets they sum to the whole.
   *
   * @param state of the beats in the bucket; null or empty if there are none
   * @param start the beginning of the bucket; null gives null
   * @param stop the end of the bucket, the beginning of the next one; null gives null
   * @param before the state of the nearest beats before the bucket; null or empty if there are none
   * @return null without beats in the bucket and before it
   * @throws IllegalArgumentException if a blob is not a heartbeat state, if the intervals of the
   *     states differ, or if the values of the states are not before, in and behind the bucket
   */
  @CqlFunction(
      value = "heartbeat_interpolated_uptime",
      calledOnNullInput = true,
      elsewhere = "interpolated_uptime (TimescaleDB)",
      examples = {
        "heartbeat_interpolated_uptime(" + Heartbeat.KNOWN + ", 0, 35000, null) = 15.0",
        "heartbeat_interpolated_uptime(null, 35000, 60000, " + Heartbeat.KNOWN + ") = 5.0"
      })
  public static Double interpolatedUptime(
      ByteBuffer state,
      @Overloads("timestamp") Long start,
      @Overloads("timestamp") Long stop,
      ByteBuffer before) {
    if (start == null || stop == null) {
      return null;
    }
    // One loop, so that a body holds what reads a state once.
    ByteBuffer[] states = {before, state, null};
    int interval = 0;
    for (int i = 0; i < states.length; i++) {
      ByteBuffer view = states[i];
      if (view != null && view.remaining() == 0) {
        view = null;
      }
      if (view != null) {
        view = HeartbeatState.readable(view);
        if (interval != 0 && HeartbeatState.interval(view) != interval) {
          throw new IllegalArgumentException(
              "heartbeat_interpolated_uptime: expected states of one interval, found "
                  + interval
                  + " and "
                  + HeartbeatState.interval(view)
                  + " milliseconds");
        }
        interval = HeartbeatState.interval(view);
      }
      states[i] = view;
    }
    ByteBuffer earlier = states[0];
    ByteBuffer own = states[1];
    // The last beat counts whatever follows.
    ByteBuffer later = states[2];
    TimePoints.requireBucket(
        earlier,
        own,
        later,
        HeartbeatState.FIRST,
        HeartbeatState.LAST,
        start,
        stop,
        "heartbeat_interpolated_uptime");
    if (earlier == null && own == null) {
      return null;
    }
    // What the last beat before the bucket and the last one in it add. Spans may have no sign.
    long millis = own == null ? 0 : millis(own);
    for (int i = 0; i < 2; i++) {
      ByteBuffer view = states[i];
      if (view != null) {
        long beat = view.getLong(HeartbeatState.LAST);
        long begin = i == 0 ? start : beat;
        long end = i == 0 && own != null ? own.getLong(HeartbeatState.FIRST) : stop;
        long gone = begin - beat;
        long left = Long.compareUnsigned(gone, interval) < 0 ? interval - gone : 0;
        long most = end - begin;
        millis += Long.compareUnsigned(left, most) < 0 ? left : most;
      }
    }
    return TimePoints.seconds(millis);
  }
}
