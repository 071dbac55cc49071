/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.uda.extremes;

import java.nio.ByteBuffer;
import org.cassandrastats.udf.annotation.CqlFunction;
import org.cassandrastats.udf.annotation.CqlFunction.Aggregate;
import org.cassandrastats.udf.annotation.CqlFunction.Largest;
import org.cassandrastats.udf.annotation.Overloads;
import org.cassandrastats.udf.extremes.ExtremesState;
import org.cassandrastats.udf.extremes.Rank;

/**
 * The rows with the smallest and the largest key: of equal keys, the row read first and the one
 * read last. The layout is that of {@link ExtremesState}.
 */
public final class ByAggregates {
  private ByAggregates() {}

  /**
   * Adds one row of an integer and an integer key.
   *
   * @param state the empty blob, or the state that the call for the row before returned, which is
   *     changed in place; null gives null
   * @param value the value to keep, exact; null gives null
   * @param key the key, timestamps in milliseconds since 1970; null gives null
   * @return the state, 48 bytes
   * @throws IllegalArgumentException if the state is any other blob
   */
  @CqlFunction(
      value = "by_accumulate",
      examples = "extremes_last_int(by_accumulate((blob) 0x, (int) 3, (bigint) 7)) = 3",
      aggregates = {
        @Aggregate(
            value = "min_by",
            finish = "extremes_first_{value}",
            summary =
                "Value of the row with the smallest key, the one read first of equal keys; null without any.",
            examples = {
              "min_by(position, CAST(position AS bigint)) = -1",
              "min_by(position, CAST(position AS double)) = -1",
              "min_by(CAST(position AS double), CAST(position AS bigint)) = -1.0",
              "min_by(CAST(position AS double), CAST(position AS double)) = -1.0"
            }),
        @Aggregate(
            value = "max_by",
            finish = "extremes_last_{value}",
            summary =
                "Value of the row with the largest key, the one read last of equal keys; null without any.",
            examples = {
              "max_by(position, CAST(position AS bigint)) = 1",
              "max_by(position, CAST(position AS double)) = 1",
              "max_by(CAST(position AS double), CAST(position AS bigint)) = 1.0",
              "max_by(CAST(position AS double), CAST(position AS double)) = 1.0"
            }),
        @Aggregate(
            value = "first",
            only = "varint",
            finish = "extremes_first_{value}",
            summary =
                "First value in the order of the key, such as a time: another name of min_by.",
            examples = {
              "first(position, CAST(position AS bigint)) = -1",
              "first(CAST(position AS double), CAST(position AS bigint)) = -1.0"
            }),
        @Aggregate(
            value = "last",
            only = "varint",
            finish = "extremes_last_{value}",
            summary = "Last value in the order of the key, such as a time: another name of max_by.",
            examples = {
              "last(position, CAST(position AS bigint)) = 1",
              "last(CAST(position AS double), CAST(position AS bigint)) = 1.0"
            }),
        @Aggregate(
            value = "min_max_by",
            finish = "extremes_state",
            summary = "State of the rows with the smallest and the largest key, for rollups.",
            examples = {
              "extremes_values_int(min_max_by(position, CAST(position AS bigint))) = [-1,1]",
              "extremes_values_int(min_max_by(position, CAST(position AS double))) = [-1,1]",
              "extremes_values_double(min_max_by(CAST(position AS double), CAST(position AS bigint))) = [-1.0,1.0]",
              "extremes_values_double(min_max_by(CAST(position AS double), CAST(position AS double))) = [-1.0,1.0]"
            },
            largest = @Largest(arguments = "value", bytes = ExtremesState.ROWS_SIZE))
      })
  public static ByteBuffer accumulate(
      ByteBuffer state, @Overloads({"int", "bigint"}) long value, @Overloads("varint") long key) {
    ByteBuffer working = ExtremesState.rows(state, 0, 4);
    keep(working, key, value);
    return working;
  }

  /**
   * Adds one row of an integer and a floating-point key. A NaN or infinite key changes nothing.
   *
   * @param state the empty blob, or the state that the call for the row before returned, which is
   *     changed in place; null gives null
   * @param value the value to keep, exact; null gives null
   * @param key the key; -0.0 is below 0.0; null gives null
   * @return the state, 48 bytes, or the empty blob where no row was accepted yet
   * @throws IllegalArgumentException if the state is any other blob
   */
  @CqlFunction(
      value = "by_accumulate",
      examples = "extremes_last_int(by_accumulate((blob) 0x, (int) 3, (double) 0.5)) = 3")
  public static ByteBuffer accumulate(
      ByteBuffer state,
      @Overloads({"int", "bigint"}) long value,
      @Overloads({"float", "double"}) double key) {
    ByteBuffer working = ExtremesState.rows(state, ExtremesState.FLOATING_KEYS, 4);
    // A NaN is in no interval.
    if (!(Math.abs(key) <= Double.MAX_VALUE)) {
      return state;
    }
    long rank = Rank.ofFloating(Double.doubleToLongBits(key));
    keep(working, rank, value);
    return working;
  }

  /**
   * Adds one row of a floating-point value and an integer key. A NaN or infinite value changes
   * nothing.
   *
   * @param state the empty blob, or the state that the call for the row before returned, which is
   *     changed in place; null gives null
   * @param value the value to keep, exact; null gives null
   * @param key the key, timestamps in milliseconds since 1970; null gives null
   * @return the state, 48 bytes, or the empty blob where no row was accepted yet
   * @throws IllegalArgumentException if the state is any other blob
   */
  @CqlFunction(
      value = "by_accumulate",
      examples = "extremes_last_double(by_accumulate((blob) 0x, (double) 2.5, (bigint) 7)) = 2.5")
  public static ByteBuffer accumulate(
      ByteBuffer state,
      @Overloads({"float", "double"}) double value,
      @Overloads("varint") long key) {
    ByteBuffer working = ExtremesState.rows(state, ExtremesState.FLOATING_VALUES, 4);
    // A NaN is in no interval.
    if (!(Math.abs(value) <= Double.MAX_VALUE)) {
      return state;
    }
    long bits = Double.doubleToLongBits(value);
    keep(working, key, bits);
    return working;
  }

  /**
   * Adds one row of a floating-point value and a floating-point key. A NaN or infinite value or key
   * changes nothing.
   *
   * @param state the empty blob, or the state that the call for the row before returned, which is
   *     changed in place; null gives null
   * @param value the value to keep, exact; null gives null
   * @param key the key; -0.0 is below 0.0; null gives null
   * @return the state, 48 bytes, or the empty blob where no row was accepted yet
   * @throws IllegalArgumentException if the state is any other blob
   */
  @CqlFunction(
      value = "by_accumulate",
      examples = "extremes_last_double(by_accumulate((blob) 0x, (double) 2.5, (double) 0.5)) = 2.5")
  public static ByteBuffer accumulate(
      ByteBuffer state,
      @Overloads({"float", "double"}) double value,
      @Overloads({"float", "double"}) double key) {
    ByteBuffer working =
        ExtremesState.rows(state, ExtremesState.FLOATING_VALUES | ExtremesState.FLOATING_KEYS, 4);
    // A NaN is in no interval.
    if (!(Math.abs(value) <= Double.MAX_VALUE && Math.abs(key) <= Double.MAX_VALUE)) {
      return state;
    }
    long bits = Double.doubleToLongBits(value);
    long rank = Rank.ofFloating(Double.doubleToLongBits(key));
    keep(working, rank, bits);
    return working;
  }

  /** Counts a row and keeps it if no key is smaller, or no key is larger. */
  private static void keep(ByteBuffer working, long key, long value) {
    long before = ExtremesState.countRow(working);
    if (before == 0 || key < working.getLong(ExtremesState.FIRST_KEY)) {
      working.putLong(ExtremesState.FIRST_KEY, key);
      working.putLong(ExtremesState.FIRST_VALUE, value);
    }
    if (before == 0 || key >= working.getLong(ExtremesState.LAST_KEY)) {
      working.putLong(ExtremesState.LAST_KEY, key);
      working.putLong(ExtremesState.LAST_VALUE, value);
    }
  }
}
