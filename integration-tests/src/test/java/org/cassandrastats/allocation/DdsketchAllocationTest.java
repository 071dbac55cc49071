/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.allocation;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import org.cassandrastats.uda.ddsketch.DdsketchAggregates;
import org.cassandrastats.udf.state.Buffers;
import org.junit.jupiter.api.Test;

/** State updates of the ddsketch family take no heap per row, once the state has room. */
class DdsketchAllocationTest {
  private static final double ERROR = 0.01;
  private static final int ROWS = 72_000;

  /** Far below one object a row. */
  private static final long NOISE = ROWS;

  @Test
  void should_allocate_nothing_per_row() {
    ByteBuffer state = state();

    assertAllocatesNothing(
        () -> {
          for (int row = 0; row < ROWS; row++) {
            double value = row % 10 == 9 ? Double.NaN : row % 10 == 8 ? 0 : row - ROWS / 2;
            DdsketchAggregates.accumulate(state, value, ERROR);
          }
        });
  }

  /** Every row is above all before it, so that all bins move and the lowest collapse. */
  @Test
  void should_allocate_nothing_per_row_that_collapses_bins() {
    ByteBuffer full = state();

    assertAllocatesNothing(
        () -> {
          ByteBuffer state = full;
          for (int row = 0; row < ROWS; row++) {
            double magnitude = Math.exp(0.02 * row - 740);
            state = DdsketchAggregates.accumulate(state, magnitude, ERROR);
            state = DdsketchAggregates.accumulate(state, -magnitude, ERROR);
          }
        });
  }

  @Test
  void should_allocate_nothing_per_merged_state() {
    ByteBuffer part = state();
    ByteBuffer merged = DdsketchAggregates.union(ByteBuffer.wrap(new byte[] {Buffers.MERGE}), part);

    assertAllocatesNothing(
        () -> {
          for (int row = 0; row < 1_000; row++) {
            DdsketchAggregates.union(merged, part);
          }
        });
  }

  /** A state that has all bins that there may be. */
  private static ByteBuffer state() {
    ByteBuffer state = ByteBuffer.allocate(0);
    for (int row = 0; row < 2_500; row++) {
      double magnitude = Math.exp(0.02 * row - 38);
      state = DdsketchAggregates.accumulate(state, magnitude, ERROR);
      state = DdsketchAggregates.accumulate(state, -magnitude, ERROR);
    }
    return state;
  }

  private static void assertAllocatesNothing(Runnable rows) {
    long bytes = AllocatedBytes.of(rows);

    assertThat(bytes).as("bytes allocated").isLessThan(NOISE);
  }
}
