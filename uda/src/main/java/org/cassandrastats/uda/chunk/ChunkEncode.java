/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.uda.chunk;

import java.nio.ByteBuffer;
import java.util.Arrays;
import org.cassandrastats.udf.chunk.ChunkSeries;
import org.cassandrastats.udf.chunk.ChunkState;
import org.cassandrastats.udf.state.Checksum;

/** Points as a chunk, in the smallest of its encodings. */
final class ChunkEncode {
  private static final int TRIALS = 8;

  /**
   * What each trial measures, two bits each, the first one lowest: 0 the times, which come first,
   * else what an encoding makes of the values. A dictionary is tried last, of fronts.
   */
  private static final int SERIES = 0b11_11_11_10_10_10_01_00_00;

  /** In which order, likewise. */
  private static final int ORDERS = 0b00_01_00_00_10_01_11_10_01;

  /** The trial before which the dictionary is made. */
  private static final int DICTIONARY = 6;

  /** So many blocks, or up to twice as many, say how small a trial is. */
  private static final int MEASURED = 16;

  /** Between the first time and the first number of the values. */
  private static final int FIRSTS = ChunkState.FIRST_VALUE - ChunkState.FIRST_TIME;

  /** Between the step of the times and that of the values. */
  private static final int STEPS = ChunkState.VALUE_STEP - ChunkState.TIME_STEP;

  /** Bytes that a point takes at most in two packed series, their widths and a checksum. */
  private static final int SPACE = 17;

  private ChunkEncode() {}

  /** The bits of the first values. */
  static long[] bits(double[] values, int count) {
    long[] bits = new long[count];
    for (int i = 0; i < count; i++) {
      bits[i] = Double.doubleToRawLongBits(values[i]);
    }
    return bits;
  }

  /**
   * Encodes points. A value may be the nearest double to an integer beyond 2^53: of such values the
   * integers are packed, as decimals without a fraction.
   *
   * @param times in order
   * @param values their bits, 1 to 8192 of them; the other arrays may be longer
   * @param integers of each value the integer to which it is nearest, or any other number; null if
   *     all such integers are doubles themselves
   * @param hasFronts whether fronts of values are tried, too, for which not every body has room
   */
  static ByteBuffer encode(long[] times, long[] values, long[] integers, boolean hasFronts) {
    int trials = hasFronts ? TRIALS + 1 : TRIALS;
    int count = values.length;
    long[] decimals = new long[count];
    int[] exceptions = new int[count / 8 + 1];
    int decimal = Decimals.fill(values, count, decimals, exceptions);
    long[] entries = decimals;
    long[][] series = {times, values, decimals, decimals};
    // Bytes of the dictionary entries or of the exceptions.
    int[] extras = new int[4];
    extras[ChunkState.DECIMAL] = ChunkState.exceptionsSize(decimal & 0xffff);
    // Bytes of raw values; more than there can be where these would not be exact.
    int raw = 8 * count;
    for (int i = 0; i < count && integers != null && decimal >>> 16 == 0; i++) {
      if (Double.doubleToRawLongBits((double) integers[i]) == values[i]) {
        if (integers[i] != decimals[i]) {
          raw = Integer.MAX_VALUE - 1;
          extras[ChunkState.BITS] = Integer.MAX_VALUE;
          trials = DICTIONARY;
        }
        decimals[i] = integers[i];
      }
    }

    // Of times and of values what is the smallest so far; raw values to begin with.
    int[] sizes = {Integer.MAX_VALUE, raw};
    int[] orders = new int[2];
    long[] steps = new long[2];
    int encoding = ChunkState.RAW;
    int stride = Math.max(1, count / (ChunkSeries.BLOCK * MEASURED));
    ByteBuffer chunk = null;
    int offset = 0;
    int low = 0;
    // Behind the trials both sides are packed.
    for (int pass = 0; pass < trials + 2; pass++) {
      boolean isTrial = pass < trials;
      int side = pass - trials;
      int tried = side * encoding;
      if (isTrial) {
        tried = (SERIES >>> (2 * pass)) & 3;
        side = Math.min(tried, 1);
        if (hasFronts && pass == TRIALS && encoding < ChunkState.DECIMAL) {
          entries = new long[Fronts.MOST];
          series[tried] = new long[count];
          low = Fronts.low(values);
          int different = Fronts.fill(values, low, entries, series[tried], sizes[1]);
          extras[tried] = 8 * different;
        }
        if (pass == DICTIONARY) {
          entries = new long[(sizes[1] + 7) / 8 + 1];
          series[tried] = new long[count];
          int different = Dictionary.fill(values, entries, series[tried]);
          extras[tried] = 8 * different;
        }
      } else if (side == 0) {
        offset = ChunkState.DATA + extras[encoding];
        chunk = ByteBuffer.allocate(offset + SPACE * (count + 1));
      }
      // Raw values are not packed, nor is tried what has too many extras.
      if (tried >= side && extras[tried] <= sizes[side]) {
        long[] numbers = series[tried];
        int order = orders[side];
        long step = steps[side];
        if (isTrial) {
          order = (ORDERS >>> (2 * pass)) & 3;
          step = Residuals.step(numbers, count, order);
          if (hasFronts && pass == TRIALS) {
            // The most frequent front is the number 0.
            step = 0;
          }
        }
        int size = Residuals.pack(numbers, count, order, step, isTrial ? stride : 1, chunk, offset);
        int all = size + extras[tried];
        if (isTrial) {
          if (all < sizes[side]) {
            sizes[side] = all;
            orders[side] = order;
            steps[side] = step;
            encoding = tried;
          }
        } else if (side > 0 && all >= raw) {
          // Some blocks let more hope than all of them hold.
          encoding = ChunkState.RAW;
          pass = trials - 1;
        } else {
          sizes[side] = size;
          offset += size;
          chunk.putLong(ChunkState.FIRST_TIME + side * FIRSTS, numbers[0]);
          chunk.putLong(ChunkState.TIME_STEP + side * STEPS, step);
          chunk.put(
              ChunkState.ORDERS + side, (byte) (size == 0 ? order | ChunkSeries.LINE : order));
        }
      }
    }

    chunk.putLong(0, ChunkState.header(encoding, count));
    ChunkMoments.put(chunk, values);
    chunk.putLong(ChunkState.LAST_TIME, times[count - 1]);
    int extra = encoding == ChunkState.DECIMAL ? decimal & 0xffff : extras[encoding] / 8;
    chunk.putInt(ChunkState.SIZES, extra << 16 | sizes[0] >>> 3);
    if (encoding == ChunkState.DECIMAL) {
      chunk.put(ChunkState.EXPONENT, (byte) (decimal >>> 16));
    }
    if (hasFronts && encoding == ChunkState.DICTIONARY) {
      chunk.put(ChunkState.EXPONENT, (byte) low);
    }
    for (int i = 0; i < extra; i++) {
      if (encoding == ChunkState.DICTIONARY) {
        chunk.putLong(ChunkState.DATA + 8 * i, entries[i]);
      } else {
        int at = ChunkState.DATA + ChunkState.EXCEPTION_SIZE * i;
        chunk.putShort(at, (short) exceptions[i]);
        chunk.putLong(at + 2, values[exceptions[i]]);
      }
    }
    for (int i = 0; i < count && encoding == ChunkState.RAW; i++) {
      chunk.putLong(offset, values[i]);
      offset += 8;
    }
    chunk = ByteBuffer.wrap(Arrays.copyOf(chunk.array(), offset + Checksum.SIZE));
    Checksum.seal(chunk, offset);
    return chunk;
  }
}
