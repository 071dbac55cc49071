/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.uda.chunk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;
import org.cassandrastats.uda.chunk.PointSeries.Clock;
import org.cassandrastats.uda.chunk.PointSeries.Shape;
import org.cassandrastats.uda.contract.Blobs;
import org.cassandrastats.udf.chunk.Chunk;
import org.cassandrastats.udf.chunk.ChunkState;
import org.cassandrastats.udf.tdigest.Tdigest;
import org.cassandrastats.udf.tdigest.TdigestAccessors;
import org.cassandrastats.udf.tdigest.TdigestState;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The digests that chunks carry. */
class ChunkDigestTest {
  private static final int[] KS = {10, 29, 30, 100, 200};

  private static ByteBuffer chunk(Shape shape, int count, long seed) {
    PointSeries series = PointSeries.of(Clock.JITTERED, shape, count, seed);
    return ChunkCodec.encode(series.times(), series.values());
  }

  @ParameterizedTest
  @EnumSource
  void should_be_the_very_digest_that_decoding_gives(Shape shape) {
    for (long seed : PointSeries.SEEDS) {
      ByteBuffer plain = chunk(shape, 3000, seed);
      for (int k : KS) {
        ByteBuffer carrying = Blobs.stored(ChunkCodec.withDigest(plain, k));

        assertThat(Chunk.isValid(carrying)).isTrue();
        assertThat(Chunk.text(carrying)).contains(" digest=" + k + " bytes=");
        assertThat(Blobs.hex(ChunkDistribution.tdigest(carrying, k)))
            .as("%s, seed %s, k %s", shape, seed, k)
            .isEqualTo(Blobs.hex(ChunkDistribution.tdigest(plain, k)));
        assertThat(Blobs.hex(ChunkDistribution.tdigest(carrying, k + 1)))
            .isEqualTo(Blobs.hex(ChunkDistribution.tdigest(plain, k + 1)));
        assertThat(Blobs.hex(Chunk.moments(carrying))).isEqualTo(Blobs.hex(Chunk.moments(plain)));
        assertThat(ChunkCodec.times(carrying)).isEqualTo(ChunkCodec.times(plain));
        assertThat(PointSeries.bits(ChunkCodec.values(carrying)))
            .isEqualTo(PointSeries.bits(ChunkCodec.values(plain)));
      }
    }
  }

  @ParameterizedTest
  @EnumSource(
      value = Shape.class,
      names = {"ANY_BITS", "SPECIAL"},
      mode = EnumSource.Mode.EXCLUDE)
  void should_be_joined_further_for_a_smaller_k(Shape shape) {
    for (long seed : PointSeries.SEEDS) {
      ByteBuffer plain = chunk(shape, 8192, seed);
      double[] sorted =
          Arrays.stream(ChunkCodec.values(plain)).filter(v -> !Double.isNaN(v)).sorted().toArray();

      ByteBuffer digest = ChunkDistribution.tdigest(ChunkCodec.withDigest(plain, 200), 100);

      assertThat(TdigestAccessors.isValid(digest)).isTrue();
      assertThat(TdigestState.k(digest)).isEqualTo(100);
      assertThat(TdigestAccessors.count(digest)).isEqualTo(sorted.length);
      assertThat(TdigestAccessors.min(digest)).isEqualTo(sorted[0]);
      assertThat(TdigestAccessors.max(digest)).isEqualTo(sorted[sorted.length - 1]);
      for (double quantile : new double[] {0.001, 0.01, 0.1, 0.5, 0.9, 0.99, 0.999}) {
        double found = Tdigest.quantile(digest, quantile);
        double below = Arrays.stream(sorted).filter(v -> v < found).count();
        double notAbove = Arrays.stream(sorted).filter(v -> v <= found).count();
        assertThat(Math.max(below / sorted.length, Math.min(notAbove / sorted.length, quantile)))
            .as("%s, seed %s, %s", shape, seed, quantile)
            .isCloseTo(quantile, within(0.01));
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {10, 29, 30, 100, 200})
  void should_be_carried_by_chunks_of_more_values_than_it_keeps(int k) {
    int most = TdigestState.maximumCentroids(k);
    ByteBuffer few = chunk(Shape.WALK, most, 42);
    ByteBuffer more = chunk(Shape.WALK, most + 1, 42);

    assertThat(Blobs.hex(ChunkCodec.withDigest(few, k))).isEqualTo(Blobs.hex(few));
    assertThat(ChunkCodec.hasDigest(few, k)).isTrue();
    assertThat(ChunkCodec.hasDigest(more, k)).isFalse();
    ByteBuffer carrying = ChunkCodec.withDigest(more, k);
    assertThat(ChunkCodec.hasDigest(carrying, k)).isTrue();
    assertThat(carrying.remaining() - more.remaining()).isBetween(8, 8 + 10 * most);
  }

  @Test
  void should_have_the_largest_size_that_the_format_names() {
    int most = TdigestState.maximumCentroids(200);

    assertThat(10 * most + 4).isEqualTo(ChunkState.MAXIMUM_DIGEST);
  }

  @Test
  void should_be_replaced() {
    ByteBuffer plain = chunk(Shape.SENSOR_WITH_GAPS, 250, 42);
    ByteBuffer carrying = ChunkCodec.withDigest(plain, 100);

    assertThat(Blobs.hex(ChunkCodec.withDigest(carrying, 20)))
        .isEqualTo(Blobs.hex(ChunkCodec.withDigest(plain, 20)));
    assertThat(Blobs.hex(ChunkCodec.withDigest(carrying, 100))).isEqualTo(Blobs.hex(carrying));
    // Too few values for one of this k.
    assertThat(Blobs.hex(ChunkCodec.withDigest(carrying, 200))).isEqualTo(Blobs.hex(plain));
    assertThat(ChunkCodec.hasDigest(carrying, 200)).isFalse();
    assertThat(ChunkCodec.hasDigest(carrying, 20)).isFalse();
  }

  @Test
  void should_not_be_carried_by_what_is_made_of_a_chunk() {
    ByteBuffer plain = chunk(Shape.SENSOR, 500, 42);
    ByteBuffer carrying = ChunkCodec.withDigest(plain, 50);
    String expected = Blobs.hex(plain);

    assertThat(Blobs.hex(ChunkCut.slice(carrying, Long.MIN_VALUE, Long.MAX_VALUE)))
        .isEqualTo(expected);
    assertThat(Blobs.hex(ChunkMerge.union(carrying, Blobs.none()))).isEqualTo(expected);
    assertThat(Blobs.hex(ChunkMerge.union(Blobs.none(), carrying))).isEqualTo(expected);
    assertThat(Blobs.hex(ChunkRows.chunk(ChunkMerge.union(Blobs.startOfMerge(), carrying))))
        .isEqualTo(expected);
    assertThat(Blobs.hex(ChunkLttb.lttb(carrying, 500))).isEqualTo(expected);
  }

  @Test
  void should_stay_empty_and_refuse_other_k() {
    assertThat(ChunkCodec.withDigest(Blobs.none(), 10).remaining()).isZero();
    assertThat(ChunkCodec.hasDigest(Blobs.none(), 10)).isTrue();
    for (int k : new int[] {Integer.MIN_VALUE, 0, 9, 201, 256, 266}) {
      assertThatThrownBy(() -> ChunkCodec.withDigest(Blobs.none(), k))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage("chunk_with_digest: expected k from 10 to 200, found " + k);
    }
  }

  /** Whoever computes the checksum anew is refused by what reads the digest. */
  @Test
  void should_refuse_what_no_chunk_of_these_values_carries() {
    ByteBuffer plain = chunk(Shape.SENSOR, 500, 42);
    byte[] good = Blobs.bytes(ChunkCodec.withDigest(plain, 50));
    int start = plain.remaining() - 8;
    int end = good.length - 8;
    int centroids = (end - 2 - start) / 10;
    Map<String, Consumer<ByteBuffer>> forgeries = new LinkedHashMap<>();
    forgeries.put("no mean", bytes -> bytes.putDouble(start + 100, Double.NaN));
    forgeries.put("a mean above the next", bytes -> bytes.putDouble(start + 100, 1e9));
    forgeries.put("a mean below the one before", bytes -> bytes.putDouble(start + 100, -1e9));
    forgeries.put("another minimum", bytes -> bytes.putDouble(start, -1e9));
    forgeries.put("no minimum", bytes -> bytes.putDouble(start, Double.NEGATIVE_INFINITY));
    forgeries.put("another maximum", bytes -> bytes.putDouble(start + 10 * (centroids - 1), 1e9));
    forgeries.put("a weight of nothing", bytes -> bytes.putShort(start + 108, (short) 0));
    forgeries.put("a weight more", bytes -> bytes.putShort(start + 108, (short) 600));
    forgeries.put("no centroid", bytes -> bytes.putShort(end - 2, (short) 0));
    forgeries.put("a centroid more", bytes -> bytes.putShort(end - 2, (short) (centroids + 1)));
    forgeries.put("a centroid less", bytes -> bytes.putShort(end - 2, (short) (centroids - 1)));
    forgeries.put("too many centroids", bytes -> bytes.putShort(end - 2, (short) 111));
    forgeries.put("a negative number of them", bytes -> bytes.putShort(end - 2, (short) -1));
    for (int k : new int[] {1, 9, 201, 255}) {
      forgeries.put("k " + k, bytes -> bytes.put(ChunkState.DIGEST, (byte) k));
    }
    forgeries.forEach(
        (what, forgery) -> {
          byte[] bytes = good.clone();
          forgery.accept(ByteBuffer.wrap(bytes));
          ByteBuffer forged = ByteBuffer.wrap(Blobs.sealed(bytes));

          assertThat(Chunk.isValid(forged)).as(what).isFalse();
          assertThatThrownBy(() -> ChunkCodec.withDigest(forged, 50))
              .as(what)
              .isInstanceOf(IllegalArgumentException.class)
              .hasMessageStartingWith("not a chunk state: expected a digest of its values");
          assertThat(Blobs.hex(ChunkMerge.union(forged, Blobs.none())))
              .as(what)
              .isEqualTo(Blobs.hex(plain));
        });
    // Without a k it is bytes too many.
    byte[] bytes = good.clone();
    bytes[ChunkState.DIGEST] = 0;
    assertThat(Chunk.isValid(ByteBuffer.wrap(Blobs.sealed(bytes)))).isFalse();
  }

  @Test
  void should_refuse_bytes_that_fill_up_and_are_not_zero() {
    for (int count = 60; count < 64; count++) {
      byte[] good = Blobs.bytes(ChunkCodec.withDigest(chunk(Shape.WALK, count, 42), 10));
      int centroids = ByteBuffer.wrap(good).getShort(good.length - 10);
      int padding = (-10 * centroids - 2) & 7;
      for (int at = good.length - 10 - padding; at < good.length - 10; at++) {
        byte[] bytes = good.clone();
        bytes[at] = 1;
        assertThat(Chunk.isValid(ByteBuffer.wrap(Blobs.sealed(bytes)))).isFalse();
      }
    }
  }
}
