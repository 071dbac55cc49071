/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.uda.hll;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.stream.LongStream;
import org.cassandrastats.uda.contract.Blobs;
import org.cassandrastats.udf.hll.Hll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The bytes that are written, and the buffers that are changed in place. */
class HllBytesTest {
  private static final ByteBuffer NONE = Blobs.none();

  @Test
  void should_write_version_1() throws IOException {
    assertBytes("hll", of(12, 1, 2, 3));
    assertBytes("hll-set", of(8, LongStream.range(0, 9).toArray()));
    assertBytes("hll-slots", of(4, LongStream.range(0, 40).toArray()));
  }

  private static void assertBytes(String fixture, ByteBuffer state) throws IOException {
    try (InputStream file =
        HllBytesTest.class.getResourceAsStream("/states/v2/" + fixture + ".hex")) {
      String text = new String(file.readAllBytes(), StandardCharsets.US_ASCII);
      assertThat(Blobs.hex(state)).isEqualTo(Blobs.hex(Blobs.fromHex(text)));
    }
  }

  /** Rows of a set are in no order. */
  @Test
  void should_write_the_same_bytes_in_whatever_order_coupons_come() {
    long[] up = LongStream.range(0, 300).toArray();
    long[] down = LongStream.range(0, 300).map(row -> 299 - row).toArray();

    assertThat(of(12, down)).isEqualTo(of(12, up));
    assertThat(HllUnion.union(of(12, LongStream.range(100, 300).toArray()), of(12, up)))
        .isEqualTo(of(12, up));
  }

  @Test
  void should_take_int_and_timestamp_for_the_bigint_and_zeros_for_one_value() {
    ByteBuffer zeros = HllAggregates.accumulate(HllAggregates.accumulate(NONE, 0.0), -0.0);

    assertThat(Hll.text(zeros)).isEqualTo("hll lg_k=12 mode=list coupons=1");
  }

  @Test
  void should_change_an_own_state_in_place_and_refuse_any_other() {
    ByteBuffer own = HllAggregates.accumulate(NONE, 1.5);
    ByteBuffer stored = Blobs.stored(Hll.state(own));

    assertThat(HllAggregates.accumulate(own, 2.5)).isSameAs(own);
    assertThat(HllAggregates.accumulate(own, Double.NaN)).isSameAs(own);
    ByteBuffer merged = HllUnion.union(Blobs.startOfMerge(), stored);
    assertThat(HllUnion.union(merged, stored)).isSameAs(merged);
    assertThatThrownBy(() -> HllAggregates.accumulate(stored, 1.5))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("expected the empty blob 0x")
        .hasMessageContaining("found 12 other bytes")
        .hasMessageContaining("join stored states with hll_union");
    assertThatThrownBy(() -> HllAggregates.accumulate(own, 1.5, 11))
        .hasMessageContaining("lg_k must be the same for every row");
  }

  /** The HIP sum of slots counts on coupons whose values are in no order. */
  @ParameterizedTest
  @ValueSource(ints = {12, 14, 16, 18})
  void should_estimate_merged_sets_within_their_bounds(int lgK) {
    int each = (3 << lgK) / 32 - 1;
    ByteBuffer merged = NONE;
    for (int part = 0; part < 10; part++) {
      long first = (long) part * each;
      merged = HllUnion.union(merged, of(lgK, LongStream.range(first, first + each).toArray()));
    }

    assertThat(10.0 * each).isBetween(Hll.lowerBound(merged, 3), Hll.upperBound(merged, 3));
  }

  @ParameterizedTest
  @ValueSource(ints = {-1, 0, 3, 19, 1 << 20})
  void should_refuse_an_lg_k_that_is_out_of_range(int lgK) {
    assertThatThrownBy(() -> HllAggregates.accumulate(NONE, Double.NaN, lgK))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("hll: expected an lg_k from 4 to 18, found " + lgK);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 4, -1})
  void should_refuse_another_number_of_deviations(int deviations) {
    ByteBuffer state = of(12, 1);

    assertThatThrownBy(() -> Hll.lowerBound(state, deviations))
        .hasMessage("hll: expected 1, 2 or 3 standard deviations, found " + deviations);
    assertThatThrownBy(() -> Hll.upperBound(state, deviations))
        .hasMessage("hll: expected 1, 2 or 3 standard deviations, found " + deviations);
  }

  /** Its sums are not those of its slots. */
  @Test
  void should_refuse_what_a_union_has_not_finished() {
    byte[] state = Blobs.bytes(of(4, LongStream.range(0, 40).toArray()));
    state[5] = 32;

    assertThat(Hll.isValid(ByteBuffer.wrap(state))).isFalse();
    assertThatThrownBy(() -> Hll.estimate(ByteBuffer.wrap(state)))
        .hasMessageContaining("not an hll state: expected")
        .hasMessageContaining("flags 32");
  }

  private static ByteBuffer of(int lgK, long... values) {
    ByteBuffer state = NONE;
    for (long value : values) {
      state = HllAggregates.accumulate(state, value, lgK);
    }
    return Blobs.stored(Hll.state(state));
  }
}
