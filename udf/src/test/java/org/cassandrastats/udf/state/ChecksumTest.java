/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.udf.state;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ChecksumTest {
  /** By {@code MurmurHash2.hash64} of Apache Commons Codec 1.19.0, with the seed 0. */
  @ParameterizedTest
  @CsvSource({
    "8, 37, 255, 4c92ecc1c82b4e85",
    "16, 37, 255, 57cf70ada1c159e1",
    "88, 37, 255, 607f1faa8e8c92fb",
    "24, 1, 0, e1afd4e9040c5007",
    "8, 0, 0, 7208f7fa198a2d81",
    "16, 0, 0, fcdea51a023e4390",
    "88, 0, 0, 06122a048432dae8"
  })
  void should_be_murmur_hash_64a(int size, int step, int first, String expected) {
    assertThat(Checksum.of(bytes(size, step, first), size))
        .isEqualTo(Long.parseUnsignedLong(expected, 16));
  }

  /** The checksum before this one let such changes of three bits through, in any state. */
  @Test
  void should_notice_the_highest_bit_of_a_long_and_two_bits_of_a_later_one() {
    ByteBuffer state = bytes(88, 37, 255);
    long checksum = Checksum.of(state, 88);
    for (int offset = 0; offset < 72; offset += 8) {
      state.putLong(offset, state.getLong(offset) ^ Long.MIN_VALUE);
      state.putLong(offset + 16, state.getLong(offset + 16) ^ Long.MIN_VALUE ^ 1L << 31);
      assertThat(Checksum.of(state, 88)).isNotEqualTo(checksum);
      state.putLong(offset, state.getLong(offset) ^ Long.MIN_VALUE);
      state.putLong(offset + 16, state.getLong(offset + 16) ^ Long.MIN_VALUE ^ 1L << 31);
    }
  }

  private static ByteBuffer bytes(int size, int step, int first) {
    ByteBuffer bytes = ByteBuffer.allocate(size);
    for (int index = 0; index < size; index++) {
      bytes.put(index, (byte) (index * step + first));
    }
    return bytes;
  }
}
