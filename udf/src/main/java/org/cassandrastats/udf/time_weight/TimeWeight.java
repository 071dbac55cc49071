/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.udf.time_weight;

import java.nio.ByteBuffer;
import java.util.Date;
import org.cassandrastats.udf.annotation.CqlFunction;
import org.cassandrastats.udf.annotation.Experimental;
import org.cassandrastats.udf.state.Buffers;
import org.cassandrastats.udf.state.Checksum;
import org.cassandrastats.udf.state.TimePoints;

/**
 * What can be asked of a time_weight state: {@value TimeWeightState#SIZE} bytes about any number of
 * values, each of which counts as long as it holds. Of {@code time_weight_locf} a value holds until
 * the next one: the last observation is carried forward. Of {@code time_weight_linear} values
 * change evenly from each to the next one.
 *
 * <p>Every accessor gives null for a null or empty state, and where its result is no finite double.
 */
@Experimental
// A java.util.Date is what Cassandra takes for a timestamp.
@SuppressWarnings("JavaUtilDate")
public final class TimeWeight {
  private static final String KNOWN =
      "time_weight_linear_accumulate(time_weight_linear_accumulate("
          + "(blob) 0x, 0, (double) 2.0), 30000, (double) 5.0)";

  private TimeWeight() {}

  /**
   * Number of values. A point that came twice counts once.
   *
   * @param state a time_weight state; null or empty gives null
   * @throws IllegalArgumentException if the blob is not a time_weight state
   */
  @CqlFunction(
      value = "time_weight_count",
      calledOnNullInput = true,
      examples = "time_weight_count(" + KNOWN + ") = 2")
  public static Long count(ByteBuffer state) {
    if (state == null || state.remaining() == 0) {
      return null;
    }
    ByteBuffer view = TimeWeightState.readable(state);
    return view.getLong(TimeWeightState.COUNT);
  }

  /**
   * The mean of the values from the first time to the last, each weighted by the time for which it
   * holds; null where there is one value.
   *
   * @param state a time_weight state; null or empty gives null
   * @throws IllegalArgumentException if the blob is not a time_weight state
   */
  @CqlFunction(
      value = "time_weight_average",
      calledOnNullInput = true,
      elsewhere = {
        "average (TimescaleDB, of time_weight)",
        "timeWeightedAvg (Flux)",
        "twa (RedisTimeSeries)"
      },
      examples = "time_weight_average(" + KNOWN + ") = 3.5")
  public static Double average(ByteBuffer state) {
    if (state == null || state.remaining() == 0) {
      return null;
    }
    ByteBuffer view = TimeWeightState.readable(state);
    return TimeWeightMath.finiteOrNull(TimeWeightMath.average(view));
  }

  /**
   * The integral of the values from the first time to the last, value by seconds: of watts it is
   * joules. 0 where there is one value.
   *
   * @param state a time_weight state; null or empty gives null
   * @throws IllegalArgumentException if the blob is not a time_weight state
   */
  @CqlFunction(
      value = "time_weight_integral",
      calledOnNullInput = true,
      elsewhere = {"integral (InfluxDB)", "integral (TimescaleDB)", "integrate (MetricsQL)"},
      examples = "time_weight_integral(" + KNOWN + ") = 105.0")
  public static Double integral(ByteBuffer state) {
    if (state == null || state.remaining() == 0) {
      return null;
    }
    ByteBuffer view = TimeWeightState.readable(state);
    return TimeWeightMath.finiteOrNull(TimeWeightMath.integral(view) / TimeWeightMath.MILLIS);
  }

  /**
   * Time of the first value.
   *
   * @param state a time_weight state; null or empty gives null
   * @throws IllegalArgumentException if the blob is not a time_weight state
   */
  @CqlFunction(
      value = "time_weight_first_time",
      calledOnNullInput = true,
      examples = "CAST(time_weight_first_time(" + KNOWN + ") AS date) = '1970-01-01'")
  public static Date firstTime(ByteBuffer state) {
    if (state == null || state.remaining() == 0) {
      return null;
    }
    ByteBuffer view = TimeWeightState.readable(state);
    return new Date(view.getLong(TimeWeightState.FIRST));
  }

  /**
   * Time of the last value.
   *
   * @param state a time_weight state; null or empty gives null
   * @throws IllegalArgumentException if the blob is not a time_weight state
   */
  @CqlFunction(
      value = "time_weight_last_time",
      calledOnNullInput = true,
      examples = "CAST(time_weight_last_time(" + KNOWN + ") AS date) = '1970-01-01'")
  public static Date lastTime(ByteBuffer state) {
    if (state == null || state.remaining() == 0) {
      return null;
    }
    ByteBuffer view = TimeWeightState.readable(state);
    return new Date(view.getLong(TimeWeightState.LAST));
  }

  /**
   * The first value.
   *
   * @param state a time_weight state; null or empty gives null
   * @throws IllegalArgumentException if the blob is not a time_weight state
   */
  @CqlFunction(
      value = "time_weight_first_value",
      calledOnNullInput = true,
      examples = "time_weight_first_value(" + KNOWN + ") = 2.0")
  public static Double firstValue(ByteBuffer state) {
    if (state == null || state.remaining() == 0) {
      return null;
    }
    ByteBuffer view = TimeWeightState.readable(state);
    return view.getDouble(TimeWeightState.FIRST + TimePoints.VALUE);
  }

  /**
   * The last value.
   *
   * @param state a time_weight state; null or empty gives null
   * @throws IllegalArgumentException if the blob is not a time_weight state
   */
  @CqlFunction(
      value = "time_weight_last_value",
      calledOnNullInput = true,
      examples = "time_weight_last_value(" + KNOWN + ") = 5.0")
  public static Double lastValue(ByteBuffer state) {
    if (state == null || state.remaining() == 0) {
      return null;
    }
    ByteBuffer view = TimeWeightState.readable(state);
    return view.getDouble(TimeWeightState.LAST + TimePoints.VALUE);
  }

  /**
   * The final state of the rows: what is stored. It is the end of the aggregates {@code
   * time_weight_locf}, {@code time_weight_linear} and {@code time_weight_merge}.
   *
   * @param state a time_weight state; null gives null, the empty blob itself
   * @return the state with its checksum, 72 bytes
   * @throws IllegalArgumentException if the blob is not a time_weight state
   */
  @CqlFunction(
      value = "time_weight_state",
      calledOnNullInput = true,
      examples = "time_weight_average(time_weight_state(" + KNOWN + ")) = 3.5")
  public static ByteBuffer state(ByteBuffer state) {
    if (state == null || state.remaining() == 0) {
      return state;
    }
    if (Buffers.startsMerge(state)) {
      return ByteBuffer.allocate(0);
    }
    ByteBuffer view = TimeWeightState.readable(state);
    return Checksum.finalState(view, TimeWeightState.END);
  }

  /**
   * Whether a blob is a time_weight state that every function accepts. The empty blob is: it is the
   * state before the first row.
   *
   * @param state any blob; null gives null
   */
  @CqlFunction(
      value = "time_weight_is_valid",
      examples = "time_weight_is_valid(" + KNOWN + ") = true")
  public static boolean isValid(ByteBuffer state) {
    if (state.remaining() == 0) {
      return true;
    }
    try {
      TimeWeightCheck.checked(state);
      return true;
    } catch (IllegalArgumentException refused) {
      return false;
    }
  }

  /**
   * The state in words, for reading in cqlsh: what holds between two values, count, first and last
   * time in milliseconds since 1970, and average.
   *
   * @param state a time_weight state; null or empty gives null
   * @throws IllegalArgumentException if the blob is not a time_weight state
   */
  @CqlFunction(
      value = "time_weight_text",
      calledOnNullInput = true,
      examples =
          "time_weight_text("
              + KNOWN
              + ") = 'time_weight linear count=2 first=0 last=30000 average=3.5'")
  public static String text(ByteBuffer state) {
    if (state == null || state.remaining() == 0) {
      return null;
    }
    ByteBuffer view = TimeWeightState.readable(state);
    return "time_weight "
        + (TimeWeightState.method(view) == TimeWeightState.LOCF ? "locf" : "linear")
        + " count="
        + view.getLong(TimeWeightState.COUNT)
        + " first="
        + view.getLong(TimeWeightState.FIRST)
        + " last="
        + view.getLong(TimeWeightState.LAST)
        + " average="
        + TimeWeightMath.finiteOrNull(TimeWeightMath.average(view));
  }
}
