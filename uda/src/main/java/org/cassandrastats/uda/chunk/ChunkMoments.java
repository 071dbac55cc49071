/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.uda.chunk;

import java.nio.ByteBuffer;
import org.cassandrastats.udf.chunk.ChunkState;
import org.cassandrastats.udf.moments.MomentsScale;
import org.cassandrastats.udf.moments.MomentsState;
import org.cassandrastats.udf.moments.TwoSum;
import org.cassandrastats.udf.state.FixedState;
import org.cassandrastats.udf.state.Preamble;

/**
 * The moments state of all values of a chunk: to the bit the one that {@code moments_accumulate}
 * makes of one after the other, but its numbers are in variables until the last one is added.
 */
final class ChunkMoments {
  private ChunkMoments() {}

  /** Writes the state that the values make in their order. */
  static void put(ByteBuffer chunk, long[] values) {
    int count = values.length;
    double rows = 0;
    int unit = 0;
    double scale = 1;
    double first = 0;
    double origin = 0;
    double minimum = 0;
    double maximum = 0;
    double sum = 0;
    double remainder = 0;
    double squares = 0;
    double cubes = 0;
    double fourths = 0;
    for (int i = 0; i < count; i++) {
      double value = Double.longBitsToDouble(values[i]);
      // A NaN is in no interval.
      if (Math.abs(value) <= Double.MAX_VALUE) {
        double others = rows;
        rows++;
        if (others == 0) {
          first = value;
          origin = value;
          minimum = value;
          maximum = value;
        } else {
          if (value < minimum || value > maximum) {
            minimum = Math.min(minimum, value);
            maximum = Math.max(maximum, value);
            int wider = MomentsScale.unit(maximum - minimum);
            if (wider != unit) {
              double narrow = scale;
              unit = wider;
              scale = MomentsScale.of(unit);
              double factor = scale / narrow;
              origin = first * scale;
              // One by one: a power of the factor may be no double.
              sum *= factor;
              remainder *= factor;
              squares = squares * factor * factor;
              cubes = cubes * factor * factor * factor;
              fourths = fourths * factor * factor * factor * factor;
            }
          }
          double scaled = value * scale;
          double deviation = scaled - origin;
          double delta = deviation - sum / others;
          double newSum = sum + deviation;
          remainder =
              remainder
                  + TwoSum.remainder(scaled, -origin, deviation)
                  + TwoSum.remainder(sum, deviation, newSum);
          sum = newSum;
          double step = delta / rows;
          double square = delta * step * others;
          fourths =
              fourths
                  + square * step * step * (rows * rows - 3 * rows + 3)
                  + 6 * step * step * squares
                  - 4 * step * cubes;
          cubes = cubes + square * step * (rows - 2) - 3 * step * squares;
          squares += square;
        }
      }
    }
    chunk.putInt(ChunkState.MOMENTS, FixedState.preamble(MomentsState.FAMILY));
    chunk.putInt(ChunkState.MOMENTS + Preamble.PARAMETER, unit);
    chunk.putLong(ChunkState.MOMENTS + MomentsState.COUNT, (long) rows);
    chunk.putLong(ChunkState.MOMENTS + MomentsState.SKIPPED, (long) (count - rows));
    chunk.putDouble(ChunkState.MOMENTS + MomentsState.ORIGIN, first);
    chunk.putDouble(ChunkState.MOMENTS + MomentsState.SUM, sum);
    chunk.putDouble(ChunkState.MOMENTS + MomentsState.SUM_REMAINDER, remainder);
    chunk.putDouble(ChunkState.MOMENTS + MomentsState.SQUARES, squares);
    chunk.putDouble(ChunkState.MOMENTS + MomentsState.CUBES, cubes);
    chunk.putDouble(ChunkState.MOMENTS + MomentsState.FOURTHS, fourths);
    chunk.putDouble(ChunkState.MOMENTS + MomentsState.MINIMUM, minimum);
    chunk.putDouble(ChunkState.MOMENTS + MomentsState.MAXIMUM, maximum);
  }
}
