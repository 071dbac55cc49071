/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.uda.extremes;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.cassandrastats.udf.extremes.Extremes;
import org.cassandrastats.udf.extremes.ExtremesValues;
import org.junit.jupiter.api.Nested;

/** The contract for min_max_by(v, key), of which min_by, max_by, first and last read one side. */
class ByContractTest {
  private record Row<V, K>(V value, K key) {}

  @Nested
  class IntegersByIntegers extends Contract<Long, Long> {
    IntegersByIntegers() {
      super(
          Long.class,
          Long.class,
          (state, row) ->
              ByAggregates.accumulate(state, row.value.longValue(), row.key.longValue()));
    }
  }

  @Nested
  class IntegersByDoubles extends Contract<Long, Double> {
    IntegersByDoubles() {
      super(
          Long.class,
          Double.class,
          (state, row) ->
              ByAggregates.accumulate(state, row.value.longValue(), row.key.doubleValue()));
    }
  }

  @Nested
  class DoublesByIntegers extends Contract<Double, Long> {
    DoublesByIntegers() {
      super(
          Double.class,
          Long.class,
          (state, row) ->
              ByAggregates.accumulate(state, row.value.doubleValue(), row.key.longValue()));
    }
  }

  @Nested
  class DoublesByDoubles extends Contract<Double, Double> {
    DoublesByDoubles() {
      super(
          Double.class,
          Double.class,
          (state, row) ->
              ByAggregates.accumulate(state, row.value.doubleValue(), row.key.doubleValue()));
    }
  }

  private abstract static class Contract<V, K extends Comparable<K>>
      extends ExtremesContract<Row<V, K>> {
    private final Class<V> valueType;
    private final Class<K> keyType;
    private final BiFunction<ByteBuffer, Row<V, K>, ByteBuffer> accumulate;

    Contract(
        Class<V> valueType,
        Class<K> keyType,
        BiFunction<ByteBuffer, Row<V, K>, ByteBuffer> accumulate) {
      this.valueType = valueType;
      this.keyType = keyType;
      this.accumulate = accumulate;
    }

    @Override
    protected ByteBuffer accumulate(ByteBuffer state, Row<V, K> row) {
      return accumulate.apply(state, row);
    }

    @Override
    protected Map<String, Function<ByteBuffer, Object>> accessors() {
      boolean integers = valueType == Long.class;
      return Map.of(
          "first", integers ? ExtremesValues::firstBigint : ExtremesValues::firstDouble,
          "last", integers ? ExtremesValues::lastBigint : ExtremesValues::lastDouble,
          "values", integers ? ExtremesValues::valuesBigint : ExtremesValues::valuesDouble,
          "extremes_count", Extremes::count,
          "extremes_text", Extremes::text);
    }

    /** A stable sort by key: the first row is that of min_by, the last that of max_by. */
    @Override
    protected Map<String, Object> expected(List<Row<V, K>> rows) {
      List<Row<V, K>> sorted =
          rows.stream()
              .filter(row -> ExtremesContract.isFinite(row.value))
              .filter(row -> ExtremesContract.isFinite(row.key))
              .sorted(Comparator.comparing(Row::key))
              .toList();
      Map<String, Object> expected = new LinkedHashMap<>();
      if (sorted.isEmpty()) {
        accessors().keySet().forEach(accessor -> expected.put(accessor, null));
        return expected;
      }
      Row<V, K> first = sorted.get(0);
      Row<V, K> last = sorted.get(sorted.size() - 1);
      expected.put("first", first.value);
      expected.put("last", last.value);
      expected.put("values", List.of(first.value, last.value));
      expected.put("extremes_count", (long) sorted.size());
      expected.put(
          "extremes_text",
          "min_max_by count=%d first key=%s value=%s last key=%s value=%s"
              .formatted(sorted.size(), first.key, first.value, last.key, last.value));
      return expected;
    }

    /** Each value gets a key that is the value of another row, so that keys tie where values do. */
    @Override
    protected List<Row<V, K>> rows(double[] values) {
      List<V> columns = column(values, valueType);
      List<K> keys = column(values, keyType);
      List<Row<V, K>> rows = new ArrayList<>();
      for (int i = 0; i < columns.size(); i++) {
        rows.add(new Row<>(columns.get(i), keys.get((i * 7 + 3) % keys.size())));
      }
      return rows;
    }

    private static <T> List<T> column(double[] values, Class<T> type) {
      List<?> column = type == Long.class ? integers(values) : doubles(values);
      return column.stream().map(type::cast).toList();
    }

    @Override
    protected List<Row<V, K>> skippedRows() {
      List<Row<V, K>> skipped = new ArrayList<>();
      for (Object bad : List.of(Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY)) {
        if (valueType == Double.class) {
          skipped.add(new Row<>(valueType.cast(bad), column(new double[] {-1e9}, keyType).get(0)));
        }
        if (keyType == Double.class) {
          skipped.add(new Row<>(column(new double[] {7}, valueType).get(0), keyType.cast(bad)));
        }
      }
      return skipped;
    }

    @Override
    protected int maximumSize() {
      return 56;
    }
  }
}
