/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.uda.chunk;

import java.util.Arrays;

/** The different values of a chunk. */
final class Dictionary {
  private Dictionary() {}

  /**
   * Sorts the entries, a copy of the values, by their bits, keeps one of each in front, and gives
   * each value its index among them.
   *
   * @return how many there are
   */
  static int fill(long[] values, long[] entries, long[] indexes) {
    Arrays.sort(entries);
    int different = 0;
    for (long entry : entries) {
      if (different == 0 || entries[different - 1] != entry) {
        entries[different] = entry;
        different++;
      }
    }
    for (int i = 0; i < indexes.length; i++) {
      indexes[i] = Arrays.binarySearch(entries, 0, different, values[i]);
    }
    return different;
  }
}
