/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.udf.extremes;

import static org.cassandrastats.udf.state.LittleEndian.getLong;

import java.nio.ByteBuffer;
import org.cassandrastats.udf.annotation.CqlFunction;
import org.cassandrastats.udf.annotation.CqlFunction.Example;
import org.cassandrastats.udf.state.Integrity;

/**
 * What can be asked of every extremes state: those of {@code minmax_state}, {@code min_by_state},
 * {@code max_by_state}, {@code min_n_state} and {@code max_n_state}. The layout is that of {@link
 * ExtremesState}; the values are read by the functions of {@link ExtremesValues}.
 */
public final class Extremes {
  /** Values that the text of a state lists. */
  private static final int SHOWN = 10;

  private Extremes() {}

  /**
   * Number of accepted rows: those whose value, and key where there is one, is neither null, NaN
   * nor infinite.
   *
   * @param state an extremes state; null or empty gives null
   * @throws IllegalArgumentException if the blob is not an extremes state
   */
  @CqlFunction(
      value = "extremes_count",
      calledOnNullInput = true,
      examples = @Example(call = "extremes_count(minmax_state(position))", result = "5"))
  public static Long count(ByteBuffer state) {
    if (state == null || state.remaining() == 0) {
      return null;
    }
    ByteBuffer view = ExtremesState.readable(state);
    return getLong(view, ExtremesState.COUNT);
  }

  /**
   * The finished state of the rows: what is stored. It is the end of {@code minmax_state} and of
   * the other aggregates that give a state.
   *
   * @param state an extremes state; null gives null, the empty blob itself
   * @return the state with its integrity word, at most 8024 bytes
   * @throws IllegalArgumentException if the blob is not an extremes state
   */
  @CqlFunction(
      value = "extremes_state",
      calledOnNullInput = true,
      examples =
          @Example(
              call = "extremes_count(extremes_state(minmax_accumulate(0x, (int) 3)))",
              result = "1"))
  public static ByteBuffer state(ByteBuffer state) {
    if (state == null || state.remaining() == 0) {
      return state;
    }
    ByteBuffer view = ExtremesState.readable(state);
    int end = ExtremesState.end(view);
    return Integrity.finished(view, end);
  }

  /**
   * Whether a blob is an extremes state that every function of the family accepts. The empty blob
   * is: it is the state before the first row.
   *
   * @param state any blob; null gives null
   */
  @CqlFunction(
      value = "extremes_is_valid",
      examples = {
        @Example(call = "extremes_is_valid(minmax_state(position))", result = "true"),
        @Example(call = "extremes_is_valid(0x01018100)", result = "false")
      })
  public static boolean isValid(ByteBuffer state) {
    if (state.remaining() == 0) {
      return true;
    }
    try {
      ExtremesState.checked(state);
      return true;
    } catch (IllegalArgumentException refused) {
      return false;
    }
  }

  /**
   * The state in words, for reading in cqlsh: the statistic, the count and the values, of which a
   * long list shows the first ten. Timestamp keys are shown as milliseconds since 1970.
   *
   * @param state an extremes state; null or empty gives null
   * @throws IllegalArgumentException if the blob is not an extremes state
   */
  @CqlFunction(
      value = "extremes_text",
      calledOnNullInput = true,
      examples = {
        @Example(
            call = "extremes_text(minmax_state(position))",
            result = "'minmax count=5 min=-1 max=1'"),
        @Example(
            call = "extremes_text(max_n_state(position, 3))",
            result = "'max_n n=3 count=5 values=[1, 0, 0]'")
      })
  public static String text(ByteBuffer state) {
    if (state == null || state.remaining() == 0) {
      return null;
    }
    ByteBuffer view = ExtremesState.readable(state);
    long header = getLong(view, 0);
    int kind = ExtremesState.kind(header);
    boolean floating = ExtremesName.isFloating(header);
    long first = getLong(view, ExtremesState.DATA);
    StringBuilder text = new StringBuilder(ExtremesName.statistic(ExtremesState.flags(header)));
    if (kind == ExtremesState.N) {
      text.append(" n=").append(ExtremesState.parameter(header));
    }
    text.append(" count=").append(getLong(view, ExtremesState.COUNT));
    if (kind == ExtremesState.N) {
      long[] values = ExtremesRead.bestFirst(view);
      text.append(" values=[");
      for (int i = 0; i < values.length && i < SHOWN; i++) {
        long bits = values[i];
        text.append(i == 0 ? "" : ", ").append(ExtremesRead.valueText(bits, floating));
      }
      text.append(values.length > SHOWN ? ", ...]" : "]");
    } else {
      long second = getLong(view, ExtremesState.VALUE);
      boolean floatingFirst =
          kind == ExtremesState.BY ? ExtremesName.hasFloatingKeys(header) : floating;
      text.append(kind == ExtremesState.BY ? " key=" : " min=")
          .append(ExtremesRead.valueText(first, floatingFirst))
          .append(kind == ExtremesState.BY ? " value=" : " max=")
          .append(ExtremesRead.valueText(second, floating));
    }
    return text.toString();
  }
}
