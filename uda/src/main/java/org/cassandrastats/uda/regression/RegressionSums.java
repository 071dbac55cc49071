/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.uda.regression;

import java.nio.ByteBuffer;
import org.cassandrastats.udf.moments.TwoSum;
import org.cassandrastats.udf.regression.RegressionState;

/** The sums of a regression state that is changed in place, by the formulas of Chan et al. */
final class RegressionSums {
  private RegressionSums() {}

  /**
   * Adds a value of a variable.
   *
   * @param count of the values before, at least 1
   * @return how far it is from their mean
   */
  static double addValue(ByteBuffer state, int variable, double value, double count) {
    double origin = state.getDouble(variable);
    double deviation = value - origin;
    double sum = state.getDouble(variable + RegressionState.SUM);
    double newSum = sum + deviation;
    double remainder =
        state.getDouble(variable + RegressionState.REMAINDER)
            + TwoSum.remainder(value, -origin, deviation)
            + TwoSum.remainder(sum, deviation, newSum);
    put(state, variable, newSum, remainder);
    return deviation - sum / count;
  }

  /**
   * Adds the values of a variable of another state.
   *
   * @param leftCount of the values before, at least 1
   * @param rightCount of those that are added, at least 1
   * @return how far their mean is from that of the values before
   */
  static double addValues(
      ByteBuffer left, double leftCount, ByteBuffer right, double rightCount, int variable) {
    double leftOrigin = left.getDouble(variable);
    double rightOrigin = right.getDouble(variable);
    double leftSum = left.getDouble(variable + RegressionState.SUM);
    double rightSum = right.getDouble(variable + RegressionState.SUM);
    double shift = rightOrigin - leftOrigin;
    double shiftSum = rightCount * shift;
    double movedSum = rightSum + shiftSum;
    double sum = leftSum + movedSum;
    double remainder =
        left.getDouble(variable + RegressionState.REMAINDER)
            + right.getDouble(variable + RegressionState.REMAINDER)
            + rightCount * TwoSum.remainder(rightOrigin, -leftOrigin, shift)
            + TwoSum.productRemainder(rightCount, shift, shiftSum)
            + TwoSum.remainder(rightSum, shiftSum, movedSum)
            + TwoSum.remainder(leftSum, movedSum, sum);
    put(left, variable, sum, remainder);
    return shift + (rightSum / rightCount - leftSum / leftCount);
  }

  /** A sum and what rounding cut off it overflow together. */
  private static void put(ByteBuffer state, int variable, double sum, double remainder) {
    boolean isFinite = Math.abs(sum + remainder) <= Double.MAX_VALUE;
    state.putDouble(variable + RegressionState.SUM, isFinite ? sum : Double.NaN);
    state.putDouble(variable + RegressionState.REMAINDER, isFinite ? remainder : Double.NaN);
  }

  /**
   * Adds the squares and the product of two distances between means, of parts that together weigh
   * {@code weight}.
   */
  static void addProducts(ByteBuffer state, double distanceY, double distanceX, double weight) {
    double squareY = square(distanceY, weight);
    double squareX = square(distanceX, weight);
    double product = distanceY * distanceX * weight;
    addTo(state, RegressionState.SQUARES_Y, squareY);
    addTo(state, RegressionState.SQUARES_X, squareX);
    addTo(state, RegressionState.PRODUCTS, product);
  }

  /** Adds to a sum. */
  static void addTo(ByteBuffer state, int offset, double number) {
    RegressionState.put(state, offset, state.getDouble(offset) + number);
  }

  /** One that underflows is the smallest double: squares of values that differ are never 0. */
  private static double square(double distance, double weight) {
    return distance == 0 ? 0 : Math.max(distance * distance * weight, Double.MIN_VALUE);
  }
}
