/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.uda.counter;

import java.nio.ByteBuffer;
import org.cassandrastats.udf.counter.CounterState;
import org.cassandrastats.udf.moments.TwoSum;

/** What happens from one value to the next. */
final class CounterSteps {
  private CounterSteps() {}

  /** Counts the step from one value to another. */
  static void add(ByteBuffer state, double before, double after) {
    if (before != after) {
      state.putLong(CounterState.CHANGES, state.getLong(CounterState.CHANGES) + 1);
      if (after < before && !CounterState.isGauge(state)) {
        state.putLong(CounterState.RESETS, state.getLong(CounterState.RESETS) + 1);
        addLost(state, before);
      }
    }
  }

  /** Adds to what resets lost. A sum that overflows is one NaN on every machine. */
  static void addLost(ByteBuffer state, double lost) {
    double before = state.getDouble(CounterState.LOST);
    double sum = before + lost;
    double remainder =
        state.getDouble(CounterState.REMAINDER) + TwoSum.remainder(before, lost, sum);
    boolean isFinite = Math.abs(sum + remainder) <= Double.MAX_VALUE;
    state.putDouble(CounterState.LOST, isFinite ? sum : Double.NaN);
    state.putDouble(CounterState.REMAINDER, isFinite ? remainder : Double.NaN);
  }
}
