/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.udf.tdigest;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.cassandrastats.udf.annotation.CqlFunction;

/**
 * The shape of a digest's distribution. The rules for null, empty and bad states are in {@link
 * Tdigest}.
 */
public final class TdigestDistribution {
  private static final int MAXIMUM_BINS = 4096;

  private TdigestDistribution() {}

  /**
   * Cumulative distribution: the rank of each split point, and 1 at last.
   *
   * @param state a tdigest state; null or empty gives null
   * @param splits at most 4096 values in strictly ascending order; null gives null
   * @return one more number than there are splits
   * @throws IllegalArgumentException if the blob is not a tdigest state, if the list is too long,
   *     or if the splits do not ascend or are NaN
   */
  @CqlFunction(
      value = "tdigest_cdf",
      calledOnNullInput = true,
      examples = "tdigest_cdf(tdigest(position), [-1, 0]) = [0.4,0.8,1.0]")
  public static List<Double> cdf(ByteBuffer state, List<Double> splits) {
    if (state == null || state.remaining() == 0 || splits == null) {
      return null;
    }
    Tdigest.requireLength(splits.size(), "splits");
    double[] knots = InterpolationPoints.of(state);
    if (knots == null) {
      return null;
    }
    double count = InterpolationPoints.count(knots);
    List<Double> ranks = new ArrayList<Double>(splits.size() + 1);
    double before = Double.NEGATIVE_INFINITY;
    for (int i = 0; i < splits.size(); i++) {
      Double split = splits.get(i);
      requireAscent(i, before, split);
      double position = InterpolationPoints.rank(knots, split);
      ranks.add(position / count);
      before = split;
    }
    ranks.add(1.0);
    return ranks;
  }

  /**
   * Share of the values in each interval between split points: up to the first one, behind the
   * first and up to the second, and so on, and behind the last one.
   *
   * @param state a tdigest state; null or empty gives null
   * @param splits at most 4096 values in strictly ascending order; null gives null
   * @return one more number than there are splits; together 1
   * @throws IllegalArgumentException if the blob is not a tdigest state, if the list is too long,
   *     or if the splits do not ascend or are NaN
   */
  @CqlFunction(
      value = "tdigest_pmf",
      calledOnNullInput = true,
      examples = "tdigest_pmf(tdigest(position), [-1]) = [0.4,0.6]")
  public static List<Double> pmf(ByteBuffer state, List<Double> splits) {
    if (state == null || state.remaining() == 0 || splits == null) {
      return null;
    }
    Tdigest.requireLength(splits.size(), "splits");
    double[] knots = InterpolationPoints.of(state);
    if (knots == null) {
      return null;
    }
    double count = InterpolationPoints.count(knots);
    List<Double> shares = new ArrayList<Double>(splits.size() + 1);
    double before = Double.NEGATIVE_INFINITY;
    double reached = 0;
    for (int i = 0; i < splits.size(); i++) {
      Double split = splits.get(i);
      requireAscent(i, before, split);
      double position = InterpolationPoints.rank(knots, split);
      shares.add((position - reached) / count);
      reached = position;
      before = split;
    }
    shares.add((count - reached) / count);
    return shares;
  }

  private static void requireAscent(int index, double before, Double split) {
    // A literal list may hold nulls.
    if (split == null || (index == 0 ? split.isNaN() : !(split > before))) {
      throw new IllegalArgumentException(
          "tdigest: expected splits in strictly ascending order, found "
              + split
              + " at index "
              + index
              + (index == 0 ? "" : " after " + before));
    }
  }

  /**
   * About how many values lie in each of several intervals of equal width from the minimum to the
   * maximum, for example for {@code sparkline}. An interval holds its upper edge and not its lower
   * one; the first holds the minimum too.
   *
   * @param state a tdigest state; null or empty gives null
   * @param bins number of intervals, 1 to 4096; null gives null
   * @return whole numbers whose sum is the count
   * @throws IllegalArgumentException if the blob is not a tdigest state, or if the number of bins
   *     is out of range
   */
  @CqlFunction(
      value = "tdigest_histogram",
      calledOnNullInput = true,
      examples = "tdigest_histogram(tdigest(position), 2) = [4,1]")
  public static List<Long> histogram(ByteBuffer state, Integer bins) {
    if (state == null || state.remaining() == 0 || bins == null) {
      return null;
    }
    int intervals = bins;
    if (intervals < 1 || intervals > MAXIMUM_BINS) {
      throw new IllegalArgumentException("tdigest: expected 1 to 4096 bins, found " + intervals);
    }
    double[] knots = InterpolationPoints.of(state);
    if (knots == null) {
      return null;
    }
    double count = InterpolationPoints.count(knots);
    List<Long> counts = new ArrayList<Long>(intervals);
    long reached = 0;
    for (int i = 1; i <= intervals; i++) {
      double share = (double) i / intervals;
      double edge = knots[0] * (1 - share) + knots[knots.length - 4] * share;
      double position = InterpolationPoints.rank(knots, edge);
      long rank = i == intervals ? (long) count : Math.max(reached, Math.round(position));
      counts.add(rank - reached);
      reached = rank;
    }
    return counts;
  }

  /**
   * Mean of the values between two quantiles; of all values for 0 and 1, without the lowest and the
   * highest tenth for 0.1 and 0.9.
   *
   * @param state a tdigest state; null or empty gives null, and so do quantiles that differ by less
   *     than any rank
   * @param lo the lower quantile, from 0; null gives null
   * @param hi the upper quantile, above {@code lo}, to 1; null gives null
   * @throws IllegalArgumentException if the blob is not a tdigest state, or if not 0 &lt;= lo &lt;
   *     hi &lt;= 1
   */
  @CqlFunction(
      value = "tdigest_trimmed_mean",
      calledOnNullInput = true,
      examples = "tdigest_trimmed_mean(tdigest(position), 0.4, 1) = 0.3333333333333333")
  public static Double trimmedMean(ByteBuffer state, Double lo, Double hi) {
    if (state == null || state.remaining() == 0 || lo == null || hi == null) {
      return null;
    }
    if (!(lo >= 0 && lo < hi && hi <= 1)) {
      throw new IllegalArgumentException(
          "tdigest: expected quantiles 0 <= lo < hi <= 1, found " + lo + " and " + hi);
    }
    ByteBuffer view = TdigestState.readable(state);
    if (view.limit() == TdigestState.VALUE) {
      return null;
    }
    double[] means = new double[TdigestState.maximumMasses(view)];
    long[] weights = new long[means.length];
    int masses = WeightedPoints.load(view, means, weights);
    double count = 0;
    for (int i = 0; i < masses; i++) {
      count += Math.abs(weights[i]);
    }
    double begin = lo * count;
    double end = hi * count;
    double reached = 0;
    double taken = 0;
    double mean = 0;
    for (int i = 0; i < masses; i++) {
      double next = reached + Math.abs(weights[i]);
      double weight = Math.min(next, end) - Math.max(reached, begin);
      if (weight > 0) {
        taken += weight;
        // A weighted mean of both, which cannot overflow.
        double share = weight / taken;
        mean = mean * (1 - share) + means[i] * share;
      }
      reached = next;
    }
    return taken > 0 ? Double.valueOf(mean) : null;
  }
}
