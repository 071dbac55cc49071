/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.uda.chunk;

import java.nio.ByteBuffer;
import org.cassandrastats.udf.chunk.ChunkPoints;
import org.cassandrastats.udf.chunk.ChunkSeries;
import org.cassandrastats.udf.chunk.ChunkState;
import org.cassandrastats.udf.state.Checksum;

/** Points as a chunk, in the smallest of its encodings. */
final class ChunkEncode {
  private static final int TRIALS = 8;

  /**
   * What each trial packs, four bits each, the first one lowest: 0 the times, else what an encoding
   * makes of the values.
   */
  private static final int SERIES = 0x33222100;

  /** In which order, likewise. */
  private static final int ORDERS = 0x10021321;

  /** The trial before which the dictionary is made. */
  private static final int DICTIONARY = 6;

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
    int decimal = Decimals.fill(values, count, decimals);
    long[] entries = new long[count];
    long[] indexes = new long[count];
    long[][] series = {times, values, decimals, indexes};
    int[] extras = {0, 0, decimal & 0xffff, 0};

    // Of times and of values what is the smallest so far; raw values to begin with.
    int[] sizes = {Integer.MAX_VALUE, 8 * count};
    int[] orders = new int[2];
    long[] steps = new long[2];
    int encoding = ChunkState.RAW;
    int stride = Math.max(1, count / (ChunkSeries.BLOCK * MEASURED));
    int room = ChunkSeries.widths(count - 1) + 8 * count;
    ByteBuffer[] packed = {ByteBuffer.allocate(room), ByteBuffer.allocate(room)};
    // What is chosen of both sides is packed behind the trials.
    for (int trial = 0; trial < TRIALS + (encoding == ChunkState.RAW ? 1 : 2); trial++) {
      boolean isChosen = trial >= TRIALS;
      int tried = trial == TRIALS ? 0 : isChosen ? encoding : (SERIES >>> (4 * trial)) & 3;
      int side = tried == 0 ? 0 : 1;
      if (trial == DICTIONARY) {
        int different = Dictionary.fill(values, entries, indexes, sizes[1]);
        extras[tried] = different;
      }
      int order = isChosen ? orders[side] : (ORDERS >>> (4 * trial)) & 3;
      long step = Residuals.step(series[tried], count, order);
      int measured = isChosen ? 1 : stride;
      int size = Residuals.pack(series[tried], count, order, step, measured, packed[side]);
      size += extras[tried] * ChunkState.extraSize(tried);
      if (isChosen || size < sizes[side]) {
        sizes[side] = size;
        orders[side] = order;
        steps[side] = step;
        encoding = side == 0 ? encoding : tried;
      }
    }
    if (sizes[1] >= 8 * count) {
      // Some blocks let more hope than all of them hold.
      encoding = ChunkState.RAW;
      sizes[1] = 8 * count;
      orders[1] = 0;
      steps[1] = 0;
    }

    int end = ChunkState.DATA + sizes[0] + sizes[1];
    ByteBuffer chunk = ByteBuffer.allocate(end + Checksum.SIZE);
    chunk.putLong(0, ChunkState.header(encoding, count));
    ChunkMoments.put(chunk, points, count);
    chunk.putLong(ChunkState.FIRST_TIME, times[0]);
    chunk.putLong(ChunkState.LAST_TIME, times[count - 1]);
    chunk.putLong(ChunkState.TIME_STEP, steps[0]);
    chunk.putLong(ChunkState.FIRST_VALUE, encoding == ChunkState.RAW ? 0 : series[encoding][0]);
    chunk.putLong(ChunkState.VALUE_STEP, steps[1]);
    int exponent = encoding == ChunkState.DECIMAL ? decimal >>> 16 : 0;
    chunk.putInt(ChunkState.ORDERS, orders[0] << 24 | orders[1] << 16 | exponent << 8);
    chunk.putInt(ChunkState.SIZES, extras[encoding] << 16 | sizes[0] >>> 3);

    chunk.position(ChunkState.DATA);
    double power = ChunkPoints.power(exponent);
    for (int i = 0; i < count && extras[encoding] > 0; i++) {
      if (encoding == ChunkState.DICTIONARY && i < extras[encoding]) {
        chunk.putLong(entries[i]);
      } else if (encoding == ChunkState.DECIMAL
          && Double.doubleToRawLongBits(decimals[i] / power) != values[i]) {
        chunk.putLong((long) i);
        chunk.putLong(values[i]);
      }
    }
    packed[0].limit(sizes[0]);
    chunk.put(packed[0]);
    if (encoding != ChunkState.RAW) {
      packed[1].limit(end - chunk.position());
      chunk.put(packed[1]);
    }
    for (int i = 0; i < count && encoding == ChunkState.RAW; i++) {
      chunk.putLong(values[i]);
    }
    chunk.position(0);
    Checksum.seal(chunk, end);
    return chunk;
  }
}
