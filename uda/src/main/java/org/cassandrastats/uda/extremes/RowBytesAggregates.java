/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.uda.extremes;

import java.nio.ByteBuffer;
import org.cassandrastats.udf.annotation.CqlFunction;
import org.cassandrastats.udf.annotation.CqlFunction.Aggregate;
import org.cassandrastats.udf.annotation.Overloads;
import org.cassandrastats.udf.extremes.ExtremesState;
import org.cassandrastats.udf.extremes.Rank;

/**
 * First, last, and the rows with the smallest and the largest key, of values that are not numbers:
 * text, boolean, uuid, timestamp and every other type. Cassandra takes a column of any type for a
 * blob, so that one function serves them all; its {@code blob_as_text} and the like turn the result
 * into the type again. The layout is that of {@link ExtremesState}.
 */
public final class RowBytesAggregates {
  /** Longs that the first buffer has room for: two keys, two lengths, 64 bytes of values. */
  private static final int ROOM = 12;

  private RowBytesAggregates() {}

  /**
   * Adds the next row of a value of any type.
   *
   * @param state the empty blob, or the state that the call for the row before returned, which is
   *     changed in place; null gives null
   * @param value the value of any type, as its bytes, at most 1024; null gives null, and bytes of
   *     length 0 are a value
   * @return the state, 48 bytes and those of two values
   * @throws IllegalArgumentException if the value is longer, or if the state is any other blob
   */
  @CqlFunction(
      value = "rows_accumulate_blob",
      examples = "extremes_first_blob(rows_accumulate_blob(0x, (text) 'on')) = 0x6f6e",
      aggregates = {
        @Aggregate(
            value = "first_as_blob",
            finish = "extremes_first_{value}",
            summary =
                "First value of any type, as its bytes, in the order in which the rows are read; see first.",
            examples = "first_as_blob(position) = 0x00000001"),
        @Aggregate(
            value = "last_as_blob",
            finish = "extremes_last_{value}",
            summary =
                "Last value of any type, as its bytes, in the order in which the rows are read; see last.",
            examples = "last_as_blob(position) = 0x00000000"),
        @Aggregate(
            value = "first_last_as_blob",
            finish = "extremes_state",
            summary =
                "State of the first and the last row, whose values have any type, for rollups.",
            examples = "extremes_first_blob(first_last_as_blob(position)) = 0x00000001")
      })
  public static ByteBuffer accumulate(ByteBuffer state, @Overloads("blob") ByteBuffer value) {
    ByteBuffer working = ExtremesState.rows(state, ExtremesState.ROWS | ExtremesState.BYTES, ROOM);
    long key = working.getLong(ExtremesState.COUNT);
    return RowBytes.keep(working, key, value);
  }

  /**
   * Adds one row of a value of any type and an integer key.
   *
   * @param state the empty blob, or the state that the call for the row before returned, which is
   *     changed in place; null gives null
   * @param value the value of any type, as its bytes, at most 1024; null gives null, and bytes of
   *     length 0 are a value
   * @param key the key, timestamps in milliseconds since 1970; null gives null
   * @return the state, 48 bytes and those of two values
   * @throws IllegalArgumentException if the value is longer, or if the state is any other blob
   */
  @CqlFunction(
      value = "by_accumulate_blob",
      examples = "extremes_last_blob(by_accumulate_blob(0x, (text) 'on', (bigint) 7)) = 0x6f6e",
      aggregates = {
        @Aggregate(
            value = "min_by_as_blob",
            finish = "extremes_first_{value}",
            summary =
                "Value of any type, as its bytes, of the row with the smallest key; see min_by.",
            examples = {
              "min_by_as_blob(position, CAST(position AS bigint)) = 0xffffffff",
              "min_by_as_blob(position, CAST(position AS double)) = 0xffffffff"
            }),
        @Aggregate(
            value = "max_by_as_blob",
            finish = "extremes_last_{value}",
            summary =
                "Value of any type, as its bytes, of the row with the largest key; see max_by.",
            examples = {
              "max_by_as_blob(position, CAST(position AS bigint)) = 0x00000001",
              "max_by_as_blob(position, CAST(position AS double)) = 0x00000001"
            }),
        @Aggregate(
            value = "first_as_blob",
            only = "varint",
            finish = "extremes_first_{value}",
            summary =
                "First value of any type in the order of the key: another name of min_by_as_blob.",
            examples = "first_as_blob(position, CAST(position AS bigint)) = 0xffffffff"),
        @Aggregate(
            value = "last_as_blob",
            only = "varint",
            finish = "extremes_last_{value}",
            summary =
                "Last value of any type in the order of the key: another name of max_by_as_blob.",
            examples = "last_as_blob(position, CAST(position AS bigint)) = 0x00000001"),
        @Aggregate(
            value = "min_max_by_as_blob",
            finish = "extremes_state",
            summary =
                "State of the rows with the smallest and the largest key, values of any type, for rollups.",
            examples = {
              "extremes_last_blob(min_max_by_as_blob(position, CAST(position AS bigint))) = 0x00000001",
              "extremes_last_blob(min_max_by_as_blob(position, CAST(position AS double))) = 0x00000001"
            })
      })
  public static ByteBuffer accumulate(
      ByteBuffer state, @Overloads("blob") ByteBuffer value, @Overloads("varint") long key) {
    ByteBuffer working = ExtremesState.rows(state, ExtremesState.BYTES, ROOM);
    return RowBytes.keep(working, key, value);
  }

  /**
   * Adds one row of a value of any type and a floating-point key. A NaN or infinite key changes
   * nothing.
   *
   * @param state the empty blob, or the state that the call for the row before returned, which is
   *     changed in place; null gives null
   * @param value the value of any type, as its bytes, at most 1024; null gives null, and bytes of
   *     length 0 are a value
   * @param key the key; -0.0 is below 0.0; null gives null
   * @return the state, 48 bytes and those of two values, or the empty blob where no row was
   *     accepted yet
   * @throws IllegalArgumentException if the value is longer, or if the state is any other blob
   */
  @CqlFunction(
      value = "by_accumulate_blob",
      examples = "extremes_last_blob(by_accumulate_blob(0x, (text) 'on', (double) 0.5)) = 0x6f6e")
  public static ByteBuffer accumulate(
      ByteBuffer state,
      @Overloads("blob") ByteBuffer value,
      @Overloads({"float", "double"}) double key) {
    ByteBuffer working =
        ExtremesState.rows(state, ExtremesState.BYTES | ExtremesState.FLOATING_KEYS, ROOM);
    // A NaN is in no interval.
    if (!(Math.abs(key) <= Double.MAX_VALUE)) {
      return state;
    }
    long rank = Rank.ofFloating(Double.doubleToLongBits(key));
    return RowBytes.keep(working, rank, value);
  }
}
