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
   * @param numbers of which the values are made; they are not kept
   * @param weights of {@link #weights}; receives how often each value occurs; equal ones may follow
   *     each other
   * @return the values, ascending
   */
  static double[] load(ByteBuffer chunk, long[] numbers, long[] weights) {
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
    double[] means;
    if (isCounted) {
      means = counted(chunk, numbers, least, (int) range + 1, weights);
    } else {
      means = ChunkPoints.decoded(chunk, numbers);
    }
    int count = 0;
    double before = Double.NEGATIVE_INFINITY;
    long signs = 0;
    for (int i = 0; i < means.length; i++) {
      // A NaN is in no interval.
      if (Math.abs(means[i]) <= Double.MAX_VALUE) {
        double mean = means[i] + 0.0;
        means[count] = mean;
        weights[count] = weights[i];
        // Of unsorted values a branch would go wrong every other time.
        signs |= Double.doubleToRawLongBits(mean - before);
        before = mean;
        count++;
      }
    }
    if (signs < 0 && isCounted) {
      sortBoth(means, weights, count);
    } else if (signs < 0) {
      ValueOrder.sort(means, count, weights);
    }
    if (!isCounted) {
      Arrays.fill(weights, 0, count, 1);
    }
    return count == means.length ? means : Arrays.copyOf(means, count);
  }

  /** Room for weights: the numbers themselves, unless there may be more values than numbers. */
  static long[] weights(ByteBuffer chunk, long[] numbers) {
    int extras = ChunkState.extras(chunk);
    return extras == 0 ? numbers : new long[numbers.length + extras];
  }

  /**
   * The values of numbers that are close together, and some NaN behind them.
   *
   * @param weights receives how often each of them occurs
   */
  private static double[] counted(
      ByteBuffer chunk, long[] numbers, long least, int range, long[] weights) {
    boolean isDecimal = chunk.get(Preamble.FLAGS) == ChunkState.DECIMAL;
    int extras = isDecimal ? ChunkState.extras(chunk) : 0;
    int[] counts = new int[range];
    int different = extras;
    for (long number : numbers) {
      int at = (int) (number - least);
      // 1 if there was none.
      different += (counts[at] - 1) >>> 31;
      counts[at]++;
    }
    double[] means = new double[different];
    // Where an exception is, the number says nothing.
    for (int i = 0; i < extras; i++) {
      int at = ChunkState.exception(chunk, i);
      int index = Math.min(numbers.length - 1, chunk.getShort(at - 2) & 0xffff);
      counts[(int) (numbers[index] - least)]--;
      means[i] = chunk.getDouble(at);
      weights[i] = 1;
    }
    int filled = extras;
    double power = ChunkPoints.power(chunk.get(ChunkState.EXPONENT));
    for (int i = 0; i < range; i++) {
      if (counts[i] > 0) {
        long number = least + i;
        means[filled] =
            isDecimal ? number / power : chunk.getDouble(ChunkState.DATA + 8 * (int) number);
        weights[filled] = counts[i];
        filled++;
      }
    }
    Arrays.fill(means, filled, different, Double.NaN);
    return means;
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
  static int join(double[] means, long[] weights, boolean isSpread) {
    int count = means.length;
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
