/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.uda.chunk;

import java.nio.ByteBuffer;
import org.cassandrastats.udf.annotation.CqlFunction;
import org.cassandrastats.udf.chunk.ChunkIntegers;
import org.cassandrastats.udf.chunk.ChunkPoints;
import org.cassandrastats.udf.chunk.ChunkState;

/**
 * The points that draw the same line.
 *
 * <p>Source: S. Steinarsson, Downsampling Time Series for Visual Representation, University of
 * Iceland, 2013: largest triangle three buckets.
 */
public final class ChunkLttb {
  /** Values beyond this are made smaller before they are multiplied; sums of them stay finite. */
  private static final double LARGE = 0x1p400;

  private ChunkLttb() {}

  /**
   * At most so many of the points of a chunk, as a chunk: those that draw nearly the same line. The
   * first and the last point stay. The others are cut into parts of equal numbers, and of each part
   * one stays: the one whose triangle with the point before, and with the mean of the part behind,
   * is largest; of equally large ones the first. Points whose values are not finite are left out.
   *
   * @param state a chunk; null gives null, the empty blob itself
   * @param points how many, 2 to 8192; null gives null. A chunk of no more finite points keeps all
   * @return a chunk, or the empty blob where no value is finite
   * @throws IllegalArgumentException if the blob is not a chunk state, or points is out of range
   */
  @CqlFunction(
      value = "chunk_lttb",
      elsewhere = "lttb (TimescaleDB)",
      examples = {
        "chunk_values(chunk_lttb(chunk((bigint) 5, position), 3)) = [1.0,0.0,0.0]",
        "chunk_count(chunk_lttb(chunk((bigint) 5, position), 2)) = 2"
      })
  public static ByteBuffer lttb(ByteBuffer state, int points) {
    if (points < 2 || points > ChunkState.MAXIMUM_COUNT) {
      throw new IllegalArgumentException("chunk_lttb: expected 2 to 8192 points, found " + points);
    }
    if (state.remaining() == 0) {
      return state;
    }
    ByteBuffer view = ChunkState.readable(state);
    long[][] series = ChunkPoints.timesAndNumbers(view);
    ChunkPoints.order(view, series[0]);
    long[] times = series[0];
    long[] numbers = series[1];
    double[] values = ChunkPoints.decoded(view, numbers);
    int count = 0;
    double largest = 0;
    for (int i = 0; i < times.length; i++) {
      double value = values[i];
      if (Math.abs(value) <= Double.MAX_VALUE) {
        times[count] = times[i];
        numbers[count] = numbers[i];
        values[count] = value;
        count++;
        largest = Math.max(largest, Math.abs(value));
      }
    }
    if (count == 0) {
      return ByteBuffer.allocate(0);
    }
    if (count > points) {
      choose(times, values, numbers, count, points, largest > LARGE ? 1 / LARGE / LARGE : 1);
      count = points;
    }
    long[] bits = ChunkEncode.bits(values, count);
    long[] integers = ChunkIntegers.isWhole(view) ? numbers : null;
    return ChunkEncode.encode(times, bits, integers, false);
  }

  /** Moves the points that stay to the front. */
  private static void choose(
      long[] times, double[] values, long[] integers, int count, int points, double scale) {
    double origin = times[0];
    double width = points == 2 ? 0 : (count - 2.0) / (points - 2);
    double beforeX = 0;
    double beforeY = values[0] * scale;
    int from = 1;
    for (int kept = 1; kept < points - 1; kept++) {
      int until = (int) (kept * width) + 1;
      int behind = Math.min((int) ((kept + 1) * width) + 1, count);
      double meanX = 0;
      double meanY = 0;
      for (int i = until; i < behind; i++) {
        meanX += times[i] - origin;
        meanY += values[i] * scale;
      }
      meanX /= behind - until;
      meanY /= behind - until;
      int chosen = from;
      double area = -1;
      for (int i = from; i < until; i++) {
        double x = times[i] - origin;
        double y = values[i] * scale;
        double twice =
            Math.abs((beforeX - meanX) * (y - beforeY) - (beforeX - x) * (meanY - beforeY));
        if (twice > area) {
          area = twice;
          chosen = i;
        }
      }
      beforeX = times[chosen] - origin;
      beforeY = values[chosen] * scale;
      times[kept] = times[chosen];
      values[kept] = values[chosen];
      integers[kept] = integers[chosen];
      from = until;
    }
    times[points - 1] = times[count - 1];
    values[points - 1] = values[count - 1];
    integers[points - 1] = integers[count - 1];
  }
}
