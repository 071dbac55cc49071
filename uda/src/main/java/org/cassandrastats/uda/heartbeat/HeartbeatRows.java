/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.uda.heartbeat;

import java.nio.ByteBuffer;
import java.time.Instant;
import org.cassandrastats.udf.heartbeat.HeartbeatState;
import org.cassandrastats.udf.state.TimePoints;

/** Beats and gaps that are added to a heartbeat state at either end, which is changed in place. */
final class HeartbeatRows {
  private HeartbeatRows() {}

  /** Adds a beat. */
  static void add(ByteBuffer state, long time) {
    long count = state.getLong(HeartbeatState.COUNT);
    long first = state.getLong(HeartbeatState.FIRST);
    long last = state.getLong(HeartbeatState.LAST);
    boolean isLater = count == 0 || time > last;
    boolean isEarlier = count == 0 || time < first;
    if (isLater || isEarlier) {
      int interval = HeartbeatState.interval(state);
      long before = isLater ? last : time;
      long after = isLater ? time : first;
      if (count > 0 && Long.compareUnsigned(after - before, interval) > 0) {
        long begin = before + interval;
        state.putLong(HeartbeatState.DOWN, state.getLong(HeartbeatState.DOWN) + (after - begin));
        state.putLong(HeartbeatState.GAPS, state.getLong(HeartbeatState.GAPS) + 1);
        keep(state, begin, after);
      }
      state.putLong(HeartbeatState.FIRST, isEarlier ? time : first);
      state.putLong(HeartbeatState.LAST, isLater ? time : last);
      state.putLong(HeartbeatState.COUNT, count + 1);
    } else if (time != first && time != last) {
      throw new IllegalArgumentException(
          "heartbeat_accumulate: expected one series in the order of time, found a beat at "
              + Instant.ofEpochMilli(time)
              + " after beats of "
              + TimePoints.range(state, HeartbeatState.FIRST, HeartbeatState.LAST)
              + "; give each series and partition a state of its own, such as by GROUP BY");
    }
  }

  /** Puts a gap in its place among the longest ones, unless there are enough longer ones. */
  static void keep(ByteBuffer state, long begin, long end) {
    int limit = state.limit();
    // The place is sought by halves: behind all gaps that are longer, or as long and earlier.
    int at = HeartbeatState.LIST;
    int above = limit;
    while (at < above) {
      int middle = at + (above - at) / (2 * HeartbeatState.GAP) * HeartbeatState.GAP;
      long other = state.getLong(middle);
      long length = state.getLong(middle + HeartbeatState.STOP) - other;
      int order = Long.compareUnsigned(end - begin, length);
      boolean isBefore = order > 0 || (order == 0 && begin < other);
      above = isBefore ? middle : above;
      at = isBefore ? at : middle + HeartbeatState.GAP;
    }
    if (limit < HeartbeatState.FULL) {
      limit += HeartbeatState.GAP;
      state.limit(limit);
    }
    // Without more room the shortest gap has no place any more.
    if (at < limit) {
      for (int i = limit - HeartbeatState.GAP - 8; i >= at; i -= 8) {
        state.putLong(i + HeartbeatState.GAP, state.getLong(i));
      }
      state.putLong(at, begin);
      state.putLong(at + HeartbeatState.STOP, end);
    }
  }
}
