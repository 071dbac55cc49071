/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.uda.tdigest;

import static org.cassandrastats.udf.state.LittleEndian.getDouble;
import static org.cassandrastats.udf.state.LittleEndian.putDouble;

import java.nio.ByteBuffer;
import java.util.List;
import org.cassandrastats.udf.annotation.CqlFunction;
import org.cassandrastats.udf.annotation.CqlFunction.Aggregate;
import org.cassandrastats.udf.annotation.CqlFunction.Example;
import org.cassandrastats.udf.annotation.Overloads;
import org.cassandrastats.udf.tdigest.QuantilesState;
import org.cassandrastats.udf.tdigest.TdigestState;

/** Quantiles in one step. The layout is that of {@link QuantilesState}. */
public final class ApproxQuantileAggregates {
  private ApproxQuantileAggregates() {}

  /**
   * Adds one value to the state of approx_quantile. NaN and infinities change nothing.
   *
   * @param state the empty blob, or the state that the call for the row before returned, which is
   *     changed in place; null gives null
   * @param value the value, null gives null; bigint is rounded to the nearest double beyond 2^53
   * @param quantile what to answer, 0 to 1, the same for every row; null gives null
   * @return the state, at most 10128 bytes, or the empty blob where no value was accepted yet
   * @throws IllegalArgumentException if the quantile is out of range or changes, or if the state is
   *     any other blob
   */
  @CqlFunction(
      value = "approx_quantile_accumulate",
      examples =
          @Example(
              call = "approx_quantile_value(approx_quantile_accumulate(0x, (double) 2.5, 0.9))",
              result = "2.5"),
      aggregates =
          @Aggregate(
              value = "approx_quantile",
              finish = "approx_quantile_value",
              summary = "Value at a quantile, by a digest with k = 100; null without any.",
              examples = @Example(call = "approx_quantile(position, 0.9)", result = "1.0")))
  public static ByteBuffer accumulate(
      ByteBuffer state,
      @Overloads({"int", "bigint", "float", "double"}) double value,
      double quantile) {
    requireQuantile(quantile);
    boolean isWorking =
        QuantilesState.isWorking(state, 1)
            && getDouble(state, QuantilesState.QUANTILES) == quantile;
    ByteBuffer working = state;
    if (!isWorking) {
      working = QuantilesState.start(state, 1);
      putDouble(working, QuantilesState.QUANTILES, quantile);
    }
    // A NaN is in no interval.
    if (!(Math.abs(value) <= Double.MAX_VALUE)) {
      return state;
    }
    int base = QuantilesState.base(1);
    working = TdigestRows.append(working, base, TdigestState.DEFAULT_K, value);
    return working;
  }

  /**
   * Adds one value to the state of approx_quantiles. NaN and infinities change nothing.
   *
   * @param state the empty blob, or the state that the call for the row before returned, which is
   *     changed in place; null gives null
   * @param value the value, null gives null; bigint is rounded to the nearest double beyond 2^53
   * @param quantiles what to answer, 1 to 1000 numbers from 0 to 1, the same for every row; null
   *     gives null
   * @return the state, at most 10120 + 8 x quantiles bytes, or the empty blob where no value was
   *     accepted yet
   * @throws IllegalArgumentException if the quantiles are out of range or change, or if the state
   *     is any other blob
   */
  @CqlFunction(
      value = "approx_quantiles_accumulate",
      examples =
          @Example(
              call =
                  "approx_quantiles_values(approx_quantiles_accumulate(0x, (double) 2.5, [0.5, 0.9]))",
              result = "[2.5,2.5]"),
      aggregates =
          @Aggregate(
              value = "approx_quantiles",
              finish = "approx_quantiles_values",
              summary = "Values at several quantiles, by a digest with k = 100; null without any.",
              examples =
                  @Example(
                      call = "approx_quantiles(position, [0, 0.5, 1])",
                      result = "[-1.0,0.0,1.0]")))
  public static ByteBuffer accumulateAll(
      ByteBuffer state,
      @Overloads({"int", "bigint", "float", "double"}) double value,
      List<Double> quantiles) {
    int size = quantiles.size();
    if (size < 1 || size > QuantilesState.MAXIMUM_QUANTILES) {
      throw new IllegalArgumentException(
          "approx_quantiles: expected 1 to 1000 quantiles, found " + size);
    }
    boolean isWorking = QuantilesState.isWorking(state, size);
    for (int i = 0; i < size && isWorking; i++) {
      Double quantile = quantiles.get(i);
      isWorking =
          quantile != null && getDouble(state, QuantilesState.QUANTILES + 8 * i) == quantile;
    }
    ByteBuffer working = state;
    if (!isWorking) {
      working = QuantilesState.start(state, size);
      for (int i = 0; i < size; i++) {
        Double quantile = quantiles.get(i);
        // A literal list may hold nulls.
        if (quantile == null) {
          throw new IllegalArgumentException(
              "approx_quantile: expected a quantile from 0 to 1, found null");
        }
        requireQuantile(quantile);
        putDouble(working, QuantilesState.QUANTILES + 8 * i, quantile);
      }
    }
    // A NaN is in no interval.
    if (!(Math.abs(value) <= Double.MAX_VALUE)) {
      return state;
    }
    int base = QuantilesState.base(size);
    working = TdigestRows.append(working, base, TdigestState.DEFAULT_K, value);
    return working;
  }

  /** Refuses what is no quantile, NaN too. */
  private static void requireQuantile(double quantile) {
    if (!(quantile >= 0 && quantile <= 1)) {
      throw new IllegalArgumentException(
          "approx_quantile: expected a quantile from 0 to 1, found " + quantile);
    }
  }
}
