/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.udf.chunk;

import static org.cassandrastats.udf.state.LittleEndian.getLong;

import java.nio.ByteBuffer;

/**
 * Numbers that follow each other, packed. The first one is kept elsewhere; of every other one there
 * is a residual, by the order of the series:
 *
 * <pre>
 * 0  number = step + residual
 * 1  number = number before + step + residual
 * 2  number = number before + difference, difference = difference before + residual; the first
 *    difference before is the step
 * 3  number = number before XOR residual
 * </pre>
 *
 * <p>All sums are modulo 2^64, so that no numbers are too far apart. The residuals of orders 0 to 2
 * have a sign, which is moved to their lowest bit. Residuals are packed in blocks of 64: two bytes
 * for each block, a width and a shift, padded to whole longs together; then for each block its
 * residuals, shifted right by the shift, in so many bits each, padded to whole longs. The lowest
 * bit comes first. The width is 0 where all residuals of a block are zero.
 *
 * <p>Source: T. Pelkonen and others, Gorilla: A Fast, Scalable, In-Memory Time Series Database,
 * 2015; there each residual has its own width, which takes a branch for each to read.
 */
public final class ChunkSeries {
  public static final int BLOCK = 64;

  public static final int FROM_STEP = 0;
  public static final int DIFFERENCES = 1;
  public static final int SECOND_DIFFERENCES = 2;
  public static final int XOR = 3;

  private ChunkSeries() {}

  /** Bytes of the widths and shifts of so many residuals. */
  public static int widths(int residuals) {
    return ((residuals + BLOCK - 1) / BLOCK * 2 + 7) & ~7;
  }

  /** Bytes of the residuals of one block. */
  public static int blockSize(int residuals, int width) {
    return ((residuals * width + 63) >>> 6) << 3;
  }

  /**
   * Where a packed series ends.
   *
   * @return the offset; -1 if that is not in the buffer, or a block has a width that there is not
   */
  static int end(ByteBuffer buffer, int offset, int residuals) {
    int end = offset + widths(residuals);
    if (end > buffer.limit()) {
      return -1;
    }
    for (int from = 0; from < residuals; from += BLOCK) {
      int at = offset + from / BLOCK * 2;
      int width = buffer.get(at);
      int shift = buffer.get(at + 1);
      if (width < 0 || shift < 0 || width + shift > 64) {
        return -1;
      }
      end += blockSize(Math.min(BLOCK, residuals - from), width);
    }
    return end;
  }

  /**
   * Unpacks a series, whatever the bits are.
   *
   * @param buffer with eight bytes behind the series
   * @param offset where it begins; {@link #end} has found its end in the buffer
   */
  static long[] load(ByteBuffer buffer, int offset, int count, long first, long step, int order) {
    long[] numbers = new long[count];
    numbers[0] = first;
    // Without branches, an order is which of the numbers before are added.
    long ofNumber = order == FROM_STEP ? 0 : -1;
    long ofDifference = order == SECOND_DIFFERENCES ? -1 : 0;
    long always = step & ~ofDifference;
    long number = first;
    long difference = step;
    int residuals = count - 1;
    int data = offset + widths(residuals);
    for (int from = 0; from < residuals; from += BLOCK) {
      int at = offset + from / BLOCK * 2;
      int width = buffer.get(at);
      int shift = buffer.get(at + 1);
      int length = Math.min(BLOCK, residuals - from);
      long mask = width == 0 ? 0 : -1L >>> (64 - width);
      for (int i = 0; i < length; i++) {
        int bit = i * width;
        int place = data + (bit >>> 3);
        int skipped = bit & 7;
        long bits = getLong(buffer, place) >>> skipped;
        if (skipped + width > 64) {
          bits |= (long) buffer.get(place + 8) << (64 - skipped);
        }
        long residual = (bits & mask) << shift;
        if (order == XOR) {
          number ^= residual;
        } else {
          difference = (difference & ofDifference) + always + (residual >>> 1 ^ -(residual & 1));
          number = (number & ofNumber) + difference;
        }
        numbers[from + i + 1] = number;
      }
      data += blockSize(length, width);
    }
    return numbers;
  }
}
