/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.uda.ddsketch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.cassandrastats.uda.contract.Blobs;
import org.cassandrastats.uda.contract.StateContract;
import org.cassandrastats.uda.contract.Unpacked;
import org.cassandrastats.udf.ddsketch.Ddsketch;
import org.cassandrastats.udf.ddsketch.DdsketchState;
import org.cassandrastats.udf.state.PackedCounts;

/** The contract for the state of ddsketch(v, 0.01). */
class DdsketchContractTest extends StateContract<Double> {
  private static final double ERROR = 0.01;
  private static final List<Double> QUANTILES = List.of(0.0, 0.1, 0.25, 0.5, 0.75, 0.9, 1.0);
  private static final double VALUE = 2.5;

  @Override
  protected ByteBuffer accumulate(ByteBuffer state, Double row) {
    return DdsketchAggregates.accumulate(state, row, ERROR);
  }

  @Override
  protected ByteBuffer union(ByteBuffer left, ByteBuffer right) {
    return DdsketchAggregates.union(left, right);
  }

  @Override
  protected ByteBuffer finish(ByteBuffer state) {
    return Ddsketch.state(state);
  }

  @Override
  protected boolean isValid(ByteBuffer state) {
    return Ddsketch.isValid(state);
  }

  @Override
  protected Map<String, Function<ByteBuffer, Object>> accessors() {
    Map<String, Function<ByteBuffer, Object>> accessors = new LinkedHashMap<>();
    accessors.put("ddsketch_count", Ddsketch::count);
    accessors.put("ddsketch_min", Ddsketch::min);
    accessors.put("ddsketch_max", Ddsketch::max);
    accessors.put("ddsketch_sum", Ddsketch::sum);
    accessors.put("ddsketch_mean", Ddsketch::mean);
    accessors.put("ddsketch_relative_error", Ddsketch::relativeError);
    accessors.put("ddsketch_quantile", state -> Ddsketch.quantile(state, 0.5));
    accessors.put("ddsketch_quantiles", state -> Ddsketch.quantiles(state, QUANTILES));
    accessors.put("ddsketch_rank", state -> Ddsketch.rank(state, VALUE));
    accessors.put("ddsketch_text", Ddsketch::text);
    return accessors;
  }

  @Override
  protected Map<String, Object> expected(List<Double> rows) {
    double[] values =
        rows.stream().filter(Double::isFinite).mapToDouble(value -> value + 0.0).toArray();
    Map<String, Object> expected = new LinkedHashMap<>();
    if (values.length == 0) {
      accessors().keySet().forEach(name -> expected.put(name, null));
      return expected;
    }
    BigDecimal sum =
        Arrays.stream(values).mapToObj(BigDecimal::new).reduce(BigDecimal.ZERO, BigDecimal::add);
    Guarantee guarantee = new Guarantee(values, ERROR);
    expected.put("ddsketch_count", (long) values.length);
    expected.put("ddsketch_min", Arrays.stream(values).min().getAsDouble());
    expected.put("ddsketch_max", Arrays.stream(values).max().getAsDouble());
    expected.put("ddsketch_sum", sum.doubleValue());
    expected.put("ddsketch_mean", sum.doubleValue() / values.length);
    expected.put("ddsketch_relative_error", ERROR);
    expected.put("ddsketch_quantile", guarantee);
    expected.put("ddsketch_quantiles", guarantee);
    expected.put("ddsketch_rank", guarantee);
    expected.put("ddsketch_text", "ddsketch count=" + values.length + " error=0.01 min=");
    return expected;
  }

  @Override
  protected void assertAnswer(String accessor, Object actual, Object expected) {
    if (expected == null) {
      assertThat(actual).as(accessor).isNull();
    } else if (accessor.equals("ddsketch_quantile")) {
      ((Guarantee) expected).assertQuantile((Double) actual, 0.5, accessor);
    } else if (accessor.equals("ddsketch_quantiles")) {
      for (int i = 0; i < QUANTILES.size(); i++) {
        double estimate = (Double) ((List<?>) actual).get(i);
        ((Guarantee) expected).assertQuantile(estimate, QUANTILES.get(i), accessor);
      }
    } else if (accessor.equals("ddsketch_rank")) {
      ((Guarantee) expected).assertRank((Double) actual, VALUE, accessor);
    } else if (accessor.equals("ddsketch_text")) {
      assertThat((String) actual).startsWith((String) expected);
    } else if (accessor.equals("ddsketch_mean")) {
      assertThat((Double) actual)
          .as(accessor)
          .isCloseTo((Double) expected, within(1e-15 * Math.abs((Double) expected)));
    } else {
      super.assertAnswer(accessor, actual, expected);
    }
  }

  @Override
  protected List<Double> rows(double[] values) {
    return Arrays.stream(values).boxed().toList();
  }

  @Override
  protected List<Double> skippedRows() {
    return List.of(Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY);
  }

  @Override
  protected int maximumSize() {
    return 8272;
  }

  /** Ever further from zero, and more than the bins of each sign. */
  @Override
  protected List<Double> rowsOfMaximumSize() {
    return IntStream.range(0, 3000)
        .boxed()
        .flatMapToDouble(i -> DoubleStream.of(Math.exp(0.02 * i - 20), -Math.exp(0.02 * i - 25)))
        .boxed()
        .toList();
  }

  /** All the rest in the lowest bin, where they are the minimum. */
  @Override
  protected byte[] withLargestCount(byte[] state) {
    int places = DdsketchState.places(ByteBuffer.wrap(state));
    ByteBuffer view = Unpacked.of(state, DdsketchState.COUNTS, places);
    int first = DdsketchState.COUNTS + 8;
    long others = Ddsketch.count(ByteBuffer.wrap(state)) - view.getLong(first);
    view.putLong(first, Long.MAX_VALUE - others);
    double minimum = view.getDouble(DdsketchState.MINIMUM);
    view.putDouble(DdsketchState.SUM, Long.MAX_VALUE * minimum);
    return Blobs.bytes(PackedCounts.finalState(view, DdsketchState.COUNTS, places));
  }
}
