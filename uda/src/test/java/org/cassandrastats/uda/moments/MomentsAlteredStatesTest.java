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
          "010180000000000002000000000000000000000000000000010000a04303d93f000000000000f03f"
              + "0000000000000000555555555555e53f1cc7711cc771cc3f1cc7711cc771ce3f0000000000000000"
              + "000000000000f03f");
  private static final ByteBuffer ZEROS =
      state("010180000000000002000000000000000000000000000000" + "00".repeat(64));

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
