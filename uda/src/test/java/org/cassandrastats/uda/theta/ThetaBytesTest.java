/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.uda.theta;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.stream.LongStream;
import org.cassandrastats.uda.contract.Blobs;
import org.cassandrastats.udf.theta.Theta;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The bytes that are written, and the buffers that are changed in place. */
class ThetaBytesTest {
  private static final ByteBuffer NONE = Blobs.none();

  @Test
  void should_write_version_3() throws IOException {
    assertBytes("theta", of(12, 1, 2, 3));
    assertBytes("theta-one", of(12, 1));
    assertBytes("theta-none", ThetaSets.intersection(of(12, 1), of(12, 2)));
    assertBytes("theta-part", of(4, LongStream.range(0, 40).toArray()));
  }

  private static void assertBytes(String fixture, ByteBuffer state) throws IOException {
    try (InputStream file =
        ThetaBytesTest.class.getResourceAsStream("/states/v2/" + fixture + ".hex")) {
      String text = new String(file.readAllBytes(), StandardCharsets.US_ASCII);
      assertThat(Blobs.hex(state)).isEqualTo(Blobs.hex(Blobs.fromHex(text)));
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {4, 8, 12})
  void should_write_the_same_bytes_in_whatever_order_and_grouping_values_come(int lgK) {
    long[] up = LongStream.range(0, 20_000).toArray();
    long[] down = LongStream.range(0, 20_000).map(row -> 19_999 - row).toArray();
    ByteBuffer whole = of(lgK, up);

    assertThat(of(lgK, down)).isEqualTo(whole);
    for (int parts : new int[] {2, 7, 500}) {
      ByteBuffer merged = Blobs.startOfMerge();
      ByteBuffer pairwise = NONE;
      for (int part = 0; part < parts; part++) {
        int first = part;
        ByteBuffer state = of(lgK, LongStream.of(up).filter(v -> v % parts == first).toArray());
        merged = ThetaUnion.union(merged, state);
        pairwise = ThetaUnion.union(state, pairwise);
      }
      assertThat(Theta.state(merged)).as("%d parts", parts).isEqualTo(whole);
      assertThat(pairwise).as("%d parts", parts).isEqualTo(whole);
    }
  }

  @Test
  void should_keep_the_smaller_lg_k() {
    ByteBuffer both = ThetaUnion.union(of(12, 1, 2), of(4, LongStream.range(0, 99).toArray()));

    assertThat(both).isEqualTo(of(4, LongStream.range(0, 99).toArray()));
  }

  @Test
  void should_change_an_own_state_in_place_and_refuse_any_other() {
    ByteBuffer own = ThetaAggregates.accumulate(NONE, 1.5);
    ByteBuffer stored = Blobs.stored(Theta.state(own));

    assertThat(ThetaAggregates.accumulate(own, 2.5)).isSameAs(own);
    assertThat(ThetaAggregates.accumulate(own, Double.NaN)).isSameAs(own);
    ByteBuffer merged = ThetaUnion.union(Blobs.startOfMerge(), stored);
    assertThat(ThetaUnion.union(merged, stored)).isSameAs(merged);
    assertThatThrownBy(() -> ThetaAggregates.accumulate(stored, 1.5))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("expected the empty blob 0x")
        .hasMessageContaining("found 16 other bytes")
        .hasMessageContaining("join stored states with theta_union");
    assertThatThrownBy(() -> ThetaAggregates.accumulate(own, 1.5, 11))
        .hasMessageContaining("lg_k must be the same for every row");
  }

  @Test
  void should_intersect_and_subtract_states_of_no_rows() {
    ByteBuffer some = of(12, 1, 2);
    ByteBuffer nobody = ThetaSets.aNotB(some, some);

    assertThat(Theta.estimate(nobody)).isZero();
    assertThat(Theta.upperBound(nobody, 3)).isZero();
    assertThat(ThetaSets.intersection(some, NONE)).isEqualTo(NONE);
    assertThat(ThetaSets.intersection(NONE, some)).isEqualTo(NONE);
    assertThat(ThetaSets.aNotB(NONE, some)).isEqualTo(NONE);
    assertThat(ThetaSets.aNotB(some, NONE)).isEqualTo(some);
    assertThat(ThetaSets.aNotB(some, nobody)).isEqualTo(some);
    assertThat(ThetaUnion.union(some, nobody)).isEqualTo(some);
    assertThat(ThetaUnion.union(nobody, nobody)).isEqualTo(nobody);
  }

  @ParameterizedTest
  @ValueSource(ints = {-1, 0, 3, 16, 1 << 20})
  void should_refuse_an_lg_k_that_is_out_of_range(int lgK) {
    assertThatThrownBy(() -> ThetaAggregates.accumulate(NONE, Double.NaN, lgK))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("theta: expected an lg_k from 4 to 15, found " + lgK);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 4, -1})
  void should_refuse_another_number_of_deviations(int deviations) {
    ByteBuffer state = of(12, 1);

    assertThatThrownBy(() -> Theta.lowerBound(state, deviations))
        .hasMessage("theta: expected 1, 2 or 3 standard deviations, found " + deviations);
    assertThatThrownBy(() -> Theta.upperBound(state, deviations))
        .hasMessage("theta: expected 1, 2 or 3 standard deviations, found " + deviations);
  }

  private static ByteBuffer of(int lgK, long... values) {
    ByteBuffer state = NONE;
    for (long value : values) {
      state = ThetaAggregates.accumulate(state, value, lgK);
    }
    return Blobs.stored(Theta.state(state));
  }
}
