/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.udf.counter;

import java.nio.ByteBuffer;
import org.cassandrastats.udf.annotation.CqlFunction;
import org.cassandrastats.udf.annotation.Experimental;
import org.cassandrastats.udf.state.Buffers;
import org.cassandrastats.udf.state.Checksum;

/**
 * What can be asked of a counter state: {@value CounterState#SIZE} bytes about any number of values
 * of a counter, which only grows and is 0 again after a reset. A value below the one before shows a
 * reset; what the counter had before it is not lost. States of a gauge, which goes up and down, are
 * asked the same; it has no resets, and grows by less than 0 where it falls.
 *
 * <p>Every accessor gives null for a null or empty state, and where its result is no finite double.
 */
@Experimental
public final class Counter {
  private static final String KNOWN =
      "counter_accumulate(counter_accumulate(counter_accumulate((blob) 0x, 0, (double) 5.0),"
          + " 10000, (double) 8.0), 40000, (double) 3.0)";

  private Counter() {}

  /**
   * Number of values. A point that came twice counts once.
   *
   * @param state a counter state; null or empty gives null
   * @throws IllegalArgumentException if the blob is not a counter state
   */
  @CqlFunction(
      value = "counter_count",
      calledOnNullInput = true,
      examples = "counter_count(" + KNOWN + ") = 3")
  public static Long count(ByteBuffer state) {
    if (state == null || state.remaining() == 0) {
      return null;
    }
    ByteBuffer view = CounterState.readable(state);
    return view.getLong(CounterState.COUNT);
  }

  /**
   * What the counter grew by from the first value to the last: the sum of what each value is above
   * the one before, and after a reset of the value itself; 0 where there is one value. Of a gauge
   * it is the last value without the first.
   *
   * @param state a counter state; null or empty gives null
   * @throws IllegalArgumentException if the blob is not a counter state
   */
  @CqlFunction(
      value = "counter_delta",
      calledOnNullInput = true,
      elsewhere = "delta (TimescaleDB)",
      examples = "counter_delta(" + KNOWN + ") = 6.0")
  public static Double delta(ByteBuffer state) {
    if (state == null || state.remaining() == 0) {
      return null;
    }
    ByteBuffer view = CounterState.readable(state);
    return CounterMath.finiteOrNull(CounterMath.delta(view));
  }

  /**
   * What the counter grew by for each second from the first value to the last; null where there is
   * one value.
   *
   * @param state a counter state; null or empty gives null
   * @throws IllegalArgumentException if the blob is not a counter state
   */
  @CqlFunction(
      value = "counter_rate",
      calledOnNullInput = true,
      elsewhere = "rate (TimescaleDB)",
      examples = "counter_rate(" + KNOWN + ") = 0.15")
  public static Double rate(ByteBuffer state) {
    if (state == null || state.remaining() == 0) {
      return null;
    }
    ByteBuffer view = CounterState.readable(state);
    return CounterMath.finiteOrNull(CounterMath.rate(view));
  }

  /**
   * Number of resets: of values below the one before; of a gauge 0.
   *
   * @param state a counter state; null or empty gives null
   * @throws IllegalArgumentException if the blob is not a counter state
   */
  @CqlFunction(
      value = "counter_num_resets",
      calledOnNullInput = true,
      elsewhere = {"num_resets (TimescaleDB)", "resets (Prometheus)"},
      examples = "counter_num_resets(" + KNOWN + ") = 1")
  public static Long numResets(ByteBuffer state) {
    if (state == null || state.remaining() == 0) {
      return null;
    }
    ByteBuffer view = CounterState.readable(state);
    return view.getLong(CounterState.RESETS);
  }

  /**
   * Number of changes: of values that differ from the one before.
   *
   * @param state a counter state; null or empty gives null
   * @throws IllegalArgumentException if the blob is not a counter state
   */
  @CqlFunction(
      value = "counter_num_changes",
      calledOnNullInput = true,
      elsewhere = {"changes (Prometheus)", "num_changes (TimescaleDB)"},
      examples = "counter_num_changes(" + KNOWN + ") = 2")
  public static Long numChanges(ByteBuffer state) {
    if (state == null || state.remaining() == 0) {
      return null;
    }
    ByteBuffer view = CounterState.readable(state);
    return view.getLong(CounterState.CHANGES);
  }

  /**
   * The final state of the rows: what is stored. It is the end of the aggregates {@code counter},
   * {@code gauge} and {@code counter_merge}.
   *
   * @param state a counter state; null gives null, the empty blob itself
   * @return the state with its checksum, 120 bytes
   * @throws IllegalArgumentException if the blob is not a counter state
   */
  @CqlFunction(
      value = "counter_state",
      calledOnNullInput = true,
      examples = "counter_delta(counter_state(" + KNOWN + ")) = 6.0")
  public static ByteBuffer state(ByteBuffer state) {
    if (state == null || state.remaining() == 0) {
      return state;
    }
    if (Buffers.startsMerge(state) || CounterState.startsGauge(state)) {
      return ByteBuffer.allocate(0);
    }
    ByteBuffer view = CounterState.readable(state);
    return Checksum.finalState(view, CounterState.END);
  }

  /**
   * Whether a blob is a counter state that every function accepts. The empty blob is: it is the
   * state before the first row.
   *
   * @param state any blob; null gives null
   */
  @CqlFunction(value = "counter_is_valid", examples = "counter_is_valid(" + KNOWN + ") = true")
  public static boolean isValid(ByteBuffer state) {
    if (state.remaining() == 0) {
      return true;
    }
    try {
      CounterCheck.checked(state);
      return true;
    } catch (IllegalArgumentException refused) {
      return false;
    }
  }

  /**
   * The state in words, for reading in cqlsh: counter or gauge, count, first and last time in
   * milliseconds since 1970, delta, resets and changes.
   *
   * @param state a counter state; null or empty gives null
   * @throws IllegalArgumentException if the blob is not a counter state
   */
  @CqlFunction(
      value = "counter_text",
      calledOnNullInput = true,
      examples =
          "counter_text("
              + KNOWN
              + ") = 'counter count=3 first=0 last=40000 delta=6.0 resets=1 changes=2'")
  public static String text(ByteBuffer state) {
    if (state == null || state.remaining() == 0) {
      return null;
    }
    ByteBuffer view = CounterState.readable(state);
    return (CounterState.isGauge(view) ? "gauge count=" : "counter count=")
        + view.getLong(CounterState.COUNT)
        + " first="
        + view.getLong(CounterState.FIRST)
        + " last="
        + view.getLong(CounterState.LAST)
        + " delta="
        + CounterMath.finiteOrNull(CounterMath.delta(view))
        + " resets="
        + view.getLong(CounterState.RESETS)
        + " changes="
        + view.getLong(CounterState.CHANGES);
  }
}
