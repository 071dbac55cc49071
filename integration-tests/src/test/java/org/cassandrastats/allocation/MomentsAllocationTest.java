/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.allocation;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import org.cassandrastats.uda.moments.MomentsAggregates;
import org.cassandrastats.udf.state.Buffers;
import org.junit.jupiter.api.Test;

/** State updates take no heap per row; one object per row would be at least 16 bytes. */
class MomentsAllocationTest {
  private static final int ROWS = 100_000;

  /** What the measurement and the virtual machine may take: far below one object a row. */
  private static final long NOISE = ROWS;

  @Test
  void should_allocate_nothing_per_row() {
    ByteBuffer state = MomentsAggregates.accumulate(ByteBuffer.allocate(0), 1.5);

    long bytes = AllocatedBytes.of(() -> accumulateRows(state));

    assertThat(bytes).as("bytes allocated in %d rows", ROWS).isLessThan(NOISE);
  }

  @Test
  void should_allocate_nothing_per_merged_state() {
    ByteBuffer part = MomentsAggregates.accumulate(ByteBuffer.allocate(0), 1.5);
    ByteBuffer merged = MomentsAggregates.union(ByteBuffer.wrap(new byte[] {Buffers.MERGE}), part);

    long bytes = AllocatedBytes.of(() -> mergeRows(merged, part));

    assertThat(bytes).as("bytes allocated in %d merges", ROWS).isLessThan(NOISE);
  }

  @Test
  void should_notice_an_allocation_per_row() {
    long bytes =
        AllocatedBytes.of(
            () -> {
              for (int row = 0; row < ROWS; row++) {
                MomentsAggregates.accumulate(ByteBuffer.allocate(0), row);
              }
            });

    assertThat(bytes).isGreaterThan(ROWS * 88L);
  }

  private static void accumulateRows(ByteBuffer state) {
    for (int row = 0; row < ROWS; row++) {
      // Every kind of row: finite, NaN, infinite.
      double value = row % 10 == 9 ? Double.NaN : row % 10 == 8 ? 1 / 0.0 : row;
      MomentsAggregates.accumulate(state, value);
    }
  }

  private static void mergeRows(ByteBuffer merged, ByteBuffer part) {
    for (int row = 0; row < ROWS; row++) {
      MomentsAggregates.union(merged, part);
    }
  }
}
