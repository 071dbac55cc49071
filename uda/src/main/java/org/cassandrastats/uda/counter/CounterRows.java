/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.uda.counter;

import java.nio.ByteBuffer;
import org.cassandrastats.udf.counter.CounterState;
import org.cassandrastats.udf.state.TimePoints;

/** Rows that are added to a counter state at either end. */
final class CounterRows {
  private CounterRows() {}

  /** Adds a finite value. */
  static void add(ByteBuffer state, long time, double value) {
    long count = state.getLong(CounterState.COUNT);
    if (count == 0) {
      TimePoints.put(state, CounterState.FIRST, time, value);
      TimePoints.put(state, CounterState.LAST, time, value);
      state.putLong(CounterState.COUNT, 1);
    } else if (time > state.getLong(CounterState.LAST)) {
      long last = state.getLong(CounterState.LAST);
      double before = state.getDouble(CounterState.LAST + TimePoints.VALUE);
      TimePoints.put(state, CounterState.LAST_BUT_ONE, last, before);
      TimePoints.put(state, CounterState.LAST, time, value);
      if (count == 1) {
        TimePoints.put(state, CounterState.SECOND, time, value);
      }
      CounterSteps.add(state, before, value);
      state.putLong(CounterState.COUNT, count + 1);
    } else if (time < state.getLong(CounterState.FIRST)) {
      long first = state.getLong(CounterState.FIRST);
      double after = state.getDouble(CounterState.FIRST + TimePoints.VALUE);
      TimePoints.put(state, CounterState.SECOND, first, after);
      TimePoints.put(state, CounterState.FIRST, time, value);
      if (count == 1) {
        TimePoints.put(state, CounterState.LAST_BUT_ONE, time, value);
      }
      CounterSteps.add(state, value, after);
      state.putLong(CounterState.COUNT, count + 1);
    } else {
      TimePoints.requireEnd(
          state, CounterState.FIRST, CounterState.LAST, time, value, "counter_accumulate");
    }
  }
}
