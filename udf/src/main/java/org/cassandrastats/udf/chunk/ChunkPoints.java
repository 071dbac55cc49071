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
  /** Orders of packed numbers are from 0 to 3, and those of lines from 4 to 7. */
  private static final int ORDER = 7;

  private ChunkPoints() {}

  /** The times, in order. */
  public static long[] times(ByteBuffer chunk) {
    int offset = ChunkState.times(chunk);
    long first = chunk.getLong(ChunkState.FIRST_TIME);
    long step = chunk.getLong(ChunkState.TIME_STEP);
    int order = chunk.get(ChunkState.ORDERS) & ORDER;
    long[] times = ChunkSeries.load(chunk, offset, first, step, order);
    order(chunk, times);
    return times;
  }

  /** The values, bit for bit, so that every NaN stays what it is. */
  public static double[] values(ByteBuffer chunk) {
    long[] numbers = numbers(chunk);
    double[] values = decoded(chunk, numbers);
    return values;
  }

  /** The numbers of which {@link #decoded} makes the values. */
  public static long[] numbers(ByteBuffer chunk) {
    int offset = ChunkState.times(chunk) + ChunkState.timesSize(chunk);
    long first = chunk.getLong(ChunkState.FIRST_VALUE);
    long step = chunk.getLong(ChunkState.VALUE_STEP);
    int order = valuesOrder(chunk);
    long[] numbers = ChunkSeries.load(chunk, offset, first, step, order);
    return numbers;
  }

  /**
   * The times, which {@link #order} holds within their bounds, and the numbers of which {@link
   * #decoded} makes the values, by one loop, so that a body holds what unpacks a series once.
   */
  public static long[][] timesAndNumbers(ByteBuffer chunk) {
    long[][] series = new long[2][];
    int offset = ChunkState.times(chunk);
    long first = chunk.getLong(ChunkState.FIRST_TIME);
    long step = chunk.getLong(ChunkState.TIME_STEP);
    int order = chunk.get(ChunkState.ORDERS) & ORDER;
    for (int side = 0; side < 2; side++) {
      long[] numbers = ChunkSeries.load(chunk, offset, first, step, order);
      series[side] = numbers;
      offset += ChunkState.timesSize(chunk);
      first = chunk.getLong(ChunkState.FIRST_VALUE);
      step = chunk.getLong(ChunkState.VALUE_STEP);
      order = valuesOrder(chunk);
    }
    return series;
  }

  private static int valuesOrder(ByteBuffer chunk) {
    return chunk.get(Preamble.FLAGS) == ChunkState.RAW
        ? ChunkSeries.RAW
        : chunk.get(ChunkState.ORDERS + 1) & ORDER;
  }

  /** Holds times within their bounds. */
  public static void order(ByteBuffer chunk, long[] times) {
    long before = times[0];
    long last = chunk.getLong(ChunkState.LAST_TIME);
    for (int i = 0; i < times.length; i++) {
      before = Math.max(Math.min(times[i], last), before);
      times[i] = before;
    }
  }

  /** Makes values of numbers: a loop for each encoding, without branches. */
  public static double[] decoded(ByteBuffer chunk, long[] numbers) {
    int encoding = chunk.get(Preamble.FLAGS);
    int extras = ChunkState.extras(chunk);
    int count = numbers.length;
    double[] values = new double[count];
    if (encoding == ChunkState.DECIMAL) {
      double power = power(chunk.get(ChunkState.EXPONENT));
      for (int i = 0; i < count; i++) {
        values[i] = numbers[i];
      }
      for (int i = 0; i < count; i++) {
        values[i] /= power;
      }
      for (int i = 0; i < extras; i++) {
        int at = ChunkState.exception(chunk, i);
        values[Math.min(count - 1, chunk.getShort(at - 2) & 0xffff)] = chunk.getDouble(at);
      }
    } else if (encoding == ChunkState.DICTIONARY) {
      int low = chunk.get(ChunkState.EXPONENT);
      long mask = (1L << low) - 1;
      long[] entries = new long[extras + 1];
      for (int i = 0; i < extras; i++) {
        entries[i] = chunk.getLong(ChunkState.DATA + 8 * i);
      }
      for (int i = 0; i < count; i++) {
        int index = (int) Math.max(Math.min(numbers[i] >> low, extras - 1), 0);
        values[i] = Double.longBitsToDouble(entries[index] | (numbers[i] & mask));
      }
    } else {
      for (int i = 0; i < count; i++) {
        values[i] = Double.longBitsToDouble(numbers[i]);
      }
    }
    return values;
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
