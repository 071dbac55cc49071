/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.allocation;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.BinaryOperator;
import java.util.function.DoubleFunction;
import org.cassandrastats.uda.chunk.ChunkCodec;
import org.cassandrastats.uda.chunk.ChunkMerge;
import org.cassandrastats.uda.chunk.ChunkRows;
import org.cassandrastats.uda.ddsketch.DdsketchAggregates;
import org.cassandrastats.uda.extremes.ExtremesAggregates;
import org.cassandrastats.uda.extremes.MaxNAggregates;
import org.cassandrastats.uda.histogram.HistogramAggregates;
import org.cassandrastats.uda.histogram.HistogramUnion;
import org.cassandrastats.uda.moments.MomentsAggregates;
import org.cassandrastats.uda.tdigest.TdigestAggregates;
import org.cassandrastats.uda.tdigest.TdigestUnion;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * Merging eight times as many states takes about eight times the heap, not 64 times: what is
 * allocated is a measure of work that no load of the machine disturbs.
 */
class MergeGrowthTest {
  private static final int STATES = 500;
  private static final int TIMES = 8;
  private static final long SEED = 24;

  private static Map<String, DoubleFunction<ByteBuffer>> states() {
    Map<String, DoubleFunction<ByteBuffer>> states = new LinkedHashMap<>();
    ByteBuffer none = ByteBuffer.allocate(0);
    states.put(
        "chunk", value -> ChunkCodec.encode(new long[] {(long) value}, new double[] {value}));
    states.put("moments", value -> MomentsAggregates.accumulate(none, value));
    states.put("extremes", value -> MaxNAggregates.accumulate(none, value, 1000));
    states.put("histogram", value -> HistogramAggregates.accumulate(none, value, -1e9, 1e9, 4096));
    states.put("ddsketch", value -> DdsketchAggregates.accumulate(none, value, 0.001));
    states.put("tdigest", value -> TdigestAggregates.accumulate(none, value));
    return states;
  }

  private static BinaryOperator<ByteBuffer> merge(String family) {
    return switch (family) {
      case "chunk" -> ChunkMerge::append;
      case "moments" -> MomentsAggregates::union;
      case "extremes" -> ExtremesAggregates::union;
      case "histogram" -> HistogramUnion::union;
      case "ddsketch" -> DdsketchAggregates::union;
      case "tdigest" -> TdigestUnion::union;
      default -> throw new IllegalArgumentException(family);
    };
  }

  @TestFactory
  List<DynamicTest> should_merge_states_in_work_that_grows_with_their_number() {
    List<DynamicTest> tests = new ArrayList<>();
    states()
        .forEach(
            (family, state) ->
                tests.add(
                    DynamicTest.dynamicTest(
                        family,
                        () -> {
                          long few = bytes(family, state, STATES);
                          long many = bytes(family, state, TIMES * STATES);

                          assertThat(many)
                              .as("bytes for %d times the states, against %d", TIMES, few)
                              .isLessThan(2 * TIMES * few + (1 << 20));
                        })));
    return tests;
  }

  private static long bytes(String family, DoubleFunction<ByteBuffer> state, int count) {
    double[] values = new Random(SEED).doubles(count, -1e9, 1e9).toArray();
    ByteBuffer[] states = Arrays.stream(values).mapToObj(state).toArray(ByteBuffer[]::new);
    BinaryOperator<ByteBuffer> merge = merge(family);
    return AllocatedBytes.of(
        () -> {
          ByteBuffer merged = ByteBuffer.allocate(0);
          for (ByteBuffer next : states) {
            merged = merge.apply(merged, next);
          }
          if (family.equals("chunk")) {
            ChunkRows.chunk(merged);
          }
        });
  }
}
