/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.uda.extremes;

import java.nio.ByteBuffer;
import org.cassandrastats.udf.annotation.CqlFunction;
import org.cassandrastats.udf.annotation.CqlFunction.Aggregate;
import org.cassandrastats.udf.annotation.CqlFunction.Largest;
import org.cassandrastats.udf.annotation.Overloads;
import org.cassandrastats.udf.extremes.ExtremesState;
import org.cassandrastats.udf.extremes.Rank;

/** The n smallest values, best first. The layout is that of {@link ExtremesState}. */
public final class MinNAggregates {
  private MinNAggregates() {}

  /**
   * Adds one value to a min_n state of integers.
   *
   * @param state the empty blob, or the state that the call for the row before returned, which is
   *     changed in place; null gives null
   * @param value the value, exact; null gives null
   * @param n how many values to keep, 1 to 1000, the same for every row; null gives null
   * @return the state, 16 + 8 x min(count, n) bytes
   * @throws IllegalArgumentException if n is out of range or changes, or if the state is any other
   *     blob
   */
  @CqlFunction(
      value = "min_n_accumulate",
      examples = "extremes_values_int(min_n_accumulate(0x, (int) 3, 2)) = [3]",
      aggregates = {
        @Aggregate(
            value = "min_n",
            finish = "extremes_values_{value}",
            summary = "List of the n smallest values, the smallest first; null without any.",
            examples = {
              "min_n(position, 3) = [-1,-1,0]",
              "min_n(CAST(position AS double), 3) = [-1.0,-1.0,0.0]"
            }),
        @Aggregate(
            value = "min_n_state",
            finish = "extremes_state",
            summary = "State of the n smallest values, for rollups.",
            examples = {
              "extremes_values_int(min_n_state(position, 3)) = [-1,-1,0]",
              "extremes_values_double(min_n_state(CAST(position AS double), 3)) = [-1.0,-1.0,0.0]"
            },
            largest = @Largest(arguments = "1", bytes = 24 + 8))
      })
  public static ByteBuffer accumulate(
      ByteBuffer state, @Overloads({"int", "bigint"}) long value, int n) {
    ByteBuffer working = ValueHeap.working(state, 0, n);
    ExtremesState.countRow(working);
    return ValueHeap.offer(working, value, n, Rank.INTEGER, Rank.SMALLEST_FIRST);
  }

  /**
   * Adds one value to a min_n state of floating-point values. NaN and infinities change nothing;
   * -0.0 is below 0.0.
   *
   * @param state the empty blob, or the state that the call for the row before returned, which is
   *     changed in place; null gives null
   * @param value the value, exact; null gives null
   * @param n how many values to keep, 1 to 1000, the same for every row; null gives null
   * @return the state, 16 + 8 x min(count, n) bytes, or the empty blob where no value was accepted
   *     yet
   * @throws IllegalArgumentException if n is out of range or changes, or if the state is any other
   *     blob
   */
  @CqlFunction(
      value = "min_n_accumulate",
      examples = "extremes_values_double(min_n_accumulate(0x, (double) 2.5, 2)) = [2.5]")
  public static ByteBuffer accumulate(
      ByteBuffer state, @Overloads({"float", "double"}) double value, int n) {
    ByteBuffer working = ValueHeap.working(state, ExtremesState.FLOATING_VALUES, n);
    // A NaN is in no interval.
    if (!(Math.abs(value) <= Double.MAX_VALUE)) {
      return state;
    }
    ExtremesState.countRow(working);
    long bits = Double.doubleToRawLongBits(value);
    return ValueHeap.offer(working, bits, n, Rank.FLOATING, Rank.SMALLEST_FIRST);
  }
}
