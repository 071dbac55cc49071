/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.uda.chunk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.cassandrastats.uda.chunk.PointSeries.Clock;
import org.cassandrastats.uda.chunk.PointSeries.Shape;
import org.cassandrastats.uda.contract.Blobs;
import org.cassandrastats.uda.moments.MomentsAggregates;
import org.cassandrastats.udf.chunk.Chunk;
import org.cassandrastats.udf.chunk.ChunkState;
import org.cassandrastats.udf.moments.Moments;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** What goes into a chunk comes out of it, bit for bit. */
class ChunkRoundTripTest {
  private static final int[] COUNTS = {1, 2, 3, 64, 65, 66, 129, 500};

  static List<PointSeries> series() {
    List<PointSeries> all = new ArrayList<>();
    for (Clock clock : Clock.values()) {
      for (Shape shape : Shape.values()) {
        for (int count : COUNTS) {
          all.add(PointSeries.of(clock, shape, count, PointSeries.SEEDS[all.size() % 3]));
        }
        if (clock == Clock.GAPS) {
          all.add(PointSeries.of(clock, shape, 8192, 42));
        }
      }
    }
    return all;
  }

  private static void assertSurvives(PointSeries series) {
    ByteBuffer chunk = Blobs.stored(ChunkCodec.encode(series.times(), series.values()));

    assertThat(Chunk.isValid(chunk)).isTrue();
    assertThat(ChunkCodec.times(chunk)).isEqualTo(series.times());
    assertThat(PointSeries.bits(ChunkCodec.values(chunk)))
        .isEqualTo(PointSeries.bits(series.values()));
    assertThat(Chunk.count(chunk)).isEqualTo(series.count());
    assertThat(Chunk.firstTime(chunk)).isEqualTo(series.times()[0]);
    assertThat(Chunk.lastTime(chunk)).isEqualTo(series.times()[series.count() - 1]);
    assertThat(chunk.remaining()).isLessThanOrEqualTo(ChunkState.MAXIMUM_SIZE);
  }

  @ParameterizedTest
  @MethodSource("series")
  void should_give_back_the_very_points(PointSeries series) {
    assertSurvives(series);
  }

  @Test
  void should_give_back_any_points_of_any_number() {
    List<Clock> clocks = List.of(Clock.values());
    List<Shape> shapes = List.of(Shape.values());
    for (long seed : PointSeries.SEEDS) {
      Random random = new Random(seed);
      for (int round = 0; round < 300; round++) {
        Clock clock = clocks.get(random.nextInt(clocks.size()));
        Shape shape = shapes.get(random.nextInt(shapes.size()));
        assertSurvives(PointSeries.of(clock, shape, random.nextInt(1, 400), random.nextLong()));
      }
    }
  }

  @Test
  void should_hold_every_width_and_shift_of_a_residual() {
    for (int width = 0; width <= 64; width++) {
      for (int shift = 0; shift + width <= 64; shift += 3) {
        long mask = width == 0 ? 0 : -1L >>> (64 - width) << shift;
        Random random = new Random(width);
        long[] bits = new long[70];
        for (int i = 0; i < bits.length; i++) {
          bits[i] = random.nextLong() & mask;
        }
        long[] times = bits.clone();
        Arrays.sort(times);
        double[] values = Arrays.stream(bits).mapToDouble(Double::longBitsToDouble).toArray();
        assertSurvives(new PointSeries("width " + width + ", shift " + shift, times, values));
      }
    }
  }

  @Test
  void should_give_up_a_dictionary_of_values_that_collide() {
    // Products with this number are what the encoder hashes: all of these have one slot.
    long factor = 0x9e3779b97f4a7c15L;
    long inverse = BigInteger.valueOf(factor).modInverse(BigInteger.TWO.pow(64)).longValue();
    double[] values = new double[8192];
    for (int i = 0; i < values.length; i++) {
      long folded = i % 4096 * inverse;
      values[i] = Double.longBitsToDouble(folded ^ folded >>> 32);
    }
    PointSeries series = new PointSeries("collisions", new long[8192], values);

    assertSurvives(series);
    ByteBuffer chunk = ChunkCodec.encode(series.times(), series.values());
    assertThat(Chunk.text(chunk)).contains(" encoding=raw ");
  }

  @ParameterizedTest
  @CsvSource({
    "SENSOR, decimal, 1.1",
    "SENSOR_WITH_GAPS, decimal, 1.5",
    "COUNTER, decimal, 0.5",
    "CONSTANT, bits, 0.1",
    "CATEGORIES, dictionary, 0.6",
    "WALK, bits, 6.6",
    "UNIFORM, bits|dictionary, 7.0",
    "ANGLES, dictionary, 7.2",
    "ANY_BITS, raw, 8.1"
  })
  void should_choose_the_smallest_encoding(Shape shape, String encoding, double bytesOfAPoint) {
    for (long seed : PointSeries.SEEDS) {
      PointSeries series = PointSeries.of(Clock.REGULAR, shape, 8192, seed);

      ByteBuffer chunk = ChunkCodec.encode(series.times(), series.values());

      assertThat(Chunk.text(chunk))
          .as(series.name())
          .containsPattern(" encoding=(" + encoding + ") ");
      assertThat(chunk.remaining() / 8192.0).as(series.name()).isLessThan(bytesOfAPoint);
    }
  }

  @ParameterizedTest
  @MethodSource("series")
  void should_hold_the_moments_of_the_values(PointSeries series) {
    ByteBuffer moments = Blobs.none();
    for (double value : series.values()) {
      moments = MomentsAggregates.accumulate(moments, value);
    }

    ByteBuffer chunk = ChunkCodec.encode(series.times(), series.values());

    assertThat(Blobs.hex(Chunk.moments(chunk))).isEqualTo(Blobs.hex(Moments.state(moments)));
  }

  @Test
  void should_reach_the_largest_size_and_not_pass_it() {
    int largest = 0;
    for (long seed : PointSeries.SEEDS) {
      Random random = new Random(seed);
      long[] times = random.longs(8192).sorted().toArray();
      double[] values = Shape.ANY_BITS.values(8192, random);
      largest = Math.max(largest, ChunkCodec.encode(times, values).remaining());
    }

    // Differences of 8192 ordered numbers cannot all have 64 bits.
    assertThat(largest).isBetween(ChunkState.MAXIMUM_SIZE * 9 / 10, ChunkState.MAXIMUM_SIZE);
  }

  @Test
  void should_refuse_what_is_no_series() {
    assertThatThrownBy(() -> ChunkCodec.encode(new long[] {2, 1}, new double[2]))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("chunk: expected times in order, found 1 behind 2");
    assertThatThrownBy(() -> ChunkCodec.encode(new long[3], new double[2]))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("chunk: expected at most 8192 times and as many values, found 3 and 2");
    assertThatThrownBy(() -> ChunkCodec.encode(new long[8193], new double[8193]))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("found 8193 and 8193");
  }

  @Test
  void should_have_no_bytes_without_points() {
    ByteBuffer none = ChunkCodec.encode(new long[0], new double[0]);

    assertThat(none.remaining()).isZero();
    assertThat(ChunkCodec.times(none)).isEmpty();
    assertThat(ChunkCodec.values(none)).isEmpty();
  }
}
