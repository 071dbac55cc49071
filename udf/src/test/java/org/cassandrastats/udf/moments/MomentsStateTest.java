/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.udf.moments;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import org.cassandrastats.udf.state.Fixtures;
import org.cassandrastats.udf.state.LittleEndian;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** States that no values have are refused: the fixture has 2 values, 1.0 and 3.0. */
class MomentsStateTest {
  @ParameterizedTest
  @CsvSource({
    "24, 4.0, minimum <= origin <= maximum",
    "24, NaN, minimum <= origin <= maximum",
    "72, -Infinity, expected finite minimum",
    "80, Infinity, expected finite minimum",
    "80, 0.5, minimum <= origin <= maximum",
    "32, 4.1, sum of deviations within count x range",
    "32, -4.1, sum of deviations within count x range",
    "40, 3.0, sum of deviations within count x range",
    "48, -1.0, sum of squared deviations from 0 to count x range^2",
    "48, 8.1, sum of squared deviations from 0 to count x range^2",
    "48, 2.1, sum of fourth powers that fits the squares",
    "56, 2.1, sum of cubes that fits",
    "56, -2.1, sum of cubes that fits",
    "64, -1.0, sum of fourth powers that fits the squares",
    "64, 8.1, sum of fourth powers that fits the squares",
    "64, 1.9, sum of fourth powers that fits the squares"
  })
  void should_refuse_sums_that_no_values_have(int offset, double wrong, String reason) {
    ByteBuffer state = Fixtures.read("v1/moments");
    LittleEndian.putDouble(state, offset, wrong);

    assertThat(Moments.isValid(state)).isFalse();
    assertThatThrownBy(() -> Moments.text(state))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("not a moments state: ")
        .hasMessageContaining(reason);
  }

  @ParameterizedTest
  @CsvSource({"8, -1, expected counts", "16, -1, expected counts", "8, 0, expected zeros"})
  void should_refuse_counts_that_no_rows_have(int offset, long wrong, String reason) {
    ByteBuffer state = Fixtures.read("v1/moments");
    LittleEndian.putLong(state, offset, wrong);

    assertThat(Moments.isValid(state)).isFalse();
    assertThatThrownBy(() -> Moments.count(state)).hasMessageContaining(reason);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, -1, 410, -820, Integer.MIN_VALUE})
  void should_refuse_a_unit_that_does_not_fit_the_range(int unit) {
    ByteBuffer state = Fixtures.read("v1/moments");
    LittleEndian.putInt(state, 4, unit);

    assertThat(Moments.isValid(state)).isFalse();
    assertThatThrownBy(() -> Moments.count(state))
        .hasMessageContaining("expected the unit of the range, found " + unit + " for 2.0");
  }

  @Test
  void should_refuse_one_value_with_two_ends() {
    ByteBuffer state = Fixtures.read("v1/moments");
    LittleEndian.putLong(state, MomentsState.COUNT, 1);

    assertThatThrownBy(() -> Moments.mean(state)).hasMessageContaining("equal for one value");
  }

  @Test
  void should_refuse_deviations_of_equal_values() {
    ByteBuffer state = Fixtures.read("v1/moments");
    LittleEndian.putDouble(state, MomentsState.MAXIMUM, 1.0);

    assertThatThrownBy(() -> Moments.mean(state))
        .hasMessageContaining("expected sums of 0 where minimum = maximum");
  }
}
