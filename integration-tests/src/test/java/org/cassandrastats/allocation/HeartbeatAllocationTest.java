/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.allocation;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.stream.IntStream;
import org.cassandrastats.uda.heartbeat.HeartbeatAggregates;
import org.cassandrastats.udf.state.Buffers;
import org.junit.jupiter.api.Test;

/** State updates of the heartbeat family take no heap per row. */
class HeartbeatAllocationTest {
  private static final int ROWS = 100_000;
  private static final int INTERVAL = 5;

  /** Far below one object a row. */
  private static final long NOISE = ROWS;

  private static ByteBuffer state(long time) {
    return HeartbeatAggregates.accumulate(ByteBuffer.allocate(0), time, INTERVAL);
  }

  @Test
  void should_allocate_nothing_per_row() {
    long bytes =
        AllocatedBytes.of(
            () -> {
              ByteBuffer state = state(0);
              // Ascending, descending and again, with gaps of many lengths.
              for (long row = 1; row <= ROWS; row++) {
                HeartbeatAggregates.accumulate(state, row * row, INTERVAL);
                HeartbeatAggregates.accumulate(state, row * row, INTERVAL);
                HeartbeatAggregates.accumulate(state, -3 * row, INTERVAL);
              }
            });

    assertThat(bytes).as("bytes allocated in %d rows", 3 * ROWS).isLessThan(NOISE);
  }

  @Test
  void should_allocate_nothing_per_merged_state() {
    ByteBuffer[] parts =
        IntStream.range(1, ROWS)
            .mapToObj(row -> state(row % 2 == 0 ? 10L * row : -row))
            .toArray(ByteBuffer[]::new);

    long bytes =
        AllocatedBytes.of(
            () -> {
              ByteBuffer merged =
                  HeartbeatAggregates.union(ByteBuffer.wrap(new byte[] {Buffers.MERGE}), state(0));
              for (ByteBuffer part : parts) {
                HeartbeatAggregates.union(merged, part);
              }
            });

    assertThat(bytes).as("bytes allocated in %d merges", ROWS).isLessThan(NOISE);
  }
}
