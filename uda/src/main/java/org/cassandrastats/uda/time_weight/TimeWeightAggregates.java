/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.uda.time_weight;

import java.nio.ByteBuffer;
import org.cassandrastats.udf.annotation.CqlFunction;
import org.cassandrastats.udf.annotation.CqlFunction.Aggregate;
import org.cassandrastats.udf.annotation.CqlFunction.Largest;
import org.cassandrastats.udf.annotation.Ordered;
import org.cassandrastats.udf.annotation.Overloads;
import org.cassandrastats.udf.state.Buffers;
import org.cassandrastats.udf.state.Checksum;
import org.cassandrastats.udf.time_weight.TimeWeightCheck;
import org.cassandrastats.udf.time_weight.TimeWeightState;

/** How rows become a time_weight state. The layout is that of {@link TimeWeightState}. */
public final class TimeWeightAggregates {
  /** Two points, which come more than once. */
  private static final String KNOWN = "(CAST(position * position AS bigint), position * position)";

  private TimeWeightAggregates() {}

  /**
   * Adds one value that holds until the next one to a time_weight state. Values come in the order
   * of their times, ascending or descending. The point with the first or the last time so far that
   * comes again, with the same value, counts once. NaN and infinities change nothing.
   *
   * @param state the empty blob, or the state that the call for the row before returned, which is
   *     changed in place; null gives null
   * @param ts the time, a timestamp or a bigint of milliseconds since 1970; null gives null
   * @param value the value from this time on; null gives null; bigint is rounded to the nearest
   *     double beyond 2^53
   * @return the state, 64 bytes, which {@code time_weight_state} finishes, or the empty blob where
   *     no value was accepted yet
   * @throws IllegalArgumentException if the state is any other blob, or if the time is among those
   *     of the rows before
   */
  @CqlFunction(
      value = "time_weight_locf_accumulate",
      examples =
          "time_weight_last_value("
              + "time_weight_locf_accumulate((blob) 0x, 1000, (double) 7.5)) = 7.5",
      aggregates =
          @Aggregate(
              value = "time_weight_locf",
              finish = "time_weight_state",
              summary = "State of values that hold until the next one, from their times.",
              elsewhere = "time_weight('LOCF', ...) (TimescaleDB)",
              examples = "time_weight_average(time_weight_locf" + KNOWN + ") = 0.0",
              largest = @Largest(bytes = TimeWeightState.SIZE)))
  public static ByteBuffer locf(
      ByteBuffer state,
      @Ordered @Overloads("bigint") long ts,
      @Overloads({"varint", "float", "double"}) double value) {
    ByteBuffer working = state;
    if (!TimeWeightState.isWorking(state, TimeWeightState.LOCF)) {
      working = TimeWeightState.start(state, TimeWeightState.LOCF, "time_weight_locf_accumulate");
    }
    // A NaN is in no interval.
    if (!(Math.abs(value) <= Double.MAX_VALUE)) {
      return state;
    }
    // Of both zeros one is kept.
    double number = value + 0.0;
    TimeWeightRows.add(working, ts, number, "time_weight_locf_accumulate");
    return working;
  }

  /**
   * Adds one value that changes evenly to the next one to a time_weight state. Order, points that
   * come again, NaN and infinities are as with {@code time_weight_locf_accumulate}.
   *
   * @param state the empty blob, or the state that the call for the row before returned, which is
   *     changed in place; null gives null
   * @param ts the time, a timestamp or a bigint of milliseconds since 1970; null gives null
   * @param value the value at this time; null gives null; bigint is rounded to the nearest double
   *     beyond 2^53
   * @return the state, 64 bytes, which {@code time_weight_state} finishes, or the empty blob where
   *     no value was accepted yet
   * @throws IllegalArgumentException if the state is any other blob, or if the time is among those
   *     of the rows before
   */
  @CqlFunction(
      value = "time_weight_linear_accumulate",
      examples =
          "time_weight_last_value("
              + "time_weight_linear_accumulate((blob) 0x, 1000, (double) 7.5)) = 7.5",
      aggregates =
          @Aggregate(
              value = "time_weight_linear",
              finish = "time_weight_state",
              summary = "State of values that change evenly to the next one, from their times.",
              elsewhere = "time_weight('Linear', ...) (TimescaleDB)",
              examples = "time_weight_average(time_weight_linear" + KNOWN + ") = 0.5",
              largest = @Largest(bytes = TimeWeightState.SIZE)))
  public static ByteBuffer linear(
      ByteBuffer state,
      @Ordered @Overloads("bigint") long ts,
      @Overloads({"varint", "float", "double"}) double value) {
    ByteBuffer working = state;
    if (!TimeWeightState.isWorking(state, TimeWeightState.LINEAR)) {
      working =
          TimeWeightState.start(state, TimeWeightState.LINEAR, "time_weight_linear_accumulate");
    }
    // A NaN is in no interval.
    if (!(Math.abs(value) <= Double.MAX_VALUE)) {
      return state;
    }
    // Of both zeros one is kept.
    double number = value + 0.0;
    TimeWeightRows.add(working, ts, number, "time_weight_linear_accumulate");
    return working;
  }

  /**
   * The state of the values of two states together, which have the same method, and whose ranges of
   * time do not overlap. The time between them counts. A point that ends one and begins the other,
   * with the same value, counts once.
   *
   * <p>It is the state function of {@code time_weight_merge}, which starts from the byte 0x00: the
   * sum then is changed in place, and is no final state before {@code time_weight_state} ends it.
   * Each state that is merged is before or behind all that were merged before.
   *
   * @param left a time_weight state, or the empty blob; null gives null
   * @param right a time_weight state, or the empty blob; null gives null
   * @return the final state, 72 bytes, or the empty blob where both are empty
   * @throws IllegalArgumentException if either blob is not a time_weight state, if their methods
   *     differ, if their ranges of time overlap, or if the count would exceed 2^63-1
   */
  @CqlFunction(
      value = "time_weight_union",
      examples =
          "time_weight_integral(time_weight_union(time_weight_linear"
              + KNOWN
              + ", time_weight_linear((bigint) 2001, position * 0 + 3))) = 4.0005",
      aggregates =
          @Aggregate(
              value = "time_weight_merge",
              initial = Buffers.MERGE,
              finish = "time_weight_state",
              summary =
                  "State of the values of all the states, whose ranges of time do not overlap.",
              examples =
                  "time_weight_count(time_weight_merge(time_weight_state("
                      + "time_weight_locf_accumulate((blob) 0x,"
                      + " CAST(position * position AS bigint), position * position)))) = 2"))
  public static ByteBuffer union(ByteBuffer left, ByteBuffer right) {
    boolean isOwn = TimeWeightState.isMerged(left);
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

  /** The values of a state that is changed in place, or of none, with those of a stored one. */
  private static ByteBuffer added(ByteBuffer state, ByteBuffer part) {
    ByteBuffer other = TimeWeightCheck.checked(part);
    ByteBuffer sum = state;
    if (state.remaining() == 0) {
      sum = TimeWeightState.allocate(Buffers.MERGED_TAIL);
      Buffers.copy(other, sum, TimeWeightState.END);
    } else {
      TimeWeightMerge.merge(sum, other);
    }
    return sum;
  }
}
