/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.udf.ddsketch;

import static org.cassandrastats.udf.state.LittleEndian.getDouble;
import static org.cassandrastats.udf.state.LittleEndian.getInt;
import static org.cassandrastats.udf.state.LittleEndian.getLong;

import java.nio.ByteBuffer;
import org.cassandrastats.udf.state.Preamble;

/** What makes a blob a ddsketch state that every function accepts. */
final class DdsketchCheck {
  /**
   * What the index of a magnitude may differ by: machines round a logarithm near the end of a bin
   * differently.
   */
  private static final int TOLERANCE = 1;

  /** Room for what rounding does to sums, as a part of count x largest magnitude. */
  private static final double ROOM = 1e-6;

  private DdsketchCheck() {}

  /** What is wrong with a state that starts at offset 0 and is not empty, or null. */
  static String problem(ByteBuffer state) {
    String problem = Preamble.problem(state, DdsketchState.FAMILY);
    if (problem != null) {
      return problem;
    }
    if (state.limit() < DdsketchState.COUNTS + 8) {
      return "expected at least " + (DdsketchState.COUNTS + 8) + " bytes, found " + state.limit();
    }
    problem = headerProblem(state);
    if (problem != null) {
      return problem;
    }
    int negatives = getInt(state, DdsketchState.NEGATIVE + DdsketchState.BINS);
    int positives = getInt(state, DdsketchState.POSITIVE + DdsketchState.BINS);
    problem = countsProblem(state, negatives, positives);
    if (problem != null) {
      return problem;
    }
    problem = rangeProblem(state, negatives, positives);
    if (problem != null) {
      return problem;
    }
    problem = sumProblem(state);
    return problem;
  }

  private static String headerProblem(ByteBuffer state) {
    int flags = state.get(Preamble.FLAGS) & 0xff;
    if (flags > (DdsketchState.COLLAPSED_NEGATIVE | DdsketchState.COLLAPSED_POSITIVE)
        || getInt(state, Preamble.PARAMETER) != 0) {
      return "expected flags from 0 to 3 and parameter 0, found "
          + flags
          + " and "
          + getInt(state, Preamble.PARAMETER);
    }
    double error = getDouble(state, DdsketchState.ERROR);
    // Written so that NaN fails as well.
    if (!(error >= DdsketchState.SMALLEST_ERROR && error <= DdsketchState.LARGEST_ERROR)) {
      return "expected a relative error from "
          + DdsketchState.SMALLEST_ERROR
          + " to "
          + DdsketchState.LARGEST_ERROR
          + ", found "
          + error;
    }
    double minimum = getDouble(state, DdsketchState.MINIMUM);
    double maximum = getDouble(state, DdsketchState.MAXIMUM);
    if (!(minimum <= maximum) || Double.isInfinite(minimum) || Double.isInfinite(maximum)) {
      return "expected finite minimum <= maximum, found " + minimum + ", " + maximum;
    }
    int negatives = getInt(state, DdsketchState.NEGATIVE + DdsketchState.BINS);
    int positives = getInt(state, DdsketchState.POSITIVE + DdsketchState.BINS);
    // A flag belongs to a sign that has all the bins that it can have.
    if (negatives < 0
        || positives < 0
        || negatives > DdsketchState.MAXIMUM_BINS
        || positives > DdsketchState.MAXIMUM_BINS
        || ((flags & DdsketchState.COLLAPSED_NEGATIVE) != 0
            && negatives != DdsketchState.MAXIMUM_BINS)
        || ((flags & DdsketchState.COLLAPSED_POSITIVE) != 0
            && positives != DdsketchState.MAXIMUM_BINS)) {
      return "expected at most "
          + DdsketchState.MAXIMUM_BINS
          + " bins of each sign, and as many where they have collapsed, found "
          + negatives
          + " and "
          + positives
          + " with flags "
          + flags;
    }
    int size = DdsketchState.COUNTS + 8 * (negatives + 1 + positives);
    if (state.limit() != size) {
      return "expected " + size + " bytes, found " + state.limit();
    }
    return null;
  }

  private static String countsProblem(ByteBuffer state, int negatives, int positives) {
    long total = 0;
    for (int offset = DdsketchState.COUNTS; offset < state.limit(); offset += 8) {
      long count = getLong(state, offset);
      total += count;
      // Of two counts that are not negative, a sum that overflows is.
      if (count < 0 || total < 0) {
        return "expected counts from 0 to 2^63-1 in all, found " + count + " at byte " + offset;
      }
    }
    double minimum = getDouble(state, DdsketchState.MINIMUM);
    double maximum = getDouble(state, DdsketchState.MAXIMUM);
    if (total == 0 || (total == 1 && minimum != maximum)) {
      return "expected values, and one value to be both minimum and maximum, found " + total;
    }
    int zeros = DdsketchState.COUNTS + 8 * negatives;
    if ((negatives > 0
            && (getLong(state, DdsketchState.COUNTS) == 0 || getLong(state, zeros - 8) == 0))
        || (positives > 0
            && (getLong(state, zeros + 8) == 0 || getLong(state, state.limit() - 8) == 0))) {
      return "expected values in the first and the last bin of a sign, found none";
    }
    // The signs of the extremes are those of the first and the last value.
    boolean hasZeros = getLong(state, zeros) > 0;
    double first = negatives > 0 ? -1 : hasZeros ? 0 : 1;
    double last = positives > 0 ? 1 : hasZeros ? 0 : -1;
    if (Math.signum(minimum) != first || Math.signum(maximum) != last) {
      return "expected a minimum and a maximum of the signs that have bins, found "
          + minimum
          + ", "
          + maximum;
    }
    return null;
  }

  /** Whether the bins are those of the extremes. */
  private static String rangeProblem(ByteBuffer state, int negatives, int positives) {
    double error = getDouble(state, DdsketchState.ERROR);
    double minimum = getDouble(state, DdsketchState.MINIMUM);
    double maximum = getDouble(state, DdsketchState.MAXIMUM);
    boolean hasZeros = getLong(state, DdsketchState.COUNTS + 8 * negatives) > 0;
    int flags = state.get(Preamble.FLAGS);
    for (int sign = -1; sign <= 1; sign += 2) {
      int offset = sign < 0 ? DdsketchState.NEGATIVE : DdsketchState.POSITIVE;
      int bins = sign < 0 ? negatives : positives;
      int others = sign < 0 ? positives : negatives;
      boolean collapsed =
          (flags & (sign < 0 ? DdsketchState.COLLAPSED_NEGATIVE : DdsketchState.COLLAPSED_POSITIVE))
              != 0;
      // A long, because a wrong index may be any int.
      long lowest = getInt(state, offset);
      long highest = lowest + bins - 1;
      boolean fits = bins > 0 || lowest == 0;
      if (bins > 0) {
        double large = sign < 0 ? -minimum : maximum;
        // Where other values are nearer to zero, nothing is known of the smallest magnitude.
        double small = hasZeros || others > 0 ? Double.MIN_VALUE : sign < 0 ? -maximum : minimum;
        long floor = DdsketchMapping.index(small, error);
        fits =
            Math.abs(highest - DdsketchMapping.index(large, error)) <= TOLERANCE
                && lowest >= floor - TOLERANCE
                && (collapsed || hasZeros || others > 0 || lowest <= floor + TOLERANCE);
      }
      if (!fits) {
        return "expected bins that hold the minimum and the maximum, found "
            + bins
            + " from index "
            + lowest;
      }
    }
    return null;
  }

  /**
   * Whether the sum is that of values between the extremes. One that overflowed is in no bounds.
   */
  private static String sumProblem(ByteBuffer state) {
    double minimum = getDouble(state, DdsketchState.MINIMUM);
    double maximum = getDouble(state, DdsketchState.MAXIMUM);
    double sum =
        getDouble(state, DdsketchState.SUM) + getDouble(state, DdsketchState.SUM_REMAINDER);
    long total = DdsketchRead.count(state);
    double count = total;
    double room = ROOM * count * Math.max(Math.abs(minimum), Math.abs(maximum));
    if (sum < count * minimum - room || sum > count * maximum + room) {
      return "expected a sum from count x minimum to count x maximum, found " + sum;
    }
    return null;
  }
}
