/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.udf.tdigest;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.cassandrastats.udf.annotation.CqlFunction;

/**
 * Quantiles and ranks of a digest. Both read the same distribution function: every value that the
 * digest still knows is a step, and between centroids the value changes evenly with the rank.
 *
 * <ul>
 *   <li>Minimum and maximum are exact, and so is everything while a digest has at most 2k + 10
 *       values, or k + 5 different ones.
 *   <li>A quantile that falls between two neighbouring values is their midpoint: the median of 1,
 *       2, 3, 4 is 2.5. Otherwise it is the smallest value whose rank reaches it.
 *   <li>A rank counts the values that are equal: it is the share of values that are not greater.
 *   <li>Quantiles never fall where ranks rise, in spite of rounding.
 * </ul>
 *
 * <p>Every accessor gives null for a null or empty state. A blob that is no tdigest state is an
 * error that says what was expected and found.
 *
 * <p>Source: T. Dunning and O. Ertl, Computing Extremely Accurate Quantiles Using t-Digests, 2019
 * (arXiv:1902.04023).
 */
public final class Tdigest {
  /** The most quantiles or splits of one call. */
  private static final int MAXIMUM_LENGTH = 4096;

  private Tdigest() {}

  /**
   * The value below which a share of the values lies.
   *
   * @param state a tdigest state; null or empty gives null
   * @param quantile the share, 0 (the minimum) to 1 (the maximum); null gives null
   * @throws IllegalArgumentException if the blob is not a tdigest state, or if the quantile is not
   *     from 0 to 1
   */
  @CqlFunction(
      value = "tdigest_quantile",
      calledOnNullInput = true,
      elsewhere = {"approx_percentile (Spark, Trino)", "approx_quantile (DuckDB)"},
      examples = {
        "tdigest_quantile(tdigest(position), 0.5) = 0.0",
        "tdigest_quantile(tdigest(position), 0.4) = -0.5"
      })
  public static Double quantile(ByteBuffer state, Double quantile) {
    if (state == null || state.remaining() == 0 || quantile == null) {
      return null;
    }
    double share = quantile;
    requireQuantile(share);
    double[] knots = InterpolationPoints.of(state);
    if (knots == null) {
      return null;
    }
    double count = InterpolationPoints.count(knots);
    double position = InterpolationPoints.position(share, count);
    return InterpolationPoints.value(knots, position);
  }

  /**
   * The values at several quantiles, in the order of the list.
   *
   * @param state a tdigest state; null or empty gives null
   * @param quantiles at most 4096 shares from 0 to 1; null gives null
   * @throws IllegalArgumentException if the blob is not a tdigest state, if the list is too long,
   *     or if a quantile is not from 0 to 1
   */
  @CqlFunction(
      value = "tdigest_quantiles",
      calledOnNullInput = true,
      examples = "tdigest_quantiles(tdigest(position), [0, 0.5, 1]) = [-1.0,0.0,1.0]")
  public static List<Double> quantiles(ByteBuffer state, List<Double> quantiles) {
    if (state == null || state.remaining() == 0 || quantiles == null) {
      return null;
    }
    requireLength(quantiles.size(), "quantiles");
    double[] knots = InterpolationPoints.of(state);
    if (knots == null) {
      return null;
    }
    double count = InterpolationPoints.count(knots);
    List<Double> values = new ArrayList<Double>(quantiles.size());
    for (int i = 0; i < quantiles.size(); i++) {
      Double share = quantiles.get(i);
      // A literal list may hold nulls.
      if (share == null) {
        throw new IllegalArgumentException("tdigest: expected a quantile from 0 to 1, found null");
      }
      requireQuantile(share);
      double position = InterpolationPoints.position(share, count);
      double value = InterpolationPoints.value(knots, position);
      values.add(value);
    }
    return values;
  }

  /**
   * The median of a digest.
   *
   * @param state a tdigest state; null or empty gives null
   * @throws IllegalArgumentException if the blob is not a tdigest state
   */
  @CqlFunction(
      value = "tdigest_median",
      calledOnNullInput = true,
      examples = "tdigest_median(tdigest(position)) = 0.0")
  public static Double median(ByteBuffer state) {
    if (state == null || state.remaining() == 0) {
      return null;
    }
    double[] knots = InterpolationPoints.of(state);
    if (knots == null) {
      return null;
    }
    double count = InterpolationPoints.count(knots);
    return InterpolationPoints.value(knots, count / 2);
  }

  /**
   * The share of the values that are not greater than a value.
   *
   * @param state a tdigest state; null or empty gives null
   * @param value any value, infinities too; null or NaN gives null
   * @return 0 below the minimum to 1 from the maximum on
   * @throws IllegalArgumentException if the blob is not a tdigest state
   */
  @CqlFunction(
      value = "tdigest_rank",
      calledOnNullInput = true,
      examples = {
        "tdigest_rank(tdigest(position), 0) = 0.8",
        "tdigest_rank(tdigest(position), 0.5) = 0.8"
      })
  public static Double rank(ByteBuffer state, Double value) {
    if (state == null || state.remaining() == 0 || value == null) {
      return null;
    }
    double[] knots = InterpolationPoints.of(state);
    if (knots == null || Double.isNaN(value)) {
      return null;
    }
    double count = InterpolationPoints.count(knots);
    double wanted = value;
    double position = InterpolationPoints.rank(knots, wanted);
    return position / count;
  }

  /** Refuses a list that would keep a node busy. */
  public static void requireLength(int length, String of) {
    if (length > MAXIMUM_LENGTH) {
      throw new IllegalArgumentException(
          "tdigest: expected at most " + MAXIMUM_LENGTH + " " + of + ", found " + length);
    }
  }

  /** Refuses what is no quantile, NaN too. */
  private static void requireQuantile(double quantile) {
    if (!(quantile >= 0 && quantile <= 1)) {
      throw new IllegalArgumentException(
          "tdigest: expected a quantile from 0 to 1, found " + quantile);
    }
  }
}
