/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.uda.regression;

import java.nio.ByteBuffer;
import org.cassandrastats.udf.regression.RegressionCheck;
import org.cassandrastats.udf.regression.RegressionState;

/** The pairwise update of the sums, about the origins of the left state. */
final class RegressionMerge {
  private RegressionMerge() {}

  /** Adds the pairs of a valid state to another one, which is changed in place. */
  static void merge(ByteBuffer left, ByteBuffer right) {
    long leftRows = left.getLong(RegressionState.COUNT);
    long rightRows = right.getLong(RegressionState.COUNT);
    // Nothing is changed before both totals are known to fit.
    long rows = RegressionState.total(leftRows, rightRows);
    long leftSkipped = left.getLong(RegressionState.SKIPPED);
    long skipped = RegressionState.total(leftSkipped, right.getLong(RegressionState.SKIPPED));
    left.putLong(RegressionState.COUNT, rows);
    left.putLong(RegressionState.SKIPPED, skipped);
    if (leftRows == 0) {
      for (int offset = RegressionState.Y; offset < RegressionState.END; offset += 8) {
        left.putLong(offset, right.getLong(offset));
      }
    } else if (rightRows > 0) {
      mergeSums(left, (double) leftRows, right, (double) rightRows);
    }
  }

  private static void mergeSums(
      ByteBuffer left, double leftCount, ByteBuffer right, double rightCount) {
    for (int offset = RegressionState.SQUARES_Y; offset < RegressionState.END; offset += 8) {
      RegressionSums.addTo(left, offset, right.getDouble(offset));
    }
    double distanceY =
        RegressionSums.addValues(left, leftCount, right, rightCount, RegressionState.Y);
    double distanceX =
        RegressionSums.addValues(left, leftCount, right, rightCount, RegressionState.X);
    double weight = leftCount * rightCount / (leftCount + rightCount);
    RegressionSums.addProducts(left, distanceY, distanceX, weight);
    // Products that only altered states have together are no number.
    boolean fits =
        RegressionCheck.fit(
            left.getDouble(RegressionState.SQUARES_Y),
            left.getDouble(RegressionState.SQUARES_X),
            left.getDouble(RegressionState.PRODUCTS));
    if (!fits) {
      left.putDouble(RegressionState.PRODUCTS, Double.NaN);
    }
  }
}
