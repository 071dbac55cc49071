/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.uda.tdigest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.cassandrastats.uda.contract.Blobs;
import org.cassandrastats.udf.tdigest.TdigestAccessors;
import org.cassandrastats.udf.tdigest.TdigestState;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The bytes of digests, one by one, and how large they become. */
class TdigestBytesTest {
  private static final ByteBuffer NONE = Blobs.none();

  private static void assertBytes(String fixture, ByteBuffer state) throws IOException {
    try (InputStream file =
        TdigestBytesTest.class.getResourceAsStream("/states/v2/" + fixture + ".hex")) {
      String text = new String(file.readAllBytes(), StandardCharsets.US_ASCII);
      assertThat(Blobs.hex(state)).isEqualTo(Blobs.hex(Blobs.fromHex(text)));
    }
  }

  @Test
  void should_write_centroids_without_buffered_values() throws IOException {
    assertBytes("tdigest", Digests.of(10, 2, 4, 1, 2));
    assertBytes("tdigest-single", Digests.of(100, 2.5));
  }

  @Test
  void should_buffer_values_while_it_grows() throws IOException {
    ByteBuffer working = TdigestAggregates.accumulate(NONE, 3.0, 100);
    assertBytes("tdigest-buffered", TdigestAggregates.accumulate(working, -1.0, 100));
  }

  @Test
  void should_change_its_own_state_in_place() {
    ByteBuffer own = TdigestAggregates.accumulate(NONE, 3.0);

    assertThat(TdigestAggregates.accumulate(own, 4.0)).isSameAs(own);
    assertThat(TdigestAggregates.accumulate(own, Double.NaN)).isSameAs(own);
  }

  @Test
  void should_refuse_parameters_that_change_from_row_to_row() {
    ByteBuffer own = TdigestAggregates.accumulate(NONE, 3.0, 50);

    assertThatThrownBy(() -> TdigestAggregates.accumulate(own, 3.0, 51))
        .hasMessageContaining("k must be the same for every row");
    assertThatThrownBy(() -> TdigestAggregates.accumulate(NONE, 3.0, 9))
        .hasMessageContaining("expected k from 10 to 32767, found 9");
  }

  @ParameterizedTest
  @ValueSource(ints = {10, 29, 30, 100, 1000})
  void should_reach_the_documented_sizes_and_not_pass_them(int k) {
    int points = TdigestState.maximumCentroids(k) / 2;
    int largest = 0;
    ByteBuffer state = NONE;
    for (int i = 0; i < 60 * points; i++) {
      state = TdigestAggregates.accumulate(state, i % points, k);
      largest = Math.max(largest, state.remaining());
    }
    ByteBuffer union = TdigestUnion.union(state, state);

    assertThat(largest).isEqualTo(32 + 48 * TdigestState.maximumCentroids(k));
    assertThat(union.remaining())
        .isEqualTo(32 + 16 * TdigestState.maximumCentroids(k))
        .isEqualTo(TdigestState.maximumSize(k));
    assertThat(TdigestAccessors.centroids(union)).hasSize(points);
  }

  @Test
  void should_sort_no_more_than_8192_values_at_once() {
    int largest = 0;
    ByteBuffer state = NONE;
    for (int i = 0; i < 100_000; i++) {
      state = TdigestAggregates.accumulate(state, Math.sin(i), TdigestState.MAXIMUM_K);
      largest = Math.max(largest, state.remaining());
    }
    assertThat(largest)
        .isLessThanOrEqualTo(TdigestState.maximumSize(TdigestState.MAXIMUM_K) + 8 * 8192);
    assertThat(TdigestAccessors.count(state)).isEqualTo(100_000);
  }

  @Test
  void should_grow_an_added_digest_no_further_than_a_working_one() {
    ByteBuffer state = NONE;
    int largest = 0;
    for (int i = 0; i < 3_000; i++) {
      state = TdigestAdd.add(state, i % 205);
      largest = Math.max(largest, state.remaining());
    }
    assertThat(largest)
        .isLessThanOrEqualTo(32 + 48 * TdigestState.maximumCentroids(TdigestState.DEFAULT_K));
    assertThat(TdigestAccessors.count(state)).isEqualTo(3_000);
    assertThat(TdigestAccessors.centroids(state)).hasSize(205);
    assertThat(TdigestAdd.add(state, Double.NaN)).isSameAs(state);
  }
}
