/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.uda.tdigest;

import static org.cassandrastats.udf.state.LittleEndian.getInt;
import static org.cassandrastats.udf.state.LittleEndian.getLong;
import static org.cassandrastats.udf.state.LittleEndian.putLong;

import java.nio.ByteBuffer;
import org.cassandrastats.udf.tdigest.TdigestState;

/**
 * Nearly sorts the buffered values of a digest. A comparison sort of random values waits for a
 * mispredicted branch at every second comparison, which was half the time of a row; over nearly
 * sorted values it predicts them.
 */
final class BufferedOrder {
  private static final int DIGIT_BITS = 10;
  private static final int DIGITS = 1 << DIGIT_BITS;

  private BufferedOrder() {}

  /**
   * Sorts the buffered values by the first twenty bits in which they differ: a radix sort with two
   * digits.
   *
   * @param state a valid state of several values, which starts at offset 0; changed in place
   */
  static void approximate(ByteBuffer state) {
    int count = getInt(state, TdigestState.BUFFERED);
    int start =
        TdigestState.DATA + TdigestState.CENTROID_SIZE * getInt(state, TdigestState.CENTROIDS);
    long[] keys = new long[count];
    long differing = 0;
    boolean ascends = true;
    for (int i = 0; i < count; i++) {
      long bits = getLong(state, start + 8 * i);
      // Unsigned, these are ordered as the doubles are.
      keys[i] = bits ^ (bits >> 63 | Long.MIN_VALUE);
      differing |= keys[i] ^ keys[0];
      ascends &= i == 0 || keys[i - 1] + Long.MIN_VALUE <= keys[i] + Long.MIN_VALUE;
    }
    if (!ascends) {
      int shift = Math.max(0, 64 - Long.numberOfLeadingZeros(differing) - 2 * DIGIT_BITS);
      int[] low = new int[DIGITS + 1];
      int[] high = new int[DIGITS + 1];
      for (int i = 0; i < count; i++) {
        int digits = (int) (keys[i] >>> shift);
        low[(digits & DIGITS - 1) + 1]++;
        high[(digits >>> DIGIT_BITS & DIGITS - 1) + 1]++;
      }
      for (int digit = 1; digit < DIGITS; digit++) {
        low[digit] += low[digit - 1];
        high[digit] += high[digit - 1];
      }
      long[] byLow = new long[count];
      for (int i = 0; i < count; i++) {
        int digit = (int) (keys[i] >>> shift) & DIGITS - 1;
        byLow[low[digit]] = keys[i];
        low[digit]++;
      }
      for (int i = 0; i < count; i++) {
        int digit = (int) (byLow[i] >>> shift >>> DIGIT_BITS) & DIGITS - 1;
        long key = byLow[i];
        putLong(state, start + 8 * high[digit], key ^ (~key >> 63 | Long.MIN_VALUE));
        high[digit]++;
      }
    }
  }
}
