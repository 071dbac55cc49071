/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.udf.counter;

import java.nio.ByteBuffer;
import java.time.Instant;
import org.cassandrastats.udf.annotation.CqlFunction;
import org.cassandrastats.udf.annotation.Overloads;
import org.cassandrastats.udf.state.TimePoints;

/**
 * What a counter grew by in a whole span of time, such as a bucket, of which the values cover a
 * part. Every function gives null where its result is no finite double.
 */
public final class CounterSpans {
  private static final String KNOWN =
      "counter_accumulate(counter_accumulate((blob) 0x, 10000, (double) 5.0), 40000, (double) 8.0)";

  private CounterSpans() {}

  /**
   * What the counter grew by in a bucket of time, with its part of what it grew by between the
   * bucket's values and those of its neighbours, where it grows evenly: the results of consecutive
   * buckets sum to what the counter grew by in total. A neighbour is the nearest bucket that has
   * values; without one, its border is that of the values. A bucket without values between two
   * neighbours has its part, too.
   *
   * @param state of the values in the bucket; null or empty if there are none, which gives null
   *     unless both neighbours are given
   * @param start the beginning of the bucket; null gives null
   * @param stop the end of the bucket, the beginning of the next one; null gives null
   * @param before the state of the bucket before; null or empty if there is none
   * @param after the state of the bucket behind; null or empty if there is none
   * @throws IllegalArgumentException if a blob is not a counter state, if the kinds of the states
   *     differ, or if the values of the states are not before, in and behind the bucket
   */
  @CqlFunction(
      value = "counter_interpolated_delta",
      calledOnNullInput = true,
      elsewhere = "interpolated_delta (TimescaleDB)",
      examples = {
        "counter_interpolated_delta("
            + KNOWN
            + ", 0, 60000, null, counter_accumulate((blob) 0x, 80000, (double) 12.0)) = 5.0",
        "counter_interpolated_delta(null, 60000, 70000, "
            + KNOWN
            + ", counter_accumulate((blob) 0x, 80000, (double) 12.0)) = 1.0"
      })
  public static Double interpolatedDelta(
      ByteBuffer state,
      @Overloads("timestamp") Long start,
      @Overloads("timestamp") Long stop,
      ByteBuffer before,
      ByteBuffer after) {
    if (start == null || stop == null) {
      return null;
    }
    // One loop, so that a body holds what reads a state once.
    ByteBuffer[] states = {before, state, after};
    ByteBuffer other = null;
    for (int i = 0; i < states.length; i++) {
      ByteBuffer view = states[i];
      if (view != null && view.remaining() == 0) {
        view = null;
      }
      if (view != null) {
        view = CounterState.readable(view);
        if (other != null) {
          CounterState.requireOneKind(other, view, "counter_interpolated_delta");
        }
        other = view;
      }
      states[i] = view;
    }
    ByteBuffer earlier = states[0];
    ByteBuffer own = states[1];
    ByteBuffer later = states[2];
    TimePoints.requireBucket(
        earlier,
        own,
        later,
        CounterState.FIRST,
        CounterState.LAST,
        start,
        stop,
        "counter_interpolated_delta");
    if (own == null) {
      if (earlier == null || later == null) {
        return null;
      }
      return CounterMath.finiteOrNull(CounterMath.part(earlier, later, start, stop));
    }
    double delta = CounterMath.delta(own);
    if (earlier != null) {
      delta += CounterMath.part(earlier, own, start, own.getLong(CounterState.FIRST));
    }
    if (later != null) {
      delta += CounterMath.part(own, later, own.getLong(CounterState.LAST), stop);
    }
    return CounterMath.finiteOrNull(delta);
  }

  /**
   * What the counter grew by in a span of time, as increase() of Prometheus 3 has it, and delta()
   * of a gauge: as fast as between the values up to a border that is at most 1.1 usual distances of
   * two values away, else half such a distance further, and back to no time at which a counter was
   * negative.
   *
   * @param state of the values in the span; null or empty gives null, and so does one value
   * @param start the beginning of the span; null gives null
   * @param stop the end of the span; null gives null
   * @throws IllegalArgumentException if the blob is not a counter state, or if the values of the
   *     state are not in the span
   */
  @CqlFunction(
      value = "counter_extrapolated_delta",
      calledOnNullInput = true,
      elsewhere = {
        "increase (Prometheus)",
        "delta (Prometheus, of a gauge)",
        "extrapolated_delta (TimescaleDB)"
      },
      examples = "counter_extrapolated_delta(" + KNOWN + ", 0, 60000) = 6.0")
  public static Double extrapolatedDelta(
      ByteBuffer state, @Overloads("timestamp") Long start, @Overloads("timestamp") Long stop) {
    if (state == null || state.remaining() == 0 || start == null || stop == null) {
      return null;
    }
    ByteBuffer view = CounterState.readable(state);
    requireSpan(view, start, stop);
    if (view.getLong(CounterState.COUNT) < 2) {
      return null;
    }
    double factor = CounterMath.extrapolation(view, start, stop);
    return CounterMath.finiteOrNull(CounterMath.delta(view) * factor);
  }

  /**
   * What the counter grew by for each second of a span of time, as rate() of Prometheus 3 has it;
   * see {@code counter_extrapolated_delta}.
   *
   * @param state of the values in the span; null or empty gives null, and so does one value
   * @param start the beginning of the span; null gives null
   * @param stop the end of the span; null gives null
   * @throws IllegalArgumentException if the blob is not a counter state, or if the values of the
   *     state are not in the span
   */
  @CqlFunction(
      value = "counter_extrapolated_rate",
      calledOnNullInput = true,
      elsewhere = {"rate (Prometheus)", "extrapolated_rate (TimescaleDB)"},
      examples = "counter_extrapolated_rate(" + KNOWN + ", 0, 60000) = 0.1")
  public static Double extrapolatedRate(
      ByteBuffer state, @Overloads("timestamp") Long start, @Overloads("timestamp") Long stop) {
    if (state == null || state.remaining() == 0 || start == null || stop == null) {
      return null;
    }
    ByteBuffer view = CounterState.readable(state);
    requireSpan(view, start, stop);
    if (view.getLong(CounterState.COUNT) < 2) {
      return null;
    }
    double factor = CounterMath.extrapolation(view, start, stop) / CounterMath.seconds(start, stop);
    return CounterMath.finiteOrNull(CounterMath.delta(view) * factor);
  }

  /** Refuses values outside of a span of time. */
  private static void requireSpan(ByteBuffer state, long start, long stop) {
    if (start >= stop
        || state.getLong(CounterState.FIRST) < start
        || state.getLong(CounterState.LAST) > stop) {
      throw new IllegalArgumentException(
          "counter: expected values in a span from "
              + Instant.ofEpochMilli(start)
              + " to "
              + Instant.ofEpochMilli(stop)
              + ", found "
              + TimePoints.range(state, CounterState.FIRST, CounterState.LAST));
    }
  }
}
