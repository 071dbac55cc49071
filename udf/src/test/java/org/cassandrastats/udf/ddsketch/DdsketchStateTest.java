/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.udf.ddsketch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import org.cassandrastats.udf.state.Checksum;
import org.cassandrastats.udf.state.Fixtures;
import org.cassandrastats.udf.state.PackedCounts;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** States that no values have are refused: the fixture has -2.0, 0.0, 1.0 and 3.0 twice. */
class DdsketchStateTest {
  private static ByteBuffer fixture() {
    return Fixtures.read("v2/ddsketch");
  }

  private static void assertRefused(ByteBuffer state, String reason) {
    assertThatThrownBy(() -> Ddsketch.text(state))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("not a ddsketch state: expected ");
    Checksum.seal(state, state.limit() - Checksum.SIZE);

    assertThat(Ddsketch.isValid(state)).isFalse();
    assertThatThrownBy(() -> DdsketchCheck.checked(state))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("not a ddsketch state: expected ")
        .hasMessageContaining(reason);
  }

  @ParameterizedTest
  @CsvSource({
    "8, NaN, relative error from 1.0E-4 to 0.5",
    "8, 0, relative error from 1.0E-4 to 0.5",
    "8, 0.6, relative error from 1.0E-4 to 0.5",
    "8, -0.1, relative error from 1.0E-4 to 0.5",
    // Of another relative error the extremes are in other bins.
    "8, 0.2, bins that hold the minimum and the maximum",
    "16, NaN, finite minimum <= maximum",
    "16, -Infinity, finite minimum <= maximum",
    "16, 4.0, finite minimum <= maximum",
    "16, 0.5, signs that have bins",
    "16, 0.0, signs that have bins",
    "16, -9.0, bins that hold the minimum and the maximum",
    "24, NaN, finite minimum <= maximum",
    "24, Infinity, finite minimum <= maximum",
    "24, -1.0, signs that have bins",
    "24, 30.0, bins that hold the minimum and the maximum",
    "32, 16.0, sum from count x minimum to count x maximum",
    "32, -11.0, sum from count x minimum to count x maximum",
    "32, Infinity, sum from count x minimum to count x maximum",
    "40, 11.0, sum from count x minimum to count x maximum"
  })
  void should_refuse_numbers_that_no_values_have(int offset, double wrong, String reason) {
    ByteBuffer state = fixture();
    state.putDouble(offset, wrong);

    assertRefused(state, reason);
  }

  @ParameterizedTest
  @CsvSource({
    "4, 65793, parameter 0",
    "48, 1000, bins that hold the minimum and the maximum",
    "48, -2147483648, bins that hold the minimum and the maximum",
    "48, 2147483647, bins that hold the minimum and the maximum",
    "52, -1, expected sizes within bounds with the preamble",
    "52, 2049, expected sizes within bounds with the preamble",
    "52, 2147483647, expected sizes within bounds with the preamble",
    "52, 2, values in the first and the last bin of a sign",
    "56, -4, bins that hold the minimum and the maximum",
    "56, 2147483647, bins that hold the minimum and the maximum",
    "60, -1, expected sizes within bounds with the preamble",
    "60, 2049, expected sizes within bounds with the preamble",
    "60, 6, shortest form",
    "60, 300, expected sizes within bounds with the preamble"
  })
  void should_refuse_bins_that_no_values_have(int offset, int wrong, String reason) {
    ByteBuffer state = fixture();
    state.putInt(offset, wrong);

    assertRefused(state, reason);
  }

  /** The counts are 1, 1, 1, 0, 0, 0, 0, 0 and 2. */
  @ParameterizedTest
  @CsvSource({
    "0, 0, values in the first and the last bin of a sign",
    "2, 0, values in the first and the last bin of a sign",
    "8, 0, values in the first and the last bin of a sign",
    "0, -1, counts of 0 to 2^63-1 in all",
    "1, -1, counts of 0 to 2^63-1 in all",
    "4, -1, counts of 0 to 2^63-1 in all",
    "1, 9223372036854775807, counts of 0 to 2^63-1 in all",
    "4, 9223372036854775807, counts of 0 to 2^63-1 in all"
  })
  void should_refuse_counts_that_no_values_have(int place, long wrong, String reason) {
    ByteBuffer working = ByteBuffer.allocate(DdsketchState.COUNTS + 8 * 9);
    working.put(0, fixture(), 0, DdsketchState.COUNTS);
    working.putShort(PackedCounts.PLACE_WIDTH, (short) PackedCounts.UNPACKED);
    long[] counts = {1, 1, 1, 0, 0, 0, 0, 0, 2};
    counts[place] = wrong;
    for (int i = 0; i < counts.length; i++) {
      working.putLong(DdsketchState.COUNTS + 8 * i, counts[i]);
    }
    ByteBuffer state = PackedCounts.finalState(working, DdsketchState.COUNTS, 9);
    state.putLong(state.limit() - Checksum.SIZE, 0);

    assertRefused(state, reason);
  }

  @ParameterizedTest
  @CsvSource({
    "0x0001010109010802, of rising places",
    "0x0101000102010802, of rising places",
    "0x0001010102000802, in their shortest form"
  })
  void should_refuse_sparse_counts_that_no_values_have(String counts, String reason) {
    ByteBuffer state = fixture();
    state.putLong(DdsketchState.COUNTS, Long.decode(counts));

    assertRefused(state, reason);
  }

  @ParameterizedTest
  @CsvSource({
    "1, flags of signs that have 2048 bins",
    "2, flags of signs that have 2048 bins",
    "4, flags of signs that have 2048 bins"
  })
  void should_refuse_flags_that_no_values_have(byte flags, String reason) {
    ByteBuffer state = fixture();
    state.put(3, flags);

    assertRefused(state, reason);
  }

  /** Bins moved from one sign to the other, so that the length stays the same. */
  @Test
  void should_refuse_bins_of_the_wrong_sign() {
    ByteBuffer state = fixture();
    state.putInt(DdsketchState.NEGATIVE + 4, 3);
    state.putInt(DdsketchState.POSITIVE + 4, 5);

    assertRefused(state, "values in the first and the last bin of a sign");
  }

  private static ByteBuffer threeZeros() {
    ByteBuffer zeros = ByteBuffer.allocate(80);
    zeros.putLong(0, 0x0102830000000001L);
    zeros.putDouble(DdsketchState.ERROR, 0.1);
    zeros.put(DdsketchState.COUNTS, (byte) 3);
    Checksum.seal(zeros, 72);
    return zeros;
  }

  /** The bytes of a union would depend on its order. */
  @ParameterizedTest
  @ValueSource(ints = {DdsketchState.MINIMUM, DdsketchState.MAXIMUM})
  void should_refuse_a_negative_zero(int extreme) {
    ByteBuffer state = threeZeros();
    state.putDouble(extreme, -0.0);

    assertRefused(state, "finite minimum <= maximum");
  }

  @Test
  void should_refuse_an_index_without_bins() {
    ByteBuffer zeros = threeZeros();
    assertThat(Ddsketch.isValid(zeros)).isTrue();
    assertThat(Ddsketch.count(zeros)).isEqualTo(3);

    zeros.putInt(DdsketchState.POSITIVE, 1);
    assertRefused(zeros, "bins that hold the minimum and the maximum");
    zeros.putInt(DdsketchState.POSITIVE, 0);
    zeros.putLong(DdsketchState.COUNTS, 0);
    assertRefused(zeros, "in their shortest form");
  }

  @Test
  void should_refuse_one_value_with_two_ends() {
    ByteBuffer one = ByteBuffer.allocate(80);
    one.putLong(0, 0x0102830000000001L);
    one.putDouble(DdsketchState.ERROR, 0.1);
    one.putDouble(DdsketchState.MINIMUM, 1);
    one.putDouble(DdsketchState.MAXIMUM, 1);
    one.putDouble(DdsketchState.SUM, 1);
    one.putInt(DdsketchState.POSITIVE + 4, 1);
    one.put(DdsketchState.COUNTS + 1, (byte) 1);
    Checksum.seal(one, 72);
    assertThat(Ddsketch.isValid(one)).isTrue();

    one.putDouble(DdsketchState.MINIMUM, 0.9);
    assertRefused(one, "equal for one value");
  }
}
