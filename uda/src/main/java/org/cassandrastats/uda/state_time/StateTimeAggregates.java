/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.uda.state_time;

import java.nio.ByteBuffer;
import org.cassandrastats.udf.annotation.CqlFunction;
import org.cassandrastats.udf.annotation.CqlFunction.Aggregate;
import org.cassandrastats.udf.annotation.CqlFunction.Largest;
import org.cassandrastats.udf.annotation.Ordered;
import org.cassandrastats.udf.annotation.Overloads;
import org.cassandrastats.udf.state.Buffers;
import org.cassandrastats.udf.state.Checksum;
import org.cassandrastats.udf.state_time.StateTimeCheck;
import org.cassandrastats.udf.state_time.StateTimeKeys;
import org.cassandrastats.udf.state_time.StateTimeState;

/** How rows become a state_time state. The layout is that of {@link StateTimeState}. */
public final class StateTimeAggregates {
  /** Two points, which come more than once. */
  private static final String KNOWN =
      "state_time(CAST(position * position AS bigint), position * position)";

  private StateTimeAggregates() {}

  /**
   * Adds one row with a state that is a number and lasts until the next row. Rows come in the order
   * of their times, ascending or descending. The row with the first or the last time so far that
   * comes again, with the same state, counts once.
   *
   * @param state the empty blob, or the state that the call for the row before returned, which is
   *     changed in place; null gives null
   * @param ts the time, a timestamp or a bigint of milliseconds since 1970; null gives null
   * @param value the state, of which the digits are kept; null gives null
   * @return the state, at most 4288 bytes, which {@code state_time_state} finishes
   * @throws IllegalArgumentException if the state is any other blob, or if the time is among those
   *     of the rows before
   */
  @CqlFunction(
      value = "state_time_accumulate",
      examples =
          "state_time_last_state(state_time_accumulate("
              + "(blob) 0x, (bigint) 1000, (bigint) 5)) = '5'",
      aggregates = {
        @Aggregate(
            value = "state_time",
            finish = "state_time_state",
            summary = "State of how long each state lasted, from the times of states.",
            elsewhere = {"state_agg (TimescaleDB)", "compact_state_agg (TimescaleDB)"},
            examples = {
              "state_time_seconds(" + KNOWN + ", '0') = 0.001",
              "state_time_last_state(state_time(CAST(position * position AS bigint),"
                  + " CAST(position * position AS text))) = '1'"
            },
            largest = @Largest(bytes = StateTimeState.MAXIMUM_SIZE))
      })
  public static ByteBuffer accumulate(
      ByteBuffer state,
      // Both, so that a call with an int is exact: it would fit the value of any type, too.
      @Ordered @Overloads({"bigint", "timestamp"}) long ts,
      @Overloads(
              value = {"int", "bigint"},
              exactly = true)
          long value) {
    ByteBuffer working = state;
    if (!StateTimeState.isWorking(state)) {
      working = StateTimeState.start(state);
    }
    working = StateTimeState.withSpare(working);
    StateTimeKeys.putNumber(working, working.limit() - StateTimeKeys.SIZE, value);
    StateTimeRows.add(working, ts);
    return working;
  }

  /**
   * Adds one row with a state that is a text or a boolean and lasts until the next row. Of values
   * of other types the bytes are kept. More than 47 bytes are the state {@code (other)}; a value
   * without bytes, such as the empty text, changes nothing. Otherwise it is as with numbers.
   *
   * @param state the empty blob, or the state that the call for the row before returned, which is
   *     changed in place; null gives null
   * @param ts the time, a timestamp or a bigint of milliseconds since 1970; null gives null
   * @param value the state; null gives null
   * @return the state, at most 4288 bytes, which {@code state_time_state} finishes, or the empty
   *     blob where no state was accepted yet
   * @throws IllegalArgumentException if the state is any other blob, or if the time is among those
   *     of the rows before
   */
  @CqlFunction(
      value = "state_time_accumulate",
      examples =
          "state_time_last_state(state_time_accumulate((blob) 0x, 1000, (text) 'on')) = 'on'")
  public static ByteBuffer accumulate(
      ByteBuffer state,
      @Ordered @Overloads("bigint") long ts,
      @Overloads("blob") ByteBuffer value) {
    ByteBuffer working = state;
    if (!StateTimeState.isWorking(state)) {
      working = StateTimeState.start(state);
    }
    if (value.remaining() == 0) {
      return state;
    }
    working = StateTimeState.withSpare(working);
    StateTimeKeys.putBytes(working, working.limit() - StateTimeKeys.SIZE, value);
    StateTimeRows.add(working, ts);
    return working;
  }

  /**
   * The state of the rows of two states together, whose ranges of time do not overlap. The time
   * between them is that of the last state of the earlier one. A row that ends one and begins the
   * other, with the same state, counts once.
   *
   * <p>It is the state function of {@code state_time_merge}, which starts from the byte 0x00: the
   * sum then is changed in place, and is no final state before {@code state_time_state} ends it.
   * Each state that is merged is before or behind all that were merged before.
   *
   * @param left a state_time state, or the empty blob; null gives null
   * @param right a state_time state, or the empty blob; null gives null
   * @return the final state, at most 4296 bytes, or the empty blob where both are empty
   * @throws IllegalArgumentException if either blob is not a state_time state, if their ranges of
   *     time overlap, or if the count would exceed 2^63-1
   */
  @CqlFunction(
      value = "state_time_union",
      examples =
          "state_time_seconds(state_time_union("
              + KNOWN
              + ", state_time((bigint) 2001, position * 0 + 3)), '1') = 2.0",
      aggregates =
          @Aggregate(
              value = "state_time_merge",
              initial = Buffers.MERGE,
              finish = "state_time_state",
              summary = "State of the rows of all the states, whose ranges of time do not overlap.",
              examples =
                  "state_time_count(state_time_merge(state_time_state("
                      + "state_time_accumulate((blob) 0x,"
                      + " CAST(position * position AS bigint), position * position)))) = 2"))
  public static ByteBuffer union(ByteBuffer left, ByteBuffer right) {
    boolean isOwn = StateTimeState.isMerged(left);
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

  /** The rows of a state that is changed in place, or of none, with those of a stored one. */
  private static ByteBuffer added(ByteBuffer state, ByteBuffer part) {
    ByteBuffer other = StateTimeCheck.checked(part);
    ByteBuffer sum = state;
    if (state.remaining() == 0) {
      sum = StateTimeState.startOfMerge(other);
    } else {
      StateTimeMerge.merge(sum, other);
    }
    return sum;
  }
}
