/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.uda;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.nio.ByteBuffer;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.cassandrastats.uda.contract.Blobs;
import org.cassandrastats.uda.extremes.ByAggregates;
import org.cassandrastats.uda.extremes.ExtremesAggregates;
import org.cassandrastats.uda.extremes.MaxNAggregates;
import org.cassandrastats.uda.extremes.MinNAggregates;
import org.cassandrastats.uda.extremes.RowsAggregates;
import org.cassandrastats.uda.histogram.HistogramAggregates;
import org.cassandrastats.uda.histogram.HistogramUnion;
import org.cassandrastats.uda.moments.MomentsAggregates;
import org.cassandrastats.udf.extremes.Extremes;
import org.cassandrastats.udf.histogram.Histogram;
import org.cassandrastats.udf.moments.Moments;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** State functions change their own buffers in place: a row costs no copy. */
class WorkingStateTest {
  private static final long SEED = 24;

  private static Map<String, UnaryOperator<ByteBuffer>> rows() {
    Map<String, UnaryOperator<ByteBuffer>> rows = new LinkedHashMap<>();
    rows.put("moments", state -> MomentsAggregates.accumulate(state, 1.5));
    rows.put("moments, skipped", state -> MomentsAggregates.accumulate(state, Double.NaN));
    rows.put("min_max_by", state -> ByAggregates.accumulate(state, 1.5, 1L));
    rows.put("first_last of integers", state -> RowsAggregates.accumulate(state, 1L));
    rows.put("first_last of doubles", state -> RowsAggregates.accumulate(state, 1.5));
    rows.put("min_max_by of doubles", state -> ByAggregates.accumulate(state, 1L, 1.5));
    rows.put("min_n, full", state -> MinNAggregates.accumulate(state, 1.5, 1));
    rows.put("max_n, filling", state -> MaxNAggregates.accumulate(state, 1L, 100));
    rows.put("histogram", state -> HistogramAggregates.accumulate(state, 1.5, 0, 2, 5));
    rows.put(
        "histogram of edges",
        state -> HistogramAggregates.accumulate(state, 1.5, List.of(0.0, 1.0, 2.0)));
    return rows;
  }

  private static ByteBuffer finish(String what, ByteBuffer state) {
    return switch (what.replaceAll("\\W.*", "")) {
      case "moments" -> Moments.state(state);
      case "histogram" -> Histogram.state(state);
      default -> Extremes.state(state);
    };
  }

  private static ByteBuffer union(String what, ByteBuffer state, ByteBuffer part) {
    return switch (what.replaceAll("\\W.*", "")) {
      case "moments" -> MomentsAggregates.union(state, part);
      case "histogram" -> HistogramUnion.union(state, part);
      default -> ExtremesAggregates.union(state, part);
    };
  }

  private interface Check {
    void of(Map.Entry<String, UnaryOperator<ByteBuffer>> row) throws Exception;
  }

  private static List<DynamicTest> forEachRow(Check check) {
    return rows().entrySet().stream()
        .map(row -> DynamicTest.dynamicTest(row.getKey(), () -> check.of(row)))
        .toList();
  }

  @TestFactory
  Iterable<DynamicTest> should_change_an_own_state_in_place_and_refuse_any_other() {
    return forEachRow(
        row -> {
          ByteBuffer own = row.getValue().apply(Blobs.none());
          ByteBuffer stored = Blobs.stored(finish(row.getKey(), own));

          assertThat(row.getValue().apply(own)).isSameAs(own);
          assertThatThrownBy(() -> row.getValue().apply(stored))
              .isInstanceOf(IllegalArgumentException.class)
              .hasMessageContaining("expected the empty blob 0x");
        });
  }

  @TestFactory
  Iterable<DynamicTest> should_merge_into_an_own_state_in_place() {
    return forEachRow(
        row -> {
          ByteBuffer own = row.getValue().apply(Blobs.none());
          ByteBuffer part = Blobs.stored(finish(row.getKey(), own));
          ByteBuffer merged = Blobs.startOfMerge();
          // As many as the heap keeps.
          for (int parts = 0; parts < 100; parts++) {
            merged = union(row.getKey(), merged, part);
          }
          ByteBuffer working = merged;

          assertThat(union(row.getKey(), working, part)).isSameAs(working);
          for (ByteBuffer other : List.of(own, part, finish(row.getKey(), working))) {
            String before = Blobs.hex(other);
            assertThat(union(row.getKey(), other, part)).isNotSameAs(other);
            assertThat(Blobs.hex(other)).isEqualTo(before);
          }
        });
  }

  /** A function of the user's own can make a buffer like a state function's, with any bytes. */
  @TestFactory
  Iterable<DynamicTest> should_change_nothing_but_the_buffer_that_somebody_forged() {
    return forEachRow(
        row -> {
          Random random = new Random(SEED);
          for (int round = 0; round < 200; round++) {
            ByteBuffer own = row.getValue().apply(Blobs.none());
            ByteBuffer part = Blobs.stored(finish(row.getKey(), own));
            ByteBuffer forged =
                round % 2 == 0 ? own : union(row.getKey(), Blobs.startOfMerge(), part);
            for (int offset = 8; offset < forged.limit(); offset += 8) {
              forged.putLong(offset, random.nextLong());
            }
            String before = Blobs.hex(part);
            for (Supplier<ByteBuffer> call :
                List.<Supplier<ByteBuffer>>of(
                    () -> row.getValue().apply(forged), () -> union(row.getKey(), forged, part))) {
              Throwable thrown = catchThrowable(call::get);
              assertThat(thrown == null || thrown instanceof RuntimeException)
                  .as("seed %d, round %d: %s", SEED, round, thrown)
                  .isTrue();
            }
            assertThat(Blobs.hex(part)).isEqualTo(before);
          }
        });
  }
}
