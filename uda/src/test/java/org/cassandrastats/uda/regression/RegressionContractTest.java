/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.uda.regression;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.cassandrastats.uda.contract.StateContract;
import org.cassandrastats.uda.regression.RegressionContractTest.Pair;
import org.cassandrastats.udf.regression.Regression;
import org.cassandrastats.udf.regression.RegressionState;

/** The contract for the state of regression(y, x), and of regr_slope, corr, ... that finish it. */
class RegressionContractTest extends StateContract<Pair> {
  record Pair(double y, double x) {
    boolean isFinite() {
      return Double.isFinite(y) && Double.isFinite(x);
    }
  }

  /** An exact answer, and the size of what is added up to it. */
  private record Exact(BigDecimal answer, double scale) {}

  @Override
  protected ByteBuffer accumulate(ByteBuffer state, Pair row) {
    return RegressionAggregates.accumulate(state, row.y, row.x);
  }

  @Override
  protected ByteBuffer union(ByteBuffer left, ByteBuffer right) {
    return RegressionAggregates.union(left, right);
  }

  @Override
  protected ByteBuffer finish(ByteBuffer state) {
    return Regression.state(state);
  }

  @Override
  protected boolean isValid(ByteBuffer state) {
    return Regression.isValid(state);
  }

  @Override
  protected Map<String, Function<ByteBuffer, Object>> accessors() {
    Map<String, Function<ByteBuffer, Object>> accessors = new LinkedHashMap<>();
    accessors.put("regression_count", Regression::count);
    accessors.put("regression_skipped", Regression::skipped);
    accessors.put("regression_slope", Regression::slope);
    accessors.put("regression_intercept", Regression::intercept);
    accessors.put("regression_x_intercept", Regression::interceptX);
    accessors.put("regression_r2", Regression::r2);
    accessors.put("regression_corr", Regression::corr);
    accessors.put("regression_covar_pop", Regression::covarPop);
    accessors.put("regression_covar_samp", Regression::covarSamp);
    accessors.put("regression_mean_x", Regression::meanX);
    accessors.put("regression_mean_y", Regression::meanY);
    accessors.put("regression_variance_x", Regression::varianceX);
    accessors.put("regression_variance_y", Regression::varianceY);
    accessors.put("regression_text", Regression::text);
    return accessors;
  }

  @Override
  protected Map<String, Object> expected(List<Pair> rows) {
    Map<String, Object> expected = new LinkedHashMap<>();
    accessors().keySet().forEach(name -> expected.put(name, null));
    if (rows.isEmpty()) {
      return expected;
    }
    List<Pair> pairs = rows.stream().filter(Pair::isFinite).toList();
    long count = pairs.size();
    long skipped = rows.size() - count;
    expected.put("regression_count", count);
    expected.put("regression_skipped", skipped);
    expected.put("regression_text", "regression count=" + count + " skipped=" + skipped + " ");
    if (count > 0) {
      expect(
          expected,
          new ExactRegression(
              pairs.stream().mapToDouble(Pair::y).toArray(),
              pairs.stream().mapToDouble(Pair::x).toArray()));
    }
    return expected;
  }

  private static void expect(Map<String, Object> expected, ExactRegression exact) {
    double products = exact.largestProducts();
    boolean areEqualX = exact.squaresX.signum() == 0;
    boolean areEqualY = exact.squaresY.signum() == 0;
    expected.put("regression_mean_x", new Exact(exact.meanX, 0));
    expected.put("regression_mean_y", new Exact(exact.meanY, 0));
    expected.put("regression_covar_pop", new Exact(exact.covariance(0), products));
    if (exact.count.intValue() > 1) {
      expected.put("regression_covar_samp", new Exact(exact.covariance(1), products));
      expected.put("regression_variance_x", new Exact(exact.varianceX(), 0));
      expected.put("regression_variance_y", new Exact(exact.varianceY(), 0));
    }
    if (areEqualX) {
      return;
    }
    double steepest = exact.steepest();
    double rise = steepest * exact.meanX.abs().doubleValue();
    expected.put("regression_slope", new Exact(exact.slope(), steepest));
    expected.put("regression_intercept", new Exact(exact.intercept(), rise));
    expected.put("regression_r2", areEqualY ? 1.0 : new Exact(exact.r2(), 1));
    if (!areEqualY) {
      expected.put("regression_corr", new Exact(exact.correlation(), 1));
    }
    if (exact.slope().signum() != 0) {
      double run = exact.meanY.doubleValue() / exact.slope().doubleValue();
      double error = Math.abs(run) / Math.abs(exact.correlation().doubleValue());
      expected.put("regression_x_intercept", new Exact(exact.interceptX(), error));
    }
  }

  @Override
  protected void assertAnswer(String accessor, Object actual, Object expected) {
    if (accessor.equals("regression_text") && expected != null) {
      assertThat((String) actual).startsWith(expected + "slope=");
    } else if (expected instanceof Exact exact) {
      double close = exact.answer.doubleValue();
      double scale = Math.max(Math.abs(close), exact.scale);
      assertThat((Double) actual).as(accessor).isCloseTo(close, within(1e-13 * scale));
    } else {
      super.assertAnswer(accessor, actual, expected);
    }
  }

  /** Each value with the one after it, and with another sign every third time. */
  @Override
  protected List<Pair> rows(double[] values) {
    return IntStream.range(0, values.length)
        .mapToObj(
            row ->
                new Pair(
                    values[row], row % 3 == 2 ? -values[row] : values[(row + 1) % values.length]))
        .toList();
  }

  @Override
  protected List<Pair> skippedRows() {
    return List.of(
        new Pair(Double.NaN, 1),
        new Pair(1, Double.NaN),
        new Pair(Double.POSITIVE_INFINITY, 2),
        new Pair(2, Double.NEGATIVE_INFINITY),
        new Pair(Double.NaN, Double.POSITIVE_INFINITY));
  }

  @Override
  protected int maximumSize() {
    return RegressionState.SIZE;
  }
}
