/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.udf.tdigest;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.cassandrastats.udf.annotation.CqlFunction;

/** The ends of the aggregates quantile and quantiles. */
public final class AskedQuantiles {
  private AskedQuantiles() {}

  /**
   * The value at the quantile that the rows of a state asked for.
   *
   * @param state what {@code quantile_accumulate} made; null or empty gives null, and so does a
   *     stored digest, which knows no quantile: ask it by {@code tdigest_quantile}
   * @throws IllegalArgumentException if the blob is not a tdigest state
   */
  @CqlFunction(
      value = "quantile_value",
      calledOnNullInput = true,
      examples = "quantile_value(quantile_accumulate(0x, (double) 2.5, 0.9)) = 2.5")
  public static Double value(ByteBuffer state) {
    if (state == null || state.remaining() == 0) {
      return null;
    }
    double[] knots = InterpolationPoints.of(state);
    if (knots == null || !AskedDigest.isAsked(state)) {
      return null;
    }
    int size = AskedDigest.size(state);
    if (size == 0) {
      return null;
    }
    double quantile = AskedDigest.quantile(state, 0);
    double count = InterpolationPoints.count(knots);
    double position = InterpolationPoints.position(quantile, count);
    return InterpolationPoints.value(knots, position);
  }

  /**
   * The values at the quantiles that the rows of a state asked for, in the order of their list.
   *
   * @param state what {@code quantiles_accumulate} made; null or empty gives null, and so does a
   *     stored digest, which knows no quantiles: ask it by {@code tdigest_quantiles}
   * @throws IllegalArgumentException if the blob is not a tdigest state
   */
  @CqlFunction(
      value = "quantile_values",
      calledOnNullInput = true,
      examples = "quantile_values(quantiles_accumulate(0x, (double) 2.5, [0.5, 0.9])) = [2.5,2.5]")
  public static List<Double> values(ByteBuffer state) {
    if (state == null || state.remaining() == 0) {
      return null;
    }
    double[] knots = InterpolationPoints.of(state);
    if (knots == null || !AskedDigest.isAsked(state)) {
      return null;
    }
    double count = InterpolationPoints.count(knots);
    int size = AskedDigest.size(state);
    List<Double> values = new ArrayList<Double>(size);
    for (int i = 0; i < size; i++) {
      double quantile = AskedDigest.quantile(state, i);
      double position = InterpolationPoints.position(quantile, count);
      double value = InterpolationPoints.value(knots, position);
      values.add(value);
    }
    return values;
  }
}
