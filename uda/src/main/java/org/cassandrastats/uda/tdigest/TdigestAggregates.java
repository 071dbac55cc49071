/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.uda.tdigest;

import java.nio.ByteBuffer;
import org.cassandrastats.udf.annotation.CqlFunction;
import org.cassandrastats.udf.annotation.CqlFunction.Aggregate;
import org.cassandrastats.udf.annotation.CqlFunction.Largest;
import org.cassandrastats.udf.annotation.Overloads;
import org.cassandrastats.udf.tdigest.TdigestState;

/** How rows become a digest. The layout is that of {@link TdigestState}. */
public final class TdigestAggregates {
  private TdigestAggregates() {}

  /**
   * Adds one value to a digest with k = 200. NaN and infinities change nothing.
   *
   * @param state the empty blob, or the state that the call for the row before returned, which is
   *     changed in place; null gives null
   * @param value the value, null gives null; bigint is rounded to the nearest double beyond 2^53
   * @return the state with its buffered values, at most 19712 bytes, or the empty blob where no
   *     value was accepted yet
   * @throws IllegalArgumentException if the state is any other blob
   */
  @CqlFunction(
      value = "tdigest_accumulate",
      examples = "tdigest_max(tdigest_accumulate(0x, (double) 2.5)) = 2.5",
      aggregates = {
        @Aggregate(
            value = "tdigest",
            finish = "tdigest_state",
            summary = "Digest of the distribution of the values, for quantiles and ranks.",
            examples = "tdigest_quantile(tdigest(position), 0.9) = 1.0",
            largest = @Largest(bytes = 32 + 16 * (2 * TdigestState.DEFAULT_K + 10))),
        @Aggregate(
            value = "median",
            finish = "tdigest_median",
            summary = "Median of the values, exact up to 1640 of them; null without any.",
            examples = "median(position) = 0.0")
      })
  public static ByteBuffer accumulate(
      ByteBuffer state, @Overloads({"varint", "float", "double"}) double value) {
    return accumulate(state, value, TdigestState.DEFAULT_K);
  }

  /**
   * Adds one value to a digest of a chosen size. NaN and infinities change nothing.
   *
   * @param state the empty blob, or the state that the call for the row before returned, which is
   *     changed in place; null gives null
   * @param value the value, null gives null; bigint is rounded to the nearest double beyond 2^53
   * @param k accuracy and size, 10 to 32767, the same for every row; null gives null
   * @return the state with its buffered values, at most 32 + 16 x (2k + 10) bytes and 8 for each of
   *     up to 4 x (2k + 10), at most 8192, buffered ones (2k + 30 for k below 30), or the empty
   *     blob where no value was accepted yet
   * @throws IllegalArgumentException if k is out of range or changes, or if the state is any other
   *     blob
   */
  @CqlFunction(
      value = "tdigest_accumulate",
      examples = "tdigest_max(tdigest_accumulate(0x, (double) 2.5, 50)) = 2.5",
      aggregates =
          @Aggregate(
              value = "tdigest",
              finish = "tdigest_state",
              summary = "Digest of the distribution of the values, of size k.",
              examples = "tdigest_rank(tdigest(position, 50), 0) = 0.8",
              largest = {
                @Largest(arguments = "10", bytes = 32 + 16 * (2 * 10 + 30)),
                @Largest(arguments = "100", bytes = 32 + 16 * (2 * 100 + 10)),
                @Largest(arguments = "1000", bytes = 32 + 16 * (2 * 1000 + 10))
              }))
  public static ByteBuffer accumulate(
      ByteBuffer state, @Overloads({"varint", "float", "double"}) double value, int k) {
    TdigestRows.requireK(k);
    ByteBuffer working = state;
    if (!TdigestState.isWorking(state, k)) {
      working = TdigestState.start(state, k);
    }
    // A NaN is in no interval.
    if (!(Math.abs(value) <= Double.MAX_VALUE)) {
      return state;
    }
    working = TdigestRows.append(working, k, value, TdigestState.TAIL);
    return working;
  }
}
