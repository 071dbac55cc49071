/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.uda.hll;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.apache.datasketches.hll.HllSketch;
import org.apache.datasketches.hll.TgtHllType;
import org.cassandrastats.uda.contract.StateContract;
import org.cassandrastats.udf.hll.Hll;

/** The contract for hll(v), by the sketch of Apache DataSketches. */
class HllContractTest extends StateContract<Double> {
  @Override
  protected ByteBuffer accumulate(ByteBuffer state, Double row) {
    return HllAggregates.accumulate(state, row);
  }

  @Override
  protected ByteBuffer union(ByteBuffer left, ByteBuffer right) {
    return HllUnion.union(left, right);
  }

  @Override
  protected ByteBuffer finish(ByteBuffer state) {
    return Hll.state(state);
  }

  @Override
  protected boolean isValid(ByteBuffer state) {
    return Hll.isValid(state);
  }

  @Override
  protected boolean hasChecksum() {
    return false;
  }

  @Override
  protected boolean countsRows() {
    return false;
  }

  /** Coupons and slots are looked at where they are merged. */
  @Override
  protected boolean readsStructureOnly(String accessor) {
    return !accessor.startsWith("union");
  }

  @Override
  protected Map<String, Function<ByteBuffer, Object>> accessors() {
    Map<String, Function<ByteBuffer, Object>> accessors = new LinkedHashMap<>();
    accessors.put("hll_estimate", Hll::estimate);
    accessors.put("hll_distinct", Hll::distinct);
    accessors.put("hll_lg_k", Hll::lgK);
    for (int deviations = 1; deviations <= 3; deviations++) {
      int number = deviations;
      accessors.put("hll_lower_bound " + number, state -> Hll.lowerBound(state, number));
      accessors.put("hll_upper_bound " + number, state -> Hll.upperBound(state, number));
    }
    accessors.put("hll_text", Hll::text);
    return accessors;
  }

  @Override
  protected Map<String, Object> expected(List<Double> rows) {
    Map<String, Object> expected = new LinkedHashMap<>();
    HllSketch sketch = new HllSketch(12, TgtHllType.HLL_8);
    rows.stream().filter(Double::isFinite).forEach(sketch::update);
    if (sketch.isEmpty()) {
      accessors().keySet().forEach(name -> expected.put(name, null));
      return expected;
    }
    expected.put("hll_estimate", sketch.getEstimate());
    expected.put("hll_distinct", Math.round(sketch.getEstimate()));
    expected.put("hll_lg_k", 12);
    for (int deviations = 1; deviations <= 3; deviations++) {
      expected.put("hll_lower_bound " + deviations, sketch.getLowerBound(deviations));
      expected.put("hll_upper_bound " + deviations, sketch.getUpperBound(deviations));
    }
    int coupons = (int) rows.stream().filter(Double::isFinite).map(v -> v + 0.0).distinct().count();
    expected.put(
        "hll_text", "hll lg_k=12 mode=" + (coupons < 8 ? "list" : "set") + " coupons=" + coupons);
    return expected;
  }

  @Override
  protected void assertAnswer(String accessor, Object actual, Object expected) {
    if (expected instanceof Double number) {
      assertThat((Double) actual).as(accessor).isCloseTo(number, within(1e-14 * number));
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
  protected List<Double> rowsOfMaximumSize() {
    return IntStream.range(0, 1000).mapToObj(row -> row / 8.0).toList();
  }

  @Override
  protected int maximumSize() {
    return 40 + (1 << 12);
  }

  @Override
  protected String versionError() {
    return "version 3, lg_k ";
  }
}
