/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.math.BigDecimal;
import org.apache.commons.math3.stat.descriptive.DescriptiveStatistics;
import org.junit.jupiter.api.Test;

final class ExactStatisticsTest {
  @Test
  void should_agree_with_commons_math() {
    DemoSeries series = SensorData.generate(5000, 42);
    DescriptiveStatistics oracle = new DescriptiveStatistics(series.toArray());

    ExactStatistics exact = new ExactStatistics(series);

    assertThat(exact.count()).isEqualByComparingTo("5000");
    assertClose(exact.sum(), oracle.getSum());
    assertClose(exact.mean(), oracle.getMean());
    assertClose(exact.variance(), oracle.getVariance());
    assertClose(exact.standardDeviation(), oracle.getStandardDeviation());
    assertClose(exact.skewness(), oracle.getSkewness());
    assertClose(exact.kurtosis(), oracle.getKurtosis());
    assertClose(exact.minimum(), oracle.getMin());
    assertClose(exact.maximum(), oracle.getMax());
    assertThat(exact.ranked(2)).isEqualByComparingTo(big(oracle.getSortedValues()[2]));
  }

  /** NIST StRD NumAcc4: certified mean 10000000.2 and standard deviation 0.1 of the decimals. */
  @Test
  void should_hold_the_certified_digits_of_nist() {
    double[] values = new double[1001];
    values[0] = 10_000_000.2;
    for (int i = 1; i < values.length; i++) {
      values[i] = i % 2 == 1 ? 10_000_000.1 : 10_000_000.3;
    }

    ExactStatistics exact = statistics(values);

    // The doubles next to the decimals are off by up to 1e-9, which the deviation keeps.
    assertThat(exact.mean().doubleValue()).isCloseTo(10_000_000.2, within(1e-8));
    assertThat(exact.standardDeviation().doubleValue()).isCloseTo(0.1, within(1e-8));
  }

  @Test
  void should_be_exact_where_doubles_cancel() {
    ExactStatistics exact = statistics(1e300, 1, -1e300);

    assertThat(exact.sum()).isEqualByComparingTo("1");
    assertThat(exact.mean().doubleValue()).isEqualTo(1.0 / 3);
  }

  @Test
  void should_know_order_and_positions_of_ties() {
    ExactStatistics exact = statistics(3, -1, 7, -1, 7, 2);

    assertThat(exact.first()).isEqualByComparingTo("3");
    assertThat(exact.last()).isEqualByComparingTo("2");
    assertThat(exact.positionOfMinimum()).isEqualByComparingTo("1");
    assertThat(exact.positionOfMaximum()).isEqualByComparingTo("4");
  }

  @Test
  void should_leave_undefined_what_few_or_equal_values_do_not_define() {
    assertThat(statistics(5).variance()).isNull();
    assertThat(statistics(5).standardDeviation()).isNull();
    assertThat(statistics(5, 6).skewness()).isNull();
    assertThat(statistics(5, 6, 8).kurtosis()).isNull();
    assertThat(statistics(5, 5, 5, 5).skewness()).isNull();
    assertThat(statistics(5, 5, 5, 5).kurtosis()).isNull();
    assertThat(statistics(5, 5, 5, 5).variance()).isEqualByComparingTo("0");
  }

  private static ExactStatistics statistics(double... values) {
    return new ExactStatistics(new DemoSeries("test", "test", values));
  }

  private static BigDecimal big(double value) {
    return new BigDecimal(value);
  }

  private static void assertClose(BigDecimal actual, double expected) {
    assertThat(actual.doubleValue()).isCloseTo(expected, within(1e-10 * Math.abs(expected)));
  }
}
