/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.uda.chunk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.DoubleStream;
import java.util.stream.LongStream;
import org.cassandrastats.uda.contract.Blobs;
import org.cassandrastats.udf.chunk.Chunk;
import org.cassandrastats.udf.chunk.ChunkIntegers;
import org.cassandrastats.udf.chunk.ChunkState;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Values that are integers, most of which are no doubles. */
class ChunkIntegersTest {
  private static final int COUNT = 500;

  /** Integers as they are stored. */
  enum Shape {
    SMALL,
    IDENTIFIERS,
    NANOSECONDS,
    FEW,
    CONSTANT,
    ONE_LARGE,
    EDGES,
    ANY;

    private static final long[] OF_EDGES = {
      0,
      -1,
      (1L << 53) - 1,
      1L << 53,
      (1L << 53) + 1,
      -(1L << 53) - 1,
      Long.MIN_VALUE,
      Long.MIN_VALUE + 1,
      Long.MAX_VALUE,
      Long.MAX_VALUE - 1,
      Long.MAX_VALUE - 1023,
      1L << 62
    };

    long[] values(int count, long seed) {
      Random random = new Random(seed);
      long[] values = new long[count];
      for (int i = 0; i < count; i++) {
        values[i] =
            switch (this) {
              case SMALL -> random.nextInt(1000);
              case IDENTIFIERS -> (1_700_000_000_000L + 250L * i) << 22 | random.nextInt(1 << 22);
              case NANOSECONDS -> 1_700_000_000_000_000_000L + 1_000_000L * i + random.nextInt(99);
              case FEW -> Long.MAX_VALUE - random.nextInt(8);
              case CONSTANT -> (1L << 60) + 1;
              case ONE_LARGE -> i == count / 2 ? (1L << 53) + 1 : i % 7;
              case EDGES -> OF_EDGES[random.nextInt(OF_EDGES.length)];
              case ANY -> random.nextLong();
            };
      }
      return values;
    }
  }

  private static long[] times(int count) {
    long[] times = new long[count];
    Arrays.setAll(times, i -> 1000L * i);
    return times;
  }

  private static double[] doubles(long[] values) {
    return Arrays.stream(values).mapToDouble(value -> (double) value).toArray();
  }

  private static ByteBuffer part(long[] values, int from, int to) {
    return ChunkCodec.encode(
        Arrays.copyOfRange(times(values.length), from, to), Arrays.copyOfRange(values, from, to));
  }

  private static ByteBuffer aggregate(long[] values) {
    ByteBuffer state = Blobs.none();
    for (int i = 0; i < values.length; i++) {
      state = ChunkRows.accumulate(state, 1000L * i, values[i]);
    }
    return ChunkRows.chunk(state);
  }

  @ParameterizedTest
  @EnumSource
  void should_keep_every_integer(Shape shape) {
    for (long seed : PointSeries.SEEDS) {
      for (int count : new int[] {1, 2, 65, COUNT, 8192}) {
        long[] values = shape.values(count, seed);
        ByteBuffer chunk = aggregate(values);
        String what = shape + ", " + count + " values, seed " + seed;

        assertThat(ChunkCodec.integers(chunk)).as(what).isEqualTo(values);
        assertThat(ChunkCodec.values(chunk)).as(what).isEqualTo(doubles(values));
        assertThat(Chunk.isValid(chunk)).as(what).isTrue();
        assertThat(chunk.remaining()).as(what).isLessThanOrEqualTo(ChunkState.MAXIMUM_SIZE);
        assertThat(Blobs.hex(part(values, 0, count))).as(what).isEqualTo(Blobs.hex(chunk));
        assertThat(ChunkIntegers.bigints(chunk)).as(what).hasSize(count).contains(values[0]);
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void should_keep_them_when_chunks_are_cut_and_put_together(Shape shape) {
    long[] values = shape.values(COUNT, 42);
    String whole = Blobs.hex(part(values, 0, COUNT));
    for (int cut = 0; cut <= COUNT; cut += 50) {
      ByteBuffer left = part(values, 0, cut);
      ByteBuffer right = part(values, cut, COUNT);
      ByteBuffer merge = ChunkMerge.union(ChunkMerge.union(Blobs.startOfMerge(), right), left);
      ByteBuffer slice = ChunkCut.slice(Blobs.fromHex(whole), 1000L * cut, Long.MAX_VALUE);

      assertThat(ChunkCodec.integers(ChunkMerge.union(left, right))).isEqualTo(values);
      assertThat(Blobs.hex(ChunkRows.chunk(merge))).as("cut " + cut).isEqualTo(whole);
      assertThat(Blobs.hex(slice)).as("cut " + cut).isEqualTo(Blobs.hex(right));
    }
  }

  @ParameterizedTest
  @EnumSource
  void should_keep_those_that_draw_the_line(Shape shape) {
    long[] values = shape.values(COUNT, 1);
    ByteBuffer drawn = ChunkLttb.lttb(part(values, 0, COUNT), 20);
    long[] times = ChunkCodec.times(drawn);

    for (int i = 0; i < times.length; i++) {
      assertThat(ChunkCodec.integers(drawn)[i]).isEqualTo(values[(int) (times[i] / 1000)]);
    }
  }

  @Test
  void should_make_the_chunk_of_doubles_where_all_are_doubles() {
    long[] values = Shape.SMALL.values(COUNT, 1);

    assertThat(Blobs.hex(part(values, 0, COUNT)))
        .isEqualTo(Blobs.hex(ChunkCodec.encode(times(COUNT), doubles(values))));
  }

  @Test
  void should_keep_integers_beside_a_few_other_values_and_round_them_beside_many() {
    long large = (1L << 60) + 1;
    long[] integers = new long[COUNT];
    Arrays.fill(integers, large);
    ByteBuffer chunk = ChunkCodec.encode(times(COUNT), integers);
    ByteBuffer few = ChunkCodec.encode(new long[] {-2, -1}, new double[] {2.5, Double.NaN});
    ByteBuffer many = ChunkCodec.encode(times(COUNT), new Random(1).doubles(COUNT).toArray());

    ByteBuffer exact = ChunkMerge.union(few, chunk);
    ByteBuffer cut = ChunkCut.slice(exact, 0, Long.MAX_VALUE);
    ByteBuffer rounded = ChunkMerge.union(chunk, many);

    assertThat(ChunkCodec.integers(cut)).isEqualTo(integers);
    assertThat(Chunk.values(exact)).startsWith(2.5, Double.NaN, (double) large);
    assertThat(Chunk.values(rounded)).filteredOn(value -> value == large).hasSize(COUNT);
  }

  @Test
  void should_keep_integers_wherever_one_in_eight_others_are() {
    for (int stride : new int[] {8, 64, 128}) {
      ByteBuffer state = Blobs.none();
      for (int i = 0; i < 8192; i++) {
        state =
            i % stride == 0
                ? ChunkRows.accumulate(state, i, 0.5)
                : ChunkRows.accumulate(state, i, (1L << 60) + i);
      }

      ByteBuffer cut = ChunkCut.slice(ChunkRows.chunk(state), 1, 4);

      assertThat(ChunkIntegers.bigints(cut))
          .as("stride " + stride)
          .containsExactly((1L << 60) + 1, (1L << 60) + 2, (1L << 60) + 3);
    }
  }

  @Test
  void should_take_both_zeros_for_0_whatever_the_encoding() {
    double[] zeros = new double[40];
    zeros[7] = -0.0;
    double[] others = LongStream.range(0, 40).asDoubleStream().toArray();
    others[9] = -0.0;

    for (double[] values : List.of(new double[] {0.0, -0.0}, zeros, others)) {
      ByteBuffer chunk = ChunkCodec.encode(times(values.length), values);
      long[] expected = DoubleStream.of(values).mapToLong(value -> (long) value).toArray();

      assertThat(ChunkCodec.integers(chunk)).as(Chunk.text(chunk)).isEqualTo(expected);
    }
  }

  @Test
  void should_refuse_values_that_are_no_integers() {
    for (double value : new double[] {2.5, Double.NaN, Double.POSITIVE_INFINITY, 1e300}) {
      ByteBuffer chunk = ChunkCodec.encode(new long[] {1, 2}, new double[] {1, value});

      assertThatThrownBy(() -> ChunkIntegers.bigints(chunk))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage(
              "chunk_bigints: expected values that are integers of 64 bits, found "
                  + value
                  + "; chunk_values gives any");
    }
    assertThat(ChunkIntegers.bigints(null)).isNull();
    assertThat(ChunkIntegers.bigints(Blobs.none())).isNull();
  }

  @Test
  void should_reach_the_largest_size_with_any_integers_at_any_times() {
    Random random = new Random(42);
    long[] times = random.longs(8192).sorted().toArray();
    times[0] = Long.MIN_VALUE;
    times[8191] = Long.MAX_VALUE;

    ByteBuffer chunk = ChunkCodec.encode(times, random.longs(8192).toArray());

    assertThat(chunk.remaining())
        .isBetween(ChunkState.MAXIMUM_SIZE * 9 / 10, ChunkState.MAXIMUM_SIZE);
  }
}
