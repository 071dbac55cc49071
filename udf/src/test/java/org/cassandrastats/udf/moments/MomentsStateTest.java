/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.udf.moments;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import org.cassandrastats.udf.state.Checksum;
import org.cassandrastats.udf.state.Fixtures;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** States that no values have are refused where they are merged: the fixture has 1.0 and 3.0. */
class MomentsStateTest {
  private static void assertRefused(ByteBuffer state, String reason) {
    assertThatThrownBy(() -> Moments.count(state))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("not a moments state: expected the checksum of its bytes");
    Checksum.seal(state, MomentsState.END);

    assertThat(Moments.isValid(state)).isFalse();
    assertThatThrownBy(() -> MomentsCheck.checked(state))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("not a moments state: expected ")
        .hasMessageContaining(reason);
  }

  @ParameterizedTest
  @CsvSource({
    "24, 4.0, minimum <= origin <= maximum",
    "24, NaN, minimum <= origin <= maximum",
    "72, -Infinity, expected the unit of the range",
    "80, Infinity, expected the unit of the range",
    "80, 0.5, minimum <= origin <= maximum",
    "32, 4.1, sums that some values have",
    "32, -4.1, sums that some values have",
    "40, 3.0, sums that some values have",
    "40, NaN, sums that some values have",
    "48, -1.0, sums that some values have",
    "48, 8.1, sums that some values have",
    "48, 2.1, sums that some values have",
    "56, 2.1, sums that some values have",
    "56, -2.1, sums that some values have",
    "64, -1.0, sums that some values have",
    "64, 8.1, sums that some values have",
    "64, 1.9, sums that some values have"
  })
  void should_refuse_sums_that_no_values_have(int offset, double wrong, String reason) {
    ByteBuffer state = Fixtures.read("v2/moments");
    state.putDouble(offset, wrong);

    assertRefused(state, reason);
  }

  @ParameterizedTest
  @CsvSource({"8, -1, counts", "16, -1, counts", "8, 0, expected zeros"})
  void should_refuse_counts_that_no_rows_have(int offset, long wrong, String reason) {
    ByteBuffer state = Fixtures.read("v2/moments");
    state.putLong(offset, wrong);

    assertRefused(state, reason);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, -1, 410, -820, Integer.MIN_VALUE})
  void should_refuse_a_unit_that_does_not_fit_the_range(int unit) {
    ByteBuffer state = Fixtures.read("v2/moments");
    state.putInt(4, unit);

    assertRefused(state, "expected the unit of the range, found " + unit + " for 2.0");
  }

  @Test
  void should_refuse_one_value_with_two_ends() {
    ByteBuffer state = Fixtures.read("v2/moments");
    state.putLong(MomentsState.COUNT, 1);

    assertRefused(state, "equal for one value");
  }

  @Test
  void should_refuse_deviations_of_equal_values() {
    ByteBuffer state = Fixtures.read("v2/moments");
    state.putDouble(MomentsState.MAXIMUM, 1.0);

    assertRefused(state, "sums that some values have");
  }

  @Test
  void should_refuse_flags() {
    ByteBuffer state = Fixtures.read("v2/moments");
    state.put(3, (byte) 1);

    assertRefused(state, "expected no flags");
  }
}
