/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.uda.counter;

import java.nio.ByteBuffer;
import org.cassandrastats.udf.annotation.CqlFunction;
import org.cassandrastats.udf.annotation.CqlFunction.Aggregate;
import org.cassandrastats.udf.annotation.CqlFunction.Largest;
import org.cassandrastats.udf.annotation.Ordered;
import org.cassandrastats.udf.annotation.Overloads;
import org.cassandrastats.udf.counter.CounterCheck;
import org.cassandrastats.udf.counter.CounterState;
import org.cassandrastats.udf.state.Buffers;
import org.cassandrastats.udf.state.Checksum;

/** How rows become a counter state. The layout is that of {@link CounterState}. */
public final class CounterAggregates {
  /** Two points, which come more than once. */
  private static final String KNOWN = "(CAST(position * position AS bigint), position * position)";

  private CounterAggregates() {}

  /**
   * Adds one value to a counter state. Values come in the order of their times, ascending or
   * descending. The point with the first or the last time so far that comes again, with the same
   * value, counts once. NaN and infinities change nothing.
   *
   * @param state the empty blob, for a gauge the byte 0x01, or the state that the call for the row
   *     before returned, which is changed in place; null gives null
   * @param ts the time, a timestamp or a bigint of milliseconds since 1970; null gives null
   * @param value the value of the counter at this time; null gives null; bigint is rounded to the
   *     nearest double beyond 2^53
   * @return the state, 112 bytes, which {@code counter_state} finishes, or the first one where no
   *     value was accepted yet
   * @throws IllegalArgumentException if the state is any other blob, or if the time is among those
   *     of the rows before
   */
  @CqlFunction(
      value = "counter_accumulate",
      examples = "counter_last_value(counter_accumulate((blob) 0x, 1000, (double) 7.5)) = 7.5",
      aggregates = {
        @Aggregate(
            value = "counter",
            finish = "counter_state",
            summary = "State of a counter that may be reset, from its times and values.",
            elsewhere = "counter_agg (TimescaleDB)",
            examples = "counter_count(counter" + KNOWN + ") = 2",
            largest = @Largest(bytes = CounterState.SIZE)),
        @Aggregate(
            value = "gauge",
            initial = CounterState.GAUGE,
            finish = "counter_state",
            summary =
                "State of a gauge, which goes up and down, from its times and values: it is asked and"
                    + " merged as that of a counter.",
            elsewhere = "gauge_agg (TimescaleDB)",
            examples =
                "counter_delta(gauge(CAST(position * position AS bigint),"
                    + " 3 - position * position)) = -1.0",
            largest = @Largest(bytes = CounterState.SIZE)),
        @Aggregate(
            value = "increase",
            finish = "counter_delta",
            summary = "What a counter grew by, resets included; 0 where there is one value.",
            examples = "increase" + KNOWN + " = 1.0"),
        @Aggregate(
            value = "rate",
            finish = "counter_rate",
            summary =
                "What a counter grew by for each second, resets included; null below two values.",
            examples = "rate" + KNOWN + " = 1000.0")
      })
  public static ByteBuffer accumulate(
      ByteBuffer state,
      @Ordered @Overloads("bigint") long ts,
      @Overloads({"varint", "double"}) double value) {
    ByteBuffer working = state;
    if (!CounterState.isWorking(state)) {
      working = CounterState.start(state);
    }
    // A NaN is in no interval.
    if (!(Math.abs(value) <= Double.MAX_VALUE)) {
      return state;
    }
    // Of both zeros one is kept.
    double number = value + 0.0;
    CounterRows.add(working, ts, number);
    return working;
  }

  /**
   * The state of the values of two states together, whose ranges of time do not overlap. A point
   * that ends one and begins the other, with the same value, counts once.
   *
   * <p>It is the state function of {@code counter_merge}, which starts from the byte 0x00: the sum
   * then is changed in place, and is no final state before {@code counter_state} ends it. Each
   * state that is merged is before or behind all that were merged before.
   *
   * @param left a counter state, or the empty blob; null gives null
   * @param right a counter state, or the empty blob; null gives null
   * @return the final state, 120 bytes, or the empty blob where both are empty
   * @throws IllegalArgumentException if either blob is not a counter state, if their kinds differ,
   *     if their ranges of time overlap, or if the count would exceed 2^63-1
   */
  @CqlFunction(
      value = "counter_union",
      examples =
          "counter_delta(counter_union(counter"
              + KNOWN
              + ", counter((bigint) 1000, position * 0 + 3))) = 3.0",
      aggregates =
          @Aggregate(
              value = "counter_merge",
              initial = Buffers.MERGE,
              finish = "counter_state",
              summary =
                  "State of the values of all the states, whose ranges of time do not overlap.",
              examples =
                  "counter_count(counter_merge(counter_state("
                      + "counter_accumulate((blob) 0x, CAST(position * position AS bigint),"
                      + " position * position)))) = 2"))
  public static ByteBuffer union(ByteBuffer left, ByteBuffer right) {
    boolean isOwn = CounterState.isMerged(left);
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
    ByteBuffer other = CounterCheck.checked(part);
    ByteBuffer sum = state;
    if (state.remaining() == 0) {
      sum = CounterState.allocate(Buffers.MERGED_TAIL);
      Buffers.copy(other, sum, CounterState.END);
    } else {
      CounterMerge.merge(sum, other);
    }
    return sum;
  }
}
