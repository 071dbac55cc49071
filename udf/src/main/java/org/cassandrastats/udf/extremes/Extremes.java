/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.udf.extremes;

import java.nio.ByteBuffer;
import org.cassandrastats.udf.annotation.CqlFunction;
import org.cassandrastats.udf.state.Buffers;
import org.cassandrastats.udf.state.Checksum;

/**
 * What can be asked of every extremes state: those of {@code min_max_by}, {@code first_last},
 * {@code min_n_state}, {@code max_n_state} and those of values as blobs. The layout is that of
 * {@link ExtremesState}; the values are read by the functions of {@link ExtremesValues}.
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
      examples = "extremes_count(first_last(position)) = 5")
  public static Long count(ByteBuffer state) {
    if (state == null || state.remaining() == 0) {
      return null;
    }
    ByteBuffer view = ExtremesState.readable(state);
    return view.getLong(ExtremesState.COUNT);
  }

  /**
   * The final state of the rows: what is stored. It is the end of {@code min_max_by} and of the
   * other aggregates that give a state.
   *
   * @param state an extremes state; null gives null, the empty blob itself
   * @return the state with its checksum, at most 8024 bytes
   * @throws IllegalArgumentException if the blob is not an extremes state
   */
  @CqlFunction(
      value = "extremes_state",
      calledOnNullInput = true,
      examples = "extremes_count(extremes_state(rows_accumulate(0x, (int) 3))) = 1")
  public static ByteBuffer state(ByteBuffer state) {
    if (state == null || state.remaining() == 0) {
      return state;
    }
    if (Buffers.startsMerge(state)) {
      return ByteBuffer.allocate(0);
    }
    ByteBuffer view = ExtremesState.readable(state);
    int end = ExtremesState.end(view);
    return Checksum.finalState(view, end);
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
        "extremes_is_valid(first_last(position)) = true",
        "extremes_is_valid(0x01028100) = false"
      })
  public static boolean isValid(ByteBuffer state) {
    if (state.remaining() == 0) {
      return true;
    }
    try {
      ExtremesCheck.checked(state);
      return true;
    } catch (IllegalArgumentException refused) {
      return false;
    }
  }

  /**
   * The state in words, for reading in cqlsh: the statistic, the count and the values, of which a
   * long list shows the first ten, and values as bytes in hexadecimal, at most 32 bytes of each.
   * Timestamp keys are shown as milliseconds since 1970.
   *
   * @param state an extremes state; null or empty gives null
   * @throws IllegalArgumentException if the blob is not an extremes state
   */
  @CqlFunction(
      value = "extremes_text",
      calledOnNullInput = true,
      examples = {
        "extremes_text(min_max_by(position, position)) = 'min_max_by count=5 first key=-1 value=-1 last key=1 value=1'",
        "extremes_text(max_n_state(position, 3)) = 'max_n n=3 count=5 values=[1, 0, 0]'"
      })
  public static String text(ByteBuffer state) {
    if (state == null || state.remaining() == 0) {
      return null;
    }
    ByteBuffer view = ExtremesState.readable(state);
    long header = view.getLong(0);
    int flags = ExtremesState.flags(header);
    int floating = flags & ExtremesState.FLOATING_VALUES;
    int floatingKeys = flags & ExtremesState.FLOATING_KEYS;
    long[] values = ExtremesRead.inOrder(view);
    StringBuilder text = new StringBuilder(ExtremesState.statistic(flags));
    if ((flags & ExtremesState.N) != 0) {
      text.append(" n=").append(ExtremesState.parameter(header));
      text.append(" count=").append(view.getLong(ExtremesState.COUNT)).append(" values=[");
      for (int i = 0; i < values.length && i < SHOWN; i++) {
        long bits = values[i];
        text.append(i == 0 ? "" : ", ").append(ExtremesRead.valueText(bits, floating));
      }
      text.append(values.length > SHOWN ? ", ...]" : "]");
    } else {
      text.append(" count=").append(view.getLong(ExtremesState.COUNT));
      for (int i = 0; i < 2; i++) {
        long kept = view.getLong(ExtremesState.FIRST_KEY + 16 * i);
        long key = floatingKeys == 0 ? kept : Rank.ofFloating(kept);
        long bits = values[i];
        String value = ExtremesRead.valueText(bits, floating);
        if ((flags & ExtremesState.BYTES) != 0) {
          value = ExtremesRead.bytesText(view, i == 1);
        }
        text.append(i == 0 ? " first key=" : " last key=")
            .append(ExtremesRead.valueText(key, floatingKeys))
            .append(" value=")
            .append(value);
      }
    }
    return text.toString();
  }
}
