/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.udf.extremes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import org.cassandrastats.udf.state.Buffers;
import org.cassandrastats.udf.state.Checksum;
import org.cassandrastats.udf.state.Fixtures;
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
    Checksum.seal(state, state.limit() - Checksum.SIZE);

    assertThat(Extremes.isValid(state)).isFalse();
    assertThatThrownBy(() -> ExtremesCheck.checked(state))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("not an extremes state: expected ")
        .hasMessageContaining(reason);
  }

  @ParameterizedTest
  @CsvSource({
    "by-integers, 8, 0, a count from 1",
    "by-integers, 8, -1, a count from 1",
    "by-integers, 8, 1, first key <= last key; the same row twice",
    "by-integers, 16, 6, first key <= last key",
    "by-integers, 32, -2, first key <= last key",
    "rows-integers, 8, 4, keys 0 and count - 1 for first_last; found count 4; keys 0 and 2",
    "rows-integers, 16, -1, keys 0 and count - 1 for first_last",
    "rows-integers, 32, 3, keys 0 and count - 1 for first_last",
    "n-integers, 8, 0, expected 24 bytes",
    "n-integers, 8, 2, expected 40 bytes with the preamble 0x10281; found 48",
    "n-integers, 16, 0, a heap; found value 1 out of order",
    "n-integers, 24, 4, a heap; found value 1 out of order",
    "n-integers, 32, 4, a heap; found value 2 out of order",
    "n-filling, 24, -4, a heap; found value 1 out of order"
  })
  void should_refuse_what_no_rows_give(String fixture, int offset, long wrong, String reason) {
    ByteBuffer state = Fixtures.read("v2/extremes-" + fixture);
    state.putLong(offset, wrong);

    assertRefused(state, reason.replace(';', ','));
  }

  @ParameterizedTest
  @CsvSource({
    "by-doubles, 24, NaN",
    "by-doubles, 32, Infinity",
    "by-doubles, 40, -Infinity",
    "rows-doubles, 24, NaN",
    "rows-doubles, 40, Infinity",
    "n-doubles, 16, NaN",
    "n-doubles, 24, Infinity"
  })
  void should_refuse_numbers_that_are_not_finite(String fixture, int offset, double wrong) {
    ByteBuffer state = Fixtures.read("v2/extremes-" + fixture);
    state.putDouble(offset, wrong);

    assertRefused(state, "finite numbers, found " + wrong + " at byte " + offset);
  }

  @ParameterizedTest
  @CsvSource({
    "by-integers, 16",
    "by-integers, 32",
    "by-integers, 128",
    "rows-integers, 3",
    "rows-integers, 9",
    "rows-integers, 17",
    "n-integers, 10"
  })
  void should_refuse_flags_of_no_statistic(String fixture, int flags) {
    ByteBuffer state = Fixtures.read("v2/extremes-" + fixture);
    state.put(Preamble.FLAGS, (byte) flags);

    assertRefused(state, "expected ");
  }

  @ParameterizedTest
  @CsvSource({
    "n-integers, 0, expected 24 bytes", "n-filling, 1001, n 1001",
    "n-integers, -1, expected 24 bytes", "by-integers, 1, found flags 0; n 1"
  })
  void should_refuse_parameters_out_of_range(String fixture, int parameter, String reason) {
    ByteBuffer state = Fixtures.read("v2/extremes-" + fixture);
    state.putInt(Preamble.PARAMETER, parameter);

    assertRefused(state, reason.replace(';', ','));
  }

  @Test
  void should_refuse_one_row_with_two_values() {
    ByteBuffer state = Fixtures.read("v2/extremes-rows-integers");
    state.putLong(ExtremesState.COUNT, 1);
    state.putLong(ExtremesState.LAST_KEY, 0);

    assertRefused(state, "the same row twice");
  }

  /** A column of a composite partition key is a view with one byte behind its limit. */
  @Test
  void should_take_no_view_into_other_bytes_for_a_working_state() {
    ByteBuffer state = Fixtures.read("v2/extremes-by-integers");
    long header = state.getLong(0);
    ByteBuffer own = ExtremesState.allocate(4, Buffers.WORKING_TAIL);
    own.put(0, state, 0, 48).limit(48);
    assertThat(ExtremesState.isOwn(own)).isTrue();
    assertThat(ExtremesState.isWorking(own, header)).isTrue();
    assertThat(ExtremesState.isMerged(own)).isFalse();

    own.position(8);

    assertThat(ExtremesState.isOwn(own)).isFalse();
    assertThat(ExtremesState.isWorking(own, header)).isFalse();
  }
}
