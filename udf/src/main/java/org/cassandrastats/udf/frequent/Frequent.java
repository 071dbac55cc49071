/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.udf.frequent;

import static org.cassandrastats.udf.state.LittleEndian.getInt;
import static org.cassandrastats.udf.state.LittleEndian.getLong;

import java.nio.ByteBuffer;
import org.cassandrastats.udf.annotation.CqlFunction;
import org.cassandrastats.udf.annotation.Experimental;
import org.cassandrastats.udf.state.Buffers;

/**
 * What can be asked of a frequent state: which values came most often, and how often at least and
 * at most. Every value of more than 1/max of the rows is among the answers, where max is the
 * argument of {@code frequent_items}.
 *
 * <p>Every accessor gives null for a null or empty state. A blob that is no frequent state is an
 * error that says what was expected and found, and so is a state between rows, which {@code
 * frequent_state} ends. What the states are is described at {@link FrequentState}.
 */
@Experimental
public final class Frequent {
  private Frequent() {}

  /**
   * Number of rows with a value.
   *
   * @param state a frequent state; null or empty gives null
   * @throws IllegalArgumentException if the blob is not a frequent state
   */
  @CqlFunction(
      value = "frequent_count",
      calledOnNullInput = true,
      examples = "frequent_count(frequent_items(position, 10)) = 5")
  public static Long count(ByteBuffer state) {
    if (state == null || state.remaining() == 0) {
      return null;
    }
    ByteBuffer view = FrequentState.readable(state);
    return getLong(view, FrequentState.ROWS);
  }

  /**
   * The final state of the rows: what is stored. It is the end of the aggregates {@code
   * frequent_items} and {@code frequent_merge}.
   *
   * @param state a frequent state; null gives null, the empty blob itself
   * @return the state, of bigints at most 12320 bytes, of texts at most 205088
   * @throws IllegalArgumentException if the blob is not a frequent state
   */
  @CqlFunction(
      value = "frequent_state",
      calledOnNullInput = true,
      examples =
          "frequent_count(frequent_state(frequent_accumulate((blob) 0x, (bigint) 7, 10))) = 1")
  public static ByteBuffer state(ByteBuffer state) {
    if (state == null || state.remaining() == 0) {
      return state;
    }
    if (Buffers.startsMerge(state)) {
      return ByteBuffer.allocate(0);
    }
    ByteBuffer view = FrequentFinish.finished(state);
    return view;
  }

  /**
   * Whether a blob is a frequent state that every function accepts. The empty blob is: it is the
   * state before the first row. So is a state between rows, which frequent_state ends.
   *
   * @param state any blob; null gives null
   */
  @CqlFunction(
      value = "frequent_is_valid",
      examples = "frequent_is_valid(frequent_items(position, 10)) = true")
  public static boolean isValid(ByteBuffer state) {
    if (state.remaining() == 0 || FrequentTable.isOwn(state)) {
      return true;
    }
    try {
      FrequentState.readable(state);
      return true;
    } catch (IllegalArgumentException refused) {
      return false;
    }
  }

  /**
   * The state in words, for reading in cqlsh: max, 0 if another library wrote the state; the size
   * of the largest map; the number of rows; how many of them a value may have beyond its counter;
   * and the number of values that are kept.
   *
   * @param state a frequent state; null or empty gives null
   * @throws IllegalArgumentException if the blob is not a frequent state
   */
  @CqlFunction(
      value = "frequent_text",
      calledOnNullInput = true,
      examples =
          "frequent_text(frequent_items(position, 10)) = 'frequent max=10 map=256 count=5 error=0 values=3'")
  public static String text(ByteBuffer state) {
    if (state == null || state.remaining() == 0) {
      return null;
    }
    ByteBuffer view = FrequentState.readable(state);
    return "frequent max="
        + getInt(view, FrequentState.MAX)
        + " map="
        + (1 << view.get(FrequentState.LG_MAX))
        + " count="
        + getLong(view, FrequentState.ROWS)
        + " error="
        + getLong(view, FrequentState.ERROR)
        + " values="
        + getInt(view, FrequentState.VALUES);
  }
}
