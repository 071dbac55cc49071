/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.uda.ddsketch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.cassandrastats.uda.contract.Blobs;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The bytes that are written, and the buffers that are changed in place. */
class DdsketchBytesTest {
  private static final ByteBuffer NONE = Blobs.none();

  @Test
  void should_write_version_1() throws IOException {
    try (InputStream file = getClass().getResourceAsStream("/states/v2/ddsketch.hex")) {
      String text = new String(file.readAllBytes(), StandardCharsets.US_ASCII);

      assertThat(Blobs.hex(Sketches.of(0.1, 1, 3, -2, 0, 3)))
          .isEqualTo(Blobs.hex(Blobs.fromHex(text)));
    }
  }

  @Test
  void should_write_the_same_bytes_for_zeros_of_both_signs() {
    assertThat(Sketches.of(0.1, -0.0, 0.0)).isEqualTo(Sketches.of(0.1, 0.0, -0.0));
    assertThat(Sketches.of(0.1, -0.0, 5)).isEqualTo(Sketches.of(0.1, 5, 0.0));
  }

  @Test
  void should_write_the_same_bytes_in_whatever_order_bins_are_met() {
    ByteBuffer up = Sketches.of(0.01, -100, -1, 0.5, 2, 80);

    assertThat(Sketches.of(0.01, 80, 2, 0.5, -1, -100)).isEqualTo(up);
    assertThat(Sketches.of(0.01, 2, -1, -100, 0.5, 80)).isEqualTo(up);
    assertThat(DdsketchAggregates.union(Sketches.of(0.01, 80, -1), Sketches.of(0.01, 0.5, 2, -100)))
        .isEqualTo(up);
  }

  @Test
  void should_change_an_own_state_in_place_and_refuse_any_other() {
    ByteBuffer own = Sketches.working(0.01, 1.5);
    ByteBuffer stored = Sketches.of(0.01, 1.5);

    assertThat(DdsketchAggregates.accumulate(own, 1.5, 0.01)).isSameAs(own);
    assertThat(DdsketchAggregates.accumulate(own, 2, 0.01)).isSameAs(own);
    assertThat(DdsketchAggregates.accumulate(own, Double.NaN, 0.01)).isSameAs(own);
    ByteBuffer merged = DdsketchAggregates.union(Blobs.startOfMerge(), stored);
    assertThat(merged).isNotSameAs(stored);
    assertThat(DdsketchAggregates.union(merged, stored)).isSameAs(merged);
    assertThatThrownBy(() -> DdsketchAggregates.accumulate(stored, 1, 0.01))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("expected the empty blob 0x")
        .hasMessageContaining("found 80 other bytes")
        .hasMessageContaining("join stored states with ddsketch_union");
  }

  @Test
  void should_refuse_another_relative_error_in_the_middle() {
    ByteBuffer own = Sketches.working(0.01, 1.5);

    assertThatThrownBy(() -> DdsketchAggregates.accumulate(own, 1.5, 0.02))
        .hasMessageContaining("the relative error must be the same for every row");
  }

  @ParameterizedTest
  @ValueSource(doubles = {0, 0.00009, 0.51, 1, -0.01, Double.NaN, Double.POSITIVE_INFINITY})
  void should_refuse_a_relative_error_that_is_out_of_range(double error) {
    for (double value : new double[] {1, Double.NaN}) {
      assertThatThrownBy(() -> DdsketchAggregates.accumulate(NONE, value, error))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage("ddsketch: expected a relative error from 1.0E-4 to 0.5, found " + error);
    }
  }
}
