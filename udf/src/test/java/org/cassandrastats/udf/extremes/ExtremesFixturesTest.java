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
        "minmax-integers | minmax count=3 min=-2 max=9223372036854775807",
        "minmax-doubles | minmax count=3 min=-0.0 max=2.5",
        "min-by-integers | min_by count=3 key=-1 value=20",
        "max-by-doubles | max_by count=3 key=0.5 value=3.0",
        "min-n-integers | min_n n=3 count=5 values=[1, 2, 3]",
        "max-n-doubles | max_n n=2 count=3 values=[2.5, 0.5]",
        "max-n-filling | max_n n=1000 count=2 values=[8, -3]"
      })
  void should_read_version_1(String name, String text) {
    assertThat(Extremes.text(Fixtures.read("v1/" + name))).isEqualTo(text);
    assertThat(Extremes.isValid(Fixtures.read("v1/" + name))).isTrue();
  }
}
