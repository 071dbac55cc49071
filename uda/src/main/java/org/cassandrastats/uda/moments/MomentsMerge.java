/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.uda.moments;

import static org.cassandrastats.udf.state.LittleEndian.getDouble;
import static org.cassandrastats.udf.state.LittleEndian.getLong;
import static org.cassandrastats.udf.state.LittleEndian.putDouble;
import static org.cassandrastats.udf.state.LittleEndian.putLong;

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
    long leftRows = getLong(left, MomentsState.COUNT);
    long rightRows = getLong(right, MomentsState.COUNT);
    // Nothing is changed before both totals are known to fit.
    long rows = MomentsState.total(leftRows, rightRows);
    long leftSkipped = getLong(left, MomentsState.SKIPPED);
    long skipped = MomentsState.total(leftSkipped, getLong(right, MomentsState.SKIPPED));
    putLong(left, MomentsState.COUNT, rows);
    putLong(left, MomentsState.SKIPPED, skipped);
    if (leftRows == 0) {
      left.putInt(Preamble.PARAMETER, right.getInt(Preamble.PARAMETER));
      for (int offset = MomentsState.ORIGIN; offset < MomentsState.END; offset += 8) {
        left.putLong(offset, right.getLong(offset));
      }
    } else if (rightRows > 0) {
      // Compared as in accumulate, so that of zeros of both signs the first stays.
      double minimum = getDouble(right, MomentsState.MINIMUM);
      if (minimum < getDouble(left, MomentsState.MINIMUM)) {
        putDouble(left, MomentsState.MINIMUM, minimum);
      }
      double maximum = getDouble(right, MomentsState.MAXIMUM);
      if (maximum > getDouble(left, MomentsState.MAXIMUM)) {
        putDouble(left, MomentsState.MAXIMUM, maximum);
      }
      double range = getDouble(left, MomentsState.MAXIMUM) - getDouble(left, MomentsState.MINIMUM);
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
    double leftOrigin = getDouble(left, MomentsState.ORIGIN) * scale;
    double rightOrigin = getDouble(right, MomentsState.ORIGIN) * scale;
    double shift = rightOrigin - leftOrigin;
    double shiftRemainder = TwoSum.remainder(rightOrigin, -leftOrigin, shift);

    double leftSum = getDouble(left, MomentsState.SUM);
    double rightSum = getDouble(right, MomentsState.SUM) * factor;
    double shiftSum = rightCount * shift;
    double movedSum = rightSum + shiftSum;
    double sum = leftSum + movedSum;
    putDouble(left, MomentsState.SUM, sum);
    putDouble(
        left,
        MomentsState.SUM_REMAINDER,
        getDouble(left, MomentsState.SUM_REMAINDER)
            + getDouble(right, MomentsState.SUM_REMAINDER) * factor
            + rightCount * shiftRemainder
            + TwoSum.productRemainder(rightCount, shift, shiftSum)
            + TwoSum.remainder(rightSum, shiftSum, movedSum)
            + TwoSum.remainder(leftSum, movedSum, sum));

    double leftSquares = getDouble(left, MomentsState.SQUARES);
    double rightSquares = getDouble(right, MomentsState.SQUARES) * factor * factor;
    double leftCubes = getDouble(left, MomentsState.CUBES);
    double rightCubes = getDouble(right, MomentsState.CUBES) * factor * factor * factor;
    double rightFourths =
        getDouble(right, MomentsState.FOURTHS) * factor * factor * factor * factor;
    double delta = shift + (rightSum / rightCount - leftSum / leftCount);
    double square = delta * delta * leftCount * rightShare;
    putDouble(
        left,
        MomentsState.FOURTHS,
        getDouble(left, MomentsState.FOURTHS)
            + rightFourths
            + square
                * (delta * delta)
                * (leftShare * leftShare - leftShare * rightShare + rightShare * rightShare)
            + 6
                * (delta * delta)
                * (leftShare * leftShare * rightSquares + rightShare * rightShare * leftSquares)
            + 4 * delta * (leftShare * rightCubes - rightShare * leftCubes));
    putDouble(
        left,
        MomentsState.CUBES,
        leftCubes
            + rightCubes
            + square * delta * (leftShare - rightShare)
            + 3 * delta * (leftShare * rightSquares - rightShare * leftSquares));
    putDouble(left, MomentsState.SQUARES, leftSquares + rightSquares + square);
  }
}
