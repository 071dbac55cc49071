/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.uda.moments;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Random;
import java.util.stream.LongStream;
import org.apache.commons.math3.stat.descriptive.moment.Kurtosis;
import org.apache.commons.math3.stat.descriptive.moment.Skewness;
import org.apache.commons.math3.stat.descriptive.moment.Variance;
import org.cassandrastats.uda.contract.Blobs;
import org.cassandrastats.udf.moments.Moments;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Moments at the ends of what doubles can hold: an answer is right or null. */
class MomentsNumericsTest {
  /** Relative error that accessors may show: a few roundings per thousand rows. */
  private static final double TOLERANCE = 1e-12;

  static LongStream seeds() {
    return LongStream.rangeClosed(1, 60);
  }

  /** A column whose scale, offset, size and outliers the seed chooses. */
  private static double[] column(long seed) {
    Random random = new Random(seed);
    int size = 4 + random.nextInt(200);
    double scale = Math.pow(10, random.nextInt(640) - 325);
    double offset = random.nextInt(3) == 0 ? 0 : scale * Math.pow(10, random.nextInt(10));
    double[] values = new double[size];
    for (int row = 0; row < size; row++) {
      double value = offset + scale * random.nextGaussian();
      boolean outlier = random.nextInt(50) == 0;
      values[row] = outlier ? value * 1e6 : value;
    }
    if (random.nextBoolean()) {
      values[0] *= 1e9;
    }
    return Arrays.stream(values).filter(Double::isFinite).toArray();
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void should_be_right_or_null_at_every_scale(long seed) {
    double[] values = column(seed);
    if (values.length < 4) {
      return;
    }
    assertRightOrNull(Columns.state(values), values, "one pass, seed " + seed);
    assertRightOrNull(Columns.merged(values, 7), values, "7 parts, seed " + seed);
    assertRightOrNull(Columns.merged(values, values.length), values, "single rows, seed " + seed);
  }

  private static void assertRightOrNull(ByteBuffer state, double[] values, String description) {
    ExactMoments exact = new ExactMoments(values);
    double range =
        Arrays.stream(values).max().getAsDouble() - Arrays.stream(values).min().getAsDouble();
    assertThat(Moments.isValid(Blobs.stored(state))).as(description).isTrue();
    assertThat(Moments.count(state)).isEqualTo(values.length);
    if (range * values.length < Double.MAX_VALUE) {
      assertThat(Moments.mean(state)).as("mean is no null, %s", description).isNotNull();
    }
    if (range > 1e-140 && range < 1e150) {
      assertThat(Moments.stddev(state)).as("stddev is no null, %s", description).isNotNull();
    }
    if (range > 1e-70 && range < 1e75) {
      assertThat(Moments.kurtosis(state)).as("kurtosis is no null, %s", description).isNotNull();
    }
    double spread = exact.populationDeviation().doubleValue();
    // The mean of values of both signs may be far smaller than they are.
    assertClose("mean " + description, Moments.mean(state), exact.mean, 1e-18 * spread);
    assertClose("sum " + description, Moments.sum(state), exact.sum, 1e-18 * spread);
    assertClose("variance " + description, Moments.variance(state), exact.variance(), 0);
    assertClose("stddev " + description, Moments.stddev(state), exact.deviation(), 0);
    if (range > 0) {
      assertClose("skewness " + description, Moments.skewness(state), exact.skewness(), 1e-12);
      assertClose("kurtosis " + description, Moments.kurtosis(state), exact.kurtosis(), 1e-12);
    }
  }

  private static void assertClose(
      String description, Double actual, BigDecimal exact, double absolute) {
    double expected = exact.doubleValue();
    if (actual != null) {
      double tolerance = TOLERANCE * Math.abs(expected) + absolute + 2 * Double.MIN_VALUE;
      assertThat(actual).as(description).isCloseTo(expected, within(tolerance));
    }
  }

  @ParameterizedTest
  @ValueSource(doubles = {1e300, 1e304, 1e306})
  void should_keep_the_mean_of_merged_values_near_the_largest_double(double scale) {
    double[] values = {-scale, 2 * scale, 3 * scale, -5 * scale, 7 * scale};

    assertThat(Moments.mean(Columns.merged(values, 5)))
        .isEqualTo(Moments.mean(Columns.state(values)));
    assertThat(Moments.mean(Columns.state(values)))
        .isEqualTo(new ExactMoments(values).mean.doubleValue());
  }

  /** The parts cancel to 2.8e-17: a sum that rounds anywhere on the way gives 0 or 5.6e-17. */
  @Test
  void should_keep_sums_that_cancel_when_parts_are_merged() {
    double[] values = {-0.3, 0.1, 0.1, 0.1};
    ByteBuffer left = Columns.state(Arrays.copyOfRange(values, 0, 1));
    ByteBuffer right = Columns.state(Arrays.copyOfRange(values, 1, 4));

    assertThat(Moments.sum(MomentsAggregates.union(left, right)))
        .isEqualTo(new ExactMoments(values).sum.doubleValue())
        .isEqualTo(0x1p-55);
  }

  @Test
  void should_give_no_wrong_deviation_where_squares_underflow() {
    double[] values = {1e-170, 2e-170, 3e-170, 4e-170};

    assertThat(Moments.mean(Columns.state(values))).isEqualTo(2.5e-170);
    assertThat(Moments.variance(Columns.state(values))).isNull();
    assertThat(Moments.stddev(Columns.state(values))).isNull();
    assertThat(Moments.skewness(Columns.state(values))).isNull();
    assertThat(Moments.kurtosis(Columns.state(values))).isNull();
  }

  @Test
  void should_give_no_wrong_kurtosis_where_fourth_powers_underflow() {
    double[] values = {1e-90, 2e-90, 3e-90, 5e-90};
    double[] scaled = {1, 2, 3, 5};

    assertThat(Moments.kurtosis(Columns.state(values))).isNull();
    assertThat(Moments.skewness(Columns.state(values)))
        .isCloseTo(Moments.skewness(Columns.state(scaled)), within(1e-12));
  }

  @Test
  void should_lose_only_what_overflows() {
    double[] values = {-1.7e308, 1.7e308, 3, 4, 5};
    ByteBuffer state = Columns.state(values);

    assertThat(Moments.min(state)).isEqualTo(-1.7e308);
    assertThat(Moments.max(state)).isEqualTo(1.7e308);
    assertThat(Moments.count(state)).isEqualTo(5);
    assertThat(Moments.stddev(state)).isNull();
    assertThat(Moments.kurtosis(state)).isNull();
    assertThat(Moments.isValid(state)).isTrue();
    assertThat(Moments.count(Columns.merged(values, 3))).isEqualTo(5);
    assertThat(Moments.mean(Columns.state(new double[] {1.7e308, 1.7e308, 1.7e308})))
        .isEqualTo(1.7e308);
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void should_agree_with_commons_math(long seed) {
    Random random = new Random(seed);
    double[] values =
        random.doubles(4 + random.nextInt(500)).map(x -> Math.log1p(x * x) * 100 - 7).toArray();
    ByteBuffer state = Columns.merged(values, 1 + random.nextInt(5));

    assertClose(Moments.variance(state), new Variance().evaluate(values), seed);
    assertClose(Moments.variancePop(state), new Variance(false).evaluate(values), seed);
    assertClose(Moments.skewness(state), new Skewness().evaluate(values), seed);
    assertClose(Moments.kurtosis(state), new Kurtosis().evaluate(values), seed);
  }

  private static void assertClose(double actual, double expected, long seed) {
    assertThat(actual)
        .as("seed %d", seed)
        .isCloseTo(expected, within(1e-11 * Math.max(1, Math.abs(expected))));
  }
}
