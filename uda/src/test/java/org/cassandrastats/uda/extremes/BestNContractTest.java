/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.uda.extremes;

import java.nio.ByteBuffer;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.cassandrastats.udf.extremes.Extremes;
import org.cassandrastats.udf.extremes.ExtremesValues;
import org.junit.jupiter.api.Nested;

/** The contract for min_n(v, n) and max_n(v, n). */
class BestNContractTest {
  private static final int N = 5;

  @Nested
  class MinNOfIntegers extends Integers {
    MinNOfIntegers() {
      super("min_n", Comparator.naturalOrder());
    }

    @Override
    protected ByteBuffer accumulate(ByteBuffer state, Long row) {
      return MinNAggregates.accumulate(state, row.longValue(), N);
    }
  }

  @Nested
  class MaxNOfIntegers extends Integers {
    MaxNOfIntegers() {
      super("max_n", Comparator.reverseOrder());
    }

    @Override
    protected ByteBuffer accumulate(ByteBuffer state, Long row) {
      return MaxNAggregates.accumulate(state, row.longValue(), N);
    }
  }

  @Nested
  class MinNOfDoubles extends Doubles {
    MinNOfDoubles() {
      super("min_n", Comparator.naturalOrder());
    }

    @Override
    protected ByteBuffer accumulate(ByteBuffer state, Double row) {
      return MinNAggregates.accumulate(state, row.doubleValue(), N);
    }
  }

  @Nested
  class MaxNOfDoubles extends Doubles {
    MaxNOfDoubles() {
      super("max_n", Comparator.reverseOrder());
    }

    @Override
    protected ByteBuffer accumulate(ByteBuffer state, Double row) {
      return MaxNAggregates.accumulate(state, row.doubleValue(), N);
    }
  }

  private abstract static class Integers extends Contract<Long> {
    Integers(String name, Comparator<Long> best) {
      super(name, best, "extremes_values_bigint", ExtremesValues::valuesBigint);
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

  private abstract static class Doubles extends Contract<Double> {
    Doubles(String name, Comparator<Double> best) {
      super(name, best, "extremes_values_double", ExtremesValues::valuesDouble);
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

  private abstract static class Contract<T> extends ExtremesContract<T> {
    private final String name;
    private final Comparator<T> best;
    private final String reader;
    private final Function<ByteBuffer, Object> read;

    Contract(String name, Comparator<T> best, String reader, Function<ByteBuffer, Object> read) {
      this.name = name;
      this.best = best;
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
      List<T> kept = values.stream().sorted(best).limit(N).toList();
      Map<String, Object> expected = new LinkedHashMap<>();
      String text = name + " n=" + N + " count=" + values.size() + " values=" + kept;
      expected.put(reader, values.isEmpty() ? null : kept);
      expected.put("extremes_count", values.isEmpty() ? null : (long) values.size());
      expected.put("extremes_text", values.isEmpty() ? null : text);
      return expected;
    }

    @Override
    protected int maximumSize() {
      return 24 + 8 * N;
    }
  }
}
