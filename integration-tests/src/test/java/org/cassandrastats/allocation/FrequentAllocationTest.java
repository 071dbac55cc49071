/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.allocation;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import org.cassandrastats.uda.frequent.FrequentAggregates;
import org.cassandrastats.uda.frequent.FrequentUnion;
import org.cassandrastats.udf.frequent.Frequent;
import org.cassandrastats.udf.state.Buffers;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** State updates of the frequent family take no heap per row, once the state has room. */
class FrequentAllocationTest {
  private static final int MAX = 10;
  private static final int ROWS = 72_000;

  /** Far below one object a row. */
  private static final long NOISE = ROWS;

  /** Counters of all values, and of those that a full map keeps. */
  @ParameterizedTest
  @ValueSource(ints = {100, ROWS})
  void should_allocate_nothing_per_row(int different) {
    ByteBuffer numbers = numbers(different);
    ByteBuffer text = ByteBuffer.allocate(40);
    ByteBuffer texts = texts(text, different);

    assertAllocatesNothing(
        () -> {
          for (int row = 0; row < ROWS; row++) {
            FrequentAggregates.accumulate(numbers, (long) row % different, MAX);
            text.putInt(33, row % different);
            FrequentAggregates.accumulate(texts, text, MAX);
          }
        });
  }

  @ParameterizedTest
  @ValueSource(ints = {100, ROWS})
  void should_allocate_nothing_per_merged_state(int different) {
    ByteBuffer part = Frequent.state(numbers(different));
    ByteBuffer merged = FrequentUnion.union(ByteBuffer.wrap(new byte[] {Buffers.MERGE}), part);

    assertAllocatesNothing(
        () -> {
          for (int row = 0; row < 500; row++) {
            FrequentUnion.union(merged, part);
          }
        });
  }

  private static ByteBuffer numbers(int different) {
    ByteBuffer state = ByteBuffer.allocate(0);
    for (long row = 0; row < different; row++) {
      state = FrequentAggregates.accumulate(state, row, MAX);
    }
    return state;
  }

  private static ByteBuffer texts(ByteBuffer text, int different) {
    ByteBuffer state = ByteBuffer.allocate(0);
    for (int row = 0; row < different; row++) {
      text.putInt(33, row);
      state = FrequentAggregates.accumulate(state, text, MAX);
    }
    return state;
  }

  private static void assertAllocatesNothing(Runnable rows) {
    long bytes = AllocatedBytes.of(rows);

    assertThat(bytes).as("bytes allocated").isLessThan(NOISE);
  }
}
