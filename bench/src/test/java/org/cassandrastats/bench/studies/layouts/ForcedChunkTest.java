/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.studies.layouts;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.function.IntToDoubleFunction;
import java.util.stream.Stream;
import org.cassandrastats.uda.chunk.ChunkCodec;
import org.cassandrastats.udf.chunk.Chunk;
import org.cassandrastats.udf.chunk.ChunkState;
import org.cassandrastats.udf.state.Preamble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

final class ForcedChunkTest {
  private static final long SEED = 20261122;

  /** What packing has to get right: one value, blocks that are not full, constants, odd bits. */
  static Stream<double[]> series() {
    SplittableRandom random = new SplittableRandom(SEED);
    return Stream.of(
        new double[] {-0.0},
        new double[] {Double.NaN, Double.POSITIVE_INFINITY, -0.0, 0.0, Double.MIN_VALUE},
        filled(64, i -> 7),
        filled(65, i -> i % 3),
        filled(66, i -> i),
        filled(1000, i -> Math.floorDiv(i, 100) * 0.1),
        filled(8192, i -> random.nextInt(300)),
        filled(8192, i -> Double.longBitsToDouble(random.nextLong())),
        filled(8192, i -> Math.rint(random.nextGaussian() * 350) / 100));
  }

  private static double[] filled(int count, IntToDoubleFunction value) {
    double[] values = new double[count];
    Arrays.setAll(values, value);
    return values;
  }

  @ParameterizedTest
  @MethodSource("series")
  void should_hold_the_same_points_in_every_encoding(double[] values) {
    ByteBuffer chosen = ForcedChunk.encode(values, ForcedChunk.Encoding.SMALLEST);
    for (ForcedChunk.Encoding encoding : ForcedChunk.Encoding.values()) {
      ByteBuffer chunk = ForcedChunk.encode(values, encoding);

      assertThat(Chunk.isValid(chunk)).isTrue();
      assertThat(bits(ChunkCodec.values(chunk))).isEqualTo(bits(values));
      assertThat(ChunkCodec.times(chunk)).isEqualTo(ChunkCodec.times(chosen));
      assertThat(Chunk.moments(chunk)).isEqualTo(Chunk.moments(chosen));
    }
  }

  private static long[] bits(double... values) {
    return Arrays.stream(values).mapToLong(Double::doubleToRawLongBits).toArray();
  }

  @ParameterizedTest
  @MethodSource("series")
  void should_use_the_encoding_that_is_asked_for(double[] values) {
    ByteBuffer raw = ForcedChunk.encode(values, ForcedChunk.Encoding.RAW);
    ByteBuffer dictionary = ForcedChunk.encode(values, ForcedChunk.Encoding.DICTIONARY);

    assertThat(raw.get(Preamble.FLAGS)).isEqualTo((byte) ChunkState.RAW);
    assertThat(raw.remaining())
        .isGreaterThanOrEqualTo(8 * values.length)
        .isGreaterThanOrEqualTo(
            ForcedChunk.encode(values, ForcedChunk.Encoding.SMALLEST).remaining());
    if (dictionary.remaining() < raw.remaining()) {
      assertThat(dictionary.get(Preamble.FLAGS)).isEqualTo((byte) ChunkState.DICTIONARY);
    } else {
      assertThat(dictionary).isEqualTo(raw);
    }
  }

  @Test
  void should_take_nine_bits_of_each_of_300_different_values() {
    SplittableRandom random = new SplittableRandom(SEED);
    double[] values = filled(8192, i -> random.nextInt(300) * Math.PI);

    ByteBuffer dictionary = ForcedChunk.encode(values, ForcedChunk.Encoding.DICTIONARY);

    assertThat(dictionary.remaining()).isBetween(8192 * 9 / 8, 8192 * 9 / 8 + 300 * 8 + 1000);
  }
}
