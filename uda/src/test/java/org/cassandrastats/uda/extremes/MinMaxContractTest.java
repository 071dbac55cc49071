/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.uda.extremes;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.cassandrastats.udf.extremes.Extremes;
import org.cassandrastats.udf.extremes.ExtremesValues;
import org.junit.jupiter.api.Nested;

/** The contract for minmax(v). */
class MinMaxContractTest {
  @Nested
  class Integers extends Contract<Long> {
    Integers() {
      super("extremes_values_bigint", ExtremesValues::valuesBigint);
    }

    @Override
    protected ByteBuffer accumulate(ByteBuffer state, Long row) {
      return MinMaxAggregates.accumulate(state, row.longValue());
    }

    @Override
    protected List<Long> rows(double[] values) {
      return integers(values);
    }

    @Override
    protected List<Long> skippedRows() {
      return List.of();
    }
  }

  @Nested
  class Doubles extends Contract<Double> {
    Doubles() {
      super("extremes_values_double", ExtremesValues::valuesDouble);
    }

    @Override
    protected ByteBuffer accumulate(ByteBuffer state, Double row) {
      return MinMaxAggregates.accumulate(state, row.doubleValue());
    }

    @Override
    protected List<Double> rows(double[] values) {
      return doubles(values);
    }

    @Override
    protected List<Double> skippedRows() {
      return List.of(Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY);
    }
  }

  private abstract static class Contract<T extends Comparable<T>> extends ExtremesContract<T> {
    private final String reader;
    private final Function<ByteBuffer, Object> read;

    Contract(String reader, Function<ByteBuffer, Object> read) {
      this.reader = reader;
      this.read = read;
    }

    @Override
    protected Map<String, Function<ByteBuffer, Object>> accessors() {
      return Map.of(
          reader, read, "extremes_count", Extremes::count, "extremes_text", Extremes::text);
    }

    @Override
    protected Map<String, Object> expected(List<T> rows) {
      List<T> values = finite(rows);
      Map<String, Object> expected = new LinkedHashMap<>();
      T smallest = values.isEmpty() ? null : Collections.min(values);
      T largest = values.isEmpty() ? null : Collections.max(values);
      String text = "minmax count=" + values.size() + " min=" + smallest + " max=" + largest;
      expected.put(reader, values.isEmpty() ? null : Arrays.asList(smallest, largest));
      expected.put("extremes_count", values.isEmpty() ? null : (long) values.size());
      expected.put("extremes_text", values.isEmpty() ? null : text);
      return expected;
    }

    @Override
    protected int maximumSize() {
      return 40;
    }
  }
}
