/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import org.junit.jupiter.api.Test;

final class ExpectedTest {
  @Test
  void should_accept_only_the_very_value_where_no_error_is_allowed() {
    Expectation.Value expected = Expectation.Value.exactly("", BigDecimal.valueOf(0.5));

    assertThat(expected.isMetBy(0.5)).isTrue();
    assertThat(expected.isMetBy(Math.nextUp(0.5))).isFalse();
    assertThat(expected.isMetBy(null)).isFalse();
    assertThat(expected.error(0.5)).isZero();
    assertThat(expected.shown()).isEqualTo("0.5");
  }

  @Test
  void should_measure_the_error_as_a_part_of_the_exact_value() {
    Expectation.Value expected = new Expectation.Value("", BigDecimal.valueOf(200), 0.01, 0);

    assertThat(expected.isMetBy(202.0)).isTrue();
    assertThat(expected.isMetBy(197.9)).isFalse();
    assertThat(expected.error(202.0)).isEqualTo(0.01);
    assertThat(expected.allowed()).isEqualTo(0.01);
  }

  @Test
  void should_allow_an_absolute_error_around_zero() {
    Expectation.Value expected = new Expectation.Value("", BigDecimal.ZERO, 0.01, 1e-9);

    assertThat(expected.isMetBy(1e-10)).isTrue();
    assertThat(expected.isMetBy(1e-8)).isFalse();
    assertThat(expected.error(1e-10)).isEqualTo(1e-10);
  }

  @Test
  void should_expect_null_where_the_value_is_undefined() {
    Expectation.Value expected = Expectation.Value.exactly("", null);

    assertThat(expected.isMetBy(null)).isTrue();
    assertThat(expected.isMetBy(0.0)).isFalse();
    assertThat(expected.shown()).isEqualTo("null");
  }

  @Test
  void should_expect_null_where_no_double_holds_the_value() {
    assertThat(Expectation.Value.exactly("", new BigDecimal("1e309")).isMetBy(null)).isTrue();
  }

  @Test
  void should_refuse_numbers_that_are_none() {
    Expectation.Value expected = Expectation.Value.exactly("", BigDecimal.ONE);

    assertThat(expected.isMetBy(Double.NaN)).isFalse();
    assertThat(expected.error(Double.NaN)).isNaN();
  }

  @Test
  void should_tell_integers_beyond_the_doubles_apart() {
    Expectation.Value expected = Expectation.Value.exactly("", new BigDecimal("9007199254740993"));

    assertThat(expected.isMetBy(9_007_199_254_740_993L)).isTrue();
    assertThat(expected.isMetBy(9_007_199_254_740_992L)).isFalse();
  }
}
