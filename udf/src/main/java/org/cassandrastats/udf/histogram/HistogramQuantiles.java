/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.udf.histogram;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.cassandrastats.udf.annotation.CqlFunction;

/** Quantiles and ranks, which a histogram estimates to within a bin. */
public final class HistogramQuantiles {
  /** The most quantiles of one call. */
  private static final int MAXIMUM_QUANTILES = 4096;

  private HistogramQuantiles() {}

  /**
   * Estimate of a quantile: linear within the bin that holds it, between the minimum and the
   * maximum, which are exact (quantiles 0 and 1). The true value lies in the same bin, so that the
   * error is below the width of the bin; outside the edges it is below the distance to the minimum
   * or maximum. A quantile that falls exactly between two bins with empty ones between them gives
   * the middle of the gap. Estimates rise with the quantile.
   *
   * @param state a histogram state; null or empty gives null
   * @param quantile 0 to 1; null gives null
   * @throws IllegalArgumentException if the blob is not a histogram state, or if the quantile is
   *     out of range
   */
  @CqlFunction(
      value = "histogram_quantile",
      calledOnNullInput = true,
      examples = {
        "histogram_quantile(histogram(position, -1.0, 1.0, 4), 0.5) = 0.125",
        "histogram_quantile(histogram(position, -1.0, 1.0, 4), 1.0) = 1.0"
      })
  public static Double quantile(ByteBuffer state, Double quantile) {
    if (state == null || state.remaining() == 0 || quantile == null) {
      return null;
    }
    ByteBuffer view = HistogramState.readable(state);
    double wanted = quantile;
    // Written so that NaN fails as well.
    if (!(wanted >= 0 && wanted <= 1)) {
      throw new IllegalArgumentException(
          "histogram: expected a quantile from 0 to 1, found " + wanted);
    }
    long[] cumulative = HistogramMath.cumulative(view);
    double[] bounds = HistogramMath.bounds(view);
    double estimate = HistogramMath.quantile(wanted, cumulative, bounds);
    return estimate;
  }

  /**
   * Estimates of several quantiles, in the order of the list, each as histogram_quantile gives it.
   *
   * @param state a histogram state; null or empty gives null
   * @param quantiles at most 4096 numbers from 0 to 1; null gives null
   * @throws IllegalArgumentException if the blob is not a histogram state, if the list is too long,
   *     or if a quantile is out of range
   */
  @CqlFunction(
      value = "histogram_quantiles",
      calledOnNullInput = true,
      examples =
          "histogram_quantiles(histogram(position, -1.0, 1.0, 4), [0.0, 0.2, 0.5, 1.0]) = [-1.0,-0.75,0.125,1.0]")
  public static List<Double> quantiles(ByteBuffer state, List<Double> quantiles) {
    if (state == null || state.remaining() == 0 || quantiles == null) {
      return null;
    }
    ByteBuffer view = HistogramState.readable(state);
    if (quantiles.size() > MAXIMUM_QUANTILES) {
      throw new IllegalArgumentException(
          "histogram: expected at most "
              + MAXIMUM_QUANTILES
              + " quantiles, found "
              + quantiles.size());
    }
    long[] cumulative = HistogramMath.cumulative(view);
    double[] bounds = HistogramMath.bounds(view);
    List<Double> estimates = new ArrayList<Double>(quantiles.size());
    for (Double quantile : quantiles) {
      // A literal list may hold nulls.
      if (quantile == null || !(quantile >= 0 && quantile <= 1)) {
        throw new IllegalArgumentException(
            "histogram: expected a quantile from 0 to 1, found " + quantile);
      }
      double wanted = quantile;
      double estimate = HistogramMath.quantile(wanted, cumulative, bounds);
      estimates.add(estimate);
    }
    return estimates;
  }

  /**
   * Estimate of the fraction of values that are at most the given one: linear within its bin. The
   * error is below the share of the values that this bin holds; at the edges of bins there is none
   * but for values that equal the edge. Below the minimum it is 0, from the maximum on 1.
   *
   * @param state a histogram state; null or empty gives null
   * @param value any number, infinite too; null or NaN gives null
   * @throws IllegalArgumentException if the blob is not a histogram state
   */
  @CqlFunction(
      value = "histogram_rank",
      calledOnNullInput = true,
      examples = "histogram_rank(histogram(position, -1.0, 1.0, 4), (double) 0.25) = 0.6")
  public static Double rank(ByteBuffer state, Double value) {
    if (state == null || state.remaining() == 0 || value == null) {
      return null;
    }
    ByteBuffer view = HistogramState.readable(state);
    double number = value;
    if (Double.isNaN(number)) {
      return null;
    }
    long[] cumulative = HistogramMath.cumulative(view);
    double[] bounds = HistogramMath.bounds(view);
    double rank = HistogramMath.rank(number, cumulative, bounds);
    return rank;
  }

  /**
   * Estimate of the number of values from one number on and below another: exact where both are
   * edges of bins or beyond the minimum or maximum, linear within a bin elsewhere.
   *
   * @param state a histogram state; null or empty gives null
   * @param low any number, infinite too; null or NaN gives null
   * @param high the same; not above low gives 0
   * @throws IllegalArgumentException if the blob is not a histogram state
   */
  @CqlFunction(
      value = "histogram_count_between",
      calledOnNullInput = true,
      examples =
          "histogram_count_between(histogram(position, -1.0, 1.0, 4), (double) -1.0, (double) 0.5) = 4.0")
  public static Double countBetween(ByteBuffer state, Double low, Double high) {
    if (state == null || state.remaining() == 0 || low == null || high == null) {
      return null;
    }
    ByteBuffer view = HistogramState.readable(state);
    double from = low;
    double until = high;
    if (Double.isNaN(from) || Double.isNaN(until)) {
      return null;
    }
    long[] cumulative = HistogramMath.cumulative(view);
    double[] bounds = HistogramMath.bounds(view);
    double count = HistogramMath.between(from, until, cumulative, bounds);
    return count;
  }
}
