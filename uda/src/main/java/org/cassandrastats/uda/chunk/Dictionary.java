/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.uda.chunk;

import static org.cassandrastats.udf.state.LittleEndian.putLong;

import java.nio.ByteBuffer;
import java.util.Arrays;
import org.cassandrastats.udf.chunk.ChunkState;

/** The different values of a chunk. */
final class Dictionary {
  private Dictionary() {}

  /**
   * Sorts values by their bits and keeps one of each in front.
   *
   * @return how many there are
   */
  static int entries(long[] values) {
    Arrays.sort(values);
    int different = 0;
    for (long value : values) {
      if (different == 0 || values[different - 1] != value) {
        values[different] = value;
        different++;
      }
    }
    return different;
  }

  /** The indexes of values among the entries. */
  static void fill(long[] values, int count, long[] entries, int different, long[] indexes) {
    for (int i = 0; i < count; i++) {
      indexes[i] = Arrays.binarySearch(entries, 0, different, values[i]);
    }
  }

  /** Writes the entries. */
  static void put(ByteBuffer chunk, long[] entries, int different) {
    for (int i = 0; i < different; i++) {
      putLong(chunk, ChunkState.DATA + 8 * i, entries[i]);
    }
  }
}
