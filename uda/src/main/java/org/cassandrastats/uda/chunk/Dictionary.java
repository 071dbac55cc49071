/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.uda.chunk;

import java.util.Arrays;

/** The different values of a chunk. */
final class Dictionary {
  /** As many values, or up to twice as many, say whether there may be few different ones. */
  private static final int SAMPLE = 256;

  /** The golden ratio as a fraction of 2^64: the products are spread over the whole table. */
  private static final long FACTOR = 0x9e3779b97f4a7c15L;

  /** Only values that were made to collide do so more often, each. */
  private static final int COLLISIONS = 8;

  private Dictionary() {}

  /**
   * Sorts the different values by their bits, and gives each value its index among them, if these
   * entries may take fewer bytes than another encoding. Of some of the values, as many are equal to
   * another one as there would be among half the square of their number over the number of entries.
   *
   * <p>A hash table finds the different values, so that no more than these are sorted.
   *
   * @param entries one more than there may be
   * @param indexes as many as values
   * @return how many entries there are; of too many, how many values
   */
  static int fill(long[] values, long[] entries, long[] indexes) {
    // Of each slot the number of its entry, from 1. At most half of the slots are taken.
    int free = Integer.numberOfLeadingZeros(entries.length);
    short[] table = new short[1 << (33 - free)];
    int different = 0;
    int collisions = COLLISIONS * values.length;
    // First some of the values, then all.
    for (int round = 0; round < 2 && collisions > 0; round++) {
      int stride = round == 0 ? Math.max(1, values.length / SAMPLE) : 1;
      for (int i = 0; i < values.length && collisions > 0; i += stride) {
        long number = values[i];
        int slot = (int) (((number ^ number >>> 32) * FACTOR) >>> (31 + free));
        int entry = table[slot];
        while (entry != 0 && entries[entry - 1] != number) {
          slot = (slot + 1) & (table.length - 1);
          entry = table[slot];
          collisions--;
        }
        if (entry == 0) {
          entries[different] = number;
          different++;
          entry = different;
          table[slot] = (short) entry;
          if (different == entries.length) {
            collisions = 0;
          }
        }
        indexes[i] = entry - 1L;
      }
      if (stride > 1) {
        int sample = (values.length + stride - 1) / stride;
        long most = 8L * (entries.length - 1) * (sample - different);
        if (4L * sample * sample >= most) {
          collisions = 0;
        }
      }
    }
    if (collisions <= 0) {
      return values.length;
    }
    long[] ranks = Arrays.copyOf(entries, different);
    Arrays.sort(entries, 0, different);
    for (int i = 0; i < different; i++) {
      ranks[i] = Arrays.binarySearch(entries, 0, different, ranks[i]);
    }
    for (int i = 0; i < indexes.length; i++) {
      indexes[i] = ranks[(int) indexes[i]];
    }
    return different;
  }
}
