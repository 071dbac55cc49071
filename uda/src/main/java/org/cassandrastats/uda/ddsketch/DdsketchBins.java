/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.uda.ddsketch;

import java.nio.ByteBuffer;
import org.cassandrastats.udf.ddsketch.DdsketchState;
import org.cassandrastats.udf.state.Buffers;
import org.cassandrastats.udf.state.PackedCounts;
import org.cassandrastats.udf.state.Preamble;

/** Makes room for bins, lets the lowest ones collapse where there are too many, adds counts. */
final class DdsketchBins {
  private DdsketchBins() {}

  /**
   * A state with the bins that it had and those from the given indexes on, less those that
   * collapse: the same buffer, or a copy with twice the room.
   */
  static ByteBuffer covering(
      ByteBuffer state,
      int negativeIndex,
      int moreNegatives,
      int positiveIndex,
      int morePositives) {
    int oldNegatives = state.getInt(DdsketchState.NEGATIVE + DdsketchState.BINS);
    int oldPositives = state.getInt(DdsketchState.POSITIVE + DdsketchState.BINS);
    int oldNegative = state.getInt(DdsketchState.NEGATIVE);
    int oldPositive = state.getInt(DdsketchState.POSITIVE);
    int lowestNegative = lowest(oldNegative, oldNegatives, negativeIndex, moreNegatives);
    int lowestPositive = lowest(oldPositive, oldPositives, positiveIndex, morePositives);
    int highestNegative = highest(oldNegative, oldNegatives, negativeIndex, moreNegatives);
    int highestPositive = highest(oldPositive, oldPositives, positiveIndex, morePositives);
    int negative = Math.max(lowestNegative, highestNegative - DdsketchState.MAXIMUM_BINS + 1);
    int positive = Math.max(lowestPositive, highestPositive - DdsketchState.MAXIMUM_BINS + 1);
    int negatives = highestNegative - negative + 1;
    int positives = highestPositive - positive + 1;
    int flags =
        state.get(Preamble.FLAGS)
            | (lowestNegative < negative ? DdsketchState.COLLAPSED_NEGATIVE : 0)
            | (lowestPositive < positive ? DdsketchState.COLLAPSED_POSITIVE : 0);
    state.put(Preamble.FLAGS, (byte) flags);
    int size = DdsketchState.COUNTS + 8 * (negatives + 1 + positives);
    // The bins of a sign are never fewer than before: of the same size are only the same bins.
    if (size == state.limit() && negative == oldNegative && positive == oldPositive) {
      return state;
    }
    ByteBuffer target = withRoom(state, size);
    target.limit(size);
    target.putInt(DdsketchState.NEGATIVE, negative);
    target.putInt(DdsketchState.NEGATIVE + DdsketchState.BINS, negatives);
    target.putInt(DdsketchState.POSITIVE, positive);
    target.putInt(DdsketchState.POSITIVE + DdsketchState.BINS, positives);
    // Positive counts move first, up or down; the others only up, into places that are free then.
    int zeros = DdsketchState.COUNTS + 8 * oldNegatives;
    int newZeros = DdsketchState.COUNTS + 8 * negatives;
    movePositives(
        state,
        target,
        zeros,
        newZeros,
        oldPositives,
        oldPositives == 0 ? 0 : oldPositive - positive);
    target.putLong(newZeros, state.getLong(zeros));
    moveNegatives(
        state,
        target,
        oldNegatives,
        negatives,
        oldNegatives == 0 ? 0 : highestNegative - (oldNegative + oldNegatives - 1));
    return target;
  }

  private static int lowest(int index, int bins, int otherIndex, int otherBins) {
    return bins == 0
        ? otherBins == 0 ? 0 : otherIndex
        : otherBins == 0 ? index : Math.min(index, otherIndex);
  }

  /** One below the lowest where there are no bins at all. */
  private static int highest(int index, int bins, int otherIndex, int otherBins) {
    return bins == 0
        ? otherBins == 0 ? -1 : otherIndex + otherBins - 1
        : otherBins == 0 ? index + bins - 1 : Math.max(index + bins, otherIndex + otherBins) - 1;
  }

  /** A buffer with the same header and room for a size: the same one where it has the room. */
  private static ByteBuffer withRoom(ByteBuffer state, int size) {
    ByteBuffer larger = state;
    if (size >= state.capacity()) {
      int room = Math.min(DdsketchState.MAXIMUM_END, 2 * size);
      larger = DdsketchState.allocate(room, state.capacity() & 7);
      Buffers.copy(state, larger, DdsketchState.COUNTS);
    }
    return larger;
  }

  /**
   * Moves the counts behind the zeros.
   *
   * @param up how many places further from the zeros; those that it would move to the zeros or
   *     beyond collapse into the first place
   */
  private static void movePositives(
      ByteBuffer state, ByteBuffer target, int zeros, int newZeros, int bins, int up) {
    int dropped = Math.min(bins, Math.max(0, -up));
    long collapsed = 0;
    for (int bin = 1; bin <= dropped; bin++) {
      collapsed += state.getLong(zeros + 8 * bin);
    }
    int from = zeros + 8 + 8 * dropped;
    int to = newZeros + 8 + 8 * Math.max(0, up);
    int length = 8 * (bins - dropped);
    if (to > from) {
      for (int offset = length - 8; offset >= 0; offset -= 8) {
        target.putLong(to + offset, state.getLong(from + offset));
      }
    } else {
      for (int offset = 0; offset < length; offset += 8) {
        target.putLong(to + offset, state.getLong(from + offset));
      }
    }
    for (int offset = newZeros + 8; offset < to; offset += 8) {
      target.putLong(offset, 0);
    }
    for (int offset = to + length; offset < target.limit(); offset += 8) {
      target.putLong(offset, 0);
    }
    if (collapsed > 0) {
      target.putLong(newZeros + 8, target.getLong(newZeros + 8) + collapsed);
    }
  }

  /**
   * Moves the counts before the zeros.
   *
   * @param up how many places nearer to the zeros; those that it would move there or beyond
   *     collapse into the last place
   */
  private static void moveNegatives(
      ByteBuffer state, ByteBuffer target, int bins, int newBins, int up) {
    int kept = Math.max(0, Math.min(bins, newBins - up));
    long collapsed = 0;
    for (int place = kept; place < bins; place++) {
      collapsed += state.getLong(DdsketchState.COUNTS + 8 * place);
    }
    int shift = 8 * up;
    for (int place = kept - 1; place >= 0; place--) {
      int offset = DdsketchState.COUNTS + 8 * place;
      target.putLong(offset + shift, state.getLong(offset));
    }
    for (int place = 0; place < Math.min(up, newBins); place++) {
      target.putLong(DdsketchState.COUNTS + 8 * place, 0);
    }
    for (int place = up + kept; place < newBins; place++) {
      target.putLong(DdsketchState.COUNTS + 8 * place, 0);
    }
    if (collapsed > 0) {
      int last = DdsketchState.COUNTS + 8 * (newBins - 1);
      target.putLong(last, target.getLong(last) + collapsed);
    }
  }

  /**
   * Adds all counts of another state, collapsed or not, to a state that covers its bins.
   *
   * @return the bits of all counts that have changed
   */
  static long addCounts(ByteBuffer state, ByteBuffer other) {
    state.put(Preamble.FLAGS, (byte) (state.get(Preamble.FLAGS) | other.get(Preamble.FLAGS)));
    int negatives = state.getInt(DdsketchState.NEGATIVE + DdsketchState.BINS);
    int otherNegatives = other.getInt(DdsketchState.NEGATIVE + DdsketchState.BINS);
    int negativesUp =
        state.getInt(DdsketchState.NEGATIVE)
            + negatives
            - other.getInt(DdsketchState.NEGATIVE)
            - otherNegatives;
    int positivesUp = other.getInt(DdsketchState.POSITIVE) - state.getInt(DdsketchState.POSITIVE);
    int placeWidth = other.get(PackedCounts.PLACE_WIDTH);
    int countWidth = other.get(PackedCounts.COUNT_WIDTH);
    int places = DdsketchState.places(other);
    int entries = PackedCounts.entries(other, DdsketchState.COUNTS, places);
    positivesUp += negatives - otherNegatives;
    int offset = DdsketchState.COUNTS;
    long bits = 0;
    for (int entry = 0; entry < entries; entry++) {
      int place = PackedCounts.place(other, offset, placeWidth, entry);
      long count = PackedCounts.count(other, offset + placeWidth, countWidth);
      int to = negatives;
      if (place < otherNegatives) {
        to = Math.min(negatives - 1, place + negativesUp);
      } else if (place > otherNegatives) {
        to = Math.max(negatives + 1, place + positivesUp);
      }
      int target = DdsketchState.COUNTS + 8 * to;
      long sum = state.getLong(target) + count;
      state.putLong(target, sum);
      bits |= sum;
      offset += placeWidth + countWidth;
    }
    return bits;
  }
}
