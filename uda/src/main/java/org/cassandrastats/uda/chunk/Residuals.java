/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.uda.chunk;

import java.nio.ByteBuffer;
import java.util.Arrays;
import org.cassandrastats.udf.chunk.ChunkSeries;

/** What is packed of a series. */
final class Residuals {
  /** As many differences, or somewhat fewer, say what step there is. */
  private static final int SAMPLE = 128;

  private Residuals() {}

  /**
   * A step that makes the residuals of a series small: the middle one of some of the numbers or of
   * the differences, or the first difference. Where these numbers reach no further below the middle
   * than above it, it is the least of them, so that few residuals have a sign.
   */
  static long step(long[] numbers, int count, int order) {
    int stride = order == ChunkSeries.SECOND_DIFFERENCES ? count : count / SAMPLE + 1;
    long[] steps = new long[SAMPLE];
    int size = 0;
    for (int i = 1; i < count && order != ChunkSeries.XOR; i += stride) {
      steps[size] = numbers[i] - (order == ChunkSeries.FROM_STEP ? 0 : numbers[i - 1]);
      size++;
    }
    Arrays.sort(steps, 0, size);
    long middle = steps[size / 2];
    if (order == ChunkSeries.FROM_STEP
        && middle - steps[0] <= steps[Math.max(1, size) - 1] - middle) {
      middle = steps[0];
    }
    return middle;
  }

  /**
   * Packs the residuals of a series in an order, or measures how many bytes they take.
   *
   * @param step that of {@link #step}
   * @param stride one of so many blocks is measured, and what was not is like what was
   * @param packed null to measure; otherwise all blocks are packed into zeros
   * @param offset where they are packed
   * @return bytes that they take; none if all are zero
   */
  static int pack(
      long[] numbers, int count, int order, long step, int stride, ByteBuffer packed, int offset) {
    int blocks = (count + (ChunkSeries.BLOCK - 2)) / ChunkSeries.BLOCK;
    int widths = (2 * blocks + 7) & ~7;
    int size = widths;
    long[] residuals = new long[ChunkSeries.BLOCK];
    for (int from = 1; from < count; from += ChunkSeries.BLOCK * stride) {
      int length = Math.min(ChunkSeries.BLOCK, count - from);
      long before = numbers[from - 1];
      long difference =
          order != ChunkSeries.SECOND_DIFFERENCES || from == 1 ? step : before - numbers[from - 2];
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
      int end = size + ChunkSeries.blockSize(length, width);
      if (packed != null) {
        int at = offset + from / ChunkSeries.BLOCK * 2;
        packed.putShort(at, (short) (width << 8 | shift));
        long word = 0;
        int free = 64;
        for (int i = 0; i < length && width > 0; i++) {
          long residual = residuals[i] >>> shift;
          free -= width;
          if (free > 0) {
            word |= residual << free;
          } else {
            packed.putLong(offset + size, word | residual >>> -free);
            size += 8;
            free += 64;
            // A shift by 64 would be none.
            word = residual << 1 << (free - 1);
          }
        }
        if (free < 64) {
          packed.putLong(offset + size, word);
        }
      }
      size = end;
    }
    int measured = (blocks + stride - 1) / stride;
    return size == widths ? 0 : widths + (size - widths) * blocks / measured;
  }
}
