/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class ExpectedQuantileTest {
  private static final ExactStatistics EXACT =
      new ExactStatistics(new DemoSeries("n", "s", new double[] {4, 1, 2, 2, 2, 3, 5, 9, 7, 8}));

  @ParameterizedTest
  @CsvSource({"0, 1", "0.1, 1.5", "0.15, 2", "0.4, 2.5", "0.5, 3.5", "0.51, 4", "1, 9"})
  void should_know_the_exact_quantile(String quantile, double value) {
    assertThat(EXACT.quantile(new BigDecimal(quantile)).doubleValue()).isEqualTo(value);
    assertThat(expected(quantile, 0).isMetBy(value)).isTrue();
  }

  @Test
  void should_measure_the_error_in_rank() {
    // Half of the values are below 3.5; 6 of 10 are below 4.5.
    Expectation expected = expected("0.5", 0.1);

    assertThat(expected.isMetBy(4.5)).isTrue();
    assertThat(expected.isMetBy(5.5)).isFalse();
    assertThat(expected.error(5.5)).isEqualTo(0.2);
    assertThat(expected.allowed()).isEqualTo(0.1);
    assertThat(expected.shown()).isEqualTo("3.5");
  }

  @Test
  void should_give_equal_values_all_their_ranks() {
    assertThat(expected("0.2", 0).isMetBy(2.0)).isTrue();
    assertThat(expected("0.4", 0).isMetBy(2.0)).isTrue();
    assertThat(expected("0.45", 0).isMetBy(2.0)).isFalse();
    assertThat(expected("0.45", 0).error(2.0)).isEqualTo(0.05);
  }

  @Test
  void should_not_accept_what_is_no_number() {
    assertThat(expected("0.5", 1).isMetBy(null)).isFalse();
    assertThat(expected("0.5", 1).isMetBy(Double.NaN)).isFalse();
    assertThat(expected("0.5", 1).error(null)).isNaN();
  }

  private static Expectation.Quantile expected(String quantile, double rankError) {
    return new Expectation.Quantile("", EXACT, new BigDecimal(quantile), rankError);
  }
}
