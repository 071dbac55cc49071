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
    assertRightOrNull(MomentsOfColumns.state(values), values, "one pass, seed " + seed);
    assertRightOrNull(MomentsOfColumns.merged(values, 7), values, "7 parts, seed " + seed);
    assertRightOrNull(
        MomentsOfColumns.merged(values, values.length), values, "single rows, seed " + seed);
  }

  private static void assertRightOrNull(ByteBuffer state, double[] values, String description) {
    ExactMoments exact = new ExactMoments(values);
    double range =
        Arrays.stream(values).max().getAsDouble() - Arrays.stream(values).min().getAsDouble();
    assertThat(Moments.isValid(Blobs.stored(Moments.state(state)))).as(description).isTrue();
    assertThat(Moments.count(state)).isEqualTo(values.length);
    assertThat(Moments.mean(state)).as("mean is no null, %s", description).isNotNull();
    assertThat(Moments.stddev(state)).as("stddev is no null, %s", description).isNotNull();
    if (range > 1e-300) {
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

    assertThat(Moments.mean(MomentsOfColumns.merged(values, 5)))
        .isEqualTo(Moments.mean(MomentsOfColumns.state(values)));
    assertThat(Moments.mean(MomentsOfColumns.state(values)))
        .isEqualTo(new ExactMoments(values).mean.doubleValue());
  }

  /** The parts cancel to 2.8e-17: a sum that rounds anywhere on the way gives 0 or 5.6e-17. */
  @Test
  void should_keep_sums_that_cancel_when_parts_are_merged() {
    double[] values = {-0.3, 0.1, 0.1, 0.1};
    ByteBuffer left = MomentsOfColumns.state(Arrays.copyOfRange(values, 0, 1));
    ByteBuffer right = MomentsOfColumns.state(Arrays.copyOfRange(values, 1, 4));

    assertThat(Moments.sum(MomentsAggregates.union(left, right)))
        .isEqualTo(new ExactMoments(values).sum.doubleValue())
        .isEqualTo(0x1p-55);
  }

  @Test
  void should_keep_sum_and_mean_of_the_largest_doubles_of_both_signs() {
    double[] values = new double[24];
    for (int row = 0; row < values.length; row++) {
      values[row] = row % 2 == 0 ? 1.7e308 : -1.7e308;
    }
    for (int parts : new int[] {1, 5, 24}) {
      ByteBuffer state = MomentsOfColumns.merged(values, parts);

      assertThat(Moments.sum(state)).isEqualTo(0.0);
      assertThat(Moments.mean(state)).isEqualTo(0.0);
      assertThat(Moments.stddevPop(state)).isCloseTo(1.7e308, within(1e296));
      assertThat(Moments.variance(state)).isNull();
      assertThat(Moments.isValid(state)).isTrue();
    }
    Arrays.fill(values, 1.7e308);
    assertThat(Moments.mean(MomentsOfColumns.state(values))).isEqualTo(1.7e308);
    assertThat(Moments.sum(MomentsOfColumns.state(values))).isNull();
  }

  @ParameterizedTest
  @ValueSource(doubles = {1e-319, 1e-300, 1e-200, 1e-154, 1e-62, 1e62, 1e154, 1e200, 1e300})
  void should_give_the_deviation_wherever_a_double_holds_it(double unit) {
    double[] values = {unit, 2 * unit, 3 * unit, 5 * unit};
    ExactMoments exact = new ExactMoments(values);
    for (int parts : new int[] {1, 2, 4}) {
      ByteBuffer state = MomentsOfColumns.merged(values, parts);
      double expected = exact.deviation().doubleValue();

      assertThat(Moments.stddev(state)).isCloseTo(expected, within(1e-12 * expected));
      assertThat(Moments.summary(state).stddev).isEqualTo(Moments.stddev(state));
      assertThat(Moments.skewness(state)).isCloseTo(exact.skewness().doubleValue(), within(1e-12));
      assertThat(Moments.kurtosis(state)).isCloseTo(exact.kurtosis().doubleValue(), within(1e-12));
      double variance = exact.variance().doubleValue();
      assertThat(Moments.variance(state) != null)
          .isEqualTo(variance >= Double.MIN_NORMAL && variance <= Double.MAX_VALUE);
    }
  }

  /** Wider values ask for a larger unit, up to the largest; sums in the old one are converted. */
  @ParameterizedTest
  @MethodSource("seeds")
  void should_be_right_where_the_unit_changes(long seed) {
    Random random = new Random(seed);
    double[] values = new double[40];
    for (int row = 0; row < values.length; row++) {
      values[row] = random.nextGaussian() * Math.pow(10, random.nextInt(1 + 15 * row) - 310);
    }
    for (int parts : new int[] {1, 3, 40}) {
      assertRightOrNull(
          MomentsOfColumns.merged(values, parts), values, parts + " parts, seed " + seed);
    }
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void should_agree_with_commons_math(long seed) {
    Random random = new Random(seed);
    double[] values =
        random.doubles(4 + random.nextInt(500)).map(x -> Math.log1p(x * x) * 100 - 7).toArray();
    ByteBuffer state = MomentsOfColumns.merged(values, 1 + random.nextInt(5));

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
