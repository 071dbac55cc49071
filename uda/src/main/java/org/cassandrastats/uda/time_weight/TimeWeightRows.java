/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.uda.time_weight;

import java.nio.ByteBuffer;
import org.cassandrastats.udf.moments.TwoSum;
import org.cassandrastats.udf.state.TimePoints;
import org.cassandrastats.udf.time_weight.TimeWeightState;

/** Points that are added to a time_weight state at either end, which is changed in place. */
final class TimeWeightRows {
  private TimeWeightRows() {}

  /** Adds a finite value. */
  static void add(ByteBuffer state, long time, double value, String function) {
    long count = state.getLong(TimeWeightState.COUNT);
    boolean isLater = time > state.getLong(TimeWeightState.LAST);
    if (count == 0) {
      TimePoints.put(state, TimeWeightState.FIRST, time, value);
      TimePoints.put(state, TimeWeightState.LAST, time, value);
      state.putLong(TimeWeightState.COUNT, 1);
    } else if (isLater || time < state.getLong(TimeWeightState.FIRST)) {
      int end = isLater ? TimeWeightState.LAST : TimeWeightState.FIRST;
      long near = state.getLong(end);
      double neighbour = state.getDouble(end + TimePoints.VALUE);
      // The earlier of both values is the one that holds, where each does until the next one.
      addGap(state, near, time, isLater ? neighbour : value, isLater ? value : neighbour);
      TimePoints.put(state, end, time, value);
      state.putLong(TimeWeightState.COUNT, count + 1);
    } else {
      TimePoints.requireEnd(
          state, TimeWeightState.FIRST, TimeWeightState.LAST, time, value, function);
    }
  }

  /**
   * Adds the integral between two neighbouring points.
   *
   * @param time of one of them
   * @param other of the other one
   * @param before the earlier value
   * @param after the later value
   */
  static void addGap(ByteBuffer state, long time, long other, double before, double after) {
    double gap = Math.abs((double) time - (double) other);
    boolean isLinear = TimeWeightState.method(state) == TimeWeightState.LINEAR;
    // Halves, so that their sum does not overflow.
    double left = isLinear ? before / 2 : before;
    double right = isLinear ? after / 2 : 0;
    double height = left + right;
    double area = height * gap;
    double rest =
        TwoSum.remainder(left, right, height) * gap + TwoSum.productRemainder(height, gap, area);
    addArea(state, area, rest);
  }

  /** Adds to the integral. What overflows is one NaN on every machine. */
  static void addArea(ByteBuffer state, double area, double rest) {
    double before = state.getDouble(TimeWeightState.INTEGRAL);
    double sum = before + area;
    double remainder =
        state.getDouble(TimeWeightState.REMAINDER) + (TwoSum.remainder(before, area, sum) + rest);
    boolean isFinite = Math.abs(sum + remainder) <= Double.MAX_VALUE;
    state.putDouble(TimeWeightState.INTEGRAL, isFinite ? sum : Double.NaN);
    state.putDouble(TimeWeightState.REMAINDER, isFinite ? remainder : Double.NaN);
  }
}
