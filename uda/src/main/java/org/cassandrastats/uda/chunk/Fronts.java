/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.uda.chunk;

import java.util.Arrays;

/**
 * The different fronts of values: their sign, their exponent, and perhaps the first digits. Doubles
 * that are no decimals have few of them; the low bits behind a front stay as they are.
 *
 * <p>Source: A. Afroozeh and others, ALP: Adaptive Lossless floating-Point Compression, 2023; there
 * a rare front is an exception, here it has one of the last numbers.
 */
final class Fronts {
  /** The most fronts of a chunk, so that a number of them takes six bits. */
  static final int MOST = 64;

  /** The most low bits, so that what is made of a front and of them is no negative number. */
  private static final int MOST_LOW = 56;

  /** As many values, or up to twice as many, say how many low bits there are. */
  private static final int SAMPLE = 256;

  /** The most fronts of these values; all values have more. */
  private static final int MOST_OF_SAMPLE = 24;

  private Fronts() {}

  /** How many low bits are no part of fronts, so that both take few bits. */
  static int low(long[] values) {
    long[] some = new long[2 * SAMPLE];
    int stride = Math.max(1, values.length / SAMPLE);
    int sample = 0;
    for (int i = 0; i < values.length; i += stride) {
      some[sample] = values[i];
      sample++;
    }
    Arrays.sort(some, 0, sample);
    int best = MOST_LOW;
    int least = 64;
    int different = 1;
    for (int low = MOST_LOW; low > 0 && different <= MOST_OF_SAMPLE; low--) {
      different = 1;
      for (int i = 1; i < sample; i++) {
        different += (some[i - 1] ^ some[i]) >>> low == 0 ? 0 : 1;
      }
      int bits = low + 64 - Long.numberOfLeadingZeros(different - 1);
      if (different <= MOST_OF_SAMPLE && bits < least) {
        least = bits;
        best = low;
      }
    }
    return best;
  }

  /**
   * Numbers fronts, from the most frequent one on, if they may take fewer bytes than another
   * encoding.
   *
   * @param entries as many as {@link #MOST}; receives values whose low bits are zero
   * @param numbers receives the number of each value's front, and behind it the low bits
   * @param best bytes of the smallest encoding so far
   * @return how many fronts there are; of too many, how many values
   */
  static int fill(long[] values, int low, long[] entries, long[] numbers, int best) {
    int count = values.length;
    int[] counts = new int[MOST];
    int different = (long) low * count < 8L * best ? 0 : MOST + 1;
    for (int i = 0; i < count && different <= MOST; i++) {
      long front = values[i] >>> low << low;
      int at = 0;
      while (at < different && entries[at] != front) {
        at++;
      }
      if (at == MOST) {
        different++;
      } else {
        entries[at] = front;
        counts[at]++;
        numbers[i] = at;
        different = Math.max(different, at + 1);
      }
    }
    if (different > MOST) {
      return count;
    }
    long[] ranks = sort(entries, counts, different);
    for (int i = 0; i < count; i++) {
      numbers[i] = (ranks[(int) numbers[i]] << low) | (values[i] & ~(-1L << low));
    }
    return different;
  }

  /** Sorts entries, the most frequent one first, and gives the new place of each. */
  private static long[] sort(long[] entries, int[] counts, int different) {
    long[] before = Arrays.copyOf(entries, different);
    long[] ranks = new long[different];
    for (int to = 0; to < different; to++) {
      int most = 0;
      for (int i = 1; i < different; i++) {
        most = counts[i] > counts[most] ? i : most;
      }
      // Every one is there at least once.
      counts[most] = 0;
      ranks[most] = to;
      entries[to] = before[most];
    }
    return ranks;
  }
}
