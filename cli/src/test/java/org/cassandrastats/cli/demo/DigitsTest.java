/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class DigitsTest {
  @ParameterizedTest
  @CsvSource({
    "0, 0",
    "-0.0, 0",
    "21.512345, 21.5123",
    "-86, -86",
    "999999, 999999",
    "999999.5, 1e6",
    "2182870.4, 2.18287e6",
    "0.0000123456789, 0.0000123457",
    "-0.00000123456789, -1.23457e-6",
    "1.7976931348623157e308, 1.79769e308",
    "4.9e-324, 4.94066e-324",
    "NaN, NaN"
  })
  void should_show_six_digits_of_doubles(double value, String shown) {
    assertThat(Digits.six(value)).isEqualTo(shown);
  }

  @Test
  void should_show_integers_whole() {
    assertThat(Digits.six(123_456_789L)).isEqualTo("123456789");
    assertThat(Digits.six(null)).isEqualTo("null");
  }

  @ParameterizedTest
  @CsvSource({
    "0, 0",
    "1.2e-16, 1e-16",
    "1e-9, 1e-9",
    "0.00012, 0.012 %",
    "0.0012, 0.12 %",
    "0.02, 2 %",
    "1, 100 %",
    "1e300, 1E+302 %",
    "NaN, -"
  })
  void should_show_parts(double part, String shown) {
    assertThat(Digits.part(part)).isEqualTo(shown);
  }
}
