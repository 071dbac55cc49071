/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.uda.ddsketch;

import static org.cassandrastats.udf.state.LittleEndian.getDouble;
import static org.cassandrastats.udf.state.LittleEndian.getInt;
import static org.cassandrastats.udf.state.LittleEndian.getLong;
import static org.cassandrastats.udf.state.LittleEndian.putDouble;
import static org.cassandrastats.udf.state.LittleEndian.putLong;

import java.nio.ByteBuffer;
import org.cassandrastats.udf.annotation.CqlFunction;
import org.cassandrastats.udf.annotation.CqlFunction.Aggregate;
import org.cassandrastats.udf.annotation.CqlFunction.Example;
import org.cassandrastats.udf.annotation.CqlFunction.Largest;
import org.cassandrastats.udf.annotation.Overloads;
import org.cassandrastats.udf.ddsketch.DdsketchCheck;
import org.cassandrastats.udf.ddsketch.DdsketchMapping;
import org.cassandrastats.udf.ddsketch.DdsketchState;
import org.cassandrastats.udf.moments.TwoSum;
import org.cassandrastats.udf.state.Buffers;
import org.cassandrastats.udf.state.Integrity;

/** How rows become a ddsketch state. The layout is that of {@link DdsketchState}. */
public final class DdsketchAggregates {
  private DdsketchAggregates() {}

  /**
   * Adds one value to a ddsketch state. NaN and infinities change nothing.
   *
   * @param state the empty blob, or the state that the call for the row before returned, which is
   *     changed in place; null gives null
   * @param value the value, null gives null; bigint is rounded to the nearest double beyond 2^53
   * @param error the relative error of quantiles, 0.0001 to 0.5, the same for every row; null gives
   *     null
   * @return the state, 72 + 8 x (bins of both signs) bytes, at most 32840; or the empty blob where
   *     no value was accepted yet
   * @throws IllegalArgumentException if the relative error is out of range or changes, or if the
   *     state is any other blob
   */
  @CqlFunction(
      value = "ddsketch_accumulate",
      examples =
          @Example(
              call = "ddsketch_count(ddsketch_accumulate(0x, (double) 2.5, 0.01))",
              result = "1"),
      aggregates =
          @Aggregate(
              value = "ddsketch",
              finish = "ddsketch_state",
              summary = "State for quantiles of the values with a bounded relative error.",
              examples =
                  @Example(
                      call = "ddsketch_quantile(ddsketch(position, 0.01), 0.0)",
                      result = "-1.0"),
              largest = {
                @Largest(arguments = "0.001", bytes = DdsketchState.MAXIMUM_SIZE),
                @Largest(arguments = "0.01", bytes = DdsketchState.MAXIMUM_SIZE),
                @Largest(arguments = "0.0001", bytes = DdsketchState.MAXIMUM_SIZE)
              }))
  public static ByteBuffer accumulate(
      ByteBuffer state,
      @Overloads({"int", "bigint", "float", "double"}) double value,
      double error) {
    ByteBuffer working = state;
    if (!DdsketchState.isWorkingFor(state, error)) {
      working = DdsketchState.start(state, error);
    }
    double magnitude = Math.abs(value);
    // A NaN is in no interval.
    if (!(magnitude <= Double.MAX_VALUE)) {
      return state;
    }
    int negatives = getInt(working, DdsketchState.NEGATIVE + DdsketchState.BINS);
    int place = negatives;
    if (magnitude > 0) {
      int sign = value > 0 ? DdsketchState.POSITIVE : DdsketchState.NEGATIVE;
      int index = DdsketchMapping.index(magnitude, error);
      int lowest = getInt(working, sign);
      int bins = getInt(working, sign + DdsketchState.BINS);
      if (index < lowest || index - lowest >= bins) {
        working =
            DdsketchBins.covering(working, index, value > 0 ? 0 : 1, index, value > 0 ? 1 : 0);
        negatives = getInt(working, DdsketchState.NEGATIVE + DdsketchState.BINS);
        lowest = getInt(working, sign);
        // Collapsed bins count what is below them.
        index = Math.max(index, lowest);
      }
      place = value > 0 ? negatives + 1 + index - lowest : negatives - 1 - index + lowest;
    }
    int offset = DdsketchState.COUNTS + 8 * place;
    putLong(working, offset, getLong(working, offset) + 1);
    // Adding 0.0 makes -0.0 to 0.0, so that the bytes do not depend on which zero came first.
    if (value < getDouble(working, DdsketchState.MINIMUM)) {
      putDouble(working, DdsketchState.MINIMUM, value + 0.0);
    }
    if (value > getDouble(working, DdsketchState.MAXIMUM)) {
      putDouble(working, DdsketchState.MAXIMUM, value + 0.0);
    }
    double sum = getDouble(working, DdsketchState.SUM);
    double newSum = sum + value;
    putDouble(working, DdsketchState.SUM, newSum);
    putDouble(
        working,
        DdsketchState.SUM_REMAINDER,
        getDouble(working, DdsketchState.SUM_REMAINDER) + TwoSum.remainder(sum, value, newSum));
    return working;
  }

  /**
   * The state of the rows of two states together. Everything but the last digits of the sum is the
   * same in whatever order and grouping states are merged, and the same as of the undivided rows.
   *
   * @param left a ddsketch state, or the empty blob; null gives null
   * @param right a state with the same relative error, or the empty blob; null gives null
   * @return the finished state, of at most 32848 bytes
   * @throws IllegalArgumentException if either blob is not a ddsketch state, if their relative
   *     errors differ, or if the count would exceed 2^63-1
   */
  @CqlFunction(
      value = "ddsketch_union",
      examples =
          @Example(
              call =
                  "ddsketch_count(ddsketch_union(ddsketch(position, 0.01), ddsketch(position, 0.01)))",
              result = "10"),
      aggregates =
          @Aggregate(
              value = "ddsketch_merge",
              summary = "State of the rows of all the states, for example those of a rollup table.",
              examples =
                  @Example(
                      call =
                          "ddsketch_quantile(ddsketch_merge(ddsketch_state("
                              + "ddsketch_accumulate(0x, position, 0.01))), 0.5)",
                      result = "0.0")))
  public static ByteBuffer union(ByteBuffer left, ByteBuffer right) {
    if (left.remaining() == 0 && right.remaining() == 0) {
      return left;
    }
    // A state that is merged with itself must not change while it is read.
    boolean isOwn = DdsketchState.isMerged(left) && !Buffers.shareBytes(left, right);
    ByteBuffer source = left;
    ByteBuffer other = right;
    // One loop, so that a body holds what checks a state once.
    for (int side = isOwn ? 1 : 0; side < 2; side++) {
      ByteBuffer blob = side == 0 ? left : right;
      if (blob.remaining() > 0) {
        ByteBuffer view = DdsketchCheck.checked(blob);
        source = side == 0 ? view : source;
        other = side == 0 ? other : view;
      }
    }
    // An empty state adds nothing to the other one.
    boolean isAlone = left.remaining() == 0 || right.remaining() == 0;
    source = left.remaining() == 0 ? other : source;
    if (!isAlone) {
      DdsketchState.requireSameError(
          getDouble(source, DdsketchState.ERROR), getDouble(other, DdsketchState.ERROR));
    }
    int end = DdsketchState.end(source);
    ByteBuffer working = left;
    if (!isOwn) {
      working = DdsketchState.allocate(end, DdsketchState.MERGED_TAIL);
      working.limit(end);
      Buffers.copy(source, working, end);
    }
    working.limit(end);
    if (!isAlone) {
      working = merge(working, other);
      DdsketchBins.requireTotal(working);
    }
    end = working.limit();
    working.limit(end + Integrity.SIZE);
    Integrity.seal(working, end);
    return working;
  }

  /** Adds the rows of a valid state to another one, without integrity word. */
  private static ByteBuffer merge(ByteBuffer left, ByteBuffer other) {
    ByteBuffer working =
        DdsketchBins.covering(
            left,
            getInt(other, DdsketchState.NEGATIVE),
            getInt(other, DdsketchState.NEGATIVE + DdsketchState.BINS),
            getInt(other, DdsketchState.POSITIVE),
            getInt(other, DdsketchState.POSITIVE + DdsketchState.BINS));
    DdsketchBins.addCounts(working, other);
    double minimum = getDouble(other, DdsketchState.MINIMUM);
    if (minimum < getDouble(working, DdsketchState.MINIMUM)) {
      putDouble(working, DdsketchState.MINIMUM, minimum);
    }
    double maximum = getDouble(other, DdsketchState.MAXIMUM);
    if (maximum > getDouble(working, DdsketchState.MAXIMUM)) {
      putDouble(working, DdsketchState.MAXIMUM, maximum);
    }
    double sum = getDouble(working, DdsketchState.SUM);
    double otherSum = getDouble(other, DdsketchState.SUM);
    double newSum = sum + otherSum;
    putDouble(working, DdsketchState.SUM, newSum);
    putDouble(
        working,
        DdsketchState.SUM_REMAINDER,
        getDouble(working, DdsketchState.SUM_REMAINDER)
            + getDouble(other, DdsketchState.SUM_REMAINDER)
            + TwoSum.remainder(sum, otherSum, newSum));
    return working;
  }
}
