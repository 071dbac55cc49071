/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.udf.regression;

import java.nio.ByteBuffer;
import org.cassandrastats.udf.moments.TwoSum;

/** What follows from a checked regression state; NaN where no answer is defined. */
final class RegressionMath {
  private RegressionMath() {}

  /** A result that a double can hold, or null. */
  static Double finiteOrNull(double value) {
    return Math.abs(value) <= Double.MAX_VALUE ? Double.valueOf(value) : null;
  }

  /** A result that a double holds with all its digits, or null. */
  static Double normalOrNull(double value) {
    return value == 0 || Math.abs(value) >= Double.MIN_NORMAL ? finiteOrNull(value) : null;
  }

  /** The mean of a variable, computed in two doubles: cancellation costs no digits. */
  static double mean(ByteBuffer state, int variable) {
    double origin = state.getDouble(variable);
    double deviations = state.getDouble(variable + RegressionState.SUM);
    double remainder = state.getDouble(variable + RegressionState.REMAINDER);
    double count = (double) state.getLong(RegressionState.COUNT);
    double sum = deviations + remainder;
    double share = sum / count;
    double product = share * count;
    double left = (sum - product) - TwoSum.productRemainder(share, count, product);
    double rest = (left + TwoSum.remainder(deviations, remainder, sum)) / count;
    double mean = origin + share;
    return mean + (TwoSum.remainder(origin, share, mean) + rest);
  }

  /** The sample variance of a variable. */
  static double variance(ByteBuffer state, int squares) {
    long count = state.getLong(RegressionState.COUNT);
    double sum = state.getDouble(squares);
    return count < 2 || isLost(sum) ? Double.NaN : sum / (count - 1);
  }

  /** The covariance with a divisor of the count less {@code lost}. */
  static double covariance(ByteBuffer state, int lost) {
    long count = state.getLong(RegressionState.COUNT);
    double products = products(state);
    return count <= lost ? Double.NaN : products / (count - lost);
  }

  /** Where all x are equal it is 0 / 0. NaN also where no double holds its digits. */
  static double slope(ByteBuffer state) {
    double products = products(state);
    double slope = products / state.getDouble(RegressionState.SQUARES_X);
    return products != 0 && Math.abs(slope) < Double.MIN_NORMAL ? Double.NaN : slope;
  }

  static double intercept(ByteBuffer state) {
    double slope = slope(state);
    double meanY = mean(state, RegressionState.Y);
    double meanX = mean(state, RegressionState.X);
    return meanY - slope * meanX;
  }

  /** Where y is 0 on the line. */
  static double interceptX(ByteBuffer state) {
    double slope = slope(state);
    double meanY = mean(state, RegressionState.Y);
    double meanX = mean(state, RegressionState.X);
    return meanX - meanY / slope;
  }

  /** The share of the variance of y that the line explains; a level line that of equal y. */
  static double r2(ByteBuffer state) {
    double squaresX = state.getDouble(RegressionState.SQUARES_X);
    double r2 = squareOfCorrelation(state);
    return state.getDouble(RegressionState.SQUARES_Y) == 0 && squaresX != 0 ? 1 : r2;
  }

  static double correlation(ByteBuffer state) {
    double square = squareOfCorrelation(state);
    return Math.copySign(Math.sqrt(square), state.getDouble(RegressionState.PRODUCTS));
  }

  /** Where all x or all y are equal it is 0 / 0. The product of both squares may be no double. */
  private static double squareOfCorrelation(ByteBuffer state) {
    double products = products(state);
    double square =
        (products / state.getDouble(RegressionState.SQUARES_X))
            * (products / state.getDouble(RegressionState.SQUARES_Y));
    return Math.min(1, square);
  }

  /** The sum of products; NaN where it may have lost digits. */
  private static double products(ByteBuffer state) {
    double squaresY = state.getDouble(RegressionState.SQUARES_Y);
    double squaresX = state.getDouble(RegressionState.SQUARES_X);
    return isLost(squaresY) || isLost(squaresX)
        ? Double.NaN
        : state.getDouble(RegressionState.PRODUCTS);
  }

  /** Whether squares have lost digits to underflow; those of equal values have none. */
  private static boolean isLost(double squares) {
    return squares > 0 && squares < RegressionCheck.UNDERFLOW;
  }
}
