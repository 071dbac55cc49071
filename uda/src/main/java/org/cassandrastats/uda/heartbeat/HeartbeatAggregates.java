/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.uda.heartbeat;

import java.nio.ByteBuffer;
import org.cassandrastats.udf.annotation.CqlFunction;
import org.cassandrastats.udf.annotation.CqlFunction.Aggregate;
import org.cassandrastats.udf.annotation.CqlFunction.Largest;
import org.cassandrastats.udf.annotation.Ordered;
import org.cassandrastats.udf.annotation.Overloads;
import org.cassandrastats.udf.heartbeat.HeartbeatCheck;
import org.cassandrastats.udf.heartbeat.HeartbeatState;
import org.cassandrastats.udf.state.Buffers;
import org.cassandrastats.udf.state.Checksum;

/** How rows become a heartbeat state. The layout is that of {@link HeartbeatState}. */
public final class HeartbeatAggregates {
  /** Two beats that are 3 milliseconds apart; the second one comes more than once. */
  private static final String KNOWN = "heartbeat(CAST(3 * position * position AS bigint), 2)";

  private HeartbeatAggregates() {}

  /**
   * Adds one beat, which counts for an interval from its time on. Beats come in the order of their
   * times, ascending or descending. A beat at the first or the last time so far changes nothing.
   *
   * @param state the empty blob, or the state that the call for the row before returned, which is
   *     changed in place; null gives null
   * @param ts the time, a timestamp or a bigint of milliseconds since 1970; null gives null
   * @param interval the milliseconds for which a beat counts, 1 to 2147483647, the same for every
   *     row; null gives null
   * @return the state, at most 1072 bytes, which {@code heartbeat_state} finishes
   * @throws IllegalArgumentException if the interval is out of range or changes, if the state is
   *     any other blob, or if the time is among those of the rows before
   */
  @CqlFunction(
      value = "heartbeat_accumulate",
      examples = "heartbeat_count(heartbeat_accumulate((blob) 0x, 1000, 30000)) = 1",
      aggregates =
          @Aggregate(
              value = "heartbeat",
              finish = "heartbeat_state",
              summary = "State of uptime, downtime and gaps, from the times of signs of life.",
              elsewhere = "heartbeat_agg (TimescaleDB)",
              examples = "heartbeat_uptime(" + KNOWN + ") = 0.002",
              largest = @Largest(arguments = "1", bytes = HeartbeatState.MAXIMUM_SIZE)))
  public static ByteBuffer accumulate(
      ByteBuffer state, @Ordered @Overloads("bigint") long ts, int interval) {
    ByteBuffer working = state;
    if (!HeartbeatState.isWorking(state, interval)) {
      working = HeartbeatState.start(state, interval);
    }
    HeartbeatRows.add(working, ts);
    return working;
  }

  /**
   * The state of the beats of two states together, which have the same interval, and whose ranges
   * of time do not overlap. The time between them counts: up to the interval as uptime, beyond it
   * as a gap. A beat that ends one and begins the other counts once.
   *
   * <p>It is the state function of {@code heartbeat_merge}, which starts from the byte 0x00: the
   * sum then is changed in place, and is no final state before {@code heartbeat_state} ends it.
   * Each state that is merged is before or behind all that were merged before.
   *
   * @param left a heartbeat state, or the empty blob; null gives null
   * @param right a heartbeat state, or the empty blob; null gives null
   * @return the final state, at most 1080 bytes, or the empty blob where both are empty
   * @throws IllegalArgumentException if either blob is not a heartbeat state, if their intervals
   *     differ, if their ranges of time overlap, or if the count would exceed 2^63-1
   */
  @CqlFunction(
      value = "heartbeat_union",
      examples =
          "heartbeat_downtime(heartbeat_union(" + KNOWN + ", heartbeat((bigint) 1005, 2))) = 1.001",
      aggregates =
          @Aggregate(
              value = "heartbeat_merge",
              initial = Buffers.MERGE,
              finish = "heartbeat_state",
              summary =
                  "State of the beats of all the states, whose ranges of time do not overlap.",
              examples =
                  "heartbeat_count(heartbeat_merge(heartbeat_state("
                      + "heartbeat_accumulate((blob) 0x,"
                      + " CAST(position * position AS bigint), 30000)))) = 2"))
  public static ByteBuffer union(ByteBuffer left, ByteBuffer right) {
    boolean isOwn = HeartbeatState.isMerged(left);
    boolean isMerge = isOwn || Buffers.startsMerge(left);
    ByteBuffer sum = isOwn ? left : ByteBuffer.allocate(0);
    // One loop, so that a body holds what checks a state once. An empty state adds nothing.
    for (int side = isMerge ? 1 : 0; side < 2; side++) {
      ByteBuffer part = side == 0 ? left : right;
      if (part.remaining() > 0) {
        sum = added(sum, part);
      }
    }
    if (isMerge) {
      return sum.remaining() == 0 ? left : sum;
    }
    return Checksum.finalSum(sum);
  }

  /** The beats of a state that is changed in place, or of none, with those of a stored one. */
  private static ByteBuffer added(ByteBuffer state, ByteBuffer part) {
    ByteBuffer other = HeartbeatCheck.checked(part);
    ByteBuffer sum = state;
    if (state.remaining() == 0) {
      sum = HeartbeatState.startOfMerge(other);
    } else {
      HeartbeatMerge.merge(sum, other);
    }
    return sum;
  }
}
