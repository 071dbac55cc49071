/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.udf.extremes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import org.cassandrastats.udf.state.Fixtures;
import org.cassandrastats.udf.state.LittleEndian;
import org.cassandrastats.udf.state.Preamble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** States that no rows have are refused. */
class ExtremesStateTest {
  private static void assertRefused(ByteBuffer state, String reason) {
    assertThat(Extremes.isValid(state)).isFalse();
    assertThatThrownBy(() -> Extremes.text(state))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("not an extremes state: expected ")
        .hasMessageContaining(reason);
  }

  @ParameterizedTest
  @CsvSource({
    "minmax-integers, 8, 0, a count from 1",
    "minmax-integers, 8, -1, a count from 1",
    "min-n-integers, 8, 0, a count from 1",
    "min-n-integers, 8, 2, 32 bytes; found 40",
    "minmax-integers, 8, 1, one value of a single row",
    "minmax-integers, 24, -3, minimum <= maximum",
    "min-n-integers, 16, 0, a heap; found value 1 worse",
    "min-n-integers, 24, 4, a heap; found value 1 worse",
    "min-n-integers, 32, 4, a heap; found value 2 worse",
    "max-n-filling, 24, -4, a heap; found value 1 worse"
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

    assertRefused(state, "flags of minmax, min_by, max_by, min_n or max_n, found " + flags);
  }

  @ParameterizedTest
  @CsvSource({
    "min-n-integers, 0, n from 1 to 1000", "min-n-integers, 1001, n from 1 to 1000",
    "min-n-integers, -1, n from 1 to 1000", "minmax-integers, 1, parameter 0"
  })
  void should_refuse_parameters_out_of_range(String fixture, int parameter, String reason) {
    ByteBuffer state = Fixtures.read("v1/" + fixture);
    LittleEndian.putInt(state, Preamble.PARAMETER, parameter);

    assertRefused(state, reason + ", found " + parameter);
  }

  /** A column of a composite partition key is a view with one byte behind its limit. */
  @Test
  void should_take_no_view_into_other_bytes_for_a_working_state() {
    ByteBuffer state = Fixtures.read("v1/minmax-integers");
    long header = LittleEndian.getLong(state, 0);
    ByteBuffer own = ByteBuffer.allocate(33);
    own.put(0, state, 0, 32).limit(32);
    assertThat(ExtremesState.isWorking(own)).isTrue();
    assertThat(ExtremesState.isWorkingPair(own, header)).isTrue();
    assertThat(ExtremesState.isWorkingHeap(own, header)).isTrue();

    own.position(8);

    assertThat(ExtremesState.isWorking(own)).isFalse();
    assertThat(ExtremesState.isWorkingPair(own, header)).isFalse();
    assertThat(ExtremesState.isWorkingHeap(own, header)).isFalse();
  }
}
