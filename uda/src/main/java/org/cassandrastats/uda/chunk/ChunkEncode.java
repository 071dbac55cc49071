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
   * What each trial measures, four bits each, the first one lowest: 0 the times, else what an
   * encoding makes of the values.
   */
  private static final int SERIES = 0x33222100;

  /** In which order, likewise. */
  private static final int ORDERS = 0x10021321;

  /** The trial before which the dictionary is made. */
  private static final int DICTIONARY = 6;

  /** The pass before which both sides are measured completely; this and the next one pack them. */
  private static final int PACKING = TRIALS + 2;

  /** So many blocks, or up to twice as many, say how small a trial is. */
  private static final int MEASURED = 16;

  private ChunkEncode() {}

  /**
   * Encodes points.
   *
   * @param times in order
   * @param count how many points, 1 to 8192; the arrays may be longer
   */
  static ByteBuffer encode(long[] times, double[] points, int count) {
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
    for (int pass = 0; pass < PACKING + 2; pass++) {
      boolean isTrial = pass < TRIALS;
      int side = pass & 1;
      int tried = side * encoding;
      if (isTrial) {
        tried = (SERIES >>> (4 * pass)) & 3;
        side = tried == 0 ? 0 : 1;
      }
      if (pass == DICTIONARY) {
        entries = new long[sizes[1] / 8 + 1];
        series[tried] = new long[count];
        int different = Dictionary.fill(values, entries, series[tried]);
        extras[tried] = different * ChunkState.extraSize(tried);
      } else if (pass == PACKING) {
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
          order = (ORDERS >>> (4 * pass)) & 3;
          step = Residuals.step(series[tried], count, order);
        }
        int measured = isTrial ? stride : 1;
        int size = Residuals.pack(series[tried], count, order, step, measured, chunk, offset);
        offset += size;
        size += extras[tried];
        if (chunk != null) {
          chunk.putLong(
              side == 0 ? ChunkState.FIRST_TIME : ChunkState.FIRST_VALUE, series[tried][0]);
          chunk.putLong(side == 0 ? ChunkState.TIME_STEP : ChunkState.VALUE_STEP, step);
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
