/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.uda.chunk;

import java.nio.ByteBuffer;
import org.cassandrastats.udf.chunk.ChunkSeries;
import org.cassandrastats.udf.chunk.ChunkState;
import org.cassandrastats.udf.state.Checksum;

/** Points as a chunk, in the smallest of its encodings. */
final class ChunkEncode {
  private static final int TRIALS = 8;

  /**
   * What each trial measures, two bits each, the first one lowest: 0 the times, else what an
   * encoding makes of the values. A dictionary is tried last, of fronts.
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

  private ChunkEncode() {}

  /**
   * Encodes points.
   *
   * @param times in order
   * @param count how many points, 1 to 8192; the arrays may be longer
   * @param hasFronts whether fronts of values are tried, too, for which not every body has room
   */
  static ByteBuffer encode(long[] times, double[] points, int count, boolean hasFronts) {
    int trials = hasFronts ? TRIALS + 1 : TRIALS;
    long[] values = new long[count];
    for (int i = 0; i < count; i++) {
      values[i] = Double.doubleToRawLongBits(points[i]);
    }
    long[] decimals = new long[count];
    int[] exceptions = new int[count / 8 + 1];
    int decimal = Decimals.fill(values, count, decimals, exceptions);
    long[] entries = decimals;
    long[][] series = {times, values, decimals, decimals};
    // Bytes of the dictionary entries or of the exceptions.
    int[] extras = new int[4];
    extras[ChunkState.DECIMAL] = (decimal & 0xffff) * ChunkState.extraSize(ChunkState.DECIMAL);

    // Of times and of values what is the smallest so far; raw values to begin with.
    int[] sizes = {Integer.MAX_VALUE, 8 * count};
    int[] orders = new int[2];
    long[] steps = new long[2];
    int encoding = ChunkState.RAW;
    int stride = Math.max(1, count / (ChunkSeries.BLOCK * MEASURED));
    ByteBuffer chunk = null;
    int data = 0;
    int offset = 0;
    int low = 0;
    // Behind the trials both sides are measured completely, then packed.
    for (int pass = 0; pass < trials + 4; pass++) {
      boolean isTrial = pass < trials;
      int side = (pass - trials) & 1;
      int tried = side * encoding;
      if (isTrial) {
        tried = (SERIES >>> (2 * pass)) & 3;
        side = tried == 0 ? 0 : 1;
      }
      if (hasFronts && pass == TRIALS && encoding < ChunkState.DECIMAL) {
        entries = new long[Fronts.MOST];
        series[tried] = new long[count];
        low = Fronts.low(values);
        int different = Fronts.fill(values, low, entries, series[tried], sizes[1]);
        extras[tried] = different * ChunkState.extraSize(tried);
      }
      if (pass == DICTIONARY) {
        entries = new long[(sizes[1] + 7) / 8 + 1];
        series[tried] = new long[count];
        int different = Dictionary.fill(values, entries, series[tried]);
        extras[tried] = different * ChunkState.extraSize(tried);
      } else if (pass == trials + 2) {
        if (sizes[1] >= 8 * count) {
          // Some blocks let more hope than all of them hold.
          encoding = ChunkState.RAW;
          sizes[1] = 8 * count;
        }
        data = ChunkState.DATA + extras[encoding];
        offset = data;
        chunk = ByteBuffer.allocate(ChunkState.DATA + sizes[0] + sizes[1] + Checksum.SIZE);
      }
      // Raw values are not packed, nor is tried what has too many extras.
      if (tried >= side && extras[tried] <= sizes[side]) {
        int order = orders[side];
        long step = steps[side];
        if (isTrial) {
          order = (ORDERS >>> (2 * pass)) & 3;
          step = Residuals.step(series[tried], count, order);
          if (hasFronts && pass == TRIALS) {
            // The most frequent front is the number 0.
            step = 0;
          }
        }
        int measured = isTrial ? stride : 1;
        int size = 0;
        if (chunk != null && sizes[side] == extras[tried]) {
          order |= ChunkSeries.LINE;
        } else {
          size = Residuals.pack(series[tried], count, order, step, measured, chunk, offset);
        }
        offset += size;
        size += extras[tried];
        if (chunk != null) {
          chunk.putLong(ChunkState.FIRST_TIME + side * FIRSTS, series[tried][0]);
          chunk.putLong(ChunkState.TIME_STEP + side * STEPS, step);
          chunk.put(ChunkState.ORDERS + side, (byte) order);
        } else if (!isTrial || size < sizes[side]) {
          sizes[side] = size;
          orders[side] = order;
          steps[side] = step;
          encoding = side == 0 ? encoding : tried;
        }
      }
    }

    chunk.putLong(0, ChunkState.header(encoding, count));
    ChunkMoments.put(chunk, points, count);
    chunk.putLong(ChunkState.LAST_TIME, times[count - 1]);
    int extra = extras[encoding] / ChunkState.extraSize(encoding);
    chunk.putInt(ChunkState.SIZES, extra << 16 | sizes[0] >>> 3);
    if (encoding == ChunkState.DECIMAL) {
      chunk.put(ChunkState.EXPONENT, (byte) (decimal >>> 16));
    }
    if (hasFronts && encoding == ChunkState.DICTIONARY) {
      chunk.put(ChunkState.EXPONENT, (byte) low);
    }
    int at = ChunkState.DATA;
    for (int i = 0; at < data; i++) {
      if (encoding == ChunkState.DICTIONARY) {
        chunk.putLong(at, entries[i]);
      } else {
        chunk.putLong(at, (long) exceptions[i]);
        chunk.putLong(at + 8, values[exceptions[i]]);
        at += 8;
      }
      at += 8;
    }
    for (int i = 0; i < count && encoding == ChunkState.RAW; i++) {
      chunk.putLong(offset + 8 * i, values[i]);
    }
    int end = chunk.limit() - Checksum.SIZE;
    Checksum.seal(chunk, end);
    return chunk;
  }
}
