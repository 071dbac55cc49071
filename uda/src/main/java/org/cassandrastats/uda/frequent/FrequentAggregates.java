/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.uda.frequent;

import java.nio.ByteBuffer;
import org.cassandrastats.udf.annotation.CqlFunction;
import org.cassandrastats.udf.annotation.CqlFunction.Aggregate;
import org.cassandrastats.udf.annotation.CqlFunction.Largest;
import org.cassandrastats.udf.annotation.Overloads;
import org.cassandrastats.udf.frequent.FrequentState;
import org.cassandrastats.udf.frequent.FrequentTable;

/** How rows become a frequent state. The layout is that of {@link FrequentState}. */
public final class FrequentAggregates {
  private FrequentAggregates() {}

  /**
   * Counts one integer.
   *
   * @param state the empty blob, or the state that the call for the row before returned, which is
   *     changed in place; null gives null
   * @param value the value; null gives null
   * @param max how many values are asked for, 1 to 384, the same for every row: those that more
   *     than 1/max of the rows have are found for certain; null gives null
   * @return the state, at most 12320 bytes once it is finished
   * @throws IllegalArgumentException if max is out of range or changes, or if the state is any
   *     other blob
   */
  @CqlFunction(
      value = "frequent_accumulate",
      examples = "frequent_values(frequent_accumulate((blob) 0x, (bigint) 7, 10)) = ['7']",
      aggregates = {
        @Aggregate(
            value = "frequent_items",
            finish = "frequent_state",
            summary = "State of the values that come most often, and how often.",
            elsewhere = {
              "approx_top_k_accumulate (Spark)",
              "freq_agg (TimescaleDB)",
              "topn_add_agg (PostgreSQL)"
            },
            examples = {
              "frequent_values(frequent_items(position, 2)) = ['-1','0']",
              "frequent_values(frequent_items(CAST(position AS text), 2)) = ['-1','0']"
            },
            largest = @Largest(arguments = "384", bytes = FrequentState.MAXIMUM_SIZE)),
        @Aggregate(
            value = "approx_top_k",
            finish = "frequent_values",
            summary = "The values that come most often, the most frequent one first.",
            elsewhere = {
              "approx_most_frequent (Trino)",
              "approx_top_count (BigQuery)",
              "mode (PostgreSQL, of 1)",
              "top_k (Redis)",
              "topK (ClickHouse)",
              "topn (TimescaleDB, PostgreSQL)"
            },
            examples = {
              "approx_top_k(position, 2) = ['-1','0']",
              "approx_top_k(CAST(position AS text), 2) = ['-1','0']"
            })
      })
  public static ByteBuffer accumulate(
      ByteBuffer state,
      @Overloads(
              value = {"int", "bigint"},
              exactly = true)
          long value,
      int max) {
    ByteBuffer working = state;
    if (!FrequentTable.isWorking(state, max, FrequentState.BIGINT)) {
      working = FrequentTable.start(state, max, FrequentState.BIGINT);
    }
    FrequentCounters.write(working, value);
    working = FrequentCounters.add(working, 1);
    return working;
  }

  /**
   * Counts one text; of values of other types the bytes are kept. Of more than 255 bytes the first
   * ones are, whole characters: texts that are as long and begin alike are one value. The empty
   * text is a value.
   *
   * @param state the empty blob, or the state that the call for the row before returned, which is
   *     changed in place; null gives null
   * @param value the value; null gives null
   * @param max how many values are asked for, 1 to 384, the same for every row: those that more
   *     than 1/max of the rows have are found for certain; null gives null
   * @return the state, at most 205088 bytes once it is finished
   * @throws IllegalArgumentException if max is out of range or changes, or if the state is any
   *     other blob
   */
  @CqlFunction(
      value = "frequent_accumulate",
      examples = "frequent_values(frequent_accumulate((blob) 0x, (text) 'on', 10)) = ['on']")
  public static ByteBuffer accumulate(
      ByteBuffer state, @Overloads("blob") ByteBuffer value, int max) {
    ByteBuffer working = state;
    if (!FrequentTable.isWorking(state, max, FrequentState.TEXT)) {
      working = FrequentTable.start(state, max, FrequentState.TEXT);
    }
    FrequentCounters.write(working, value, value.position(), value.remaining());
    working = FrequentCounters.add(working, 1);
    return working;
  }
}
