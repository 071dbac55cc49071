/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.uda.frequent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Consumer;
import org.cassandrastats.uda.contract.Blobs;
import org.cassandrastats.udf.frequent.Frequent;
import org.cassandrastats.udf.frequent.FrequentValues;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The bytes that are written, and the buffers that are changed in place. */
class FrequentBytesTest {
  private static final ByteBuffer NONE = Blobs.none();

  private static final List<Consumer<ByteBuffer>> ACCESSORS =
      List.of(
          Frequent::count,
          Frequent::text,
          FrequentValues::estimates,
          FrequentValues::lowerBounds,
          state -> FrequentValues.above(state, 0.5));

  @Test
  void should_write_version_1() throws IOException {
    assertBytes("frequent", of(10, 3, -1, 3, 2, 3, -1));
    assertBytes("frequent-texts", of(10, "on", "off", "on"));
    long[] different = new long[193];
    for (int row = 0; row < different.length; row++) {
      different[row] = row;
    }
    assertBytes("frequent-none", of(10, different));
  }

  private static void assertBytes(String fixture, ByteBuffer state) throws IOException {
    try (InputStream file =
        FrequentBytesTest.class.getResourceAsStream("/states/v2/" + fixture + ".hex")) {
      String text = new String(file.readAllBytes(), StandardCharsets.US_ASCII);
      assertThat(Blobs.hex(state)).isEqualTo(Blobs.hex(Blobs.fromHex(text)));
    }
  }

  @Test
  void should_change_an_own_state_in_place_and_refuse_any_other() {
    ByteBuffer own = FrequentAggregates.accumulate(NONE, 7, 10);
    ByteBuffer stored = Blobs.stored(Frequent.state(own));

    assertThat(FrequentAggregates.accumulate(own, 8, 10)).isSameAs(own);
    ByteBuffer merged = FrequentUnion.union(Blobs.startOfMerge(), stored);
    assertThat(FrequentUnion.union(merged, stored)).isSameAs(merged);
    assertThatThrownBy(() -> FrequentAggregates.accumulate(stored, 7, 10))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("expected the empty blob 0x")
        .hasMessageContaining("found 48 other bytes")
        .hasMessageContaining("join stored states with frequent_union");
    assertThatThrownBy(() -> FrequentAggregates.accumulate(own, 7, 11))
        .hasMessageContaining("must be the same for every row");
    assertThatThrownBy(() -> FrequentAggregates.accumulate(own, utf8("7"), 10))
        .hasMessageContaining("must be the same for every row");
  }

  @Test
  void should_cut_long_texts_behind_a_whole_character() {
    String long1 = "x".repeat(254) + "\u00e9\u00e9";
    String long2 = "x".repeat(254) + "\u00e8";
    String most = "x".repeat(255);
    String four = "x".repeat(252) + "\ud83d\ude00 and more";

    ByteBuffer state = of(10, long1, long2, "x".repeat(256), most, "x".repeat(900), four);

    assertThat(FrequentValues.values(state))
        .containsExactly(most, "x".repeat(254), "x".repeat(252));
    assertThat(FrequentValues.estimates(state)).containsExactly(3L, 2L, 1L);
  }

  @Test
  void should_tell_texts_apart_that_end_with_zeros() {
    ByteBuffer state = of(10, "", "\0", "\0\0", "a", "a\0", "a\0");

    assertThat(FrequentValues.values(state)).containsExactly("a\0", "", "\0", "\0\0", "a");
  }

  @Test
  void should_show_the_digits_of_bytes_that_are_no_text() {
    ByteBuffer bytes = ByteBuffer.wrap(new byte[] {(byte) 0xc3, 0x28, 0});
    ByteBuffer state = FrequentAggregates.accumulate(NONE, bytes, 3);

    assertThat(FrequentValues.values(state)).containsExactly("0xc32800");
  }

  /** But for frequent_values, which ends approx_top_k. */
  @Test
  void should_ask_nothing_of_transition_states() {
    ByteBuffer rows = FrequentAggregates.accumulate(NONE, 7, 10);
    ByteBuffer merged =
        FrequentUnion.union(Blobs.startOfMerge(), Blobs.stored(Frequent.state(rows)));

    for (ByteBuffer state : List.of(rows, merged)) {
      assertThat(FrequentValues.values(state)).containsExactly("7");
      assertThat(Frequent.isValid(state)).isTrue();
      for (Consumer<ByteBuffer> accessor : ACCESSORS) {
        assertThatThrownBy(() -> accessor.accept(state))
            .isInstanceOf(IllegalArgumentException.class)
            .hasMessageContaining("found sketch type 9, version 1, 4 longs");
      }
    }
  }

  @Test
  void should_keep_the_smaller_max_and_map() {
    ByteBuffer both = FrequentUnion.union(of(384, 1, 2, 2), of(10, 2, 3, 3));

    assertThat(Frequent.text(both)).isEqualTo("frequent max=10 map=256 count=6 error=0 values=3");
    assertThat(both).isEqualTo(of(10, 1, 2, 2, 2, 3, 3));
  }

  @Test
  void should_refuse_to_merge_bigints_with_texts() {
    assertThatThrownBy(() -> FrequentUnion.union(of(10, 1), of(10, "1")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("expected states of one type");
  }

  @ParameterizedTest
  @ValueSource(ints = {Integer.MIN_VALUE, -1, 0, 385})
  void should_refuse_a_number_of_values_that_is_out_of_range(int max) {
    assertThatThrownBy(() -> FrequentAggregates.accumulate(NONE, 1, max))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("frequent: expected a number of values from 1 to 384, found " + max);
  }

  @ParameterizedTest
  @ValueSource(doubles = {-0.1, 1.1, Double.NaN})
  void should_refuse_a_share_that_is_out_of_range(double share) {
    ByteBuffer state = of(10, 1);

    assertThatThrownBy(() -> FrequentValues.above(state, share))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("frequent_above: expected a share from 0 to 1, found " + share);
    assertThat(FrequentValues.above(state, null)).isNull();
  }

  private static ByteBuffer of(int max, long... values) {
    ByteBuffer state = NONE;
    for (long value : values) {
      state = FrequentAggregates.accumulate(state, value, max);
    }
    return Blobs.stored(Frequent.state(state));
  }

  private static ByteBuffer of(int max, String... values) {
    ByteBuffer state = NONE;
    for (String value : values) {
      state = FrequentAggregates.accumulate(state, utf8(value), max);
    }
    return Blobs.stored(Frequent.state(state));
  }

  private static ByteBuffer utf8(String text) {
    return ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
  }
}
