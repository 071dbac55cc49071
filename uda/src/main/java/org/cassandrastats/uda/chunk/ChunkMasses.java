/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.uda.chunk;

import java.nio.ByteBuffer;
import java.util.Arrays;
import org.cassandrastats.udf.chunk.ChunkPoints;
import org.cassandrastats.udf.chunk.ChunkState;
import org.cassandrastats.udf.state.Preamble;

/**
 * The finite values of a chunk in ascending order. To sort them takes most of the time of a digest:
 * whole numbers that are close together are counted instead.
 */
final class ChunkMasses {
  /** Numbers are counted where their range is at most so many times as wide as they are many. */
  private static final int WIDEST = 4;

  private ChunkMasses() {}

  /**
   * Reads the values, of both zeros one.
   *
   * @param numbers of which the values are made
   * @param means receives the values, ascending; longer than the numbers by the extras
   * @param weights receives how often each of them occurs; equal ones may follow each other
   * @return how many there are
   */
  static int load(ByteBuffer chunk, long[] numbers, double[] means, long[] weights) {
    int encoding = chunk.get(Preamble.FLAGS);
    boolean isDecimal = encoding == ChunkState.DECIMAL;
    boolean isIndex = encoding == ChunkState.DICTIONARY && chunk.get(ChunkState.EXPONENT) == 0;
    int extras = ChunkState.extras(chunk);
    long least = numbers[0];
    long most = numbers[0];
    for (long number : numbers) {
      least = Math.min(least, number);
      most = Math.max(most, number);
    }
    // A range that is too wide for a long is negative.
    long range = most - least;
    boolean isCounted =
        range >= 0
            && range < (long) WIDEST * numbers.length
            && (isDecimal || (isIndex && least >= 0 && most < extras));
    int filled = 0;
    if (isCounted) {
      int[] counts = new int[(int) range + 1];
      for (long number : numbers) {
        counts[(int) (number - least)]++;
      }
      // Where an exception is, the number says nothing.
      for (int i = 0; i < extras && isDecimal; i++) {
        int at = ChunkState.exception(chunk, i);
        int index = Math.min(numbers.length - 1, chunk.getShort(at - 2) & 0xffff);
        counts[(int) (numbers[index] - least)]--;
        means[filled] = chunk.getDouble(at);
        weights[filled] = 1;
        filled++;
      }
      double power = ChunkPoints.power(chunk.get(ChunkState.EXPONENT));
      for (int i = 0; i < counts.length; i++) {
        if (counts[i] > 0) {
          long number = least + i;
          means[filled] =
              isDecimal ? number / power : chunk.getDouble(ChunkState.DATA + 8 * (int) number);
          weights[filled] = counts[i];
          filled++;
        }
      }
    } else {
      double[] values = ChunkPoints.decoded(chunk, numbers);
      for (double value : values) {
        means[filled] = value;
        weights[filled] = 1;
        filled++;
      }
    }
    int count = 0;
    boolean ascends = true;
    for (int i = 0; i < filled; i++) {
      // A NaN is in no interval.
      if (Math.abs(means[i]) <= Double.MAX_VALUE) {
        means[count] = means[i] + 0.0;
        weights[count] = weights[i];
        ascends &= count == 0 || means[count - 1] <= means[count];
        count++;
      }
    }
    if (!ascends && isCounted) {
      sortBoth(means, weights, count);
    } else if (!ascends) {
      Arrays.sort(means, 0, count);
    }
    return count;
  }

  /** Sorts means with their weights; of equal ones, one gets the weight of all, others 0. */
  private static void sortBoth(double[] means, long[] weights, int count) {
    double[] before = Arrays.copyOf(means, count);
    long[] weighed = Arrays.copyOf(weights, count);
    Arrays.sort(means, 0, count);
    Arrays.fill(weights, 0, count, 0);
    for (int i = 0; i < count; i++) {
      weights[Arrays.binarySearch(means, 0, count, before[i])] += weighed[i];
    }
  }

  /**
   * Joins equal means, which ascend, in place. Where the values of a weight differ, it is negative
   * afterwards.
   *
   * @param isSpread whether the values of a weight above 1 differ, but for the first and the last
   *     mean
   * @return how many masses there are
   */
  static int join(double[] means, long[] weights, int count, boolean isSpread) {
    int masses = 0;
    for (int i = 0; i < count; i++) {
      boolean isEnd = i == 0 || i == count - 1;
      long weight = weights[i];
      if (masses > 0 && means[masses - 1] == means[i]) {
        weights[masses - 1] = Math.abs(weights[masses - 1]) + weight;
      } else {
        means[masses] = means[i];
        weights[masses] = isSpread && weight > 1 && !isEnd ? -weight : weight;
        masses++;
      }
    }
    return masses;
  }
}
