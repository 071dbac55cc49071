/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.uda.extremes;

import java.nio.ByteBuffer;
import org.cassandrastats.udf.annotation.CqlFunction;
import org.cassandrastats.udf.annotation.CqlFunction.Aggregate;
import org.cassandrastats.udf.annotation.CqlFunction.Largest;
import org.cassandrastats.udf.annotation.Overloads;
import org.cassandrastats.udf.extremes.ExtremesState;

/**
 * The first and the last row in the order in which they are read: rows whose key is their number.
 * The layout is that of {@link ExtremesState}.
 */
public final class RowsAggregates {
  private RowsAggregates() {}

  /**
   * Adds the next row of an integer.
   *
   * @param state the empty blob, or the state that the call for the row before returned, which is
   *     changed in place; null gives null
   * @param value the value to keep, exact; null gives null
   * @return the state, 48 bytes
   * @throws IllegalArgumentException if the state is any other blob
   */
  @CqlFunction(
      value = "rows_accumulate",
      examples = "extremes_first_int(rows_accumulate((blob) 0x, (int) 3)) = 3",
      aggregates = {
        @Aggregate(
            value = "first",
            finish = "extremes_first_{value}",
            summary =
                "First value in the order in which the rows are read: that of the clustering columns, or of ORDER BY.",
            examples = {"first(position) = 1", "first(CAST(position AS double)) = 1.0"}),
        @Aggregate(
            value = "last",
            finish = "extremes_last_{value}",
            summary =
                "Last value in the order in which the rows are read: that of the clustering columns, or of ORDER BY.",
            examples = {"last(position) = 0", "last(CAST(position AS double)) = 0.0"}),
        @Aggregate(
            value = "first_last",
            finish = "extremes_state",
            summary =
                "State of the first and the last row in the order in which they are read, for rollups.",
            examples = {
              "extremes_values_int(first_last(position)) = [1,0]",
              "extremes_values_double(first_last(CAST(position AS double))) = [1.0,0.0]"
            },
            largest = @Largest(bytes = ExtremesState.ROWS_SIZE))
      })
  public static ByteBuffer accumulate(ByteBuffer state, @Overloads({"int", "bigint"}) long value) {
    ByteBuffer working = ExtremesState.rows(state, ExtremesState.ROWS, 4);
    long before = ExtremesState.countRow(working);
    if (before == 0) {
      working.putLong(ExtremesState.FIRST_VALUE, value);
    }
    working.putLong(ExtremesState.LAST_KEY, before);
    working.putLong(ExtremesState.LAST_VALUE, value);
    return working;
  }

  /**
   * Adds the next row of a floating-point value. NaN and infinities change nothing.
   *
   * @param state the empty blob, or the state that the call for the row before returned, which is
   *     changed in place; null gives null
   * @param value the value to keep, exact; null gives null
   * @return the state, 48 bytes, or the empty blob where no row was accepted yet
   * @throws IllegalArgumentException if the state is any other blob
   */
  @CqlFunction(
      value = "rows_accumulate",
      examples = "extremes_first_double(rows_accumulate((blob) 0x, (double) 2.5)) = 2.5")
  public static ByteBuffer accumulate(
      ByteBuffer state, @Overloads({"float", "double"}) double value) {
    ByteBuffer working =
        ExtremesState.rows(state, ExtremesState.ROWS | ExtremesState.FLOATING_VALUES, 4);
    // A NaN is in no interval.
    if (!(Math.abs(value) <= Double.MAX_VALUE)) {
      return state;
    }
    long before = ExtremesState.countRow(working);
    if (before == 0) {
      working.putDouble(ExtremesState.FIRST_VALUE, value);
    }
    working.putLong(ExtremesState.LAST_KEY, before);
    working.putDouble(ExtremesState.LAST_VALUE, value);
    return working;
  }
}
