/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.uda.chunk;

import static org.cassandrastats.udf.state.LittleEndian.putLong;

import java.nio.ByteBuffer;
import java.util.Arrays;
import org.cassandrastats.udf.chunk.ChunkSeries;

/** What is packed of a series. The residual of number i is at i; there is none at 0. */
final class Residuals {
  private Residuals() {}

  /**
   * A step that makes the residuals of a series small: the middle one of the numbers or of the
   * differences, the first difference, or 0.
   *
   * @param work as long as there are numbers; is overwritten
   */
  static long step(long[] numbers, int count, int order, long[] work) {
    if (order >= ChunkSeries.SECOND_DIFFERENCES || count == 1) {
      return order == ChunkSeries.XOR || count == 1 ? 0 : numbers[1] - numbers[0];
    }
    for (int i = 1; i < count; i++) {
      work[i] = numbers[i] - (order == ChunkSeries.FROM_STEP ? 0 : numbers[i - 1]);
    }
    Arrays.sort(work, 1, count);
    return work[count >>> 1];
  }

  /** The residuals of a series in an order, with a step. */
  static void fill(long[] numbers, int count, int order, long step, long[] residuals) {
    long before = numbers[0];
    long difference = step;
    for (int i = 1; i < count; i++) {
      long number = numbers[i];
      if (order == ChunkSeries.XOR) {
        residuals[i] = number ^ before;
      } else {
        long from = order == ChunkSeries.FROM_STEP ? 0 : before;
        long residual = number - from - difference;
        residuals[i] = residual << 1 ^ residual >> 63;
        if (order == ChunkSeries.SECOND_DIFFERENCES) {
          difference = number - from;
        }
      }
      before = number;
    }
  }

  /** Bytes that the packed residuals take. */
  static int size(long[] residuals) {
    int size = ChunkSeries.widths(residuals.length - 1);
    for (int from = 1; from < residuals.length; from += ChunkSeries.BLOCK) {
      int end = Math.min(residuals.length, from + ChunkSeries.BLOCK);
      long bits = bits(residuals, from, end);
      size += ChunkSeries.blockSize(end - from, width(bits));
    }
    return size;
  }

  /** Packs residuals. */
  static void put(long[] residuals, ByteBuffer buffer, int offset) {
    int data = offset + ChunkSeries.widths(residuals.length - 1);
    for (int from = 1; from < residuals.length; from += ChunkSeries.BLOCK) {
      int end = Math.min(residuals.length, from + ChunkSeries.BLOCK);
      long bits = bits(residuals, from, end);
      int width = width(bits);
      int shift = bits == 0 ? 0 : Long.numberOfTrailingZeros(bits);
      int at = offset + from / ChunkSeries.BLOCK * 2;
      buffer.put(at, (byte) width);
      buffer.put(at + 1, (byte) shift);
      long word = 0;
      int used = 0;
      for (int i = from; width > 0 && i < end; i++) {
        long residual = residuals[i] >>> shift;
        word |= residual << used;
        used += width;
        if (used >= 64) {
          putLong(buffer, data, word);
          data += 8;
          used -= 64;
          word = used == 0 ? 0 : residual >>> (width - used);
        }
      }
      if (used > 0) {
        putLong(buffer, data, word);
        data += 8;
      }
    }
  }

  /** All bits that some residual has. */
  private static long bits(long[] residuals, int from, int end) {
    long bits = 0;
    for (int i = from; i < end; i++) {
      bits |= residuals[i];
    }
    return bits;
  }

  /** From the lowest of some bits to the highest. */
  private static int width(long bits) {
    return bits == 0 ? 0 : 64 - Long.numberOfLeadingZeros(bits) - Long.numberOfTrailingZeros(bits);
  }
}
