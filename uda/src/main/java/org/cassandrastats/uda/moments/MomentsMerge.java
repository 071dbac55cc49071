/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.uda.moments;

import java.nio.ByteBuffer;
import org.cassandrastats.udf.moments.MomentsCheck;
import org.cassandrastats.udf.moments.MomentsScale;
import org.cassandrastats.udf.moments.MomentsState;
import org.cassandrastats.udf.moments.TwoSum;
import org.cassandrastats.udf.state.Preamble;

/** Pébay's pairwise update of the sums, about the origin of the left state and in its unit. */
final class MomentsMerge {
  private MomentsMerge() {}

  /** Adds the values of a valid state to another one, which is changed in place. */
  static void merge(ByteBuffer left, ByteBuffer right) {
    long leftRows = left.getLong(MomentsState.COUNT);
    long rightRows = right.getLong(MomentsState.COUNT);
    // Nothing is changed before both totals are known to fit.
    long rows = MomentsState.total(leftRows, rightRows);
    long leftSkipped = left.getLong(MomentsState.SKIPPED);
    long skipped = MomentsState.total(leftSkipped, right.getLong(MomentsState.SKIPPED));
    left.putLong(MomentsState.COUNT, rows);
    left.putLong(MomentsState.SKIPPED, skipped);
    if (leftRows == 0) {
      left.putInt(Preamble.PARAMETER, right.getInt(Preamble.PARAMETER));
      for (int offset = MomentsState.ORIGIN; offset < MomentsState.END; offset += 8) {
        left.putLong(offset, right.getLong(offset));
      }
    } else if (rightRows > 0) {
      // Compared as in accumulate, so that of zeros of both signs the first stays.
      double minimum = right.getDouble(MomentsState.MINIMUM);
      if (minimum < left.getDouble(MomentsState.MINIMUM)) {
        left.putDouble(MomentsState.MINIMUM, minimum);
      }
      double maximum = right.getDouble(MomentsState.MAXIMUM);
      if (maximum > left.getDouble(MomentsState.MAXIMUM)) {
        left.putDouble(MomentsState.MAXIMUM, maximum);
      }
      double range = left.getDouble(MomentsState.MAXIMUM) - left.getDouble(MomentsState.MINIMUM);
      MomentsScale.fit(left, range);
      mergeSums(left, (double) leftRows, right, (double) rightRows);
      MomentsCheck.requireSums(
          left, (double) rows, "moments: expected two states whose sums fit together");
    }
  }

  private static void mergeSums(
      ByteBuffer left, double leftCount, ByteBuffer right, double rightCount) {
    double count = leftCount + rightCount;
    double leftShare = leftCount / count;
    double rightShare = rightCount / count;

    double scale = MomentsScale.of(left);
    double factor = scale / MomentsScale.of(right);
    double leftOrigin = left.getDouble(MomentsState.ORIGIN) * scale;
    double rightOrigin = right.getDouble(MomentsState.ORIGIN) * scale;
    double shift = rightOrigin - leftOrigin;
    double shiftRemainder = TwoSum.remainder(rightOrigin, -leftOrigin, shift);

    double leftSum = left.getDouble(MomentsState.SUM);
    double rightSum = right.getDouble(MomentsState.SUM) * factor;
    double shiftSum = rightCount * shift;
    double movedSum = rightSum + shiftSum;
    double sum = leftSum + movedSum;
    left.putDouble(MomentsState.SUM, sum);
    left.putDouble(
        MomentsState.SUM_REMAINDER,
        left.getDouble(MomentsState.SUM_REMAINDER)
            + right.getDouble(MomentsState.SUM_REMAINDER) * factor
            + rightCount * shiftRemainder
            + TwoSum.productRemainder(rightCount, shift, shiftSum)
            + TwoSum.remainder(rightSum, shiftSum, movedSum)
            + TwoSum.remainder(leftSum, movedSum, sum));

    double leftSquares = left.getDouble(MomentsState.SQUARES);
    double rightSquares = right.getDouble(MomentsState.SQUARES) * factor * factor;
    double leftCubes = left.getDouble(MomentsState.CUBES);
    double rightCubes = right.getDouble(MomentsState.CUBES) * factor * factor * factor;
    double rightFourths = right.getDouble(MomentsState.FOURTHS) * factor * factor * factor * factor;
    double delta = shift + (rightSum / rightCount - leftSum / leftCount);
    double square = delta * delta * leftCount * rightShare;
    left.putDouble(
        MomentsState.FOURTHS,
        left.getDouble(MomentsState.FOURTHS)
            + rightFourths
            + square
                * (delta * delta)
                * (leftShare * leftShare - leftShare * rightShare + rightShare * rightShare)
            + 6
                * (delta * delta)
                * (leftShare * leftShare * rightSquares + rightShare * rightShare * leftSquares)
            + 4 * delta * (leftShare * rightCubes - rightShare * leftCubes));
    left.putDouble(
        MomentsState.CUBES,
        leftCubes
            + rightCubes
            + square * delta * (leftShare - rightShare)
            + 3 * delta * (leftShare * rightSquares - rightShare * leftSquares));
    left.putDouble(MomentsState.SQUARES, leftSquares + rightSquares + square);
  }
}
