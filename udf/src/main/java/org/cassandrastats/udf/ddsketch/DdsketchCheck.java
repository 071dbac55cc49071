/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.udf.ddsketch;

import static org.cassandrastats.udf.state.LittleEndian.getDouble;
import static org.cassandrastats.udf.state.LittleEndian.getInt;
import static org.cassandrastats.udf.state.LittleEndian.getLong;

import java.nio.ByteBuffer;
import org.cassandrastats.udf.state.Checksum;
import org.cassandrastats.udf.state.Preamble;

/** Whether some values have a state, whose length is that of its header. */
public final class DdsketchCheck {
  /**
   * What the index of a magnitude may differ by: machines round a logarithm near the end of a bin
   * differently.
   */
  private static final int TOLERANCE = 1;

  /** Room for what rounding does to sums, as a part of count x largest magnitude. */
  private static final double ROOM = 1e-6;

  private DdsketchCheck() {}

  /**
   * The state from offset 0 of a view, if its bytes are as they were written and it is also the
   * state of some values: what unions and columns take.
   */
  public static ByteBuffer checked(ByteBuffer state) {
    ByteBuffer view = Preamble.view(state);
    if (!DdsketchState.isOwn(view)) {
      int size = DdsketchState.size(view);
      Checksum.require(view, DdsketchState.FAMILY, size, "a ddsketch state");
    }
    require(view);
    return view;
  }

  /** Refuses what no values give. The state starts at offset 0. */
  private static void require(ByteBuffer state) {
    int flags = state.get(Preamble.FLAGS) & 0xff;
    int parameter = getInt(state, Preamble.PARAMETER);
    double error = getDouble(state, DdsketchState.ERROR);
    int negatives = getInt(state, DdsketchState.NEGATIVE + DdsketchState.BINS);
    int positives = getInt(state, DdsketchState.POSITIVE + DdsketchState.BINS);
    // A flag belongs to a sign that has all the bins that it can have. NaN fails as well.
    if (!(error >= DdsketchState.SMALLEST_ERROR && error <= DdsketchState.LARGEST_ERROR)
        || parameter != 0
        || flags > (DdsketchState.COLLAPSED_NEGATIVE | DdsketchState.COLLAPSED_POSITIVE)
        || ((flags & DdsketchState.COLLAPSED_NEGATIVE) != 0
            && negatives != DdsketchState.MAXIMUM_BINS)
        || ((flags & DdsketchState.COLLAPSED_POSITIVE) != 0
            && positives != DdsketchState.MAXIMUM_BINS)) {
      throw new IllegalArgumentException(
          "not a ddsketch state: expected a relative error from 1.0E-4 to 0.5, parameter 0, and flags"
              + " of signs that have 2048 bins, found "
              + error
              + ", "
              + parameter
              + ", "
              + flags
              + " for "
              + negatives
              + " and "
              + positives
              + " bins");
    }
    requireCounts(state, negatives, positives);
    double minimum = getDouble(state, DdsketchState.MINIMUM);
    double maximum = getDouble(state, DdsketchState.MAXIMUM);
    boolean hasZeros = getLong(state, DdsketchState.COUNTS + 8 * negatives) > 0;
    for (int sign = -1; sign <= 1; sign += 2) {
      int bins = sign < 0 ? negatives : positives;
      boolean collapsed =
          (flags & (sign < 0 ? DdsketchState.COLLAPSED_NEGATIVE : DdsketchState.COLLAPSED_POSITIVE))
              != 0;
      // A long, because a wrong index may be any int.
      long lowest = getInt(state, sign < 0 ? DdsketchState.NEGATIVE : DdsketchState.POSITIVE);
      // Where other values are nearer to zero, nothing is known of the smallest magnitude.
      boolean isAlone = !hasZeros && bins == negatives + positives;
      double large = bins == 0 ? 1 : sign < 0 ? -minimum : maximum;
      double small = bins == 0 ? 1 : !isAlone ? Double.MIN_VALUE : sign < 0 ? -maximum : minimum;
      long ceiling = DdsketchMapping.index(large, error);
      long floor = DdsketchMapping.index(small, error);
      boolean fits =
          bins == 0
              ? lowest == 0
              : Math.abs(lowest + bins - 1 - ceiling) <= TOLERANCE
                  && lowest >= floor - TOLERANCE
                  && (collapsed || !isAlone || lowest <= floor + TOLERANCE);
      if (!fits) {
        throw new IllegalArgumentException(
            "not a ddsketch state: expected bins that hold the minimum and the maximum, found "
                + bins
                + " from index "
                + lowest);
      }
    }
  }

  private static void requireCounts(ByteBuffer state, int negatives, int positives) {
    int end = DdsketchState.COUNTS + 8 * (negatives + 1 + positives);
    long total = 0;
    for (int offset = DdsketchState.COUNTS; offset < end; offset += 8) {
      long count = getLong(state, offset);
      total += count;
      // Of two counts that are not negative, a sum that overflows is.
      if (count < 0 || total < 0) {
        throw new IllegalArgumentException(
            "not a ddsketch state: expected counts from 0 to 2^63-1 in all, found "
                + count
                + " at byte "
                + offset);
      }
    }
    int zeros = DdsketchState.COUNTS + 8 * negatives;
    if ((negatives > 0
            && (getLong(state, DdsketchState.COUNTS) == 0 || getLong(state, zeros - 8) == 0))
        || (positives > 0 && (getLong(state, zeros + 8) == 0 || getLong(state, end - 8) == 0))) {
      throw new IllegalArgumentException(
          "not a ddsketch state: expected values in the first and the last bin of a sign, found"
              + " none");
    }
    double minimum = getDouble(state, DdsketchState.MINIMUM);
    double maximum = getDouble(state, DdsketchState.MAXIMUM);
    // The signs of the extremes are those of the first and the last value.
    boolean hasZeros = getLong(state, zeros) > 0;
    double first = negatives > 0 ? -1 : hasZeros ? 0 : 1;
    double last = positives > 0 ? 1 : hasZeros ? 0 : -1;
    if (total == 0
        || (total == 1 && minimum != maximum)
        || !(minimum <= maximum && minimum >= -Double.MAX_VALUE && maximum <= Double.MAX_VALUE)
        || Math.signum(minimum) != first
        || Math.signum(maximum) != last) {
      throw new IllegalArgumentException(
          "not a ddsketch state: expected finite minimum <= maximum of the signs that have bins,"
              + " equal for one value, found "
              + minimum
              + " and "
              + maximum
              + " of "
              + total
              + " values");
    }
    double sum =
        getDouble(state, DdsketchState.SUM) + getDouble(state, DdsketchState.SUM_REMAINDER);
    double count = (double) total;
    double room = ROOM * count * Math.max(Math.abs(minimum), Math.abs(maximum));
    // One that overflowed is in no bounds.
    if (sum < count * minimum - room || sum > count * maximum + room) {
      throw new IllegalArgumentException(
          "not a ddsketch state: expected a sum from count x minimum to count x maximum, found "
              + sum);
    }
  }
}
