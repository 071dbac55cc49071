/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.uda.chunk;

import java.nio.ByteBuffer;
import java.util.Arrays;
import org.cassandrastats.uda.moments.MomentsAggregates;
import org.cassandrastats.udf.chunk.ChunkPoints;
import org.cassandrastats.udf.chunk.ChunkSeries;
import org.cassandrastats.udf.chunk.ChunkState;
import org.cassandrastats.udf.moments.MomentsState;
import org.cassandrastats.udf.state.Buffers;
import org.cassandrastats.udf.state.Checksum;

/** Points as a chunk, in the smallest of its encodings. */
final class ChunkEncode {
  private static final int TRIALS = 7;

  /**
   * What each trial packs, four bits each, the first one lowest: 0 the times, else what an encoding
   * makes of the values.
   */
  private static final int SERIES = 0x3322100;

  /** In which order, likewise. */
  private static final int ORDERS = 0x1021321;

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
    long[] entries = Arrays.copyOf(values, count);
    long[] indexes = new long[count];
    int different = Dictionary.fill(values, entries, indexes);
    long[][] series = {times, values, decimals, indexes};
    int[] extras = {0, 0, decimal & 0xffff, different};

    // Of times and of values what is the smallest so far; raw values to begin with.
    int[] sizes = {Integer.MAX_VALUE, 8 * count};
    int[] orders = new int[2];
    long[] steps = new long[2];
    ByteBuffer[] packed = new ByteBuffer[2];
    int encoding = ChunkState.RAW;
    int room = ChunkSeries.widths(count - 1) + 8 * count;
    ByteBuffer work = ByteBuffer.allocate(room);
    for (int trial = 0; trial < TRIALS; trial++) {
      int tried = (SERIES >>> (4 * trial)) & 3;
      int side = tried == 0 ? 0 : 1;
      int order = (ORDERS >>> (4 * trial)) & 3;
      long[] numbers = series[tried];
      long step = Residuals.step(numbers, count, order);
      int packedSize = Residuals.pack(numbers, count, order, step, work);
      int size = packedSize + extras[tried] * ChunkState.extraSize(tried);
      if (size < sizes[side]) {
        encoding = tried;
        sizes[side] = size;
        orders[side] = order;
        steps[side] = step;
        work.limit(packedSize);
        packed[side] = work;
        work = ByteBuffer.allocate(room);
      }
    }

    int end = ChunkState.DATA + sizes[0] + sizes[1];
    ByteBuffer chunk = ByteBuffer.allocate(end + Checksum.SIZE);
    chunk.putLong(0, ChunkState.header(encoding, count));
    putMoments(chunk, values, count);
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
    for (int i = 0; i < count; i++) {
      if (encoding == ChunkState.DICTIONARY && i < different) {
        chunk.putLong(entries[i]);
      } else if (encoding == ChunkState.DECIMAL
          && Double.doubleToRawLongBits(decimals[i] / power) != values[i]) {
        chunk.putLong((long) i);
        chunk.putLong(values[i]);
      }
    }
    chunk.put(packed[0]);
    if (encoding != ChunkState.RAW) {
      chunk.put(packed[1]);
    }
    for (int i = 0; i < count && encoding == ChunkState.RAW; i++) {
      chunk.putLong(values[i]);
    }
    chunk.position(0);
    Checksum.seal(chunk, end);
    return chunk;
  }

  /** The moments state that the values make in their order. */
  private static void putMoments(ByteBuffer chunk, long[] values, int count) {
    ByteBuffer moments = MomentsState.allocate(Buffers.WORKING_TAIL);
    for (int i = 0; i < count; i++) {
      moments = MomentsAggregates.accumulate(moments, Double.longBitsToDouble(values[i]));
    }
    for (int offset = 0; offset < MomentsState.END; offset += 8) {
      chunk.putLong(ChunkState.MOMENTS + offset, moments.getLong(offset));
    }
  }
}
