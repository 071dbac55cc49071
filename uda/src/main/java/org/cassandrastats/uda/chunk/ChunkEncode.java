/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.uda.chunk;

import static org.cassandrastats.udf.state.LittleEndian.putInt;
import static org.cassandrastats.udf.state.LittleEndian.putLong;

import java.nio.ByteBuffer;
import java.util.Arrays;
import org.cassandrastats.uda.moments.MomentsAggregates;
import org.cassandrastats.udf.chunk.ChunkPoints;
import org.cassandrastats.udf.chunk.ChunkState;
import org.cassandrastats.udf.moments.MomentsState;

/** Points as a chunk, in the smallest of its encodings. */
final class ChunkEncode {
  /** What is tried: two orders of times, one of bits, two of decimals, two of indexes. */
  private static final int TRIALS = 7;

  /** The order of each trial, four bits each, the first one lowest. */
  private static final int ORDERS = 0x1021321;

  private ChunkEncode() {}

  /**
   * Encodes points.
   *
   * @param times in order
   * @param values the bits of doubles
   * @param count how many points, 1 to 8192; the arrays may be longer
   */
  static ByteBuffer encode(long[] times, long[] values, int count) {
    int exponent = Decimals.exponent(values, count);
    double power = ChunkPoints.power(exponent);
    long[] decimals = new long[count];
    int exceptions = Decimals.fill(values, count, power, decimals);
    long[] entries = Arrays.copyOf(values, count);
    int different = Dictionary.entries(entries);
    long[] indexes = new long[count];
    Dictionary.fill(values, count, entries, different, indexes);
    long[] work = new long[count];
    long[] chosen = values;
    int encoding = ChunkState.RAW;
    int extras = 0;
    int timesSize = Integer.MAX_VALUE;
    int timesOrder = 0;
    long timesStep = 0;
    int size = 8 * count;
    int order = 0;
    long step = 0;
    for (int trial = 0; trial < TRIALS; trial++) {
      boolean isOfTimes = trial < 2;
      int kind = (trial + 1) >>> 1;
      long[] numbers =
          isOfTimes
              ? times
              : kind == ChunkState.BITS ? values : kind == ChunkState.DECIMAL ? decimals : indexes;
      int tried = (ORDERS >>> (4 * trial)) & 3;
      long stepTried = Residuals.step(numbers, count, tried, work);
      Residuals.fill(numbers, count, tried, stepTried, work);
      int sizeTried = Residuals.size(work);
      if (isOfTimes) {
        if (sizeTried < timesSize) {
          timesSize = sizeTried;
          timesOrder = tried;
          timesStep = stepTried;
        }
      } else {
        int extrasTried =
            kind == ChunkState.BITS ? 0 : kind == ChunkState.DECIMAL ? exceptions : different;
        sizeTried += extrasTried * ChunkState.extraSize(kind);
        if (sizeTried < size) {
          size = sizeTried;
          order = tried;
          step = stepTried;
          encoding = kind;
          chosen = numbers;
          extras = extrasTried;
        }
      }
    }
    ByteBuffer chunk = ByteBuffer.allocate(ChunkState.DATA + timesSize + size + ChunkState.PADDING);
    putLong(chunk, 0, ChunkState.header(encoding, count));
    putMoments(chunk, values, count);
    putLong(chunk, ChunkState.FIRST_TIME, times[0]);
    putLong(chunk, ChunkState.LAST_TIME, times[count - 1]);
    putLong(chunk, ChunkState.TIME_STEP, timesStep);
    putLong(chunk, ChunkState.FIRST_VALUE, encoding == ChunkState.RAW ? 0 : chosen[0]);
    putLong(chunk, ChunkState.VALUE_STEP, step);
    int decimal = encoding == ChunkState.DECIMAL ? exponent : 0;
    putInt(chunk, ChunkState.ORDERS, timesOrder | order << 8 | decimal << 16);
    putInt(chunk, ChunkState.SIZES, extras | timesSize << 13);
    if (encoding == ChunkState.DICTIONARY) {
      Dictionary.put(chunk, entries, different);
    } else if (encoding == ChunkState.DECIMAL) {
      Decimals.putExceptions(chunk, values, count, power);
    }
    int offset = ChunkState.DATA + extras * ChunkState.extraSize(encoding);
    for (int side = 0; side < 2; side++) {
      if (side == 1 && encoding == ChunkState.RAW) {
        for (int i = 0; i < count; i++) {
          putLong(chunk, offset + 8 * i, values[i]);
        }
      } else {
        long[] numbers = side == 0 ? times : chosen;
        int orderOfSide = side == 0 ? timesOrder : order;
        long stepOfSide = side == 0 ? timesStep : step;
        Residuals.fill(numbers, count, orderOfSide, stepOfSide, work);
        Residuals.put(work, chunk, offset);
      }
      offset += timesSize;
    }
    return chunk;
  }

  /** The moments state that the values make in their order. */
  private static void putMoments(ByteBuffer chunk, long[] values, int count) {
    ByteBuffer moments = ByteBuffer.allocate(0);
    for (int i = 0; i < count; i++) {
      moments = MomentsAggregates.accumulate(moments, Double.longBitsToDouble(values[i]));
    }
    for (int offset = 0; offset < MomentsState.END; offset += 8) {
      chunk.putLong(ChunkState.MOMENTS + offset, moments.getLong(offset));
    }
  }
}
