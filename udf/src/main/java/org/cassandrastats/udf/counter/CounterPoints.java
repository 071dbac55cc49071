/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.udf.counter;

import java.nio.ByteBuffer;
import java.util.Date;
import org.cassandrastats.udf.annotation.CqlFunction;
import org.cassandrastats.udf.state.TimePoints;

/**
 * The first and the last values of a counter state, and what the counter grew by between them and
 * their neighbours. Every function gives null for a null or empty state, and where its result is no
 * finite double.
 */
// A java.util.Date is what Cassandra takes for a timestamp.
@SuppressWarnings("JavaUtilDate")
public final class CounterPoints {
  private static final String KNOWN =
      "counter_accumulate(counter_accumulate(counter_accumulate((blob) 0x, 0, (double) 5.0),"
          + " 10000, (double) 8.0), 40000, (double) 3.0)";

  private CounterPoints() {}

  /**
   * Time of the first value.
   *
   * @param state a counter state; null or empty gives null
   * @throws IllegalArgumentException if the blob is not a counter state
   */
  @CqlFunction(
      value = "counter_first_time",
      calledOnNullInput = true,
      examples = "CAST(counter_first_time(" + KNOWN + ") AS date) = '1970-01-01'")
  public static Date firstTime(ByteBuffer state) {
    if (state == null || state.remaining() == 0) {
      return null;
    }
    ByteBuffer view = CounterState.readable(state);
    return new Date(view.getLong(CounterState.FIRST));
  }

  /**
   * Time of the last value.
   *
   * @param state a counter state; null or empty gives null
   * @throws IllegalArgumentException if the blob is not a counter state
   */
  @CqlFunction(
      value = "counter_last_time",
      calledOnNullInput = true,
      examples = "CAST(counter_last_time(" + KNOWN + ") AS date) = '1970-01-01'")
  public static Date lastTime(ByteBuffer state) {
    if (state == null || state.remaining() == 0) {
      return null;
    }
    ByteBuffer view = CounterState.readable(state);
    return new Date(view.getLong(CounterState.LAST));
  }

  /**
   * The first value.
   *
   * @param state a counter state; null or empty gives null
   * @throws IllegalArgumentException if the blob is not a counter state
   */
  @CqlFunction(
      value = "counter_first_value",
      calledOnNullInput = true,
      examples = "counter_first_value(" + KNOWN + ") = 5.0")
  public static Double firstValue(ByteBuffer state) {
    if (state == null || state.remaining() == 0) {
      return null;
    }
    ByteBuffer view = CounterState.readable(state);
    return view.getDouble(CounterState.FIRST + TimePoints.VALUE);
  }

  /**
   * The last value.
   *
   * @param state a counter state; null or empty gives null
   * @throws IllegalArgumentException if the blob is not a counter state
   */
  @CqlFunction(
      value = "counter_last_value",
      calledOnNullInput = true,
      examples = "counter_last_value(" + KNOWN + ") = 3.0")
  public static Double lastValue(ByteBuffer state) {
    if (state == null || state.remaining() == 0) {
      return null;
    }
    ByteBuffer view = CounterState.readable(state);
    return view.getDouble(CounterState.LAST + TimePoints.VALUE);
  }

  /**
   * What the counter grew by from the first value to the second; null where there is one value.
   *
   * @param state a counter state; null or empty gives null
   * @throws IllegalArgumentException if the blob is not a counter state
   */
  @CqlFunction(
      value = "counter_idelta_left",
      calledOnNullInput = true,
      elsewhere = "idelta_left (TimescaleDB)",
      examples = "counter_idelta_left(" + KNOWN + ") = 3.0")
  public static Double ideltaLeft(ByteBuffer state) {
    if (state == null || state.remaining() == 0) {
      return null;
    }
    ByteBuffer view = CounterState.readable(state);
    return CounterMath.finiteOrNull(
        CounterMath.step(view, CounterState.FIRST, CounterState.SECOND));
  }

  /**
   * What the counter grew by from the last value but one to the last; null where there is one
   * value.
   *
   * @param state a counter state; null or empty gives null
   * @throws IllegalArgumentException if the blob is not a counter state
   */
  @CqlFunction(
      value = "counter_idelta_right",
      calledOnNullInput = true,
      elsewhere = {"idelta (Prometheus)", "idelta_right (TimescaleDB)"},
      examples = "counter_idelta_right(" + KNOWN + ") = 3.0")
  public static Double ideltaRight(ByteBuffer state) {
    if (state == null || state.remaining() == 0) {
      return null;
    }
    ByteBuffer view = CounterState.readable(state);
    return CounterMath.finiteOrNull(
        CounterMath.step(view, CounterState.LAST_BUT_ONE, CounterState.LAST));
  }

  /**
   * What the counter grew by for each second from the first value to the second; null where there
   * is one value.
   *
   * @param state a counter state; null or empty gives null
   * @throws IllegalArgumentException if the blob is not a counter state
   */
  @CqlFunction(
      value = "counter_irate_left",
      calledOnNullInput = true,
      elsewhere = "irate_left (TimescaleDB)",
      examples = "counter_irate_left(" + KNOWN + ") = 0.3")
  public static Double irateLeft(ByteBuffer state) {
    if (state == null || state.remaining() == 0) {
      return null;
    }
    ByteBuffer view = CounterState.readable(state);
    return CounterMath.finiteOrNull(
        CounterMath.stepRate(view, CounterState.FIRST, CounterState.SECOND));
  }

  /**
   * What the counter grew by for each second from the last value but one to the last, as irate() of
   * Prometheus; null where there is one value.
   *
   * @param state a counter state; null or empty gives null
   * @throws IllegalArgumentException if the blob is not a counter state
   */
  @CqlFunction(
      value = "counter_irate_right",
      calledOnNullInput = true,
      elsewhere = {"irate (Prometheus)", "irate_right (TimescaleDB)"},
      examples = "counter_irate_right(" + KNOWN + ") = 0.1")
  public static Double irateRight(ByteBuffer state) {
    if (state == null || state.remaining() == 0) {
      return null;
    }
    ByteBuffer view = CounterState.readable(state);
    return CounterMath.finiteOrNull(
        CounterMath.stepRate(view, CounterState.LAST_BUT_ONE, CounterState.LAST));
  }
}
