/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.udf.chunk;

import java.nio.ByteBuffer;
import org.cassandrastats.udf.state.Preamble;

/**
 * The points of a readable chunk that starts at offset 0. Whatever its bits are, what is read is a
 * series of points: times are held between the one before and the last time, and indexes within the
 * dictionary and the points. Of a chunk that an encoder wrote this changes nothing.
 */
public final class ChunkPoints {
  private ChunkPoints() {}

  /** The times, in order. */
  public static long[] times(ByteBuffer chunk) {
    int offset = ChunkState.times(chunk);
    long first = chunk.getLong(ChunkState.FIRST_TIME);
    long step = chunk.getLong(ChunkState.TIME_STEP);
    int order = chunk.get(ChunkState.ORDERS);
    long[] times = ChunkSeries.load(chunk, offset, first, step, order);
    order(chunk, times);
    return times;
  }

  /** The values, as the bits of doubles, so that every NaN stays what it is. */
  public static long[] values(ByteBuffer chunk) {
    int offset = ChunkState.times(chunk) + ChunkState.timesSize(chunk);
    long first = chunk.getLong(ChunkState.FIRST_VALUE);
    long step = chunk.getLong(ChunkState.VALUE_STEP);
    int order = valuesOrder(chunk);
    long[] values = ChunkSeries.load(chunk, offset, first, step, order);
    decode(chunk, values);
    return values;
  }

  /** Both, by one loop, so that a body holds what unpacks a series once. */
  public static long[][] timesAndValues(ByteBuffer chunk) {
    long[][] points = new long[2][];
    int offset = ChunkState.times(chunk);
    long first = chunk.getLong(ChunkState.FIRST_TIME);
    long step = chunk.getLong(ChunkState.TIME_STEP);
    int order = chunk.get(ChunkState.ORDERS);
    for (int side = 0; side < 2; side++) {
      long[] numbers = ChunkSeries.load(chunk, offset, first, step, order);
      points[side] = numbers;
      offset += ChunkState.timesSize(chunk);
      first = chunk.getLong(ChunkState.FIRST_VALUE);
      step = chunk.getLong(ChunkState.VALUE_STEP);
      order = valuesOrder(chunk);
    }
    long[] times = points[0];
    order(chunk, times);
    long[] values = points[1];
    decode(chunk, values);
    return points;
  }

  private static int valuesOrder(ByteBuffer chunk) {
    return chunk.get(Preamble.FLAGS) == ChunkState.RAW
        ? ChunkSeries.RAW
        : chunk.get(ChunkState.ORDERS + 1);
  }

  /** Holds times within their bounds. */
  private static void order(ByteBuffer chunk, long[] times) {
    long before = times[0];
    long last = chunk.getLong(ChunkState.LAST_TIME);
    for (int i = 0; i < times.length; i++) {
      before = Math.max(before, Math.min(last, times[i]));
      times[i] = before;
    }
  }

  /** Makes values of numbers. */
  private static void decode(ByteBuffer chunk, long[] values) {
    int encoding = chunk.get(Preamble.FLAGS);
    int extras = ChunkState.extras(chunk);
    double power = power(chunk.get(ChunkState.EXPONENT));
    for (int i = 0; i < values.length; i++) {
      if (encoding == ChunkState.DICTIONARY) {
        int entry = (int) Math.max(0, Math.min(extras - 1, values[i]));
        values[i] = chunk.getLong(ChunkState.DATA + 8 * entry);
      } else if (encoding == ChunkState.DECIMAL) {
        values[i] = Double.doubleToRawLongBits(values[i] / power);
      }
    }
    for (int i = 0; i < extras && encoding == ChunkState.DECIMAL; i++) {
      int at = ChunkState.DATA + 16 * i;
      int index = (int) Math.max(0, Math.min(values.length - 1, chunk.getLong(at)));
      values[index] = chunk.getLong(at + 8);
    }
  }

  /** A power of ten; exact up to the 22nd. */
  public static double power(int exponent) {
    double power = 1;
    for (int i = 0; i < exponent; i++) {
      power *= 10;
    }
    return power;
  }
}
