/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.uda.extremes;

import java.nio.ByteBuffer;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.cassandrastats.uda.contract.Blobs;
import org.cassandrastats.udf.extremes.Extremes;
import org.cassandrastats.udf.extremes.ExtremesState;
import org.cassandrastats.udf.extremes.ExtremesValues;
import org.junit.jupiter.api.Nested;

/** The contract for first_last(v), of which first(v) and last(v) read one side. */
class RowsContractTest {
  @Nested
  class Integers extends Contract<Long> {
    @Override
    protected ByteBuffer accumulate(ByteBuffer state, Long row) {
      return RowsAggregates.accumulate(state, row.longValue());
    }

    @Override
    Map<String, Function<ByteBuffer, Object>> values() {
      return Map.of(
          "first", ExtremesValues::firstBigint,
          "last", ExtremesValues::lastBigint,
          "values", ExtremesValues::valuesBigint);
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
    @Override
    protected ByteBuffer accumulate(ByteBuffer state, Double row) {
      return RowsAggregates.accumulate(state, row.doubleValue());
    }

    @Override
    Map<String, Function<ByteBuffer, Object>> values() {
      return Map.of(
          "first", ExtremesValues::firstDouble,
          "last", ExtremesValues::lastDouble,
          "values", ExtremesValues::valuesDouble);
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

  private abstract static class Contract<V> extends ExtremesContract<V> {
    abstract Map<String, Function<ByteBuffer, Object>> values();

    @Override
    protected Map<String, Function<ByteBuffer, Object>> accessors() {
      Map<String, Function<ByteBuffer, Object>> accessors = new LinkedHashMap<>(values());
      accessors.put("extremes_count", Extremes::count);
      accessors.put("extremes_text", Extremes::text);
      return accessors;
    }

    @Override
    protected Map<String, Object> expected(List<V> rows) {
      List<V> kept = finite(rows);
      Map<String, Object> expected = new LinkedHashMap<>();
      if (kept.isEmpty()) {
        accessors().keySet().forEach(accessor -> expected.put(accessor, null));
        return expected;
      }
      V first = kept.get(0);
      V last = kept.get(kept.size() - 1);
      expected.put("first", first);
      expected.put("last", last);
      expected.put("values", List.of(first, last));
      expected.put("extremes_count", (long) kept.size());
      expected.put(
          "extremes_text",
          "first_last count=%d first key=0 value=%s last key=%d value=%s"
              .formatted(kept.size(), first, kept.size() - 1, last));
      return expected;
    }

    /** The number of the last row follows from the count. */
    @Override
    protected byte[] withLargestCount(byte[] state) {
      ByteBuffer.wrap(state).putLong(ExtremesState.COUNT, Long.MAX_VALUE);
      ByteBuffer.wrap(state).putLong(ExtremesState.LAST_KEY, Long.MAX_VALUE - 1);
      return Blobs.sealed(state);
    }

    @Override
    protected int maximumSize() {
      return 56;
    }
  }
}
