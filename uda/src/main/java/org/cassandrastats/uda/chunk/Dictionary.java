/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.uda.chunk;

import java.util.Arrays;

/** The different values of a chunk. */
final class Dictionary {
  /** As many values, or up to twice as many, say whether there may be few different ones. */
  private static final int SAMPLE = 256;

  private Dictionary() {}

  /**
   * Sorts the different values by their bits, and gives each value its index among them, if these
   * entries may take fewer bytes than another encoding. Of some of the values, as many are equal to
   * another one as there would be among half the square of their number over the number of entries.
   *
   * @param entries as many as values
   * @param best bytes of the smallest encoding so far
   * @return how many entries there are; of too many, how many values
   */
  static int fill(long[] values, long[] entries, long[] indexes, int best) {
    int stride = Math.max(1, values.length / SAMPLE);
    int sample = 0;
    int different = 0;
    // First some of the values, then all.
    while (stride > 0) {
      sample = 0;
      for (int i = 0; i < values.length; i += stride) {
        entries[sample] = values[i];
        sample++;
      }
      Arrays.sort(entries, 0, sample);
      different = 0;
      for (int i = 0; i < sample; i++) {
        if (different == 0 || entries[different - 1] != entries[i]) {
          entries[different] = entries[i];
          different++;
        }
      }
      int equal = sample - different;
      boolean mayBeFew = 4L * sample * sample < (long) best * equal;
      stride = stride > 1 && mayBeFew ? 1 : 0;
    }
    if (sample < values.length) {
      return values.length;
    }
    for (int i = 0; i < indexes.length; i++) {
      indexes[i] = Arrays.binarySearch(entries, 0, different, values[i]);
    }
    return different;
  }
}
