/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.udf.chunk;

import static org.cassandrastats.udf.state.LittleEndian.getLong;

import java.nio.ByteBuffer;
import org.cassandrastats.udf.state.Preamble;

/**
 * The points of a valid chunk that starts at offset 0. Whatever its bits are, what is read is a
 * series of points: times are held between the one before and the last time, and indexes within the
 * dictionary. Of a chunk that an encoder wrote this changes nothing.
 */
public final class ChunkPoints {
  private ChunkPoints() {}

  /** The times, in order. */
  public static long[] times(ByteBuffer chunk) {
    long before = getLong(chunk, ChunkState.FIRST_TIME);
    long last = getLong(chunk, ChunkState.LAST_TIME);
    int offset = ChunkState.times(chunk);
    int count = ChunkState.count(chunk);
    long step = getLong(chunk, ChunkState.TIME_STEP);
    int order = chunk.get(ChunkState.ORDERS);
    long[] times = ChunkSeries.load(chunk, offset, count, before, step, order);
    for (int i = 0; i < times.length; i++) {
      before = Math.max(before, Math.min(last, times[i]));
      times[i] = before;
    }
    return times;
  }

  /** The values, as the bits of doubles, so that every NaN stays what it is. */
  public static long[] values(ByteBuffer chunk) {
    int encoding = chunk.get(Preamble.FLAGS);
    int count = ChunkState.count(chunk);
    int offset = ChunkState.values(chunk);
    if (encoding == ChunkState.RAW) {
      long[] raw = new long[count];
      for (int i = 0; i < count; i++) {
        raw[i] = getLong(chunk, offset + 8 * i);
      }
      return raw;
    }
    long first = getLong(chunk, ChunkState.FIRST_VALUE);
    long step = getLong(chunk, ChunkState.VALUE_STEP);
    int order = chunk.get(ChunkState.ORDERS + 1);
    int extras = ChunkState.extras(chunk);
    long[] values = ChunkSeries.load(chunk, offset, count, first, step, order);
    if (encoding == ChunkState.DICTIONARY) {
      for (int i = 0; i < count; i++) {
        int entry = (int) Math.max(0, Math.min(extras - 1, values[i]));
        values[i] = getLong(chunk, ChunkState.DATA + 8 * entry);
      }
    } else if (encoding == ChunkState.DECIMAL) {
      double power = power(chunk.get(ChunkState.EXPONENT));
      for (int i = 0; i < count; i++) {
        values[i] = Double.doubleToRawLongBits(values[i] / power);
      }
      for (int i = 0; i < extras; i++) {
        int at = ChunkState.DATA + 16 * i;
        values[(int) getLong(chunk, at)] = getLong(chunk, at + 8);
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
