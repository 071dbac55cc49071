/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.rollup.internal.chunk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.cassandrastats.rollup.internal.chunk.Points.Chunks;
import org.cassandrastats.uda.chunk.ChunkCodec;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class ChunksTest {
  private static final long SEED = 20261122;
  private static final PackedColumn VALUES = new PackedColumn("v", PackedColumn.Kind.DOUBLE);

  @ParameterizedTest
  @CsvSource({"0, 0", "1, 1", "8191, 1", "8192, 1", "8193, 2", "16384, 2", "20000, 3"})
  void should_cut_points_into_chunks(int count, int parts) {
    System.out.println("seed " + SEED);
    Points points = random(count, new Random(SEED));

    List<ByteBuffer> chunks = Chunks.encode(VALUES, points, 0);
    Chunks decoded = Chunks.decode(VALUES, chunks);

    assertThat(chunks).hasSize(parts);
    assertThat(decoded.points().isSame(points)).isTrue();
    assertThat(decoded.isCut()).isTrue();
    for (int part = 0; part < parts - 1; part++) {
      assertThat(ChunkCodec.times(chunks.get(part))).hasSize(Chunks.SIZE);
    }
  }

  @Test
  void should_accept_that_another_column_has_more_parts() {
    List<ByteBuffer> chunks =
        new ArrayList<>(Chunks.encode(VALUES, random(10, new Random(SEED)), 0));
    chunks.add(null);

    assertThat(Chunks.decode(VALUES, chunks).isCut()).isTrue();
    assertThat(Chunks.decode(VALUES, Arrays.asList(null, null)).isCut()).isTrue();
  }

  @Test
  void should_see_that_others_have_cut_the_parts() {
    ByteBuffer early = ChunkCodec.encode(new long[] {1, 2}, new double[] {1, 2});
    ByteBuffer late = ChunkCodec.encode(new long[] {3, 4}, new double[] {3, 4});
    ByteBuffer twice = ChunkCodec.encode(new long[] {1, 1}, new double[] {1, 2});

    assertThat(Chunks.decode(VALUES, List.of(early, late)).isCut()).isFalse();
    assertThat(Chunks.decode(VALUES, List.of(late, early)).points().size()).isEqualTo(4);
    assertThat(Chunks.decode(VALUES, List.of(twice)).isCut()).isFalse();
    assertThat(Chunks.decode(VALUES, List.of(twice)).points().size()).isEqualTo(1);
    assertThat(Chunks.decode(VALUES, Arrays.asList(null, early)).isCut()).isFalse();
    assertThat(Chunks.decode(VALUES, List.of(ByteBuffer.allocate(0))).isCut()).isFalse();
  }

  @Test
  void should_make_chunks_that_carry_a_digest() {
    Points points = random(9000, new Random(SEED));

    List<ByteBuffer> chunks = Chunks.encode(VALUES, points, 50);

    assertThat(chunks).hasSize(2).allMatch(chunk -> ChunkCodec.hasDigest(chunk, 50));
    assertThat(Chunks.encode(VALUES, points, 0))
        .noneMatch(chunk -> ChunkCodec.hasDigest(chunk, 50));
    assertThat(Chunks.decode(VALUES, chunks).points().isSame(points)).isTrue();
    assertThat(Chunks.decode(VALUES, chunks).isCut()).isTrue();
  }

  @Test
  void should_refuse_what_is_no_chunk() {
    assertThatThrownBy(() -> Chunks.decode(VALUES, List.of(ByteBuffer.wrap(new byte[] {1, 2, 3}))))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("not a chunk state");
  }

  /** Any bits, NaN of all kinds among them, at rising times. */
  private static Points random(int count, Random random) {
    Points.Builder builder = new Points.Builder();
    long time = -1_000_000;
    for (int i = 0; i < count; i++) {
      time += 1 + random.nextInt(1000);
      builder.add(time, random.nextInt(10) == 0 ? 0x7ff8000000000000L | i : random.nextLong());
    }
    return builder.build();
  }
}
