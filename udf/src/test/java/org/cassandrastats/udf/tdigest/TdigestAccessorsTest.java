/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.udf.tdigest;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.util.HexFormat;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class TdigestAccessorsTest {
  /** A digest with k = 10 of three centroids, whose means are 3, 5 and 7; without its weights. */
  private static final String START =
      "0201140a00000000030000000000000000000000000008400000000000001c40";

  @ParameterizedTest
  @ValueSource(
      strings = {"0000000000000040", "ffffffffffffff7f", "0000000000000000", "ffffffffffffffff"})
  void should_refuse_weights_that_no_values_have(String weight) {
    String image =
        START
            + "0000000000000840"
            + weight
            + "0000000000001440"
            + weight
            + "0000000000001c40"
            + weight;
    ByteBuffer state = ByteBuffer.wrap(HexFormat.of().parseHex(image));

    assertThatThrownBy(() -> TdigestAccessors.count(state))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("expected weights from 1 to 2^53 together");
  }
}
