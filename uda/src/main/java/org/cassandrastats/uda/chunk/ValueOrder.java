/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.uda.chunk;

import java.util.Arrays;

/**
 * Sorts values, of which few are alike in their first bits. A comparison sort of random values
 * waits for a mispredicted branch at every second comparison; a radix sort compares nothing.
 */
final class ValueOrder {
  /** The most bits of a digit: the places of more digits leave the processor's first cache. */
  private static final int MOST_BITS = 12;

  /** Values that are alike in their first bits may move so many places in the mean. */
  private static final int MOVES = 8;

  private ValueOrder() {}

  /**
   * Sorts the first values, by the first bits in which they differ with two digits of a radix sort,
   * and then by insertion. Where that is too much work, as for many values that differ in other
   * bits alone, a comparison sort ends it.
   *
   * @param values finite, and no -0.0
   * @param count how many, at least 1
   * @param keys as many; nothing is kept of them
   */
  static void sort(double[] values, int count, long[] keys) {
    long differing = 0;
    for (int i = 0; i < count; i++) {
      long key = Double.doubleToRawLongBits(values[i]);
      // Unsigned, these are ordered as the doubles are.
      keys[i] = key ^ (key >> 63 | Long.MIN_VALUE);
      differing |= keys[i] ^ keys[0];
    }
    // As many digits as values, so that few values are alike.
    int bits = Math.min(MOST_BITS, 32 - Integer.numberOfLeadingZeros(count));
    int digits = 1 << bits;
    int shift = Math.max(0, 64 - Long.numberOfLeadingZeros(differing) - 2 * bits);
    long[] sorted = keys;
    long[] others = new long[count];
    for (int pass = 0; pass < 2; pass++) {
      int[] places = new int[digits + 1];
      for (int i = 0; i < count; i++) {
        int digit = (int) (sorted[i] >>> shift) & digits - 1;
        places[digit + 1]++;
      }
      for (int digit = 1; digit < digits; digit++) {
        places[digit] += places[digit - 1];
      }
      for (int i = 0; i < count; i++) {
        int digit = (int) (sorted[i] >>> shift) & digits - 1;
        others[places[digit]] = sorted[i];
        places[digit]++;
      }
      long[] unsorted = sorted;
      sorted = others;
      others = unsorted;
      shift += bits;
    }
    int moves = MOVES * count;
    for (int i = 0; i < count; i++) {
      double value = Double.longBitsToDouble(sorted[i] ^ (~sorted[i] >> 63 | Long.MIN_VALUE));
      int at = i;
      while (at > 0 && values[at - 1] > value && moves > 0) {
        values[at] = values[at - 1];
        at--;
        moves--;
      }
      values[at] = value;
    }
    if (moves == 0) {
      Arrays.sort(values, 0, count);
    }
  }
}
