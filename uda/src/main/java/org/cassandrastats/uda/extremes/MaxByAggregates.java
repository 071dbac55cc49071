/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.uda.extremes;

import static org.cassandrastats.udf.state.LittleEndian.getDouble;
import static org.cassandrastats.udf.state.LittleEndian.getLong;
import static org.cassandrastats.udf.state.LittleEndian.putDouble;
import static org.cassandrastats.udf.state.LittleEndian.putLong;

import java.nio.ByteBuffer;
import org.cassandrastats.udf.annotation.CqlFunction;
import org.cassandrastats.udf.annotation.CqlFunction.Aggregate;
import org.cassandrastats.udf.annotation.CqlFunction.Example;
import org.cassandrastats.udf.annotation.Overloads;
import org.cassandrastats.udf.extremes.ExtremesState;

/**
 * The value of the row with the largest key; of equal keys, the row read last. The layout is that
 * of {@link ExtremesState}.
 */
public final class MaxByAggregates {
  private MaxByAggregates() {}

  /**
   * Adds one row to a max_by state of integers and integer keys. Of rows with equal keys the one
   * read last stays.
   *
   * @param state the empty blob, or the state that the call for the row before returned, which is
   *     changed in place; null gives null
   * @param value the value to keep, exact; null gives null
   * @param key the key, timestamps in milliseconds since 1970; null gives null
   * @return the state, 32 bytes
   * @throws IllegalArgumentException if the state is any other blob
   */
  @CqlFunction(
      value = "max_by_accumulate",
      examples =
          @Example(
              call = "extremes_value_int(max_by_accumulate((blob) 0x, (int) 3, (bigint) 7))",
              result = "3"),
      aggregates = {
        @Aggregate(
            value = "max_by",
            finish = "extremes_value_{value}",
            summary =
                "Value of the row with the largest key, the one read last of equal keys; null without any.",
            examples = @Example(call = "max_by(position, CAST(position AS bigint))", result = "1")),
        @Aggregate(
            value = "last",
            finish = "extremes_value_{value}",
            summary = "Last value in the order of the key: another name of max_by.",
            examples = @Example(call = "last(position, CAST(position AS bigint))", result = "1")),
        @Aggregate(
            value = "max_by_state",
            finish = "extremes_state",
            summary = "State of the row with the largest key, for rollups.",
            examples =
                @Example(
                    call = "extremes_value_int(max_by_state(position, CAST(position AS bigint)))",
                    result = "1"))
      })
  public static ByteBuffer accumulate(
      ByteBuffer state,
      @Overloads({"int", "bigint"}) long value,
      @Overloads({"int", "bigint"}) long key) {
    long header = ExtremesState.header(ExtremesState.BY | ExtremesState.LARGEST, 0);
    ByteBuffer working = state;
    if (!ExtremesState.isWorking(state, header)) {
      working = ExtremesState.start(state, header, ExtremesState.PAIR_END, 2);
    }
    ExtremesState.countRow(working);
    if (getLong(working, ExtremesState.COUNT) == 1 || key >= getLong(working, ExtremesState.KEY)) {
      putLong(working, ExtremesState.KEY, key);
      putLong(working, ExtremesState.VALUE, value);
    }
    return working;
  }

  /**
   * Adds one row to a max_by state of integers and floating-point keys. Of rows with equal keys the
   * one read last stays. A NaN or infinite key changes nothing.
   *
   * @param state the empty blob, or the state that the call for the row before returned, which is
   *     changed in place; null gives null
   * @param value the value to keep, exact; null gives null
   * @param key the key; -0.0 is below 0.0; null gives null
   * @return the state, 32 bytes, or the empty blob where no row was accepted yet
   * @throws IllegalArgumentException if the state is any other blob
   */
  @CqlFunction(
      value = "max_by_accumulate",
      examples =
          @Example(
              call = "extremes_value_int(max_by_accumulate((blob) 0x, (int) 3, (double) 0.5))",
              result = "3"),
      aggregates = {
        @Aggregate(
            value = "max_by",
            finish = "extremes_value_{value}",
            summary =
                "Value of the row with the largest key, the one read last of equal keys; null without any.",
            examples = @Example(call = "max_by(position, CAST(position AS double))", result = "1")),
        @Aggregate(
            value = "last",
            finish = "extremes_value_{value}",
            summary = "Last value in the order of the key: another name of max_by.",
            examples = @Example(call = "last(position, CAST(position AS double))", result = "1")),
        @Aggregate(
            value = "max_by_state",
            finish = "extremes_state",
            summary = "State of the row with the largest key, for rollups.",
            examples =
                @Example(
                    call = "extremes_value_int(max_by_state(position, CAST(position AS double)))",
                    result = "1"))
      })
  public static ByteBuffer accumulate(
      ByteBuffer state,
      @Overloads({"int", "bigint"}) long value,
      @Overloads({"double"}) double key) {
    long header =
        ExtremesState.header(
            ExtremesState.BY | ExtremesState.FLOATING_KEYS | ExtremesState.LARGEST, 0);
    // A NaN is in no interval.
    boolean isSkipped = !(Math.abs(key) <= Double.MAX_VALUE);
    ByteBuffer working = state;
    if (!ExtremesState.isWorking(state, header)) {
      working = ExtremesState.start(state, header, ExtremesState.PAIR_END, 2);
    }
    if (isSkipped) {
      return state;
    }
    ExtremesState.countRow(working);
    if (getLong(working, ExtremesState.COUNT) == 1
        || Double.compare(key, getDouble(working, ExtremesState.KEY)) >= 0) {
      putDouble(working, ExtremesState.KEY, key);
      putLong(working, ExtremesState.VALUE, value);
    }
    return working;
  }

  /**
   * Adds one row to a max_by state of floating-point values and integer keys. Of rows with equal
   * keys the one read last stays. A NaN or infinite value changes nothing.
   *
   * @param state the empty blob, or the state that the call for the row before returned, which is
   *     changed in place; null gives null
   * @param value the value to keep, exact; null gives null
   * @param key the key, timestamps in milliseconds since 1970; null gives null
   * @return the state, 32 bytes, or the empty blob where no row was accepted yet
   * @throws IllegalArgumentException if the state is any other blob
   */
  @CqlFunction(
      value = "max_by_accumulate",
      examples =
          @Example(
              call =
                  "extremes_value_double(max_by_accumulate((blob) 0x, (double) 2.5, (bigint) 7))",
              result = "2.5"),
      aggregates = {
        @Aggregate(
            value = "max_by",
            finish = "extremes_value_{value}",
            summary =
                "Value of the row with the largest key, the one read last of equal keys; null without any.",
            examples =
                @Example(
                    call = "max_by(CAST(position AS double), CAST(position AS bigint))",
                    result = "1.0")),
        @Aggregate(
            value = "last",
            finish = "extremes_value_{value}",
            summary = "Last value in the order of the key: another name of max_by.",
            examples =
                @Example(
                    call = "last(CAST(position AS double), CAST(position AS bigint))",
                    result = "1.0")),
        @Aggregate(
            value = "max_by_state",
            finish = "extremes_state",
            summary = "State of the row with the largest key, for rollups.",
            examples =
                @Example(
                    call =
                        "extremes_value_double(max_by_state(CAST(position AS double), CAST(position AS bigint)))",
                    result = "1.0"))
      })
  public static ByteBuffer accumulate(
      ByteBuffer state,
      @Overloads({"float", "double"}) double value,
      @Overloads({"int", "bigint"}) long key) {
    long header =
        ExtremesState.header(
            ExtremesState.BY | ExtremesState.FLOATING_VALUES | ExtremesState.LARGEST, 0);
    // A NaN is in no interval.
    boolean isSkipped = !(Math.abs(value) <= Double.MAX_VALUE);
    ByteBuffer working = state;
    if (!ExtremesState.isWorking(state, header)) {
      working = ExtremesState.start(state, header, ExtremesState.PAIR_END, 2);
    }
    if (isSkipped) {
      return state;
    }
    ExtremesState.countRow(working);
    if (getLong(working, ExtremesState.COUNT) == 1 || key >= getLong(working, ExtremesState.KEY)) {
      putLong(working, ExtremesState.KEY, key);
      putDouble(working, ExtremesState.VALUE, value);
    }
    return working;
  }

  /**
   * Adds one row to a max_by state of floating-point values and floating-point keys. Of rows with
   * equal keys the one read last stays. A NaN or infinite value or key changes nothing.
   *
   * @param state the empty blob, or the state that the call for the row before returned, which is
   *     changed in place; null gives null
   * @param value the value to keep, exact; null gives null
   * @param key the key; -0.0 is below 0.0; null gives null
   * @return the state, 32 bytes, or the empty blob where no row was accepted yet
   * @throws IllegalArgumentException if the state is any other blob
   */
  @CqlFunction(
      value = "max_by_accumulate",
      examples =
          @Example(
              call =
                  "extremes_value_double(max_by_accumulate((blob) 0x, (double) 2.5, (double) 0.5))",
              result = "2.5"),
      aggregates = {
        @Aggregate(
            value = "max_by",
            finish = "extremes_value_{value}",
            summary =
                "Value of the row with the largest key, the one read last of equal keys; null without any.",
            examples =
                @Example(
                    call = "max_by(CAST(position AS double), CAST(position AS double))",
                    result = "1.0")),
        @Aggregate(
            value = "last",
            finish = "extremes_value_{value}",
            summary = "Last value in the order of the key: another name of max_by.",
            examples =
                @Example(
                    call = "last(CAST(position AS double), CAST(position AS double))",
                    result = "1.0")),
        @Aggregate(
            value = "max_by_state",
            finish = "extremes_state",
            summary = "State of the row with the largest key, for rollups.",
            examples =
                @Example(
                    call =
                        "extremes_value_double(max_by_state(CAST(position AS double), CAST(position AS double)))",
                    result = "1.0"))
      })
  public static ByteBuffer accumulate(
      ByteBuffer state,
      @Overloads({"float", "double"}) double value,
      @Overloads({"double"}) double key) {
    long header =
        ExtremesState.header(
            ExtremesState.BY
                | ExtremesState.FLOATING_VALUES
                | ExtremesState.FLOATING_KEYS
                | ExtremesState.LARGEST,
            0);
    // A NaN is in no interval.
    boolean isSkipped = !(Math.abs(value) <= Double.MAX_VALUE && Math.abs(key) <= Double.MAX_VALUE);
    ByteBuffer working = state;
    if (!ExtremesState.isWorking(state, header)) {
      working = ExtremesState.start(state, header, ExtremesState.PAIR_END, 2);
    }
    if (isSkipped) {
      return state;
    }
    ExtremesState.countRow(working);
    if (getLong(working, ExtremesState.COUNT) == 1
        || Double.compare(key, getDouble(working, ExtremesState.KEY)) >= 0) {
      putDouble(working, ExtremesState.KEY, key);
      putDouble(working, ExtremesState.VALUE, value);
    }
    return working;
  }
}
