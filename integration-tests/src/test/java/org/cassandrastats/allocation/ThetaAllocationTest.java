/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.allocation;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import org.cassandrastats.uda.theta.ThetaAggregates;
import org.cassandrastats.uda.theta.ThetaUnion;
import org.cassandrastats.udf.state.Buffers;
import org.cassandrastats.udf.theta.Theta;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** State updates of the theta family take no heap per row, once the state has room. */
class ThetaAllocationTest {
  private static final int ROWS = 72_000;

  /** Far below one object a row. */
  private static final long NOISE = ROWS;

  /** All hashes, and a part of them. */
  @ParameterizedTest
  @ValueSource(ints = {300, ROWS})
  void should_allocate_nothing_per_row(int different) {
    ByteBuffer state = state(different);
    ByteBuffer text = ByteBuffer.allocate(40);

    assertAllocatesNothing(
        () -> {
          for (int row = 0; row < ROWS; row++) {
            ThetaAggregates.accumulate(state, (long) row % different);
            ThetaAggregates.accumulate(state, row % 10 == 9 ? Double.NaN : 0.0);
            text.putInt(36, 0);
            ThetaAggregates.accumulate(state, text);
          }
        });
  }

  @ParameterizedTest
  @ValueSource(ints = ROWS)
  void should_allocate_nothing_per_merged_state(int different) {
    ByteBuffer part = Theta.state(state(different));
    ByteBuffer merged = ThetaUnion.union(ByteBuffer.wrap(new byte[] {Buffers.MERGE}), part);

    assertAllocatesNothing(
        () -> {
          for (int row = 0; row < 1_000; row++) {
            ThetaUnion.union(merged, part);
          }
        });
  }

  private static ByteBuffer state(int different) {
    ByteBuffer state = ByteBuffer.allocate(0);
    for (long row = 0; row < different; row++) {
      state = ThetaAggregates.accumulate(state, row);
    }
    state = ThetaAggregates.accumulate(state, 0.0);
    return ThetaAggregates.accumulate(state, ByteBuffer.allocate(40));
  }

  private static void assertAllocatesNothing(Runnable rows) {
    long bytes = AllocatedBytes.of(rows);

    assertThat(bytes).as("bytes allocated").isLessThan(NOISE);
  }
}
