/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.uda.tdigest;

import java.nio.ByteBuffer;
import java.util.List;
import org.cassandrastats.udf.annotation.CqlFunction;
import org.cassandrastats.udf.annotation.CqlFunction.Aggregate;
import org.cassandrastats.udf.annotation.Overloads;
import org.cassandrastats.udf.tdigest.AskedDigest;
import org.cassandrastats.udf.tdigest.Tdigest;
import org.cassandrastats.udf.tdigest.TdigestState;

/** Quantiles in one step, of a digest with k = 200. The layout is that of {@link AskedDigest}. */
public final class QuantileAggregates {
  private QuantileAggregates() {}

  /**
   * Adds one value to a digest that is asked for a quantile. NaN and infinities change nothing.
   *
   * @param state the empty blob, or the state that the call for the row before returned, which is
   *     changed in place; null gives null
   * @param value the value, null gives null; bigint is rounded to the nearest double beyond 2^53
   * @param quantile the share of the values that lies below the answer, from 0 to 1, the same for
   *     every row; null gives null
   * @return the state with its buffered values, at most 19712 bytes, or the empty blob where no
   *     value was accepted yet
   * @throws IllegalArgumentException if the quantile is out of range or changes, or if the state is
   *     any other blob
   */
  @CqlFunction(
      value = "quantile_accumulate",
      examples = "tdigest_max(quantile_accumulate(0x, (double) 2.5, 0.9)) = 2.5",
      aggregates =
          @Aggregate(
              value = "quantile",
              finish = "quantile_value",
              asks = "tdigest_quantile",
              elsewhere = {"approx_percentile (Spark, Trino)", "approx_quantile (DuckDB)"},
              summary = "The value below which a share of the values lies; null without any.",
              examples = "quantile(position, 0.9) = 1.0"))
  public static ByteBuffer accumulate(
      ByteBuffer state, @Overloads({"varint", "float", "double"}) double value, double quantile) {
    ByteBuffer working = state;
    if (AskedDigest.isAsked(state)) {
      AskedDigest.requireSame(state, quantile);
    } else {
      working = AskedDigest.start(state, 1);
      AskedDigest.ask(working, 0, quantile);
    }
    // A NaN is in no interval.
    if (!(Math.abs(value) <= Double.MAX_VALUE)) {
      return state;
    }
    ByteBuffer next =
        TdigestRows.append(working, TdigestState.DEFAULT_K, value, AskedDigest.ROOM_OF_ONE);
    if (next.capacity() > working.capacity()) {
      AskedDigest.copy(working, next, 1);
    }
    return next;
  }

  /**
   * Adds one value to a digest that is asked for several quantiles. NaN and infinities change
   * nothing.
   *
   * @param state the empty blob, or the state that the call for the row before returned, which is
   *     changed in place; null gives null
   * @param value the value, null gives null; bigint is rounded to the nearest double beyond 2^53
   * @param quantiles at most 4096 shares from 0 to 1, the same for every row; null gives null
   * @return the state with its buffered values, at most 19712 bytes, or the empty blob where no
   *     value was accepted yet
   * @throws IllegalArgumentException if a quantile is out of range or changes, if the list is too
   *     long, or if the state is any other blob
   */
  @CqlFunction(
      value = "quantiles_accumulate",
      examples = "tdigest_max(quantiles_accumulate(0x, (double) 2.5, [0.5, 0.9])) = 2.5",
      aggregates =
          @Aggregate(
              value = "quantiles",
              finish = "quantile_values",
              asks = "tdigest_quantiles",
              elsewhere = {"approx_percentile (Spark, Trino)", "approx_quantile (DuckDB)"},
              summary = "The values at several quantiles, in their order; null without any value.",
              examples = "quantiles(position, [0, 0.5, 1]) = [-1.0,0.0,1.0]"))
  public static ByteBuffer accumulateAll(
      ByteBuffer state,
      @Overloads({"varint", "float", "double"}) double value,
      List<Double> quantiles) {
    int size = quantiles.size();
    ByteBuffer working = state;
    if (AskedDigest.isAsked(state)) {
      AskedDigest.requireSame(state, quantiles);
    } else {
      Tdigest.requireLength(size, "quantiles");
      working = AskedDigest.start(state, size);
      for (int i = 0; i < size; i++) {
        Double quantile = quantiles.get(i);
        // A literal list may hold nulls.
        if (quantile == null) {
          throw new IllegalArgumentException(
              "quantile: expected a quantile from 0 to 1, found null");
        }
        AskedDigest.ask(working, i, quantile);
      }
    }
    // A NaN is in no interval.
    if (!(Math.abs(value) <= Double.MAX_VALUE)) {
      return state;
    }
    ByteBuffer next =
        TdigestRows.append(working, TdigestState.DEFAULT_K, value, AskedDigest.room(size));
    if (next.capacity() > working.capacity()) {
      AskedDigest.copy(working, next, size);
    }
    return next;
  }
}
