/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.allocation;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import org.cassandrastats.uda.extremes.ByAggregates;
import org.cassandrastats.uda.extremes.MaxNAggregates;
import org.cassandrastats.uda.extremes.RowsAggregates;
import org.junit.jupiter.api.Test;

/** State updates of the extremes family take no heap per row, once the state has its size. */
class ExtremesAllocationTest {
  private static final int ROWS = 100_000;

  /** Far below one object a row. */
  private static final long NOISE = ROWS;

  @Test
  void should_allocate_nothing_per_row_in_the_order_of_rows() {
    ByteBuffer state = RowsAggregates.accumulate(ByteBuffer.allocate(0), 1.5);

    assertAllocatesNothing(row -> RowsAggregates.accumulate(state, (double) row));
  }

  @Test
  void should_allocate_nothing_per_row_by_key() {
    ByteBuffer integers = ByAggregates.accumulate(ByteBuffer.allocate(0), 1.5, 1L);
    ByteBuffer doubles = ByAggregates.accumulate(ByteBuffer.allocate(0), 1L, 1.5);

    assertAllocatesNothing(row -> ByAggregates.accumulate(integers, (double) row, (long) row));
    assertAllocatesNothing(row -> ByAggregates.accumulate(doubles, (long) row, (double) row));
  }

  @Test
  void should_allocate_nothing_per_row_of_max_n_once_it_is_full() {
    int n = 10;
    ByteBuffer state = ByteBuffer.allocate(0);
    for (int row = 0; row < n; row++) {
      state = MaxNAggregates.accumulate(state, (double) row, n);
    }
    ByteBuffer full = state;

    assertAllocatesNothing(row -> MaxNAggregates.accumulate(full, (double) row, n));
  }

  private static void assertAllocatesNothing(Update update) {
    long bytes =
        AllocatedBytes.of(
            () -> {
              for (int row = 0; row < ROWS; row++) {
                update.row(row);
              }
            });

    assertThat(bytes).as("bytes allocated in %d rows", ROWS).isLessThan(NOISE);
  }

  @FunctionalInterface
  private interface Update {
    void row(int row);
  }
}
