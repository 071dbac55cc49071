/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.udf.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Counts keep their values in the fewest bytes of two forms, and no other bytes are taken. */
class PackedCountsTest {
  private static final long SEED = 20_261_125L;
  private static final int FROM = 8;

  private static ByteBuffer packed(long... counts) {
    ByteBuffer working = ByteBuffer.allocate(FROM + 8 * counts.length);
    working.putLong(0, 0x0101850000000000L | PackedCounts.UNPACKED);
    for (int place = 0; place < counts.length; place++) {
      working.putLong(FROM + 8 * place, counts[place]);
    }
    return PackedCounts.finalState(working, FROM, counts.length);
  }

  private static long require(ByteBuffer state, int places) {
    return PackedCounts.require(state, FROM, places, 0, "a test state");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "0 | 0000",
        "0 0 0 | 0000",
        "7 | 0001 0700000000000000",
        "1 2 | 0001 0102000000000000",
        // Two bytes in either form.
        "0 255 | 0001 00ff000000000000",
        "0 0 255 | 0101 02ff000000000000",
        "0 0 256 | 0102 0201000000000000",
        "1 0 0 0 65536 | 0103 0000000104010000",
        "9223372036854775807 | 0008 7fffffffffffffff",
      })
  void should_take_the_shorter_form(String counts, String expected) {
    long[] values = Arrays.stream(counts.split(" ", -1)).mapToLong(Long::parseLong).toArray();
    ByteBuffer state = packed(values);
    byte[] bytes = new byte[state.limit() - Checksum.SIZE - PackedCounts.PLACE_WIDTH];
    state.duplicate().position(PackedCounts.PLACE_WIDTH).get(bytes);

    assertThat(HexFormat.of().formatHex(bytes)).isEqualTo(expected.replace(" ", ""));
    assertThat(require(state, values.length)).isEqualTo(Arrays.stream(values).sum());
  }

  @Test
  void should_keep_counts_of_every_size_in_as_few_bytes_as_they_need() {
    Random random = new Random(SEED);
    for (int round = 0; round < 20_000; round++) {
      long[] counts = new long[1 + random.nextInt(round % 2 == 0 ? 300 : 20)];
      int bits = random.nextInt(54);
      int filled = random.nextInt(counts.length + 1);
      for (int count = 0; count < filled; count++) {
        counts[random.nextInt(counts.length)] =
            (random.nextLong() >>> (63 - bits)) & Long.MAX_VALUE;
      }
      String description = "seed %d, round %d".formatted(SEED, round);
      ByteBuffer state = packed(counts);

      assertThat(state.limit()).as(description).isEqualTo(FROM + shortest(counts) + 8);
      assertThat(PackedCounts.fit(state, FROM, counts.length)).as(description).isTrue();
      assertThat(require(state, counts.length)).isEqualTo(Arrays.stream(counts).sum());
      assertThat(PackedCounts.total(state, FROM, counts.length))
          .isEqualTo(Arrays.stream(counts).sum());
      for (int place = -1; place <= counts.length; place++) {
        assertThat(PackedCounts.at(state, FROM, counts.length, place))
            .as("%s, place %d", description, place)
            .isEqualTo(place < 0 || place == counts.length ? 0 : counts[place]);
      }
    }
  }

  private static int shortest(long[] counts) {
    long largest = Arrays.stream(counts).max().orElseThrow();
    int bytes = (BigInteger.valueOf(largest).bitLength() + 7) / 8;
    int filled = (int) Arrays.stream(counts).filter(count -> count > 0).count();
    int dense = counts.length * bytes;
    int sparse = filled * (bytes + (counts.length <= 256 ? 1 : 2));
    return (Math.min(dense, sparse) + 7) / 8 * 8;
  }

  /** Of three places. Whoever changes them to other bytes is refused. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "0001 0102030000000001 | shortest form",
        "0001 0102030100000000 | shortest form",
        "0002 0001000200030000 | shortest form",
        "0001 0000000000000000 | shortest form",
        "0001 0000070000000000 | shortest form",
        "0101 0007020500000000 | shortest form",
        "0101 0207010000000000 | shortest form",
        "0101 0107020000000000 | shortest form",
        "0101 0000020700000000 | shortest form",
        "0101 0207000000000001 | rising places, found others",
        "0101 0000000000000000 | shortest form",
        "0102 0200070000000000 | shortest form",
        "0101 0307000000000000 | shortest form",
        "0101 0207010700000000 | rising places, found others",
        "0101 0207020700000000 | rising places, found others",
        "0008 8000000000000000 0000000000000001 0000000000000001 | counts of 0 to 2^63-1 in all",
        "0008 7fffffffffffffff 0000000000000001 0000000000000001 | counts of 0 to 2^63-1 in all",
      })
  void should_refuse_any_other_bytes(String bytes, String problem) {
    byte[] changed = HexFormat.of().parseHex("010185000000" + bytes.replace(" ", ""));
    ByteBuffer state = ByteBuffer.allocate(changed.length + Checksum.SIZE).put(changed).rewind();

    assertThatThrownBy(() -> require(state, 3))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("not a test state: expected counts ")
        .hasMessageContaining(problem);
  }

  @ParameterizedTest
  @CsvSource({
    "00ff, 3",
    "0009, 3",
    "0080, 3",
    "0100, 3",
    "0109, 3",
    "0201, 3",
    "0201, 256",
    "0101, 257",
    "ff01, 3",
    "0301, 3"
  })
  void should_fit_no_widths_that_there_are_not(String widths, int places) {
    ByteBuffer state = ByteBuffer.allocate(64);
    state.put(PackedCounts.PLACE_WIDTH, HexFormat.of().parseHex(widths));

    assertThat(PackedCounts.fit(state, FROM, places)).isFalse();
  }

  /** No more than a dense state of these widths has, and no less than a place. */
  @Test
  void should_bound_the_length_of_a_sparse_state() {
    for (int length : new int[] {8, 16, 24, 32, 64, 1024}) {
      ByteBuffer state = ByteBuffer.allocate(length);
      state.putShort(PackedCounts.PLACE_WIDTH, (short) 0x0102);

      assertThat(PackedCounts.fit(state, FROM, 10)).isEqualTo(length == 24 || length == 32);
    }
  }

  @Test
  void should_add_other_counts_to_the_total() {
    ByteBuffer state = packed(1, 2, 3);

    assertThat(PackedCounts.require(state, FROM, 3, 10, "a test state")).isEqualTo(16);
    assertThatThrownBy(() -> PackedCounts.require(state, FROM, 3, Long.MAX_VALUE - 5, "a state"))
        .hasMessageContaining("expected counts of 0 to 2^63-1 in all");
  }
}
