/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.udf.extremes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import org.cassandrastats.udf.state.Fixtures;
import org.cassandrastats.udf.state.Integrity;
import org.cassandrastats.udf.state.LittleEndian;
import org.cassandrastats.udf.state.Preamble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** States that no rows have are refused. */
class ExtremesStateTest {
  private static void assertRefused(ByteBuffer state, String reason) {
    assertThatThrownBy(() -> Extremes.text(state))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("not an extremes state: expected ");
    Integrity.seal(state, state.limit() - Integrity.SIZE);

    assertThat(Extremes.isValid(state)).isFalse();
    assertThatThrownBy(() -> ExtremesState.checked(state))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("not an extremes state: expected ")
        .hasMessageContaining(reason);
  }

  @ParameterizedTest
  @CsvSource({
    "minmax-integers, 8, 0, a count from 1",
    "minmax-integers, 8, -1, a count from 1",
    "min-n-integers, 8, 0, expected 24 bytes",
    "min-n-integers, 8, 2, expected 40 bytes with the preamble 0x10181; found 48",
    "minmax-integers, 8, 1, minimum <= maximum; equal for one row",
    "minmax-integers, 24, -3, minimum <= maximum",
    "min-n-integers, 16, 0, a heap; found value 1 out of order",
    "min-n-integers, 24, 4, a heap; found value 1 out of order",
    "min-n-integers, 32, 4, a heap; found value 2 out of order",
    "max-n-filling, 24, -4, a heap; found value 1 out of order"
  })
  void should_refuse_what_no_rows_give(String fixture, int offset, long wrong, String reason) {
    ByteBuffer state = Fixtures.read("v1/" + fixture);
    LittleEndian.putLong(state, offset, wrong);

    assertRefused(state, reason.replace(';', ','));
  }

  @ParameterizedTest
  @CsvSource({
    "minmax-doubles, 16, NaN", "minmax-doubles, 24, Infinity", "max-by-doubles, 16, -Infinity",
    "max-by-doubles, 24, NaN", "max-n-doubles, 16, NaN", "max-n-doubles, 24, Infinity"
  })
  void should_refuse_numbers_that_are_not_finite(String fixture, int offset, double wrong) {
    ByteBuffer state = Fixtures.read("v1/" + fixture);
    LittleEndian.putDouble(state, offset, wrong);

    assertRefused(state, "finite numbers, found " + wrong + " at byte " + offset);
  }

  @ParameterizedTest
  @CsvSource({
    "minmax-integers, 3",
    "minmax-integers, 8",
    "minmax-integers, 16",
    "min-n-integers, 10",
    "min-by-integers, 32",
    "min-by-integers, 129"
  })
  void should_refuse_flags_of_no_statistic(String fixture, int flags) {
    ByteBuffer state = Fixtures.read("v1/" + fixture);
    state.put(Preamble.FLAGS, (byte) flags);

    assertRefused(state, "expected ");
  }

  @ParameterizedTest
  @CsvSource({
    "min-n-integers, 0, expected 24 bytes", "max-n-filling, 1001, n 1001",
    "min-n-integers, -1, expected 16 bytes", "minmax-integers, 1, found flags 0; n 1"
  })
  void should_refuse_parameters_out_of_range(String fixture, int parameter, String reason) {
    ByteBuffer state = Fixtures.read("v1/" + fixture);
    LittleEndian.putInt(state, Preamble.PARAMETER, parameter);

    assertRefused(state, reason.replace(';', ','));
  }

  /** A column of a composite partition key is a view with one byte behind its limit. */
  @Test
  void should_take_no_view_into_other_bytes_for_a_working_state() {
    ByteBuffer state = Fixtures.read("v1/minmax-integers");
    long header = LittleEndian.getLong(state, 0);
    ByteBuffer own = ExtremesState.allocate(2, ExtremesState.WORKING_TAIL);
    own.put(0, state, 0, 32).limit(32);
    assertThat(ExtremesState.isWorking(own)).isTrue();
    assertThat(ExtremesState.isWorking(own, header)).isTrue();
    assertThat(ExtremesState.isMerged(own)).isFalse();

    own.position(8);

    assertThat(ExtremesState.isWorking(own)).isFalse();
    assertThat(ExtremesState.isWorking(own, header)).isFalse();
  }
}
