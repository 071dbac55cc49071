/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.udf.counter;

import java.nio.ByteBuffer;
import java.time.Instant;

/** The range of time of a readable counter state. */
public final class CounterRange {
  private CounterRange() {}

  /** The range in words. */
  public static String text(ByteBuffer state) {
    return Instant.ofEpochMilli(state.getLong(CounterState.FIRST))
        + " to "
        + Instant.ofEpochMilli(state.getLong(CounterState.LAST));
  }

  /** Likewise; of no state, that there is none. */
  static String textOrNone(ByteBuffer state) {
    return state == null ? "none" : text(state);
  }

  /** Refuses values outside of a span of time. */
  static void require(ByteBuffer state, long start, long stop) {
    if (start >= stop
        || state.getLong(CounterState.FIRST) < start
        || state.getLong(CounterState.LAST) > stop) {
      throw new IllegalArgumentException(
          "counter: expected values in a span from "
              + Instant.ofEpochMilli(start)
              + " to "
              + Instant.ofEpochMilli(stop)
              + ", found "
              + text(state));
    }
  }
}
