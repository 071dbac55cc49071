/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.udf.regression;

import java.nio.ByteBuffer;
import org.cassandrastats.udf.annotation.CqlFunction;
import org.cassandrastats.udf.state.Buffers;
import org.cassandrastats.udf.state.Checksum;

/**
 * What can be asked of a regression state: {@value RegressionState#SIZE} bytes that hold the count,
 * the means, the squares and the products of any number of pairs of y and x. The line is that of
 * least squares, y = intercept + slope x.
 *
 * <p>Every accessor gives null for a null or empty state, and where its result is not defined or no
 * finite double. The rules are those of SQL. Sums beyond 1.8e308, of squares of values from about
 * 1e154 on, and sums of squares below 2e-292, where doubles lose digits, give null.
 *
 * <p>Source: E. A. Youngs and E. M. Cramer, Some Results Relevant to Choice of Sum and
 * Sum-of-Product Algorithms, 1971; T. F. Chan, G. H. Golub and R. J. LeVeque, Algorithms for
 * Computing the Sample Variance, 1983. Deviations are taken from the first pair, and their sums are
 * kept in two doubles (D. E. Knuth's TwoSum).
 */
public final class Regression {
  private static final String KNOWN =
      "regression_accumulate(regression_accumulate(0x, 1.0, 2.0), 4.0, 4.0)";

  private Regression() {}

  /**
   * Number of pairs of finite values.
   *
   * @param state a regression state; null or empty gives null
   * @throws IllegalArgumentException if the blob is not a regression state
   */
  @CqlFunction(
      value = "regression_count",
      calledOnNullInput = true,
      examples = "regression_count(" + KNOWN + ") = 2")
  public static Long count(ByteBuffer state) {
    if (state == null || state.remaining() == 0) {
      return null;
    }
    ByteBuffer view = RegressionState.readable(state);
    return view.getLong(RegressionState.COUNT);
  }

  /**
   * Number of pairs of which a value was NaN or infinite.
   *
   * @param state a regression state; null or empty gives null
   * @throws IllegalArgumentException if the blob is not a regression state
   */
  @CqlFunction(
      value = "regression_skipped",
      calledOnNullInput = true,
      examples = "regression_skipped(" + KNOWN + ") = 0")
  public static Long skipped(ByteBuffer state) {
    if (state == null || state.remaining() == 0) {
      return null;
    }
    ByteBuffer view = RegressionState.readable(state);
    return view.getLong(RegressionState.SKIPPED);
  }

  /**
   * Slope of the line: what y grows by where x grows by 1; null where all x are equal.
   *
   * @param state a regression state; null or empty gives null
   * @throws IllegalArgumentException if the blob is not a regression state
   */
  @CqlFunction(
      value = "regression_slope",
      calledOnNullInput = true,
      examples = "regression_slope(" + KNOWN + ") = 1.5")
  public static Double slope(ByteBuffer state) {
    if (state == null || state.remaining() == 0) {
      return null;
    }
    ByteBuffer view = RegressionState.readable(state);
    return RegressionMath.finiteOrNull(RegressionMath.slope(view));
  }

  /**
   * The y of the line where x is 0; null where all x are equal.
   *
   * @param state a regression state; null or empty gives null
   * @throws IllegalArgumentException if the blob is not a regression state
   */
  @CqlFunction(
      value = "regression_intercept",
      calledOnNullInput = true,
      examples = "regression_intercept(" + KNOWN + ") = -2.0")
  public static Double intercept(ByteBuffer state) {
    if (state == null || state.remaining() == 0) {
      return null;
    }
    ByteBuffer view = RegressionState.readable(state);
    return RegressionMath.finiteOrNull(RegressionMath.intercept(view));
  }

  /**
   * The x of the line where y is 0; null where all x are equal and where the slope is 0.
   *
   * @param state a regression state; null or empty gives null
   * @throws IllegalArgumentException if the blob is not a regression state
   */
  @CqlFunction(
      value = "regression_x_intercept",
      calledOnNullInput = true,
      examples = "regression_x_intercept(" + KNOWN + ") = 1.3333333333333333")
  public static Double interceptX(ByteBuffer state) {
    if (state == null || state.remaining() == 0) {
      return null;
    }
    ByteBuffer view = RegressionState.readable(state);
    return RegressionMath.finiteOrNull(RegressionMath.interceptX(view));
  }

  /**
   * Coefficient of determination, from 0 to 1: the share of the variance of y that the line
   * explains. Null where all x are equal, 1 where all y are equal and x are not.
   *
   * @param state a regression state; null or empty gives null
   * @throws IllegalArgumentException if the blob is not a regression state
   */
  @CqlFunction(
      value = "regression_r2",
      calledOnNullInput = true,
      examples = "regression_r2(" + KNOWN + ") = 1.0")
  public static Double r2(ByteBuffer state) {
    if (state == null || state.remaining() == 0) {
      return null;
    }
    ByteBuffer view = RegressionState.readable(state);
    return RegressionMath.finiteOrNull(RegressionMath.r2(view));
  }

  /**
   * Coefficient of correlation (Pearson's r), from -1 to 1; null where all x or all y are equal.
   *
   * @param state a regression state; null or empty gives null
   * @throws IllegalArgumentException if the blob is not a regression state
   */
  @CqlFunction(
      value = "regression_corr",
      calledOnNullInput = true,
      examples = "regression_corr(" + KNOWN + ") = 1.0")
  public static Double corr(ByteBuffer state) {
    if (state == null || state.remaining() == 0) {
      return null;
    }
    ByteBuffer view = RegressionState.readable(state);
    return RegressionMath.finiteOrNull(RegressionMath.correlation(view));
  }

  /**
   * Population covariance (divisor count), in the unit of y times that of x.
   *
   * @param state a regression state; null or empty gives null
   * @throws IllegalArgumentException if the blob is not a regression state
   */
  @CqlFunction(
      value = "regression_covar_pop",
      calledOnNullInput = true,
      examples = "regression_covar_pop(" + KNOWN + ") = 1.5")
  public static Double covarPop(ByteBuffer state) {
    if (state == null || state.remaining() == 0) {
      return null;
    }
    ByteBuffer view = RegressionState.readable(state);
    return RegressionMath.normalOrNull(RegressionMath.covariance(view, 0));
  }

  /**
   * Sample covariance (divisor count - 1), in the unit of y times that of x; null below two pairs.
   *
   * @param state a regression state; null or empty gives null
   * @throws IllegalArgumentException if the blob is not a regression state
   */
  @CqlFunction(
      value = "regression_covar_samp",
      calledOnNullInput = true,
      examples = "regression_covar_samp(" + KNOWN + ") = 3.0")
  public static Double covarSamp(ByteBuffer state) {
    if (state == null || state.remaining() == 0) {
      return null;
    }
    ByteBuffer view = RegressionState.readable(state);
    return RegressionMath.normalOrNull(RegressionMath.covariance(view, 1));
  }

  /**
   * Arithmetic mean of x, over the pairs.
   *
   * @param state a regression state; null or empty gives null
   * @throws IllegalArgumentException if the blob is not a regression state
   */
  @CqlFunction(
      value = "regression_mean_x",
      calledOnNullInput = true,
      examples = "regression_mean_x(" + KNOWN + ") = 3.0")
  public static Double meanX(ByteBuffer state) {
    if (state == null || state.remaining() == 0) {
      return null;
    }
    ByteBuffer view = RegressionState.readable(state);
    return RegressionMath.finiteOrNull(RegressionMath.mean(view, RegressionState.X));
  }

  /**
   * Arithmetic mean of y, over the pairs.
   *
   * @param state a regression state; null or empty gives null
   * @throws IllegalArgumentException if the blob is not a regression state
   */
  @CqlFunction(
      value = "regression_mean_y",
      calledOnNullInput = true,
      examples = "regression_mean_y(" + KNOWN + ") = 2.5")
  public static Double meanY(ByteBuffer state) {
    if (state == null || state.remaining() == 0) {
      return null;
    }
    ByteBuffer view = RegressionState.readable(state);
    return RegressionMath.finiteOrNull(RegressionMath.mean(view, RegressionState.Y));
  }

  /**
   * Sample variance (divisor count - 1) of x, over the pairs; null below two.
   *
   * @param state a regression state; null or empty gives null
   * @throws IllegalArgumentException if the blob is not a regression state
   */
  @CqlFunction(
      value = "regression_variance_x",
      calledOnNullInput = true,
      examples = "regression_variance_x(" + KNOWN + ") = 2.0")
  public static Double varianceX(ByteBuffer state) {
    if (state == null || state.remaining() == 0) {
      return null;
    }
    ByteBuffer view = RegressionState.readable(state);
    return RegressionMath.normalOrNull(RegressionMath.variance(view, RegressionState.SQUARES_X));
  }

  /**
   * Sample variance (divisor count - 1) of y, over the pairs; null below two.
   *
   * @param state a regression state; null or empty gives null
   * @throws IllegalArgumentException if the blob is not a regression state
   */
  @CqlFunction(
      value = "regression_variance_y",
      calledOnNullInput = true,
      examples = "regression_variance_y(" + KNOWN + ") = 4.5")
  public static Double varianceY(ByteBuffer state) {
    if (state == null || state.remaining() == 0) {
      return null;
    }
    ByteBuffer view = RegressionState.readable(state);
    return RegressionMath.normalOrNull(RegressionMath.variance(view, RegressionState.SQUARES_Y));
  }

  /**
   * The final state of the rows: what is stored. It is the end of the aggregates {@code regression}
   * and {@code regression_merge}.
   *
   * @param state a regression state; null gives null, the empty blob itself
   * @return the state with its checksum, 104 bytes
   * @throws IllegalArgumentException if the blob is not a regression state
   */
  @CqlFunction(
      value = "regression_state",
      calledOnNullInput = true,
      examples = "regression_mean_x(regression_state(regression_accumulate(0x, 2.5, 7.0))) = 7.0")
  public static ByteBuffer state(ByteBuffer state) {
    if (state == null || state.remaining() == 0) {
      return state;
    }
    if (Buffers.startsMerge(state)) {
      return ByteBuffer.allocate(0);
    }
    ByteBuffer view = RegressionState.readable(state);
    return Checksum.finalState(view, RegressionState.END);
  }

  /**
   * Whether a blob is a regression state that every function accepts. The empty blob is: it is the
   * state before the first row.
   *
   * @param state any blob; null gives null
   */
  @CqlFunction(
      value = "regression_is_valid",
      examples = "regression_is_valid(" + KNOWN + ") = true")
  public static boolean isValid(ByteBuffer state) {
    if (state.remaining() == 0) {
      return true;
    }
    try {
      RegressionCheck.checked(state);
      return true;
    } catch (IllegalArgumentException refused) {
      return false;
    }
  }

  /**
   * The state in words, for reading in cqlsh: count, skipped, slope, intercept and r2.
   *
   * @param state a regression state; null or empty gives null
   * @throws IllegalArgumentException if the blob is not a regression state
   */
  @CqlFunction(
      value = "regression_text",
      calledOnNullInput = true,
      examples =
          "regression_text("
              + KNOWN
              + ") = 'regression count=2 skipped=0 slope=1.5 intercept=-2.0 r2=1.0'")
  public static String text(ByteBuffer state) {
    if (state == null || state.remaining() == 0) {
      return null;
    }
    ByteBuffer view = RegressionState.readable(state);
    return "regression count="
        + view.getLong(RegressionState.COUNT)
        + " skipped="
        + view.getLong(RegressionState.SKIPPED)
        + " slope="
        + RegressionMath.finiteOrNull(RegressionMath.slope(view))
        + " intercept="
        + RegressionMath.finiteOrNull(RegressionMath.intercept(view))
        + " r2="
        + RegressionMath.finiteOrNull(RegressionMath.r2(view));
  }
}
