/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.uda.extremes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import org.cassandrastats.uda.contract.Blobs;
import org.cassandrastats.udf.extremes.Extremes;
import org.cassandrastats.udf.extremes.ExtremesState;
import org.cassandrastats.udf.extremes.ExtremesValues;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The bytes of states whose values are bytes, and which of them no rows give. */
class RowBytesTest {
  /** One row of 'on' with the key 7. */
  private static final String ON =
      """
      01 02 81 20 00000000  # preamble, flag 5
      0000000000000001      # count
      0000000000000007 0000000000000002  # smallest key, length of its value
      0000000000000007 0000000000000002  # largest key, length of its value
      6f6e 6f6e 00000000    # on, on, zeros
      """;

  @Test
  void should_keep_bytes_behind_the_keys() {
    ByteBuffer state =
        RowBytesAggregates.accumulate(Blobs.none(), ByteBuffer.wrap(new byte[] {0x6f, 0x6e}), 7L);

    byte[] sealed = Blobs.bytes(Extremes.state(state));

    assertThat(ByteBuffer.wrap(sealed, 0, 56)).isEqualTo(Blobs.fromHex(ON));
    assertThat(sealed).hasSize(64);
    assertThat(Extremes.isValid(ByteBuffer.wrap(sealed))).isTrue();
  }

  @Test
  void should_refuse_a_longer_value_and_go_on() {
    ByteBuffer state = RowBytesAggregates.accumulate(Blobs.none(), value(1024));

    assertThatThrownBy(() -> RowBytesAggregates.accumulate(state, value(1025)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("extremes: expected values of at most 1024 bytes, found one of 1025");
    assertThat(Extremes.count(state)).isEqualTo(1);
  }

  @Test
  void should_refuse_to_read_bytes_as_numbers() {
    ByteBuffer state = RowBytesAggregates.accumulate(Blobs.none(), value(8));

    assertThatThrownBy(() -> ExtremesValues.lastBigint(state))
        .hasMessageContaining("expected a min_max_by or first_last state of integers");
    assertThatThrownBy(() -> ExtremesValues.valuesDouble(state))
        .hasMessageContaining("expected a state of floating-point values");
  }

  /** Sealed again after the change, so that the structure alone is refused. */
  @ParameterizedTest
  @CsvSource({
    "52, 1, zeros behind them",
    "51, 1, the same row twice",
    "31, 1, zeros behind them",
    "30, 4, expected",
    "30, 8, sizes within bounds",
    "24, 128, sizes within bounds",
    "3, 34, expected",
    "3, 36, expected flags",
    "3, 41, expected flags"
  })
  void should_refuse_what_no_rows_give(int offset, int value, String message) {
    byte[] state = new byte[64];
    Blobs.fromHex(ON).get(state, 0, 56);
    state[offset] = (byte) value;
    ByteBuffer hostile = ByteBuffer.wrap(Blobs.sealed(state));

    assertThat(Extremes.isValid(hostile)).isFalse();
    assertThatThrownBy(() -> ExtremesAggregates.union(hostile, hostile))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(message);
  }

  private static ByteBuffer value(int length) {
    return ByteBuffer.allocate(length);
  }

  @Test
  void should_hold_the_longest_values_in_the_stated_size() {
    ByteBuffer state = RowBytesAggregates.accumulate(Blobs.none(), value(1024), 1.5);
    state = RowBytesAggregates.accumulate(state, value(1024), -1.5);

    assertThat(Extremes.state(state).remaining()).isEqualTo(ExtremesState.BYTES_SIZE);
  }
}
