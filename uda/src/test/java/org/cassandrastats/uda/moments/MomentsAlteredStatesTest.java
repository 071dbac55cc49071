/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.uda.moments;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.util.HexFormat;
import org.cassandrastats.uda.contract.Blobs;
import org.cassandrastats.udf.moments.Moments;
import org.junit.jupiter.api.Test;

/** States that were altered so that each passes for a state of some values. Found by fuzzing. */
class MomentsAlteredStatesTest {
  private static final ByteBuffer ALTERED =
      state(
          "0102800000000000000000000000000200000000000000003fd90343a00000013ff0000000000000"
              + "00000000000000003fe55555555555553fcc71c71c71c71c3fce71c71c71c71c0000000000000000"
              + "3ff0000000000000");
  private static final ByteBuffer ZEROS =
      state("010280000000000000000000000000020000000000000000" + "00".repeat(64));

  @Test
  void should_refuse_to_merge_sums_that_no_values_have() {
    assertThat(Moments.isValid(ALTERED)).isTrue();
    assertThat(Moments.isValid(ZEROS)).isTrue();

    assertThatThrownBy(() -> MomentsAggregates.union(ALTERED, ZEROS))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("moments: expected two states whose sums fit together, found ");
  }

  private static ByteBuffer state(String hex) {
    return ByteBuffer.wrap(Blobs.sealed(HexFormat.of().parseHex(hex + "00".repeat(8))))
        .asReadOnlyBuffer();
  }
}
