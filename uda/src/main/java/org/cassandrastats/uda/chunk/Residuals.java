/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.uda.chunk;

import java.nio.ByteBuffer;
import java.util.Arrays;
import org.cassandrastats.udf.chunk.ChunkSeries;

/** What is packed of a series. */
final class Residuals {
  private Residuals() {}

  /**
   * A step that makes the residuals of a series small: the middle one of the numbers or of the
   * differences, the first difference, or 0.
   */
  static long step(long[] numbers, int count, int order) {
    long[] steps = new long[count];
    for (int i = 1; i < count && order != ChunkSeries.XOR; i++) {
      steps[i] = numbers[i] - (order == ChunkSeries.FROM_STEP ? 0 : numbers[i - 1]);
    }
    if (order < ChunkSeries.SECOND_DIFFERENCES) {
      Arrays.sort(steps, 1, count);
    }
    return steps[order == ChunkSeries.SECOND_DIFFERENCES ? Math.min(1, count - 1) : count >>> 1];
  }

  /**
   * Packs the residuals of a series in an order, with a step.
   *
   * @param packed has zeros where widths are, and room for all bits of the numbers
   * @return bytes that they take
   */
  static int pack(long[] numbers, int count, int order, long step, ByteBuffer packed) {
    int size = ChunkSeries.widths(count - 1);
    long[] residuals = new long[ChunkSeries.BLOCK];
    long before = numbers[0];
    long difference = step;
    for (int from = 1; from < count; from += ChunkSeries.BLOCK) {
      int length = Math.min(ChunkSeries.BLOCK, count - from);
      long bits = 0;
      for (int i = 0; i < length; i++) {
        long number = numbers[from + i];
        if (order == ChunkSeries.XOR) {
          residuals[i] = number ^ before;
        } else {
          long change = number - (order == ChunkSeries.FROM_STEP ? 0 : before);
          long residual = change - difference;
          residuals[i] = residual << 1 ^ residual >> 63;
          difference = order == ChunkSeries.SECOND_DIFFERENCES ? change : difference;
        }
        before = number;
        bits |= residuals[i];
      }
      // Of no bits both are 0.
      int shift = Long.numberOfTrailingZeros(bits) & 63;
      int width = 64 - Long.numberOfLeadingZeros(bits >>> shift);
      int at = from / ChunkSeries.BLOCK * 2;
      packed.put(at, (byte) width);
      packed.put(at + 1, (byte) shift);
      long word = 0;
      int free = 64;
      for (int i = 0; i < length; i++) {
        long residual = residuals[i] >>> shift;
        free -= width;
        if (free > 0) {
          word |= residual << free;
        } else {
          packed.putLong(size, word | residual >>> -free);
          size += 8;
          free += 64;
          word = free == 64 ? 0 : residual << free;
        }
      }
      if (free < 64) {
        packed.putLong(size, word);
        size += 8;
      }
    }
    return size;
  }
}
