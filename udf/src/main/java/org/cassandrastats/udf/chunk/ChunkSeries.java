/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.udf.chunk;

import java.nio.ByteBuffer;
import org.cassandrastats.udf.state.Checksum;

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
 * residuals, shifted right by the shift, in so many bits each, padded to whole longs. The highest
 * bit comes first. The width is 0 where all residuals of a block are zero. Where all of a series
 * are, 4 is added to its order, and it has no bytes.
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

  /** Added to an order where all residuals are zero. */
  public static final int LINE = 4;

  /** Numbers as they are, without widths; no chunk says this of itself. */
  static final int RAW = 8;

  private ChunkSeries() {}

  /** Bytes of the widths and shifts of so many residuals. */
  public static int widths(int residuals) {
    return ((residuals + BLOCK - 1) / BLOCK * 2 + 7) & ~7;
  }

  /** Bytes of the residuals of one block. */
  public static int blockSize(int residuals, int width) {
    return ((residuals * width + 63) >>> 6) << 3;
  }

  /** Where a packed series ends; not in the buffer if a block has a width that there is not. */
  static int end(ByteBuffer buffer, int offset, int numbers, int order) {
    int residuals = residuals(numbers, order);
    int limit = buffer.limit();
    int end = offset + widths(residuals);
    for (int from = 0; from < residuals && end <= limit; from += BLOCK) {
      int at = offset + from / BLOCK * 2;
      int width = buffer.get(at) & 0xff;
      int shift = buffer.get(at + 1) & 0xff;
      end += width + shift > 64 ? limit : blockSize(Math.min(BLOCK, residuals - from), width);
    }
    return end;
  }

  /**
   * Unpacks a series of a chunk, whatever the bits are: a block that does not end before the
   * checksum is refused, and that is all that reading needs.
   */
  static long[] load(ByteBuffer chunk, int offset, long first, long step, int order) {
    int count = ChunkState.count(chunk);
    int residuals = residuals(count, order);
    int data = offset + (order == RAW ? 8 * count : widths(residuals));
    int end = chunk.limit() - Checksum.SIZE;
    if (count < 1 || count > ChunkState.MAXIMUM_COUNT || data > end) {
      throw new IllegalArgumentException(
          "not a chunk state: expected 1 to 8192 points within " + end + " bytes, found " + count);
    }
    long[] numbers = new long[count];
    numbers[0] = first;
    for (int from = 1; from <= residuals; from += BLOCK) {
      int at = offset + from / BLOCK * 2;
      int width = chunk.get(at) & 0xff;
      int until = Math.min(from + BLOCK, count);
      int size = blockSize(until - from, width);
      if (width > 64 || size > end - data) {
        throw new IllegalArgumentException(
            "not a chunk state: expected all packed numbers before byte " + end);
      }
      if (width > 0) {
        unpack(chunk, data, width, chunk.get(at + 1), numbers, from, until);
      }
      data += size;
    }
    if (order == RAW) {
      copy(chunk, offset, count, numbers);
    } else {
      sum(numbers, step, order & ~LINE);
    }
    return numbers;
  }

  /** How many residuals are packed. */
  private static int residuals(int numbers, int order) {
    return (order & (LINE | RAW)) == 0 ? numbers - 1 : 0;
  }

  private static void copy(ByteBuffer chunk, int offset, int count, long[] words) {
    for (int i = 0; i < count; i++) {
      words[i] = chunk.getLong(offset + 8 * i);
    }
  }

  /**
   * The residuals of a block. Each is in the eight bytes that end with its last bit; two narrow
   * ones are in one reading, and wide ones begin a byte before. Before a block is the header, so
   * that all of these bytes are there. Of a distance of bits a shift takes the last six.
   */
  private static void unpack(
      ByteBuffer chunk, int data, int width, int shift, long[] numbers, int from, int until) {
    long mask = -1L >>> (64 - width);
    int bit = 8 * data - 57;
    int i = from;
    int paired = width > 28 ? 0 : until - 1;
    for (; i < paired; i += 2) {
      bit += 2 * width;
      long bits = chunk.getLong(bit >>> 3) >>> (~bit & 7);
      numbers[i] = (bits >>> width & mask) << shift;
      numbers[i + 1] = (bits & mask) << shift;
    }
    for (; i < until; i++) {
      bit += width;
      int at = bit >>> 3;
      long bits = chunk.getLong(at) >>> (~bit & 7);
      if (width > 57) {
        bits |= chunk.getLong(at - 1) << ((bit & 7) + 1);
      }
      numbers[i] = (bits & mask) << shift;
    }
  }

  /** Makes numbers of residuals, behind the first number, in loops that have no branches. */
  private static void sum(long[] numbers, long step, int order) {
    int count = numbers.length;
    if (order == XOR) {
      long number = 0;
      for (int i = 0; i < count; i++) {
        number ^= numbers[i];
        numbers[i] = number;
      }
    } else {
      long always = order == SECOND_DIFFERENCES ? 0 : step;
      for (int i = 1; i < count; i++) {
        numbers[i] = (numbers[i] >>> 1 ^ -(numbers[i] & 1)) + always;
      }
      // Second differences are summed up to differences, from the step on, these to numbers.
      for (int from = order - 1; from >= 0; from--) {
        long number = from * step;
        for (int i = from; i < count; i++) {
          number += numbers[i];
          numbers[i] = number;
        }
      }
    }
  }
}
