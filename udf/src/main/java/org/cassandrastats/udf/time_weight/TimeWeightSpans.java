/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.udf.time_weight;

import java.nio.ByteBuffer;
import org.cassandrastats.udf.annotation.CqlFunction;
import org.cassandrastats.udf.annotation.Overloads;
import org.cassandrastats.udf.state.TimePoints;

/**
 * Answers about a whole bucket of time, of which the values cover a part: with its part of the time
 * between the bucket's values and those of its neighbours. Where each value holds until the next
 * one, the last value of the bucket holds until its end, and a bucket without values has the last
 * value before it. Otherwise a bucket without a neighbour begins or ends with its values.
 */
public final class TimeWeightSpans {
  private static final String KNOWN =
      "time_weight_linear_accumulate(time_weight_linear_accumulate("
          + "(blob) 0x, 10000, (double) 2.0), 40000, (double) 5.0)";

  private static final String BEHIND =
      "time_weight_linear_accumulate((blob) 0x, 80000, (double) 1.0)";

  private TimeWeightSpans() {}

  /**
   * The integral over a bucket of time, value by seconds, with the time to its neighbours. The
   * integrals of consecutive buckets sum to that of all of them.
   *
   * @param state of the values in the bucket; null or empty if there are none
   * @param start the beginning of the bucket; null gives null
   * @param stop the end of the bucket, the beginning of the next one; null gives null
   * @param before the state of the nearest values before the bucket; null or empty if there are
   *     none
   * @param after the state of the nearest values behind the bucket; likewise
   * @return null without values in the bucket and before it or, of a linear state, behind it; null
   *     also where no double holds the integral
   * @throws IllegalArgumentException if a blob is not a time_weight state, if the methods of the
   *     states differ, or if the values of the states are not before, in and behind the bucket
   */
  @CqlFunction(
      value = "time_weight_interpolated_integral",
      calledOnNullInput = true,
      elsewhere = "interpolated_integral (TimescaleDB)",
      examples = {
        "time_weight_interpolated_integral(" + KNOWN + ", 0, 60000, null, " + BEHIND + ") = 185.0",
        "time_weight_interpolated_integral(null, 60000, 80000, "
            + KNOWN
            + ", "
            + BEHIND
            + ") = 40.0"
      })
  public static Double interpolatedIntegral(
      ByteBuffer state,
      @Overloads("timestamp") Long start,
      @Overloads("timestamp") Long stop,
      ByteBuffer before,
      ByteBuffer after) {
    if (start == null || stop == null) {
      return null;
    }
    double[] found =
        integral(before, state, after, start, stop, "time_weight_interpolated_integral");
    return TimeWeightMath.finiteOrNull(found[0] / TimeWeightMath.MILLIS);
  }

  /**
   * The mean over a bucket of time, each value weighted by the time for which it holds, with the
   * time to its neighbours.
   *
   * @param state of the values in the bucket; null or empty if there are none
   * @param start the beginning of the bucket; null gives null
   * @param stop the end of the bucket, the beginning of the next one; null gives null
   * @param before the state of the nearest values before the bucket; null or empty if there are
   *     none
   * @param after the state of the nearest values behind the bucket; likewise
   * @return null without values in the bucket and before it or, of a linear state, behind it; null
   *     also for one value of a linear state without neighbours, and where no double holds the
   *     integral
   * @throws IllegalArgumentException if a blob is not a time_weight state, if the methods of the
   *     states differ, or if the values of the states are not before, in and behind the bucket
   */
  @CqlFunction(
      value = "time_weight_interpolated_average",
      calledOnNullInput = true,
      elsewhere = "interpolated_average (TimescaleDB)",
      examples =
          "time_weight_interpolated_average(" + KNOWN + ", 0, 60000, null, " + BEHIND + ") = 3.7")
  public static Double interpolatedAverage(
      ByteBuffer state,
      @Overloads("timestamp") Long start,
      @Overloads("timestamp") Long stop,
      ByteBuffer before,
      ByteBuffer after) {
    if (start == null || stop == null) {
      return null;
    }
    double[] found =
        integral(before, state, after, start, stop, "time_weight_interpolated_average");
    return TimeWeightMath.finiteOrNull(found[0] / found[1]);
  }

  /** The integral over a bucket and the time that it is over, by milliseconds; NaN if none. */
  private static double[] integral(
      ByteBuffer before,
      ByteBuffer state,
      ByteBuffer after,
      long start,
      long stop,
      String function) {
    // One loop, so that a body holds what reads a state once.
    ByteBuffer[] states = {before, state, after};
    int method = -1;
    for (int i = 0; i < states.length; i++) {
      ByteBuffer view = states[i];
      if (view != null && view.remaining() == 0) {
        view = null;
      }
      if (view != null) {
        view = TimeWeightState.readable(view);
        if (method >= 0 && TimeWeightState.method(view) != method) {
          throw new IllegalArgumentException(
              function + ": expected states of one method, found locf and linear");
        }
        method = TimeWeightState.method(view);
      }
      states[i] = view;
    }
    ByteBuffer earlier = states[0];
    ByteBuffer own = states[1];
    ByteBuffer later = states[2];
    TimePoints.requireBucket(
        earlier, own, later, TimeWeightState.FIRST, TimeWeightState.LAST, start, stop, function);
    boolean isLinear = method == TimeWeightState.LINEAR;
    // What holds at the end of the bucket is known.
    boolean isOpen = later != null || !isLinear;
    double integral = Double.NaN;
    double time = Double.NaN;
    if (own != null) {
      long first = own.getLong(TimeWeightState.FIRST);
      long last = own.getLong(TimeWeightState.LAST);
      integral = TimeWeightMath.integral(own);
      if (earlier != null) {
        integral += TimeWeightMath.between(earlier, own, start, first);
      }
      if (isOpen) {
        integral += TimeWeightMath.between(own, later, last, stop);
      }
      time = TimeWeightMath.millis(earlier == null ? first : start, isOpen ? stop : last);
    } else if (earlier != null && isOpen) {
      integral = TimeWeightMath.between(earlier, later, start, stop);
      time = TimeWeightMath.millis(start, stop);
    }
    double[] found = {integral, time};
    return found;
  }
}
