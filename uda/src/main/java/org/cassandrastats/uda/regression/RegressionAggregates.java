/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.uda.regression;

import java.nio.ByteBuffer;
import org.cassandrastats.udf.annotation.CqlFunction;
import org.cassandrastats.udf.annotation.CqlFunction.Aggregate;
import org.cassandrastats.udf.annotation.CqlFunction.Largest;
import org.cassandrastats.udf.regression.RegressionCheck;
import org.cassandrastats.udf.regression.RegressionState;
import org.cassandrastats.udf.state.Buffers;
import org.cassandrastats.udf.state.Checksum;

/**
 * How rows become a regression state. The layout and the sources are those of {@link
 * RegressionState}.
 */
public final class RegressionAggregates {
  private static final String KNOWN = "(CAST(position AS double), CAST(position AS double))";

  private RegressionAggregates() {}

  /**
   * Adds one pair of values to a regression state. A pair of which a value is NaN or infinite is
   * counted as skipped and changes nothing else.
   *
   * @param state the empty blob, or the state that the call for the row before returned, which is
   *     changed in place; null gives null
   * @param y what depends on x, null gives null
   * @param x what y depends on, null gives null
   * @return the state, 96 bytes, which {@code regression_state} finishes
   * @throws IllegalArgumentException if the state is any other blob
   */
  @CqlFunction(
      value = "regression_accumulate",
      examples = "regression_mean_y(regression_accumulate(0x, 2.5, 7.0)) = 2.5",
      aggregates = {
        @Aggregate(
            value = "regression",
            finish = "regression_state",
            summary = "State of the line of least squares through pairs of y and x.",
            examples = "regression_count(regression" + KNOWN + ") = 5",
            largest = @Largest(arguments = "value", bytes = RegressionState.SIZE)),
        @Aggregate(
            value = "regr_slope",
            finish = "regression_slope",
            summary = "Slope of the line of least squares; null where all x are equal.",
            elsewhere = {"deriv (Prometheus)", "slope (TimescaleDB)"},
            examples = "regr_slope" + KNOWN + " = 1.0"),
        @Aggregate(
            value = "regr_intercept",
            finish = "regression_intercept",
            summary =
                "The y of the line of least squares where x is 0; null where all x are equal.",
            examples = "regr_intercept" + KNOWN + " = 0.0"),
        @Aggregate(
            value = "regr_r2",
            finish = "regression_r2",
            summary =
                "Share of the variance of y that the line explains; null where all x are equal, 1"
                    + " where all y are equal and x are not.",
            examples = "regr_r2" + KNOWN + " = 1.0"),
        @Aggregate(
            value = "corr",
            finish = "regression_corr",
            summary = "Coefficient of correlation; null where all x or all y are equal.",
            examples = "corr" + KNOWN + " = 1.0"),
        @Aggregate(
            value = "covar_pop",
            finish = "regression_covar_pop",
            summary = "Population covariance (divisor count); null without any pair.",
            examples = "covar_pop" + KNOWN + " = 0.5599999999999999"),
        @Aggregate(
            value = "covar_samp",
            finish = "regression_covar_samp",
            summary = "Sample covariance (divisor count - 1); null below two pairs.",
            examples = "covar_samp" + KNOWN + " = 0.7")
      })
  public static ByteBuffer accumulate(ByteBuffer state, double y, double x) {
    ByteBuffer working = state;
    if (!RegressionState.isWorking(state)) {
      working = RegressionState.start(state);
    }
    // A NaN is in no interval.
    if (!(Math.abs(y) <= Double.MAX_VALUE && Math.abs(x) <= Double.MAX_VALUE)) {
      working.putLong(RegressionState.SKIPPED, working.getLong(RegressionState.SKIPPED) + 1);
      return working;
    }
    long rows = working.getLong(RegressionState.COUNT);
    working.putLong(RegressionState.COUNT, rows + 1);
    if (rows == 0) {
      working.putDouble(RegressionState.Y, y);
      working.putDouble(RegressionState.X, x);
      return working;
    }
    double count = rows;
    double distanceY = RegressionSums.addValue(working, RegressionState.Y, y, count);
    double distanceX = RegressionSums.addValue(working, RegressionState.X, x, count);
    RegressionSums.addProducts(working, distanceY, distanceX, count / (count + 1));
    return working;
  }

  /**
   * The state of the rows of two states together. Counts are exact; the other answers agree with
   * those of the undivided rows to the last few digits, in whatever order parts are merged.
   *
   * <p>It is the state function of {@code regression_merge}, which starts from the byte 0x00: the
   * sum then is changed in place, and is no final state before {@code regression_state} ends it.
   *
   * @param left a regression state, or the empty blob; null gives null
   * @param right a regression state, or the empty blob; null gives null
   * @return the final state, 104 bytes, or the empty blob where both are empty
   * @throws IllegalArgumentException if either blob is not a regression state, or if the count
   *     would exceed 2^63-1
   */
  @CqlFunction(
      value = "regression_union",
      examples =
          "regression_count(regression_union(regression"
              + KNOWN
              + ", regression"
              + KNOWN
              + ")) = 10",
      aggregates =
          @Aggregate(
              value = "regression_merge",
              initial = Buffers.MERGE,
              finish = "regression_state",
              summary = "State of the rows of all the states, for example those of a rollup table.",
              examples =
                  "regression_mean_x(regression_merge(regression_state("
                      + "regression_accumulate(0x, 1.0, CAST(position AS double))))) = -0.2"))
  public static ByteBuffer union(ByteBuffer left, ByteBuffer right) {
    boolean isOwn = RegressionState.isMerged(left);
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
    ByteBuffer other = RegressionCheck.checked(part);
    ByteBuffer sum = state;
    if (state.remaining() == 0) {
      sum = RegressionState.allocate(Buffers.MERGED_TAIL);
    }
    RegressionMerge.merge(sum, other);
    return sum;
  }
}
