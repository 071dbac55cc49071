/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.allocation;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.stream.IntStream;
import org.cassandrastats.uda.time_weight.TimeWeightAggregates;
import org.cassandrastats.udf.state.Buffers;
import org.junit.jupiter.api.Test;

/** State updates of the time_weight family take no heap per row. */
class TimeWeightAllocationTest {
  private static final int ROWS = 100_000;

  /** Far below one object a row. */
  private static final long NOISE = ROWS;

  private static ByteBuffer state(long time) {
    return TimeWeightAggregates.linear(ByteBuffer.allocate(0), time, (double) (time % 10));
  }

  @Test
  void should_allocate_nothing_per_row() {
    long bytes =
        AllocatedBytes.of(
            () -> {
              ByteBuffer state = state(0);
              // Ascending, descending, again, skipped, and beyond what a sum can hold.
              for (int row = 1; row <= ROWS; row++) {
                TimeWeightAggregates.linear(state, row, row % 7 == 0 ? 1e308 : row % 5);
                TimeWeightAggregates.linear(state, row, row % 7 == 0 ? 1e308 : row % 5);
                TimeWeightAggregates.linear(state, -row, row % 3);
                TimeWeightAggregates.linear(state, row, Double.NaN);
              }
            });

    assertThat(bytes).as("bytes allocated in %d rows", 4 * ROWS).isLessThan(NOISE);
  }

  @Test
  void should_allocate_nothing_per_merged_state() {
    ByteBuffer[] parts =
        IntStream.range(1, ROWS)
            .mapToObj(row -> state(row % 2 == 0 ? row : -row))
            .toArray(ByteBuffer[]::new);

    long bytes =
        AllocatedBytes.of(
            () -> {
              ByteBuffer merged =
                  TimeWeightAggregates.union(ByteBuffer.wrap(new byte[] {Buffers.MERGE}), state(0));
              for (ByteBuffer part : parts) {
                TimeWeightAggregates.union(merged, part);
              }
            });

    assertThat(bytes).as("bytes allocated in %d merges", ROWS).isLessThan(NOISE);
  }
}
