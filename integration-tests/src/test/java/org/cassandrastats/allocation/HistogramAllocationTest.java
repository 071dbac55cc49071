/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.allocation;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.List;
import org.cassandrastats.uda.histogram.HistogramAggregates;
import org.cassandrastats.uda.histogram.HistogramUnion;
import org.cassandrastats.udf.histogram.Histogram;
import org.cassandrastats.udf.histogram.HistogramChart;
import org.cassandrastats.udf.state.Buffers;
import org.junit.jupiter.api.Test;

/** State updates of the histogram family take no heap per row and per merged state. */
class HistogramAllocationTest {
  private static final int ROWS = 100_000;

  /** Far below one object a row. */
  private static final long NOISE = ROWS;

  private static final List<Double> EDGES = List.of(0.0, 10.0, 500.0, 20_000.0, 90_000.0);

  @Test
  void should_allocate_nothing_per_row_of_bins_of_equal_width() {
    ByteBuffer state = HistogramAggregates.accumulate(ByteBuffer.allocate(0), 1.5, 0, 90_000, 64);

    assertAllocatesNothing(row -> HistogramAggregates.accumulate(state, value(row), 0, 90_000, 64));
  }

  @Test
  void should_allocate_nothing_per_row_of_explicit_edges() {
    ByteBuffer state = HistogramAggregates.accumulate(ByteBuffer.allocate(0), 1.5, EDGES);

    assertAllocatesNothing(row -> HistogramAggregates.accumulate(state, value(row), EDGES));
  }

  @Test
  void should_allocate_nothing_per_merged_state() {
    ByteBuffer part =
        Histogram.state(HistogramAggregates.accumulate(ByteBuffer.allocate(0), 1.5, EDGES));
    ByteBuffer merged = HistogramUnion.union(ByteBuffer.wrap(new byte[] {Buffers.MERGE}), part);

    assertAllocatesNothing(row -> HistogramUnion.union(merged, part));
  }

  /** The exact decimal of such an edge has 700 digits; of these six are shown. */
  @Test
  void should_draw_edges_next_to_zero_in_as_little_memory_as_others() {
    ByteBuffer ordinary = HistogramAggregates.accumulate(ByteBuffer.allocate(0), 0.5, 0, 0.7, 50);
    ByteBuffer tiny =
        HistogramAggregates.accumulate(ByteBuffer.allocate(0), 0.5e-300, 0, 0.7e-300, 50);

    assertThat(AllocatedBytes.of(() -> HistogramChart.chart(tiny, 1000)))
        .isLessThan(256 * 1024 + 256 * tiny.remaining())
        .isLessThan(2 * AllocatedBytes.of(() -> HistogramChart.chart(ordinary, 1000)));
  }

  /** Every kind of row: within the bins, outside them, NaN, infinite. */
  private static double value(int row) {
    return row % 10 == 9 ? Double.NaN : row % 10 == 8 ? 1 / 0.0 : row - 5_000;
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
