/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.uda.moments;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.cassandrastats.uda.contract.StateContract;
import org.cassandrastats.udf.moments.Moments;
import org.cassandrastats.udf.moments.MomentsState;

/** The contract for the state of moments(v), and of mean, variance, ... that finish it. */
class MomentsContractTest extends StateContract<Double> {
  @Override
  protected ByteBuffer accumulate(ByteBuffer state, Double row) {
    return MomentsAggregates.accumulate(state, row);
  }

  @Override
  protected ByteBuffer union(ByteBuffer left, ByteBuffer right) {
    return MomentsAggregates.union(left, right);
  }

  @Override
  protected ByteBuffer finish(ByteBuffer state) {
    return Moments.state(state);
  }

  @Override
  protected boolean isValid(ByteBuffer state) {
    return Moments.isValid(state);
  }

  @Override
  protected Map<String, Function<ByteBuffer, Object>> accessors() {
    Map<String, Function<ByteBuffer, Object>> accessors = new LinkedHashMap<>();
    accessors.put("moments_count", Moments::count);
    accessors.put("moments_skipped", Moments::skipped);
    accessors.put("moments_sum", Moments::sum);
    accessors.put("moments_mean", Moments::mean);
    accessors.put("moments_min", Moments::min);
    accessors.put("moments_max", Moments::max);
    accessors.put("moments_variance", Moments::variance);
    accessors.put("moments_variance_pop", Moments::variancePop);
    accessors.put("moments_stddev", Moments::stddev);
    accessors.put("moments_stddev_pop", Moments::stddevPop);
    accessors.put("moments_skewness", Moments::skewness);
    accessors.put("moments_kurtosis", Moments::kurtosis);
    accessors.put("moments_text", Moments::text);
    accessors.put("moments_summary", MomentsContractTest::summary);
    return accessors;
  }

  /** The fields in their order; a list compares by content. */
  private static List<Object> summary(ByteBuffer state) {
    var summary = Moments.summary(state);
    return summary == null
        ? null
        : Arrays.asList(
            summary.count,
            summary.skipped,
            summary.min,
            summary.max,
            summary.mean,
            summary.stddev,
            summary.sum);
  }

  @Override
  protected Map<String, Object> expected(List<Double> rows) {
    double[] values =
        rows.stream().filter(Double::isFinite).mapToDouble(Double::doubleValue).toArray();
    Map<String, Object> expected = new LinkedHashMap<>();
    int count = values.length;
    boolean spread = Arrays.stream(values).distinct().count() > 1 && isNotOnlyZeros(values);
    ExactMoments exact = count == 0 ? null : new ExactMoments(values);
    Long skipped = (long) (rows.size() - count);
    if (rows.isEmpty()) {
      accessors().keySet().forEach(name -> expected.put(name, null));
      return expected;
    }
    expected.put("moments_count", (long) count);
    expected.put("moments_skipped", skipped);
    expected.put("moments_sum", count == 0 ? null : exact.sum);
    expected.put("moments_mean", count == 0 ? null : exact.mean);
    expected.put("moments_min", count == 0 ? null : smallest(values));
    expected.put("moments_max", count == 0 ? null : largest(values));
    expected.put("moments_variance", count < 2 ? null : exact.variance());
    expected.put("moments_variance_pop", count < 1 ? null : exact.populationVariance());
    expected.put("moments_stddev", count < 2 ? null : exact.deviation());
    expected.put("moments_stddev_pop", count < 1 ? null : exact.populationDeviation());
    expected.put("moments_skewness", count < 3 || !spread ? null : exact.skewness());
    expected.put("moments_kurtosis", count < 4 || !spread ? null : exact.kurtosis());
    expected.put("moments_text", "moments count=" + count + " skipped=" + skipped);
    expected.put(
        "moments_summary",
        Arrays.asList(
            (long) count,
            skipped,
            expected.get("moments_min"),
            expected.get("moments_max"),
            expected.get("moments_mean"),
            expected.get("moments_stddev"),
            expected.get("moments_sum")));
    return expected;
  }

  private static boolean isNotOnlyZeros(double[] values) {
    return Arrays.stream(values).anyMatch(value -> value != 0);
  }

  /** The first of the equally small values: of zeros of both signs, the one read first. */
  private static double smallest(double[] values) {
    double smallest = values[0];
    for (double value : values) {
      smallest = value < smallest ? value : smallest;
    }
    return smallest;
  }

  private static double largest(double[] values) {
    double largest = values[0];
    for (double value : values) {
      largest = value > largest ? value : largest;
    }
    return largest;
  }

  @Override
  protected void assertAnswer(String accessor, Object actual, Object expected) {
    if (accessor.equals("moments_text") && expected != null) {
      assertThat((String) actual).startsWith((String) expected + " min=");
    } else if (expected instanceof List<?> fields) {
      for (int field = 0; field < fields.size(); field++) {
        assertAnswer(accessor + " " + field, ((List<?>) actual).get(field), fields.get(field));
      }
    } else if (expected instanceof BigDecimal exact) {
      double close = exact.doubleValue();
      // Skewness and kurtosis of symmetric values are near 0, the terms that cancel near 1.
      boolean ratio = accessor.equals("moments_skewness") || accessor.equals("moments_kurtosis");
      double scale = ratio ? Math.max(1, Math.abs(close)) : Math.abs(close);
      assertThat((Double) actual).as(accessor).isCloseTo(close, within(1e-13 * scale));
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
    return MomentsState.SIZE;
  }
}
