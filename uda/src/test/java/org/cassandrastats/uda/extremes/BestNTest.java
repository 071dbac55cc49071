/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.uda.extremes;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import org.cassandrastats.uda.contract.Blobs;
import org.cassandrastats.udf.extremes.Extremes;
import org.cassandrastats.udf.extremes.ExtremesState;
import org.cassandrastats.udf.extremes.ExtremesValues;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** min_n and max_n against sorting, over sizes, ties and the ends of the types. */
class BestNTest {
  static LongStream seeds() {
    return LongStream.rangeClosed(1, 100);
  }

  /** Few distinct values, or all 2^64, or the ends of bigint. */
  private static long[] column(Random random) {
    int kind = random.nextInt(3);
    int bound = 1 + random.nextInt(20);
    return random
        .longs(random.nextInt(3000))
        .map(
            bits ->
                kind == 0
                    ? Math.floorMod(bits, bound)
                    : kind == 1 ? bits : Long.MAX_VALUE + Math.floorMod(bits, bound))
        .toArray();
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void should_keep_what_sorting_puts_first(long seed) {
    Random random = new Random(seed);
    int n = random.nextBoolean() ? 1 + random.nextInt(1000) : 1 + random.nextInt(10);
    long[] values = column(random);
    ByteBuffer smallest = Blobs.none();
    ByteBuffer largest = Blobs.none();
    ByteBuffer merged = Blobs.startOfMerge();
    ByteBuffer part = Blobs.none();
    for (long value : values) {
      smallest = MinNAggregates.accumulate(smallest, value, n);
      largest = MaxNAggregates.accumulate(largest, value, n);
      part = MinNAggregates.accumulate(part, value, n);
      if (random.nextInt(100) == 0) {
        merged = ExtremesAggregates.union(merged, part);
        part = Blobs.none();
      }
    }
    merged = ExtremesAggregates.union(merged, part);

    List<Long> sorted = Arrays.stream(values).sorted().limit(n).boxed().toList();
    List<Long> reversed =
        Arrays.stream(values).boxed().sorted(Collections.reverseOrder()).limit(n).toList();
    String description = "seed " + seed + ", n " + n + ", " + values.length + " rows";
    if (values.length == 0) {
      assertThat(ExtremesValues.valuesBigint(smallest)).as(description).isNull();
      return;
    }
    assertThat(ExtremesValues.valuesBigint(smallest)).as(description).isEqualTo(sorted);
    assertThat(ExtremesValues.valuesBigint(merged)).as(description).isEqualTo(sorted);
    assertThat(ExtremesValues.valuesBigint(largest)).as(description).isEqualTo(reversed);
    assertThat(Extremes.count(merged)).as(description).isEqualTo(values.length);
    assertThat(Extremes.isValid(Blobs.stored(Extremes.state(merged)))).as(description).isTrue();
  }

  @Test
  void should_order_every_kind_of_double() {
    double[] values = {
      1e308,
      -1e308,
      Double.MIN_VALUE,
      -Double.MIN_VALUE,
      0.0,
      -0.0,
      1,
      -1,
      Double.MAX_VALUE,
      -Double.MAX_VALUE,
      Double.MIN_NORMAL,
      Math.nextDown(1.0)
    };
    ByteBuffer smallest = Blobs.none();
    ByteBuffer largest = Blobs.none();
    for (double value : values) {
      smallest = MinNAggregates.accumulate(smallest, value, 12);
      largest = MaxNAggregates.accumulate(largest, value, 12);
    }
    List<Double> sorted = Arrays.stream(values).sorted().boxed().toList();

    assertThat(ExtremesValues.valuesDouble(smallest)).isEqualTo(sorted);
    assertThat(ExtremesValues.valuesDouble(largest))
        .isEqualTo(sorted.stream().sorted(Collections.reverseOrder()).toList());
  }

  @Test
  void should_take_8024_bytes_at_most_and_little_more_room_than_that() {
    ByteBuffer state = Blobs.none();
    int copies = 0;
    for (long row = 0; row < 5_000; row++) {
      ByteBuffer next = MaxNAggregates.accumulate(state, row * 31 % 4999, 1000);
      copies += next.capacity() == state.capacity() ? 0 : 1;
      assertThat(next.capacity() % 8).isEqualTo(1);
      state = next;
    }

    assertThat(state.remaining()).isEqualTo(8016);
    assertThat(state.capacity()).isEqualTo(8017);
    assertThat(copies).as("the room doubles: 8, 16, ..., 1000").isEqualTo(8);
    ByteBuffer stored = Extremes.state(state);
    assertThat(stored.remaining()).isEqualTo(8024);
    ByteBuffer merged = ExtremesAggregates.union(stored, stored);
    assertThat(merged.remaining()).isEqualTo(8024);
    ByteBuffer working = ExtremesAggregates.union(Blobs.startOfMerge(), stored);
    assertThat(ExtremesAggregates.union(working, stored)).isSameAs(working);
    assertThat(Extremes.state(working)).isEqualTo(merged);
    assertThat(Extremes.count(merged)).isEqualTo(10_000);
    assertThat(Extremes.text(merged)).hasSizeLessThan(200).endsWith(", ...]");
  }

  @Test
  void should_take_little_for_a_small_group() {
    ByteBuffer state = MinNAggregates.accumulate(Blobs.none(), 1L, 1000);

    assertThat(state.remaining()).isEqualTo(24);
    assertThat(state.capacity()).isEqualTo(ExtremesState.DATA + 8 * 8 + 1);
    assertThat(MinNAggregates.accumulate(Blobs.none(), 1L, 1).capacity()).isEqualTo(25);
  }
}
