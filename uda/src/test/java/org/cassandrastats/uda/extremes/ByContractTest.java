/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.uda.extremes;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.cassandrastats.udf.extremes.Extremes;
import org.cassandrastats.udf.extremes.ExtremesValues;
import org.junit.jupiter.api.Nested;

/** The contract for min_by(v, key) and max_by(v, key), of which first and last are other names. */
class ByContractTest {
  private record Row<V, K>(V value, K key) {}

  @Nested
  class MinByOfIntegersByIntegerKeys extends Contract<Long, Long> {
    MinByOfIntegersByIntegerKeys() {
      super("min_by", Long.class, Long.class);
    }

    @Override
    protected ByteBuffer accumulate(ByteBuffer state, Row<Long, Long> row) {
      return MinByAggregates.accumulate(state, row.value.longValue(), row.key.longValue());
    }
  }

  @Nested
  class MinByOfIntegersByDoubleKeys extends Contract<Long, Double> {
    MinByOfIntegersByDoubleKeys() {
      super("min_by", Long.class, Double.class);
    }

    @Override
    protected ByteBuffer accumulate(ByteBuffer state, Row<Long, Double> row) {
      return MinByAggregates.accumulate(state, row.value.longValue(), row.key.doubleValue());
    }
  }

  @Nested
  class MinByOfDoublesByIntegerKeys extends Contract<Double, Long> {
    MinByOfDoublesByIntegerKeys() {
      super("min_by", Double.class, Long.class);
    }

    @Override
    protected ByteBuffer accumulate(ByteBuffer state, Row<Double, Long> row) {
      return MinByAggregates.accumulate(state, row.value.doubleValue(), row.key.longValue());
    }
  }

  @Nested
  class MinByOfDoublesByDoubleKeys extends Contract<Double, Double> {
    MinByOfDoublesByDoubleKeys() {
      super("min_by", Double.class, Double.class);
    }

    @Override
    protected ByteBuffer accumulate(ByteBuffer state, Row<Double, Double> row) {
      return MinByAggregates.accumulate(state, row.value.doubleValue(), row.key.doubleValue());
    }
  }

  @Nested
  class MaxByOfIntegersByIntegerKeys extends Contract<Long, Long> {
    MaxByOfIntegersByIntegerKeys() {
      super("max_by", Long.class, Long.class);
    }

    @Override
    protected ByteBuffer accumulate(ByteBuffer state, Row<Long, Long> row) {
      return MaxByAggregates.accumulate(state, row.value.longValue(), row.key.longValue());
    }
  }

  @Nested
  class MaxByOfIntegersByDoubleKeys extends Contract<Long, Double> {
    MaxByOfIntegersByDoubleKeys() {
      super("max_by", Long.class, Double.class);
    }

    @Override
    protected ByteBuffer accumulate(ByteBuffer state, Row<Long, Double> row) {
      return MaxByAggregates.accumulate(state, row.value.longValue(), row.key.doubleValue());
    }
  }

  @Nested
  class MaxByOfDoublesByIntegerKeys extends Contract<Double, Long> {
    MaxByOfDoublesByIntegerKeys() {
      super("max_by", Double.class, Long.class);
    }

    @Override
    protected ByteBuffer accumulate(ByteBuffer state, Row<Double, Long> row) {
      return MaxByAggregates.accumulate(state, row.value.doubleValue(), row.key.longValue());
    }
  }

  @Nested
  class MaxByOfDoublesByDoubleKeys extends Contract<Double, Double> {
    MaxByOfDoublesByDoubleKeys() {
      super("max_by", Double.class, Double.class);
    }

    @Override
    protected ByteBuffer accumulate(ByteBuffer state, Row<Double, Double> row) {
      return MaxByAggregates.accumulate(state, row.value.doubleValue(), row.key.doubleValue());
    }
  }

  private abstract static class Contract<V, K extends Comparable<K>>
      extends ExtremesContract<Row<V, K>> {
    private final String name;
    private final Class<V> valueType;
    private final Class<K> keyType;

    Contract(String name, Class<V> valueType, Class<K> keyType) {
      this.name = name;
      this.valueType = valueType;
      this.keyType = keyType;
    }

    private String reader() {
      return valueType == Long.class ? "extremes_value_bigint" : "extremes_value_double";
    }

    @Override
    protected Map<String, Function<ByteBuffer, Object>> accessors() {
      Function<ByteBuffer, Object> read =
          valueType == Long.class ? ExtremesValues::valueBigint : ExtremesValues::valueDouble;
      return Map.of(
          reader(), read, "extremes_count", Extremes::count, "extremes_text", Extremes::text);
    }

    /** A stable sort by key: the first row is min_by, the last is max_by, ties included. */
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
      Row<V, K> best = sorted.get(name.equals("min_by") ? 0 : sorted.size() - 1);
      expected.put(reader(), best.value);
      expected.put("extremes_count", (long) sorted.size());
      expected.put(
          "extremes_text",
          name + " count=" + sorted.size() + " key=" + best.key + " value=" + best.value);
      return expected;
    }

    /** Each value gets a key that is the value of another row, so that keys tie where values do. */
    @Override
    protected List<Row<V, K>> rows(double[] values) {
      List<V> columns = column(values, valueType);
      List<Row<V, K>> rows = new ArrayList<>();
      for (int i = 0; i < columns.size(); i++) {
        List<K> keys = column(values, keyType);
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
      return 40;
    }
  }
}
