/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.uda.heartbeat;

import java.nio.ByteBuffer;
import org.cassandrastats.udf.heartbeat.HeartbeatState;
import org.cassandrastats.udf.state.FixedState;
import org.cassandrastats.udf.state.TimePoints;

/** Two states, one before the other, as one. */
final class HeartbeatMerge {
  private HeartbeatMerge() {}

  /** Adds the beats of a valid state to another one, which is changed in place and has all room. */
  static void merge(ByteBuffer sum, ByteBuffer part) {
    int interval = HeartbeatState.interval(sum);
    if (HeartbeatState.interval(part) != interval) {
      throw new IllegalArgumentException(
          "heartbeat_union: expected states of one interval, found "
              + interval
              + " and "
              + HeartbeatState.interval(part)
              + " milliseconds");
    }
    boolean isLater = TimePoints.isBehind(part, sum, HeartbeatState.FIRST, HeartbeatState.LAST);
    ByteBuffer early = isLater ? sum : part;
    ByteBuffer late = isLater ? part : sum;
    long end = early.getLong(HeartbeatState.LAST);
    long next = late.getLong(HeartbeatState.FIRST);
    boolean isShared = end == next;
    TimePoints.requireDisjoint(
        early, late, HeartbeatState.FIRST, HeartbeatState.LAST, isShared, "heartbeat_union");
    long earlyCount = early.getLong(HeartbeatState.COUNT);
    // Nothing is changed before the total is known to fit.
    long count =
        FixedState.total(
            isShared ? earlyCount - 1 : earlyCount,
            late.getLong(HeartbeatState.COUNT),
            "heartbeat");
    boolean hasGap = Long.compareUnsigned(next - end, interval) > 0;
    long begin = end + interval;
    long down = sum.getLong(HeartbeatState.DOWN) + part.getLong(HeartbeatState.DOWN);
    long gaps = sum.getLong(HeartbeatState.GAPS) + part.getLong(HeartbeatState.GAPS);
    // In one loop, so that a body holds once what keeps a gap: first the one between both.
    for (int gap = hasGap ? HeartbeatState.LIST - HeartbeatState.GAP : HeartbeatState.LIST;
        gap < HeartbeatState.end(part);
        gap += HeartbeatState.GAP) {
      boolean isBetween = gap < HeartbeatState.LIST;
      HeartbeatRows.keep(
          sum,
          isBetween ? begin : part.getLong(gap),
          isBetween ? next : part.getLong(gap + HeartbeatState.STOP));
    }
    int time = isLater ? HeartbeatState.LAST : HeartbeatState.FIRST;
    sum.putLong(time, part.getLong(time));
    sum.putLong(HeartbeatState.COUNT, count);
    sum.putLong(HeartbeatState.DOWN, hasGap ? down + (next - begin) : down);
    sum.putLong(HeartbeatState.GAPS, hasGap ? gaps + 1 : gaps);
  }
}
