/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.udf.state;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PreambleTest {
  @ParameterizedTest
  @ValueSource(strings = {"moments", "extremes-by-integers", "extremes-n-filling"})
  void should_notice_buffers_in_little_endian_order(String fixture) {
    ByteBuffer state = Fixtures.read("v2/" + fixture);

    assertThat(Preamble.isLittleEndian(state)).isFalse();
    assertThat(Preamble.isLittleEndian(state.order(ByteOrder.LITTLE_ENDIAN))).isTrue();
  }

  @Test
  void should_not_read_past_short_blobs() {
    for (int length = 0; length < 3; length++) {
      assertThat(Preamble.isLittleEndian(ByteBuffer.allocate(length))).isFalse();
    }
  }
}
