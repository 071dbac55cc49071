/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.allocation;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import org.cassandrastats.uda.regression.RegressionAggregates;
import org.cassandrastats.udf.state.Buffers;
import org.junit.jupiter.api.Test;

/** State updates of the regression family take no heap per row. */
class RegressionAllocationTest {
  private static final int ROWS = 100_000;

  /** Far below one object a row. */
  private static final long NOISE = ROWS;

  @Test
  void should_allocate_nothing_per_row() {
    ByteBuffer state = RegressionAggregates.accumulate(ByteBuffer.allocate(0), 1.5, 2);

    long bytes =
        AllocatedBytes.of(
            () -> {
              for (int row = 0; row < ROWS; row++) {
                // Every kind of pair: finite, with a NaN, and beyond what sums can hold.
                double y = row % 10 == 9 ? Double.NaN : row;
                double x = row > ROWS / 2 ? 1e300 : -row;
                RegressionAggregates.accumulate(state, y, x);
              }
            });

    assertThat(bytes).as("bytes allocated in %d rows", ROWS).isLessThan(NOISE);
  }

  @Test
  void should_allocate_nothing_per_merged_state() {
    ByteBuffer part = RegressionAggregates.accumulate(ByteBuffer.allocate(0), 1.5, 2);
    ByteBuffer merged =
        RegressionAggregates.union(ByteBuffer.wrap(new byte[] {Buffers.MERGE}), part);

    long bytes =
        AllocatedBytes.of(
            () -> {
              for (int row = 0; row < ROWS; row++) {
                RegressionAggregates.union(merged, part);
              }
            });

    assertThat(bytes).as("bytes allocated in %d merges", ROWS).isLessThan(NOISE);
  }
}
