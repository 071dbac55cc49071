/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.allocation;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import org.cassandrastats.uda.tdigest.TdigestAggregates;
import org.cassandrastats.udf.tdigest.TdigestState;
import org.junit.jupiter.api.Test;

/** A row of a digest takes no heap; only the compression of a full buffer does. */
class TdigestAllocationTest {
  private static final int BUFFERED = TdigestState.bufferSize(TdigestState.DEFAULT_K);

  /** So many that two runs fit between two compressions. */
  private static final int ROWS = BUFFERED / 2 - 1;

  /** What the measurement may take: half of the smallest object for each row. */
  private static final long NOISE = 8L * ROWS;

  /** Values, what orders them, masses and centroids of one compression. */
  private static final long COMPRESSION = 100_000;

  @Test
  void should_allocate_nothing_per_row_between_compressions() {
    ByteBuffer state = rows(ByteBuffer.allocate(0), BUFFERED + 1);

    long bytes = AllocatedBytes.of(() -> rows(state, ROWS));

    assertThat(bytes).as("bytes allocated in %d rows", ROWS).isLessThan(NOISE);
  }

  @Test
  void should_allocate_for_a_compression_what_its_values_take() {
    ByteBuffer state = rows(ByteBuffer.allocate(0), BUFFERED + 1);

    long bytes = AllocatedBytes.of(() -> rows(state, BUFFERED));

    assertThat(bytes).as("bytes allocated in one compression").isBetween(NOISE, COMPRESSION);
  }

  private static ByteBuffer rows(ByteBuffer start, int rows) {
    ByteBuffer state = start;
    for (int row = 0; row < rows; row++) {
      state = TdigestAggregates.accumulate(state, Math.sin(row));
    }
    return state;
  }
}
