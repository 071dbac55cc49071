/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.allocation;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.BinaryOperator;
import java.util.stream.DoubleStream;
import org.cassandrastats.annotated.LargestState;
import org.cassandrastats.uda.chunk.ChunkCodec;
import org.cassandrastats.uda.chunk.ChunkMerge;
import org.cassandrastats.uda.chunk.ChunkRows;
import org.cassandrastats.udf.chunk.PointsState;
import org.cassandrastats.udf.state.Buffers;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Merging eight times as many states takes about eight times the heap, not 64 times: what is
 * allocated is a measure of work that no load of the machine disturbs.
 */
class MergeGrowthTest {
  private static final int STATES = 500;
  private static final int TIMES = 8;
  private static final long SEED = 24;
  private static final ByteBuffer NONE = ByteBuffer.allocate(0);

  static List<LargestState> states() {
    return LargestState.ofEachAggregate();
  }

  @ParameterizedTest
  @MethodSource("states")
  void should_merge_states_in_work_that_grows_with_their_number(LargestState state) {
    assertGrowth(
        values().mapToObj(value -> state.finish(state.add(NONE, value))).toArray(ByteBuffer[]::new),
        state::append);
  }

  @Test
  void should_merge_chunks_in_work_that_grows_with_their_number() {
    assertGrowth(
        values()
            .mapToObj(value -> ChunkCodec.encode(new long[] {(long) value}, new double[] {value}))
            .toArray(ByteBuffer[]::new),
        (state, chunk) ->
            ChunkMerge.union(
                state.hasRemaining() ? state : ByteBuffer.wrap(new byte[] {Buffers.MERGE}), chunk));
  }

  private static DoubleStream values() {
    return new Random(SEED).doubles((long) TIMES * STATES, -1e9, 1e9);
  }

  private static void assertGrowth(ByteBuffer[] states, BinaryOperator<ByteBuffer> merge) {
    long few = bytes(Arrays.copyOf(states, STATES), merge);
    long many = bytes(states, merge);

    assertThat(many)
        .as("bytes for %d times the states, against %d, seed %d", TIMES, few, SEED)
        .isLessThan(2 * TIMES * few + (1 << 20));
  }

  private static long bytes(ByteBuffer[] states, BinaryOperator<ByteBuffer> merge) {
    return AllocatedBytes.of(
        () -> {
          ByteBuffer merged = NONE;
          for (ByteBuffer next : states) {
            merged = merge.apply(merged, next);
          }
          if (merged.get(2) == (byte) PointsState.FAMILY) {
            ChunkRows.chunk(merged);
          }
        });
  }
}
