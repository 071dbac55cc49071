/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.uda.theta;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.apache.datasketches.theta.UpdateSketch;
import org.cassandrastats.uda.contract.StateContract;
import org.cassandrastats.udf.theta.Theta;

/** The contract for theta(v), by the sketch of Apache DataSketches. */
class ThetaContractTest extends StateContract<Double> {
  @Override
  protected ByteBuffer accumulate(ByteBuffer state, Double row) {
    return ThetaAggregates.accumulate(state, row);
  }

  @Override
  protected ByteBuffer union(ByteBuffer left, ByteBuffer right) {
    return ThetaUnion.union(left, right);
  }

  @Override
  protected ByteBuffer finish(ByteBuffer state) {
    return Theta.state(state);
  }

  @Override
  protected boolean isValid(ByteBuffer state) {
    return Theta.isValid(state);
  }

  @Override
  protected boolean hasChecksum() {
    return false;
  }

  @Override
  protected boolean countsRows() {
    return false;
  }

  /** Hashes are looked at where they are joined. */
  @Override
  protected boolean readsStructureOnly(String accessor) {
    return !accessor.startsWith("union");
  }

  @Override
  protected Map<String, Function<ByteBuffer, Object>> accessors() {
    Map<String, Function<ByteBuffer, Object>> accessors = new LinkedHashMap<>();
    accessors.put("theta_estimate", Theta::estimate);
    for (int deviations = 1; deviations <= 3; deviations++) {
      int number = deviations;
      accessors.put("theta_lower_bound " + number, state -> Theta.lowerBound(state, number));
      accessors.put("theta_upper_bound " + number, state -> Theta.upperBound(state, number));
    }
    accessors.put("theta_text", Theta::text);
    return accessors;
  }

  @Override
  protected Map<String, Object> expected(List<Double> rows) {
    Map<String, Object> expected = new LinkedHashMap<>();
    UpdateSketch sketch = UpdateSketch.builder().setLogNominalEntries(12).build();
    rows.stream().filter(Double::isFinite).forEach(sketch::update);
    if (sketch.isEmpty()) {
      accessors().keySet().forEach(name -> expected.put(name, null));
      return expected;
    }
    expected.put("theta_estimate", sketch.getEstimate());
    for (int deviations = 1; deviations <= 3; deviations++) {
      expected.put("theta_lower_bound " + deviations, sketch.getLowerBound(deviations));
      expected.put("theta_upper_bound " + deviations, sketch.getUpperBound(deviations));
    }
    expected.put(
        "theta_text", "theta lg_k=12 hashes=" + sketch.getRetainedEntries() + " theta=1.0");
    return expected;
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
    return IntStream.range(0, 5000).mapToObj(row -> row / 8.0).toList();
  }

  @Override
  protected int maximumSize() {
    return 24 + (8 << 12);
  }

  @Override
  protected int futureVersion() {
    return 4;
  }

  @Override
  protected String versionError() {
    return "version 4, ";
  }
}
