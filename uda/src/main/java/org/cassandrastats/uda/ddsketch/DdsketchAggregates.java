/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.uda.ddsketch;

import java.nio.ByteBuffer;
import org.cassandrastats.udf.annotation.CqlFunction;
import org.cassandrastats.udf.annotation.CqlFunction.Aggregate;
import org.cassandrastats.udf.annotation.CqlFunction.Largest;
import org.cassandrastats.udf.annotation.Overloads;
import org.cassandrastats.udf.ddsketch.DdsketchCheck;
import org.cassandrastats.udf.ddsketch.DdsketchMapping;
import org.cassandrastats.udf.ddsketch.DdsketchRead;
import org.cassandrastats.udf.ddsketch.DdsketchState;
import org.cassandrastats.udf.moments.TwoSum;
import org.cassandrastats.udf.state.Buffers;

/** How rows become a ddsketch state. The layout is that of {@link DdsketchState}. */
public final class DdsketchAggregates {
  /** Binary logarithm of the counts that are large. */
  private static final int LARGE_COUNT = 50;

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
      examples = "ddsketch_count(ddsketch_accumulate(0x, (double) 2.5, 0.01)) = 1",
      aggregates =
          @Aggregate(
              value = "ddsketch",
              finish = "ddsketch_state",
              summary = "State for quantiles of the values with a bounded relative error.",
              examples = "ddsketch_quantile(ddsketch(position, 0.01), 0.0) = -1.0",
              largest = {
                @Largest(arguments = "0.001", bytes = DdsketchState.MAXIMUM_SIZE),
                @Largest(arguments = "0.01", bytes = DdsketchState.MAXIMUM_SIZE),
                @Largest(arguments = "0.0001", bytes = DdsketchState.MAXIMUM_SIZE)
              }))
  public static ByteBuffer accumulate(
      ByteBuffer state, @Overloads({"varint", "float", "double"}) double value, double error) {
    ByteBuffer working = state;
    if (!DdsketchState.isWorkingFor(state, error)) {
      working = DdsketchState.start(state, error);
    }
    double magnitude = Math.abs(value);
    // A NaN is in no interval.
    if (!(magnitude <= Double.MAX_VALUE)) {
      return state;
    }
    int negatives = working.getInt(DdsketchState.NEGATIVE + DdsketchState.BINS);
    int place = negatives;
    if (magnitude > 0) {
      int sign = value > 0 ? DdsketchState.POSITIVE : DdsketchState.NEGATIVE;
      int index = DdsketchMapping.index(magnitude, error);
      int lowest = working.getInt(sign);
      int bins = working.getInt(sign + DdsketchState.BINS);
      if (index < lowest || index - lowest >= bins) {
        working =
            DdsketchBins.covering(working, index, value > 0 ? 0 : 1, index, value > 0 ? 1 : 0);
        negatives = working.getInt(DdsketchState.NEGATIVE + DdsketchState.BINS);
        lowest = working.getInt(sign);
        // Collapsed bins count what is below them.
        index = Math.max(index, lowest);
      }
      place = value > 0 ? negatives + 1 + index - lowest : negatives - 1 - index + lowest;
    }
    int offset = DdsketchState.COUNTS + 8 * place;
    working.putLong(offset, working.getLong(offset) + 1);
    // Adding 0.0 makes -0.0 to 0.0, so that the bytes do not depend on which zero came first.
    if (value < working.getDouble(DdsketchState.MINIMUM)) {
      working.putDouble(DdsketchState.MINIMUM, value + 0.0);
    }
    if (value > working.getDouble(DdsketchState.MAXIMUM)) {
      working.putDouble(DdsketchState.MAXIMUM, value + 0.0);
    }
    double sum = working.getDouble(DdsketchState.SUM);
    double newSum = sum + value;
    double remainder = TwoSum.remainder(sum, value, newSum);
    DdsketchState.putSum(
        working, newSum, working.getDouble(DdsketchState.SUM_REMAINDER) + remainder);
    return working;
  }

  /**
   * The state of the rows of two states together. Everything but the last digits of the sum is the
   * same in whatever order and grouping states are merged, and the same as of the undivided rows.
   *
   * <p>It is the state function of {@code ddsketch_merge}, which starts from the byte 0x00: the sum
   * then is changed in place, and is no final state before {@code ddsketch_state} ends it.
   *
   * @param left a ddsketch state, or the empty blob; null gives null
   * @param right a state with the same relative error, or the empty blob; null gives null
   * @return the final state, of at most 32848 bytes
   * @throws IllegalArgumentException if either blob is not a ddsketch state, if their relative
   *     errors differ, or if the count would exceed 2^63-1
   */
  @CqlFunction(
      value = "ddsketch_union",
      examples =
          "ddsketch_count(ddsketch_union(ddsketch(position, 0.01), ddsketch(position, 0.01))) = 10",
      aggregates =
          @Aggregate(
              value = "ddsketch_merge",
              initial = Buffers.MERGE,
              finish = "ddsketch_state",
              summary = "State of the rows of all the states, for example those of a rollup table.",
              examples =
                  "ddsketch_quantile(ddsketch_merge(ddsketch_state("
                      + "ddsketch_accumulate(0x, position, 0.01))), 0.5) = 0.0"))
  public static ByteBuffer union(ByteBuffer left, ByteBuffer right) {
    // A state that is merged with itself must not change while it is read.
    boolean isOwn = DdsketchState.isMerged(left) && !Buffers.shareBytes(left, right);
    boolean isMerge = isOwn || Buffers.startsMerge(left);
    ByteBuffer sum = isOwn ? left : ByteBuffer.allocate(0);
    // One loop, so that a body holds what checks a state once. An empty state adds nothing.
    for (int side = isMerge ? 1 : 0; side < 2; side++) {
      ByteBuffer part = side == 0 ? left : right;
      if (part.remaining() > 0) {
        sum = added(sum, part);
      }
    }
    if (isMerge) {
      return sum.remaining() == 0 ? left : sum;
    }
    return DdsketchState.finalState(sum);
  }

  /** The rows of a state that is changed in place, or of none, with those of a stored one. */
  private static ByteBuffer added(ByteBuffer state, ByteBuffer part) {
    ByteBuffer other = DdsketchCheck.checked(part);
    ByteBuffer working = state;
    if (state.remaining() == 0) {
      working = DdsketchState.startOfMerge(other);
    }
    DdsketchState.requireSameError(
        working.getDouble(DdsketchState.ERROR), other.getDouble(DdsketchState.ERROR));
    working = merge(working, other);
    return working;
  }

  /** Adds the rows of a valid state to another one. */
  private static ByteBuffer merge(ByteBuffer left, ByteBuffer other) {
    ByteBuffer working =
        DdsketchBins.covering(
            left,
            other.getInt(DdsketchState.NEGATIVE),
            other.getInt(DdsketchState.NEGATIVE + DdsketchState.BINS),
            other.getInt(DdsketchState.POSITIVE),
            other.getInt(DdsketchState.POSITIVE + DdsketchState.BINS));
    long bits = DdsketchBins.addCounts(working, other);
    // Before a count is as large, 4097 of them are no more than 2^63-1, so that only then, and at
    // the end of a merge, all of them need be added.
    if (bits >>> LARGE_COUNT != 0) {
      DdsketchRead.requireTotal(working);
    }
    double minimum = other.getDouble(DdsketchState.MINIMUM);
    if (minimum < working.getDouble(DdsketchState.MINIMUM)) {
      working.putDouble(DdsketchState.MINIMUM, minimum);
    }
    double maximum = other.getDouble(DdsketchState.MAXIMUM);
    if (maximum > working.getDouble(DdsketchState.MAXIMUM)) {
      working.putDouble(DdsketchState.MAXIMUM, maximum);
    }
    double sum = working.getDouble(DdsketchState.SUM);
    double otherSum = other.getDouble(DdsketchState.SUM);
    double newSum = sum + otherSum;
    double remainder = TwoSum.remainder(sum, otherSum, newSum);
    DdsketchState.putSum(
        working,
        newSum,
        working.getDouble(DdsketchState.SUM_REMAINDER)
            + other.getDouble(DdsketchState.SUM_REMAINDER)
            + remainder);
    return working;
  }
}
