/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.udf.extremes;

import static org.assertj.core.api.Assertions.assertThat;

import org.cassandrastats.udf.state.Fixtures;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Stored extremes states are read forever. */
class ExtremesFixturesTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "by-integers | min_max_by count=4 first key=-1 value=20 last key=5 value=40",
        "by-doubles | min_max_by count=3 first key=-1.0 value=2.5 last key=0.5 value=3.0",
        "rows-integers | first_last count=3 first key=0 value=7 last key=2 value=9223372036854775807",
        "rows-doubles | first_last count=3 first key=0 value=-0.0 last key=2 value=2.5",
        "n-integers | min_n n=3 count=5 values=[1, 2, 3]",
        "n-doubles | max_n n=2 count=3 values=[2.5, 0.5]",
        "n-filling | max_n n=1000 count=2 values=[8, -3]"
      })
  void should_read_version_1(String name, String text) {
    assertThat(Extremes.text(Fixtures.read("v2/extremes-" + name))).isEqualTo(text);
    assertThat(Extremes.isValid(Fixtures.read("v2/extremes-" + name))).isTrue();
  }
}
