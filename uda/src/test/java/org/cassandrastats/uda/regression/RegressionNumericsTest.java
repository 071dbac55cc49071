/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.uda.regression;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Random;
import java.util.function.Function;
import java.util.stream.LongStream;
import org.apache.commons.math3.stat.regression.SimpleRegression;
import org.cassandrastats.udf.regression.Regression;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Lines at the ends of what doubles can hold: an answer is right or null. The nulls of SQL. */
class RegressionNumericsTest {
  private static final double TOLERANCE = 1e-12;

  static LongStream seeds() {
    return LongStream.rangeClosed(1, 100);
  }

  /** Pairs whose scales, offsets, size and outliers the seed chooses. */
  private static double[][] pairs(long seed) {
    Random random = new Random(seed);
    int size = 2 + random.nextInt(100);
    double[][] pairs = new double[2][size];
    double noise = random.nextInt(3) == 0 ? 0 : random.nextDouble();
    double[] scales = {Math.pow(10, random.nextInt(640) - 325), Math.pow(10, random.nextInt(9))};
    double[] offsets = {random.nextInt(3) * 1e5, random.nextInt(3) * 1e9};
    if (random.nextBoolean()) {
      scales[1] = Math.pow(10, random.nextInt(640) - 325);
    }
    for (int row = 0; row < size; row++) {
      double x = random.nextGaussian();
      double y = 3 - 2 * x + noise * random.nextGaussian();
      double outlier = random.nextInt(50) == 0 ? 1e6 : 1;
      pairs[0][row] = scales[0] * (y * outlier + offsets[0]);
      pairs[1][row] = scales[1] * (x + offsets[1]);
    }
    if (random.nextInt(5) == 0) {
      Arrays.fill(pairs[random.nextInt(2)], scales[1]);
    }
    return pairs;
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void should_be_right_or_null_at_every_scale(long seed) {
    double[][] pairs = pairs(seed);
    double[] y = pairs[0];
    double[] x = pairs[1];
    if (!Arrays.stream(y).allMatch(Double::isFinite)
        || !Arrays.stream(x).allMatch(Double::isFinite)) {
      return;
    }
    ExactRegression exact = new ExactRegression(y, x);
    for (int parts : new int[] {1, 2, 7, y.length}) {
      assertRightOrNull(
          RegressionOfPairs.merged(y, x, parts), exact, "seed " + seed + ", parts " + parts);
    }
  }

  private static void assertRightOrNull(
      ByteBuffer state, ExactRegression exact, String description) {
    assertThat(Regression.isValid(state)).as(description).isTrue();
    assertThat(Regression.count(state)).isEqualTo(exact.count.longValue());
    assertClose(description, Regression::meanY, state, exact.meanY, 0);
    assertClose(description, Regression::meanX, state, exact.meanX, 0);
    assertClose(description, Regression::varianceY, state, exact.varianceY(), 0);
    assertClose(description, Regression::varianceX, state, exact.varianceX(), 0);
    double products = exact.largestProducts();
    assertClose(description, Regression::covarPop, state, exact.covariance(0), products);
    assertClose(description, Regression::covarSamp, state, exact.covariance(1), products);
    if (exact.squaresX.signum() == 0) {
      assertThat(Regression.slope(state)).as(description).isNull();
      assertThat(Regression.intercept(state)).as(description).isNull();
      assertThat(Regression.r2(state)).as(description).isNull();
      assertThat(Regression.corr(state)).as(description).isNull();
      return;
    }
    double steepest = exact.steepest();
    assertClose(description, Regression::slope, state, exact.slope(), steepest);
    double rise = steepest * exact.meanX.abs().doubleValue();
    assertClose(description, Regression::intercept, state, exact.intercept(), rise);
    if (exact.squaresY.signum() == 0) {
      assertThat(Regression.r2(state)).as(description).isEqualTo(1.0);
      assertThat(Regression.corr(state)).as(description).isNull();
    } else {
      assertClose(description, Regression::r2, state, exact.r2(), 1);
      assertClose(description, Regression::corr, state, exact.correlation(), 1);
    }
  }

  private static void assertClose(
      String description,
      Function<ByteBuffer, Double> accessor,
      ByteBuffer state,
      BigDecimal exact,
      double scale) {
    Double actual = accessor.apply(state);
    if (actual != null) {
      double expected = exact.doubleValue();
      double tolerance = TOLERANCE * Math.max(Math.abs(expected), scale) + 2 * Double.MIN_VALUE;
      assertThat(actual).as(description).isCloseTo(expected, within(tolerance));
    }
  }

  /** Answers are there wherever their squares neither overflow nor underflow. */
  @ParameterizedTest
  @CsvSource({"1, 1", "1e-140, 1", "1, 1e-140", "1e150, 1e-140", "1e150, 1e150", "1e-140, 1e-140"})
  void should_answer_where_squares_are_doubles(double unitY, double unitX) {
    double[] y = {unitY, 3 * unitY, 2 * unitY, 7 * unitY};
    double[] x = {unitX, 2 * unitX, 3 * unitX, 4 * unitX};
    ExactRegression exact = new ExactRegression(y, x);
    for (int parts : new int[] {1, 2, 4}) {
      ByteBuffer state = RegressionOfPairs.merged(y, x, parts);

      double slope = exact.slope().doubleValue();
      assertThat(Regression.slope(state)).isCloseTo(slope, within(1e-14 * slope));
      assertThat(Regression.r2(state)).isCloseTo(exact.r2().doubleValue(), within(1e-14));
      assertThat(Regression.corr(state)).isCloseTo(Math.sqrt(Regression.r2(state)), within(1e-15));
      double covariance = exact.covariance(1).doubleValue();
      assertThat(Regression.covarSamp(state)).isCloseTo(covariance, within(1e-14 * covariance));
    }
  }

  /** A slope needs no squares of y. */
  @Test
  void should_answer_what_no_overflow_touches() {
    ByteBuffer state =
        RegressionOfPairs.state(new double[] {1e200, 2e200, 3e200}, new double[] {1, 2, 3});

    assertThat(Regression.slope(state)).isEqualTo(1e200);
    assertThat(Regression.covarSamp(state)).isEqualTo(1e200);
    assertThat(Regression.meanY(state)).isEqualTo(2e200);
    assertThat(Regression.varianceX(state)).isEqualTo(1.0);
    assertThat(Regression.varianceY(state)).isNull();
    assertThat(Regression.r2(state)).isNull();
    assertThat(Regression.corr(state)).isNull();
    assertThat(Regression.isValid(state)).isTrue();
  }

  @Test
  void should_take_values_whose_squares_underflow_for_different() {
    double[] tiny = {0, 1e-300, -1e-300, 0};
    double[] steps = {1, 2, 3, 4};
    for (int parts : new int[] {1, 2, 4}) {
      ByteBuffer rises = RegressionOfPairs.merged(tiny, steps, parts);
      ByteBuffer falls = RegressionOfPairs.merged(steps, tiny, parts);

      assertThat(Regression.slope(rises)).isNull();
      assertThat(Regression.r2(rises)).isNull();
      assertThat(Regression.covarPop(rises)).isNull();
      assertThat(Regression.varianceY(rises)).isNull();
      assertThat(Regression.varianceX(rises)).isCloseTo(5.0 / 3, within(1e-15));
      assertThat(Regression.meanY(rises)).isEqualTo(0.0);
      assertThat(Regression.slope(falls)).isNull();
      assertThat(Regression.corr(falls)).isNull();
      assertThat(Regression.isValid(rises)).isTrue();
    }
  }

  @Test
  void should_give_null_as_sql_does() {
    ByteBuffer one = RegressionOfPairs.state(new double[] {2}, new double[] {3});
    ByteBuffer equalX = RegressionOfPairs.state(new double[] {1, 2}, new double[] {3, 3});
    ByteBuffer equalY = RegressionOfPairs.state(new double[] {5, 5}, new double[] {1, 2});

    assertThat(Regression.covarPop(one)).isEqualTo(0.0);
    assertThat(Regression.covarSamp(one)).isNull();
    assertThat(Regression.text(one))
        .isEqualTo("regression count=1 skipped=0 slope=null intercept=null r2=null");
    assertThat(Regression.slope(equalX)).isNull();
    assertThat(Regression.intercept(equalX)).isNull();
    assertThat(Regression.interceptX(equalX)).isNull();
    assertThat(Regression.r2(equalX)).isNull();
    assertThat(Regression.corr(equalX)).isNull();
    assertThat(Regression.covarSamp(equalX)).isEqualTo(0.0);
    assertThat(Regression.slope(equalY)).isEqualTo(0.0);
    assertThat(Regression.intercept(equalY)).isEqualTo(5.0);
    assertThat(Regression.interceptX(equalY)).isNull();
    assertThat(Regression.r2(equalY)).isEqualTo(1.0);
    assertThat(Regression.corr(equalY)).isNull();
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void should_agree_with_commons_math(long seed) {
    Random random = new Random(seed);
    int size = 3 + random.nextInt(300);
    double[] x = random.doubles(size, -100, 100).toArray();
    double[] y = Arrays.stream(x).map(v -> 7 - v / 3 + random.nextGaussian()).toArray();
    SimpleRegression other = new SimpleRegression();
    for (int row = 0; row < size; row++) {
      other.addData(x[row], y[row]);
    }
    ByteBuffer state = RegressionOfPairs.merged(y, x, 1 + random.nextInt(9));

    assertThat(Regression.slope(state)).isCloseTo(other.getSlope(), within(1e-11));
    assertThat(Regression.intercept(state)).isCloseTo(other.getIntercept(), within(1e-10));
    assertThat(Regression.r2(state)).isCloseTo(other.getRSquare(), within(1e-11));
    assertThat(Regression.corr(state)).isCloseTo(other.getR(), within(1e-11));
  }

  /** Ratios of sums that agree to the last digit but one: never beyond what they can be. */
  @ParameterizedTest
  @MethodSource("seeds")
  void should_keep_correlations_of_lines_within_one(long seed) {
    Random random = new Random(seed);
    double factor = random.nextGaussian();
    double[] x = random.doubles(50).toArray();
    double[] y = Arrays.stream(x).map(v -> factor * v).toArray();
    ByteBuffer state = RegressionOfPairs.merged(y, x, 3);

    assertThat(Regression.r2(state)).isBetween(1 - 1e-14, 1.0);
    assertThat(Regression.corr(state)).isBetween(-1.0, 1.0);
    assertThat(Math.signum(Regression.corr(state))).isEqualTo(Math.signum(factor));
  }
}
