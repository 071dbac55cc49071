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
 * The smallest and the largest value at once. The layout and the sources are those of {@link
 * ExtremesState}.
 */
public final class MinMaxAggregates {
  private static final int INTEGERS = ExtremesState.MINMAX;
  private static final int DOUBLES = ExtremesState.MINMAX | ExtremesState.FLOATING_VALUES;

  private MinMaxAggregates() {}

  /**
   * Adds one integer to a minmax state.
   *
   * @param state the empty blob, or the state that the call for the row before returned, which is
   *     changed in place; null gives null
   * @param value the value, exact; null gives null
   * @return the state, 32 bytes
   * @throws IllegalArgumentException if the state is any other blob
   */
  @CqlFunction(
      value = "minmax_accumulate",
      examples =
          @Example(call = "extremes_values_int(minmax_accumulate(0x, (int) 3))", result = "[3,3]"),
      aggregates = {
        @Aggregate(
            value = "minmax",
            finish = "extremes_values_{value}",
            summary = "List of the smallest and the largest value; null without any.",
            examples = @Example(call = "minmax(position)", result = "[-1,1]")),
        @Aggregate(
            value = "minmax_state",
            finish = "extremes_state",
            summary = "State of the smallest and the largest value, for rollups.",
            examples =
                @Example(call = "extremes_values_int(minmax_state(position))", result = "[-1,1]"))
      })
  public static ByteBuffer accumulate(ByteBuffer state, @Overloads({"int", "bigint"}) long value) {
    long header = ExtremesState.header(INTEGERS, 0);
    ByteBuffer working = state;
    if (!ExtremesState.isWorking(state, header)) {
      working = ExtremesState.start(state, header, ExtremesState.PAIR_END, 2);
    }
    ExtremesState.countRow(working);
    boolean isFirst = getLong(working, ExtremesState.COUNT) == 1;
    if (isFirst || value < getLong(working, ExtremesState.MINIMUM)) {
      putLong(working, ExtremesState.MINIMUM, value);
    }
    if (isFirst || value > getLong(working, ExtremesState.MAXIMUM)) {
      putLong(working, ExtremesState.MAXIMUM, value);
    }
    return working;
  }

  /**
   * Adds one floating-point value to a minmax state. NaN and infinities change nothing; -0.0 is
   * below 0.0.
   *
   * @param state the empty blob, or the state that the call for the row before returned, which is
   *     changed in place; null gives null
   * @param value the value, exact; null gives null
   * @return the state, 32 bytes, or the empty blob where no value was accepted yet
   * @throws IllegalArgumentException if the state is any other blob
   */
  @CqlFunction(
      value = "minmax_accumulate",
      examples =
          @Example(
              call = "extremes_values_double(minmax_accumulate(0x, (double) 2.5))",
              result = "[2.5,2.5]"),
      aggregates = {
        @Aggregate(
            value = "minmax",
            finish = "extremes_values_{value}",
            summary = "List of the smallest and the largest value; null without any.",
            examples = @Example(call = "minmax(CAST(position AS double))", result = "[-1.0,1.0]")),
        @Aggregate(
            value = "minmax_state",
            finish = "extremes_state",
            summary = "State of the smallest and the largest value, for rollups.",
            examples =
                @Example(
                    call = "extremes_values_float(minmax_state(CAST(position AS float)))",
                    result = "[-1.0,1.0]"))
      })
  public static ByteBuffer accumulate(
      ByteBuffer state, @Overloads({"float", "double"}) double value) {
    long header = ExtremesState.header(DOUBLES, 0);
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
    boolean isFirst = getLong(working, ExtremesState.COUNT) == 1;
    if (isFirst || Double.compare(value, getDouble(working, ExtremesState.MINIMUM)) < 0) {
      putDouble(working, ExtremesState.MINIMUM, value);
    }
    if (isFirst || Double.compare(value, getDouble(working, ExtremesState.MAXIMUM)) > 0) {
      putDouble(working, ExtremesState.MAXIMUM, value);
    }
    return working;
  }
}
