/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.udf.moments;

import static org.cassandrastats.udf.state.LittleEndian.getDouble;

import java.nio.ByteBuffer;

/**
 * Sums that some column of values has. Whatever the values, their deviations d from the mean and
 * their range r obey |sum d^3| &lt;= sqrt(sum d^2 x sum d^4), sum d^2 &lt;= sqrt(count x sum d^4)
 * (both Cauchy-Schwarz), sum d^2 &lt;= count x r^2 and sum d^4 &lt;= r^2 x sum d^2.
 */
final class MomentsBounds {
  /** Below this, sums of powers have lost digits to underflow: 2^-1022 x 2^53. */
  static final double UNDERFLOW = 0x1p-969;

  /** Room for what rounding does in any number of rows. */
  private static final double ROOM = 1 + 1e-6;

  private MomentsBounds() {}

  /** What is wrong with the sums of a state, or null. Sums that overflowed are in no bounds. */
  static String problem(ByteBuffer state, double count) {
    double scale = MomentsScale.of(state);
    double range =
        getDouble(state, MomentsState.MAXIMUM) * scale
            - getDouble(state, MomentsState.MINIMUM) * scale;
    double sum = getDouble(state, MomentsState.SUM);
    double remainder = getDouble(state, MomentsState.SUM_REMAINDER);
    double squares = getDouble(state, MomentsState.SQUARES);
    double cubes = getDouble(state, MomentsState.CUBES);
    double fourths = getDouble(state, MomentsState.FOURTHS);
    if (range == 0) {
      // No deviation is anything but zero.
      return sum == 0 && remainder == 0 && squares == 0 && cubes == 0 && fourths == 0
          ? null
          : "expected sums of 0 where minimum = maximum";
    }
    if (Math.abs(sum + remainder) > count * range * ROOM) {
      return "expected a sum of deviations within count x range, found " + sum;
    }
    if (squares < 0 || squares > count * range * range * ROOM + UNDERFLOW) {
      return "expected a sum of squared deviations from 0 to count x range^2, found " + squares;
    }
    if (fourths < -UNDERFLOW
        || fourths > squares * range * range * ROOM + UNDERFLOW
        || squares > Math.sqrt(count) * Math.sqrt(fourths + UNDERFLOW) * ROOM) {
      return "expected a sum of fourth powers that fits the squares, found " + fourths;
    }
    if (Math.abs(cubes) > Math.sqrt(squares) * Math.sqrt(fourths + UNDERFLOW) * ROOM) {
      return "expected a sum of cubes that fits the squares and fourth powers, found " + cubes;
    }
    return null;
  }
}
