/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.allocation;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.stream.IntStream;
import org.cassandrastats.uda.state_time.StateTimeAggregates;
import org.cassandrastats.udf.state.Buffers;
import org.junit.jupiter.api.Test;

/** State updates of the state_time family take no heap per row. */
class StateTimeAllocationTest {
  private static final int ROWS = 100_000;

  /** Far below one object a row. */
  private static final long NOISE = ROWS;

  private static final ByteBuffer ON = ByteBuffer.wrap(new byte[] {'o', 'n'});

  private static ByteBuffer state(long time) {
    return StateTimeAggregates.accumulate(ByteBuffer.allocate(0), time, time % 10);
  }

  @Test
  void should_allocate_nothing_per_row() {
    long bytes =
        AllocatedBytes.of(
            () -> {
              ByteBuffer state = state(0);
              // Ascending, descending, again, of bytes, and more states than are told apart.
              for (int row = 1; row <= ROWS; row++) {
                state = StateTimeAggregates.accumulate(state, row, row % 100);
                state = StateTimeAggregates.accumulate(state, row, row % 100);
                state = StateTimeAggregates.accumulate(state, -row, ON);
              }
            });

    assertThat(bytes).as("bytes allocated in %d rows", 3 * ROWS).isLessThan(NOISE);
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
                  StateTimeAggregates.union(ByteBuffer.wrap(new byte[] {Buffers.MERGE}), state(0));
              for (ByteBuffer part : parts) {
                StateTimeAggregates.union(merged, part);
              }
            });

    assertThat(bytes).as("bytes allocated in %d merges", ROWS).isLessThan(NOISE);
  }
}
