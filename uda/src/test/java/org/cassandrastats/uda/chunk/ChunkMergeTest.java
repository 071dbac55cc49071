/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.uda.chunk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.cassandrastats.uda.chunk.PointSeries.Clock;
import org.cassandrastats.uda.chunk.PointSeries.Shape;
import org.cassandrastats.uda.contract.Blobs;
import org.cassandrastats.udf.chunk.Chunk;
import org.junit.jupiter.api.Test;

/** Chunks taken apart and put together again. */
class ChunkMergeTest {
  private static ByteBuffer part(PointSeries series, int from, int to) {
    return ChunkCodec.encode(
        Arrays.copyOfRange(series.times(), from, to),
        Arrays.copyOfRange(series.values(), from, to));
  }

  /** As the aggregate chunk_merge of rows. */
  private static ByteBuffer aggregate(ByteBuffer... chunks) {
    ByteBuffer state = Blobs.startOfMerge();
    for (ByteBuffer chunk : chunks) {
      state = ChunkMerge.union(state, chunk);
    }
    return ChunkRows.chunk(state);
  }

  @Test
  void should_put_together_what_was_cut_anywhere() {
    PointSeries series = PointSeries.of(Clock.JITTERED, Shape.SENSOR_WITH_GAPS, 200, 42);
    String whole = Blobs.hex(part(series, 0, 200));
    for (int cut = 0; cut <= 200; cut++) {
      ByteBuffer left = Blobs.stored(part(series, 0, cut));
      ByteBuffer right = Blobs.stored(part(series, cut, 200));

      ByteBuffer merged = ChunkMerge.union(ChunkMerge.union(Blobs.none(), left), right);

      assertThat(Blobs.hex(merged)).as("cut " + cut).isEqualTo(whole);
      assertThat(Blobs.hex(ChunkMerge.union(right, left))).as("cut " + cut).isEqualTo(whole);
      assertThat(Blobs.hex(aggregate(left, right))).as("cut " + cut).isEqualTo(whole);
      assertThat(Blobs.hex(aggregate(right, left))).as("cut " + cut).isEqualTo(whole);
    }
  }

  @Test
  void should_merge_points_that_lie_between_each_other() {
    for (long seed : PointSeries.SEEDS) {
      Random random = new Random(seed);
      PointSeries series = PointSeries.of(Clock.REGULAR, Shape.ANY_BITS, 300, seed);
      ByteBuffer[] parts = {Blobs.none(), Blobs.none(), Blobs.none()};
      for (int i = 0; i < 300; i++) {
        int part = random.nextInt(3);
        parts[part] = ChunkRows.accumulate(parts[part], series.times()[i], series.values()[i]);
      }
      for (int i = 0; i < 3; i++) {
        parts[i] = ChunkRows.chunk(parts[i]);
      }
      String whole = Blobs.hex(part(series, 0, 300));

      ByteBuffer first = ChunkMerge.union(ChunkMerge.union(parts[0], parts[1]), parts[2]);
      ByteBuffer second = ChunkMerge.union(parts[2], ChunkMerge.union(parts[1], parts[0]));

      assertThat(Blobs.hex(first)).as("seed " + seed).isEqualTo(whole);
      assertThat(Blobs.hex(second)).as("seed " + seed).isEqualTo(whole);
      assertThat(Blobs.hex(aggregate(parts))).as("seed " + seed).isEqualTo(whole);
    }
  }

  @Test
  void should_keep_all_points_of_one_time_those_of_the_left_first() {
    ByteBuffer left = ChunkCodec.encode(new long[] {1, 5, 5}, new double[] {1, 2, 3});
    ByteBuffer right = ChunkCodec.encode(new long[] {5, 5, 9}, new double[] {4, 5, 6});

    ByteBuffer merged = ChunkMerge.union(left, right);

    assertThat(Blobs.hex(aggregate(left, right))).isEqualTo(Blobs.hex(merged));
    assertThat(Chunk.times(merged)).containsExactly(1L, 5L, 5L, 5L, 5L, 9L);
    assertThat(Chunk.values(merged)).containsExactly(1.0, 2.0, 3.0, 4.0, 5.0, 6.0);
  }

  @Test
  void should_refuse_more_than_8192_points() {
    PointSeries series = PointSeries.of(Clock.REGULAR, Shape.SENSOR, 8192, 1);
    ByteBuffer most = part(series, 0, 8192);
    ByteBuffer one = part(series, 7, 8);

    assertThat(Blobs.hex(ChunkMerge.union(most, Blobs.none()))).isEqualTo(Blobs.hex(most));
    assertThat(Chunk.count(ChunkMerge.union(part(series, 1, 8192), one))).isEqualTo(8192);
    assertThatThrownBy(() -> ChunkMerge.union(most, one))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("chunk: the count would exceed 8192; aggregate shorter stretches of time");
    assertThatThrownBy(() -> aggregate(most, one))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("chunk: the count would exceed 8192");
  }

  @Test
  void should_stay_empty_when_empty_chunks_are_merged() {
    assertThat(ChunkMerge.union(Blobs.none(), Blobs.none()).remaining()).isZero();
    assertThat(aggregate(Blobs.none(), Blobs.none()).remaining()).isZero();
  }

  @Test
  void should_merge_rows_into_its_own_state_alone_and_refuse_what_is_no_chunk() {
    ByteBuffer chunk = ChunkCodec.encode(new long[] {1}, new double[] {2});
    ByteBuffer own = ChunkMerge.union(Blobs.startOfMerge(), chunk);

    assertThat(ChunkMerge.union(own, chunk)).isSameAs(own);
    for (ByteBuffer left : List.of(own, Blobs.stored(own))) {
      assertThatThrownBy(() -> ChunkMerge.union(left, Blobs.stored(own)))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage(
              "not a chunk state: expected bytes with the preamble 0x10285,"
                  + " found 64 with 0x10286");
    }
    assertThat(Chunk.count(ChunkRows.chunk(own))).isEqualTo(2);
  }

  @Test
  void should_slice_from_a_time_until_before_another() {
    PointSeries series = PointSeries.of(Clock.GAPS, Shape.SENSOR, 150, 42);
    ByteBuffer whole = Blobs.stored(part(series, 0, 150));
    for (int from = 0; from < 150; from += 7) {
      for (int to = from; to < 150; to += 11) {
        ByteBuffer slice = ChunkCut.slice(whole, series.times()[from], series.times()[to]);

        assertThat(Blobs.hex(slice)).isEqualTo(Blobs.hex(part(series, from, to)));
      }
    }
    assertThat(Blobs.hex(ChunkCut.slice(whole, Long.MIN_VALUE, Long.MAX_VALUE)))
        .isEqualTo(Blobs.hex(whole));
    assertThat(ChunkCut.slice(whole, 5, 4).remaining()).isZero();
    assertThat(ChunkCut.slice(Blobs.none(), 4, 5).remaining()).isZero();
  }
}
