/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.udf.ddsketch;

import java.nio.ByteBuffer;
import org.cassandrastats.udf.state.PackedCounts;
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
      DdsketchState.requireIntact(view);
    }
    require(view);
    return view;
  }

  /** Refuses what no values give. The state starts at offset 0. */
  private static void require(ByteBuffer state) {
    int flags = state.get(Preamble.FLAGS) & 0xff;
    int parameter = state.getShort(Preamble.PARAMETER);
    double error = state.getDouble(DdsketchState.ERROR);
    int negatives = state.getInt(DdsketchState.NEGATIVE + DdsketchState.BINS);
    int positives = state.getInt(DdsketchState.POSITIVE + DdsketchState.BINS);
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
    int places = negatives + 1 + positives;
    long total = PackedCounts.require(state, DdsketchState.COUNTS, places, 0, "a ddsketch state");
    // The first place and the last one, and those around the zeros.
    int filled = 0;
    for (int bit = 0; bit < 5; bit++) {
      int place = bit == 0 ? 0 : bit == 4 ? places - 1 : negatives + bit - 2;
      long count = PackedCounts.at(state, DdsketchState.COUNTS, places, place);
      filled |= count > 0 ? 1 << bit : 0;
    }
    boolean hasZeros = (filled & 4) != 0;
    if ((negatives > 0 && (filled & 3) != 3) || (positives > 0 && (filled & 24) != 24)) {
      throw new IllegalArgumentException(
          "not a ddsketch state: expected values in the first and the last bin of a sign, found"
              + " none");
    }
    requireValues(state, negatives, positives, hasZeros, total);
    double minimum = state.getDouble(DdsketchState.MINIMUM);
    double maximum = state.getDouble(DdsketchState.MAXIMUM);
    for (int sign = -1; sign <= 1; sign += 2) {
      int bins = sign < 0 ? negatives : positives;
      boolean collapsed =
          (flags & (sign < 0 ? DdsketchState.COLLAPSED_NEGATIVE : DdsketchState.COLLAPSED_POSITIVE))
              != 0;
      // A long, because a wrong index may be any int.
      long lowest = state.getInt(sign < 0 ? DdsketchState.NEGATIVE : DdsketchState.POSITIVE);
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

  private static void requireValues(
      ByteBuffer state, int negatives, int positives, boolean hasZeros, long total) {
    double minimum = state.getDouble(DdsketchState.MINIMUM);
    double maximum = state.getDouble(DdsketchState.MAXIMUM);
    // The signs of the extremes are those of the first and the last value. Neither is -0.0.
    double first = negatives > 0 ? -1 : hasZeros ? 0 : 1;
    double last = positives > 0 ? 1 : hasZeros ? 0 : -1;
    if (total == 0
        || (total == 1 && minimum != maximum)
        || !(minimum <= maximum && minimum >= -Double.MAX_VALUE && maximum <= Double.MAX_VALUE)
        || Math.signum(minimum) != first
        || Math.signum(maximum) != last
        || state.getLong(DdsketchState.MINIMUM) == Long.MIN_VALUE
        || state.getLong(DdsketchState.MAXIMUM) == Long.MIN_VALUE) {
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
    double sum = state.getDouble(DdsketchState.SUM) + state.getDouble(DdsketchState.SUM_REMAINDER);
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
