/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.udf.moments;

import java.math.BigDecimal;
import java.math.MathContext;
import java.nio.ByteBuffer;

/** What follows from a checked moments state; NaN where too few values define no answer. */
final class MomentsMath {
  private MomentsMath() {}

  /** A result that a double can hold, or null. */
  static Double finiteOrNull(double value) {
    return Double.isNaN(value) || Double.isInfinite(value) ? null : Double.valueOf(value);
  }

  static double minimum(ByteBuffer state) {
    return state.getLong(MomentsState.COUNT) == 0
        ? Double.NaN
        : state.getDouble(MomentsState.MINIMUM);
  }

  static double maximum(ByteBuffer state) {
    return state.getLong(MomentsState.COUNT) == 0
        ? Double.NaN
        : state.getDouble(MomentsState.MAXIMUM);
  }

  /** Count x origin + the sum of deviations, rounded once. */
  static double sum(ByteBuffer state) {
    double deviations = state.getDouble(MomentsState.SUM);
    double remainder = state.getDouble(MomentsState.SUM_REMAINDER);
    double origin = state.getDouble(MomentsState.ORIGIN);
    double unit = 1 / MomentsScale.of(state);
    // A forged state may hold what no decimal is.
    if (state.getLong(MomentsState.COUNT) == 0
        || isNotFinite(deviations + remainder + origin + unit)) {
      return Double.NaN;
    }
    long count = state.getLong(MomentsState.COUNT);
    double sum = QuickSums.sum(origin, deviations * unit, remainder * unit, count);
    if (Double.isNaN(sum)) {
      sum =
          new BigDecimal(deviations)
              .add(new BigDecimal(remainder))
              .multiply(new BigDecimal(unit))
              .add(new BigDecimal(origin).multiply(BigDecimal.valueOf(count)))
              .doubleValue();
    }
    return sum;
  }

  /** The exact quotient of sum and count, rounded once: cancellation costs no digits. */
  static double mean(ByteBuffer state) {
    double deviations = state.getDouble(MomentsState.SUM);
    double remainder = state.getDouble(MomentsState.SUM_REMAINDER);
    double origin = state.getDouble(MomentsState.ORIGIN);
    double unit = 1 / MomentsScale.of(state);
    // A forged state may hold what no decimal is.
    if (state.getLong(MomentsState.COUNT) == 0
        || isNotFinite(deviations + remainder + origin + unit)) {
      return Double.NaN;
    }
    long rows = state.getLong(MomentsState.COUNT);
    double mean = QuickSums.mean(origin, deviations * unit, remainder * unit, rows);
    if (Double.isNaN(mean)) {
      BigDecimal count = BigDecimal.valueOf(rows);
      mean =
          new BigDecimal(deviations)
              .add(new BigDecimal(remainder))
              .multiply(new BigDecimal(unit))
              .add(new BigDecimal(origin).multiply(count))
              .divide(count, MathContext.DECIMAL128)
              .doubleValue();
    }
    // A hostile state may hold sums that no values between its minimum and maximum have.
    return Math.max(
        state.getDouble(MomentsState.MINIMUM),
        Math.min(state.getDouble(MomentsState.MAXIMUM), mean));
  }

  /** The variance; NaN where no double holds its digits. */
  static double variance(ByteBuffer state, int lost) {
    double scale = MomentsScale.of(state);
    double scaled = scaledVariance(state, lost);
    double variance = scaled / scale / scale;
    return variance < Double.MIN_NORMAL && scaled > 0 ? Double.NaN : variance;
  }

  /** The standard deviation, which doubles hold where its square may be none. */
  static double deviation(ByteBuffer state, int lost) {
    double scaled = scaledVariance(state, lost);
    return Math.sqrt(scaled) / MomentsScale.of(state);
  }

  /**
   * The sum of squared deviations over the count less {@code lost} degrees of freedom, in units of
   * the state. NaN where squares have underflowed, unless all values are equal.
   */
  private static double scaledVariance(ByteBuffer state, int lost) {
    long count = state.getLong(MomentsState.COUNT);
    double squares = state.getDouble(MomentsState.SQUARES);
    double range = state.getDouble(MomentsState.MAXIMUM) - state.getDouble(MomentsState.MINIMUM);
    if (count <= lost || (squares < MomentsCheck.UNDERFLOW && range > 0)) {
      return Double.NaN;
    }
    return squares / (count - lost);
  }

  static double skewness(ByteBuffer state) {
    double count = state.getLong(MomentsState.COUNT);
    double squares = state.getDouble(MomentsState.SQUARES);
    // Written so that NaN fails as well.
    if (count < 3 || !(squares * Math.sqrt(squares) >= MomentsCheck.UNDERFLOW)) {
      return Double.NaN;
    }
    // Divided twice, because the cube of the squares' root may not be a double.
    double population =
        Math.sqrt(count) * (state.getDouble(MomentsState.CUBES) / squares / Math.sqrt(squares));
    return population * Math.sqrt(count * (count - 1)) / (count - 2);
  }

  static double kurtosis(ByteBuffer state) {
    double count = state.getLong(MomentsState.COUNT);
    double squares = state.getDouble(MomentsState.SQUARES);
    double fourths = state.getDouble(MomentsState.FOURTHS);
    if (count < 4 || !(fourths >= MomentsCheck.UNDERFLOW)) {
      return Double.NaN;
    }
    double population = count * (fourths / squares / squares) - 3;
    return (count - 1) / ((count - 2) * (count - 3)) * ((count + 1) * population + 6);
  }

  private static boolean isNotFinite(double value) {
    return Double.isNaN(value) || Double.isInfinite(value);
  }
}
