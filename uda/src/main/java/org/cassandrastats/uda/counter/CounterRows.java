/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.uda.counter;

import java.nio.ByteBuffer;
import java.time.Instant;
import org.cassandrastats.udf.counter.CounterRange;
import org.cassandrastats.udf.counter.CounterState;

/** Rows that are added to a counter state at either end. */
final class CounterRows {
  private CounterRows() {}

  /** Adds a finite value. */
  static void add(ByteBuffer state, long time, double value) {
    long count = state.getLong(CounterState.COUNT);
    if (count == 0) {
      CounterState.put(state, CounterState.FIRST, time, value);
      CounterState.put(state, CounterState.LAST, time, value);
      state.putLong(CounterState.COUNT, 1);
    } else if (time > state.getLong(CounterState.LAST)) {
      long last = state.getLong(CounterState.LAST);
      double before = state.getDouble(CounterState.LAST + CounterState.VALUE);
      CounterState.put(state, CounterState.LAST_BUT_ONE, last, before);
      CounterState.put(state, CounterState.LAST, time, value);
      if (count == 1) {
        CounterState.put(state, CounterState.SECOND, time, value);
      }
      CounterSteps.add(state, before, value);
      state.putLong(CounterState.COUNT, count + 1);
    } else if (time < state.getLong(CounterState.FIRST)) {
      long first = state.getLong(CounterState.FIRST);
      double after = state.getDouble(CounterState.FIRST + CounterState.VALUE);
      CounterState.put(state, CounterState.SECOND, first, after);
      CounterState.put(state, CounterState.FIRST, time, value);
      if (count == 1) {
        CounterState.put(state, CounterState.LAST_BUT_ONE, time, value);
      }
      CounterSteps.add(state, value, after);
      state.putLong(CounterState.COUNT, count + 1);
    } else if (!isPoint(state, CounterState.LAST, time, value)
        && !isPoint(state, CounterState.FIRST, time, value)) {
      throw new IllegalArgumentException(
          "counter_accumulate: expected one series in the order of time, found the value "
              + value
              + " at "
              + Instant.ofEpochMilli(time)
              + " after rows of "
              + CounterRange.text(state)
              + "; give each series and partition a state of its own, such as by GROUP BY");
    }
  }

  private static boolean isPoint(ByteBuffer state, int point, long time, double value) {
    return state.getLong(point) == time && state.getDouble(point + CounterState.VALUE) == value;
  }
}
