/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.udf.ddsketch;

import java.nio.ByteBuffer;
import org.cassandrastats.udf.state.PackedCounts;
import org.cassandrastats.udf.state.Preamble;

/** What follows from a checked ddsketch state. */
public final class DdsketchRead {
  /** Up to here, doubles tell all counts apart. */
  private static final long EXACT_COUNTS = 1L << 53;

  private DdsketchRead() {}

  /** Number of values. */
  public static long count(ByteBuffer state) {
    int places = DdsketchState.places(state);
    long count = PackedCounts.total(state, DdsketchState.COUNTS, places);
    return count;
  }

  /** Refuses a sum of states that counts more than 2^63-1 rows: only then it is negative. */
  public static void requireTotal(ByteBuffer sum) {
    if (count(sum) < 0) {
      throw new IllegalArgumentException("ddsketch: the count would exceed 2^63-1");
    }
  }

  /** How many counts are to be read. */
  static int entries(ByteBuffer state) {
    return PackedCounts.entries(state, DdsketchState.COUNTS, DdsketchState.places(state));
  }

  /** Distance of two entries. */
  static int step(ByteBuffer state) {
    return state.get(PackedCounts.PLACE_WIDTH) + state.get(PackedCounts.COUNT_WIDTH);
  }

  /** The place of an entry at an offset. */
  static int place(ByteBuffer state, int offset, int entry) {
    return PackedCounts.place(state, offset, state.get(PackedCounts.PLACE_WIDTH), entry);
  }

  /** The count of an entry at an offset. */
  static long count(ByteBuffer state, int offset) {
    return PackedCounts.count(
        state, offset + state.get(PackedCounts.PLACE_WIDTH), state.get(PackedCounts.COUNT_WIDTH));
  }

  /** A result that a double can hold, or null. */
  static Double finiteOrNull(double value) {
    return Double.isNaN(value) || Double.isInfinite(value) ? null : Double.valueOf(value);
  }

  static double sum(ByteBuffer state) {
    return state.getDouble(DdsketchState.SUM) + state.getDouble(DdsketchState.SUM_REMAINDER);
  }

  /** A hostile state may hold a sum that no values between its minimum and maximum have. */
  static double mean(ByteBuffer state, long count) {
    return Math.max(
        state.getDouble(DdsketchState.MINIMUM),
        Math.min(state.getDouble(DdsketchState.MAXIMUM), sum(state) / count));
  }

  /** Refuses what is no quantile. */
  static void requireQuantile(double quantile) {
    // Written so that NaN fails as well.
    if (!(quantile >= 0 && quantile <= 1)) {
      throw new IllegalArgumentException(
          "ddsketch: expected a quantile from 0 to 1, found " + quantile);
    }
  }

  /**
   * The first rank, from 1 to count, whose part of the count is at least the quantile. The product
   * of quantile and count is rounded, so that its neighbours are tried too: 0.07 of 100 values are
   * 7, not 8.
   */
  static long rankOf(double quantile, long count) {
    long rank = Math.max(1, Math.min(count, (long) Math.ceil(quantile * count)));
    if (count > EXACT_COUNTS) {
      return rank;
    }
    if (rank > 1 && (double) (rank - 1) / count >= quantile) {
      return rank - 1;
    }
    if (rank < count && (double) rank / count < quantile) {
      return rank + 1;
    }
    return rank;
  }

  /** What stands for the values that the count at a place counts; places are in value order. */
  static double estimate(ByteBuffer state, int place) {
    int negatives = state.getInt(DdsketchState.NEGATIVE + DdsketchState.BINS);
    double estimate = 0;
    if (place != negatives) {
      double error = state.getDouble(DdsketchState.ERROR);
      int index =
          place < negatives
              ? state.getInt(DdsketchState.NEGATIVE) + negatives - 1 - place
              : state.getInt(DdsketchState.POSITIVE) + place - negatives - 1;
      estimate = DdsketchMapping.representative(index, error);
      // The smallest doubles are so far apart that rounding may leave a collapsed bin.
      if (DdsketchMapping.index(estimate, error) > index) {
        estimate = Math.nextDown(estimate);
      }
      if (place < negatives) {
        estimate = -estimate;
      }
    }
    return Math.max(
        state.getDouble(DdsketchState.MINIMUM),
        Math.min(state.getDouble(DdsketchState.MAXIMUM), estimate));
  }

  /** The place of the last count of values that are in the bin of a value, or below it. */
  static int placeOf(ByteBuffer state, double value) {
    int negatives = state.getInt(DdsketchState.NEGATIVE + DdsketchState.BINS);
    if (value == 0) {
      return negatives;
    }
    double error = state.getDouble(DdsketchState.ERROR);
    int index = DdsketchMapping.index(Math.abs(value), error);
    if (value < 0) {
      int lowest = state.getInt(DdsketchState.NEGATIVE);
      // Below the lowest bin there are only values nearer to zero: all negative ones are lower.
      return negatives - 1 - Math.max(0, index - lowest);
    }
    int bins = state.getInt(DdsketchState.POSITIVE + DdsketchState.BINS);
    int lowest = state.getInt(DdsketchState.POSITIVE);
    int first = (state.get(Preamble.FLAGS) & DdsketchState.COLLAPSED_POSITIVE) == 0 ? -1 : 0;
    return negatives + 1 + Math.max(first, Math.min(bins - 1, index - lowest));
  }
}
