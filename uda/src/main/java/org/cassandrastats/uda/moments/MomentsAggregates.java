/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.uda.moments;

import java.nio.ByteBuffer;
import org.cassandrastats.udf.annotation.CqlFunction;
import org.cassandrastats.udf.annotation.CqlFunction.Aggregate;
import org.cassandrastats.udf.annotation.CqlFunction.Largest;
import org.cassandrastats.udf.annotation.Overloads;
import org.cassandrastats.udf.moments.MomentsCheck;
import org.cassandrastats.udf.moments.MomentsScale;
import org.cassandrastats.udf.moments.MomentsState;
import org.cassandrastats.udf.moments.TwoSum;
import org.cassandrastats.udf.state.Buffers;
import org.cassandrastats.udf.state.Checksum;

/**
 * How rows become a moments state. The layout and the sources are those of {@link MomentsState}.
 */
public final class MomentsAggregates {
  private MomentsAggregates() {}

  /**
   * Adds one value to a moments state. NaN and infinities are counted as skipped and change nothing
   * else.
   *
   * @param state the empty blob, or the state that the call for the row before returned, which is
   *     changed in place; null gives null
   * @param value the value, null gives null; bigint is rounded to the nearest double beyond 2^53
   * @return the state, 88 bytes, which {@code moments_state} finishes
   * @throws IllegalArgumentException if the state is any other blob
   */
  @CqlFunction(
      value = "moments_accumulate",
      examples = "moments_count(moments_accumulate(0x, (double) 2.5)) = 1",
      aggregates = {
        @Aggregate(
            value = "moments",
            finish = "moments_state",
            summary = "State of the count, extremes and first four moments of the values.",
            examples = "moments_count(moments(position)) = 5",
            largest = @Largest(bytes = MomentsState.SIZE)),
        @Aggregate(
            value = "mean",
            finish = "moments_mean",
            summary = "Arithmetic mean of the values; null without any.",
            examples = "mean(position) = -0.2"),
        @Aggregate(
            value = "variance",
            finish = "moments_variance",
            summary = "Sample variance (divisor count - 1); null below two values.",
            examples = "variance(position) = 0.7"),
        @Aggregate(
            value = "stddev",
            finish = "moments_stddev",
            summary = "Sample standard deviation (divisor count - 1); null below two values.",
            examples = "stddev(position) = 0.8366600265340756"),
        @Aggregate(
            value = "skewness",
            finish = "moments_skewness",
            summary = "Sample skewness G1; null below three values or where all are equal.",
            examples = "skewness(position) = 0.5122408325718831"),
        @Aggregate(
            value = "kurtosis",
            finish = "moments_kurtosis",
            summary = "Sample excess kurtosis G2; null below four values or where all are equal.",
            examples = "kurtosis(position) = -0.6122448979591812"),
        @Aggregate(
            value = "summary",
            finish = "moments_summary",
            summary = "Count, skipped, min, max, mean, sample standard deviation and sum at once.",
            examples =
                "summary(position) = {count:5,skipped:0,min:-1.0,max:1.0,mean:-0.2,"
                    + "stddev:0.8366600265340756,sum:-1.0}")
      })
  public static ByteBuffer accumulate(
      ByteBuffer state, @Overloads({"varint", "float", "double"}) double value) {
    ByteBuffer working = state;
    if (!MomentsState.isWorking(state)) {
      working = MomentsState.start(state);
    }
    add(working, value);
    return working;
  }

  /** Adds one value to a state that a state function made. */
  public static void add(ByteBuffer working, double value) {
    // A NaN is in no interval.
    if (!(Math.abs(value) <= Double.MAX_VALUE)) {
      working.putLong(MomentsState.SKIPPED, working.getLong(MomentsState.SKIPPED) + 1);
      return;
    }
    long rows = working.getLong(MomentsState.COUNT) + 1;
    working.putLong(MomentsState.COUNT, rows);
    double count = rows;
    if (rows == 1) {
      working.putDouble(MomentsState.ORIGIN, value);
      working.putDouble(MomentsState.MINIMUM, value);
      working.putDouble(MomentsState.MAXIMUM, value);
      return;
    }
    double minimum = working.getDouble(MomentsState.MINIMUM);
    double maximum = working.getDouble(MomentsState.MAXIMUM);
    if (value < minimum || value > maximum) {
      working.putDouble(value < minimum ? MomentsState.MINIMUM : MomentsState.MAXIMUM, value);
      double range = Math.max(value, maximum) - Math.min(value, minimum);
      MomentsScale.fit(working, range);
    }

    double scale = MomentsScale.of(working);
    double scaled = value * scale;
    double origin = working.getDouble(MomentsState.ORIGIN) * scale;
    double sum = working.getDouble(MomentsState.SUM);
    double squares = working.getDouble(MomentsState.SQUARES);
    double cubes = working.getDouble(MomentsState.CUBES);
    double fourths = working.getDouble(MomentsState.FOURTHS);

    double deviation = scaled - origin;
    double newSum = sum + deviation;
    working.putDouble(MomentsState.SUM, newSum);
    working.putDouble(
        MomentsState.SUM_REMAINDER,
        working.getDouble(MomentsState.SUM_REMAINDER)
            + TwoSum.remainder(scaled, -origin, deviation)
            + TwoSum.remainder(sum, deviation, newSum));

    double delta = deviation - sum / (count - 1);
    double step = delta / count;
    double square = delta * step * (count - 1);
    working.putDouble(
        MomentsState.FOURTHS,
        fourths
            + square * step * step * (count * count - 3 * count + 3)
            + 6 * step * step * squares
            - 4 * step * cubes);
    working.putDouble(MomentsState.CUBES, cubes + square * step * (count - 2) - 3 * step * squares);
    working.putDouble(MomentsState.SQUARES, squares + square);
  }

  /**
   * The state after the rows of some values, one after the other, as {@link #accumulate(ByteBuffer,
   * double)} makes it, byte for byte. For Java only.
   *
   * @param state the empty blob, or what the call before returned, which is changed in place
   * @param size how many of the values there are, from the first one on
   * @throws IllegalArgumentException if the state is any other blob
   */
  public static ByteBuffer accumulate(ByteBuffer state, double[] values, int size) {
    ByteBuffer working = state;
    int index = 0;
    while (index < size) {
      // Begins a state, skips what is no number, and widens the range.
      working = accumulate(working, values[index]);
      index = addWithin(working, values, index + 1, size);
    }
    return working;
  }

  /**
   * Adds values up to the first one outside of the range so far. Most are within, and need no field
   * of the state for themselves.
   *
   * @return the index of that value
   */
  private static int addWithin(ByteBuffer state, double[] values, int from, int size) {
    long rows = state.getLong(MomentsState.COUNT);
    if (rows == 0) {
      return from;
    }
    double minimum = state.getDouble(MomentsState.MINIMUM);
    double maximum = state.getDouble(MomentsState.MAXIMUM);
    double scale = MomentsScale.of(state);
    double origin = state.getDouble(MomentsState.ORIGIN) * scale;
    double sum = state.getDouble(MomentsState.SUM);
    double remainder = state.getDouble(MomentsState.SUM_REMAINDER);
    double squares = state.getDouble(MomentsState.SQUARES);
    double cubes = state.getDouble(MomentsState.CUBES);
    double fourths = state.getDouble(MomentsState.FOURTHS);
    int index = from;
    for (; index < size && values[index] >= minimum && values[index] <= maximum; index++) {
      rows++;
      double count = rows;
      double scaled = values[index] * scale;
      double deviation = scaled - origin;
      double delta = deviation - sum / (count - 1);
      double newSum = sum + deviation;
      remainder =
          remainder
              + TwoSum.remainder(scaled, -origin, deviation)
              + TwoSum.remainder(sum, deviation, newSum);
      sum = newSum;
      double step = delta / count;
      double square = delta * step * (count - 1);
      fourths =
          fourths
              + square * step * step * (count * count - 3 * count + 3)
              + 6 * step * step * squares
              - 4 * step * cubes;
      cubes = cubes + square * step * (count - 2) - 3 * step * squares;
      squares += square;
    }
    state.putLong(MomentsState.COUNT, rows);
    state.putDouble(MomentsState.SUM, sum);
    state.putDouble(MomentsState.SUM_REMAINDER, remainder);
    state.putDouble(MomentsState.SQUARES, squares);
    state.putDouble(MomentsState.CUBES, cubes);
    state.putDouble(MomentsState.FOURTHS, fourths);
    return index;
  }

  /**
   * The state of the rows of two states together. Counts, minimum and maximum are exact; the other
   * moments agree with those of the undivided rows to the last few digits, in whatever order parts
   * are merged.
   *
   * <p>It is the state function of {@code moments_merge}, which starts from the byte 0x00: the sum
   * then is changed in place, and is no final state before {@code moments_state} ends it.
   *
   * @param left a moments state, or the empty blob; null gives null
   * @param right a moments state, or the empty blob; null gives null
   * @return the final state, 96 bytes, or the empty blob where both are empty
   * @throws IllegalArgumentException if either blob is not a moments state, if the count would
   *     exceed 2^63-1, or if no values have the sums of both, because one of the states was altered
   */
  @CqlFunction(
      value = "moments_union",
      examples = "moments_count(moments_union(moments(position), moments(position))) = 10",
      aggregates =
          @Aggregate(
              value = "moments_merge",
              initial = Buffers.MERGE,
              finish = "moments_state",
              summary = "State of the rows of all the states, for example those of a rollup table.",
              examples =
                  "moments_mean(moments_merge(moments_state(moments_accumulate(0x, position)))) ="
                      + " -0.2"))
  public static ByteBuffer union(ByteBuffer left, ByteBuffer right) {
    boolean isOwn = MomentsState.isMerged(left);
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
    return Checksum.finalSum(sum);
  }

  /** The rows of a state that is changed in place, or of none, with those of a stored one. */
  private static ByteBuffer added(ByteBuffer state, ByteBuffer part) {
    ByteBuffer other = MomentsCheck.checked(part);
    ByteBuffer sum = state;
    if (state.remaining() == 0) {
      sum = MomentsState.allocate(Buffers.MERGED_TAIL);
    }
    MomentsMerge.merge(sum, other);
    return sum;
  }
}
