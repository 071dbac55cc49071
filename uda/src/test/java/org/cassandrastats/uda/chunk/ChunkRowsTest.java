/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.uda.chunk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.cassandrastats.uda.chunk.PointSeries.Clock;
import org.cassandrastats.uda.chunk.PointSeries.Shape;
import org.cassandrastats.uda.contract.Blobs;
import org.cassandrastats.udf.chunk.Chunk;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The aggregate: rows in whatever order become the chunk that the codec makes of them. */
class ChunkRowsTest {
  private static ByteBuffer aggregate(PointSeries series, List<Integer> order) {
    ByteBuffer state = Blobs.none();
    long[] times = series.times();
    double[] values = series.values();
    for (int row : order) {
      state = ChunkRows.accumulate(state, times[row], values[row]);
    }
    return ChunkRows.chunk(state);
  }

  private static List<Integer> ascending(int count) {
    return IntStream.range(0, count).boxed().toList();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 5, 64, 1000, 8192})
  void should_make_of_rows_what_the_codec_makes_of_arrays(int count) {
    for (Shape shape : Shape.values()) {
      PointSeries series = PointSeries.of(Clock.GAPS, shape, count, 42);

      ByteBuffer chunk = aggregate(series, ascending(count));

      assertThat(Blobs.hex(chunk))
          .as(series.name())
          .isEqualTo(Blobs.hex(ChunkCodec.encode(series.times(), series.values())));
    }
  }

  @Test
  void should_sort_rows_by_their_times() {
    for (long seed : PointSeries.SEEDS) {
      PointSeries series = PointSeries.of(Clock.REGULAR, Shape.WALK, 777, seed);
      List<Integer> descending = ascending(777).stream().map(row -> 776 - row).toList();
      List<Integer> shuffled = new Random(seed).ints(0, 777).distinct().limit(777).boxed().toList();
      String expected = Blobs.hex(ChunkCodec.encode(series.times(), series.values()));

      assertThat(Blobs.hex(aggregate(series, descending))).isEqualTo(expected);
      assertThat(Blobs.hex(aggregate(series, shuffled))).as("seed " + seed).isEqualTo(expected);
    }
  }

  @Test
  void should_keep_points_of_one_time_in_the_order_of_their_rows() {
    ByteBuffer state = ChunkRows.accumulate(Blobs.none(), 9, 1);
    state = ChunkRows.accumulate(state, 7, 2);
    state = ChunkRows.accumulate(state, 9, 3);
    state = ChunkRows.accumulate(state, 7, 4);

    ByteBuffer chunk = ChunkRows.chunk(state);

    assertThat(Chunk.times(chunk)).containsExactly(7L, 7L, 9L, 9L);
    assertThat(Chunk.values(chunk)).containsExactly(2.0, 4.0, 1.0, 3.0);
  }

  @Test
  void should_refuse_the_row_behind_8192_and_keep_the_state() {
    ByteBuffer state = Blobs.none();
    for (int i = 0; i < 8192; i++) {
      state = ChunkRows.accumulate(state, i, i);
    }
    ByteBuffer full = state;

    assertThatThrownBy(() -> ChunkRows.accumulate(full, 8192, 0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("the count would exceed 8192");
    assertThat(Chunk.count(ChunkRows.chunk(full))).isEqualTo(8192);
  }

  @Test
  void should_change_its_own_state_in_place_and_refuse_any_other() {
    ByteBuffer own = ChunkRows.accumulate(Blobs.none(), 1, 1);
    assertThat(ChunkRows.accumulate(own, 2, 2)).isSameAs(own);
    byte[] bytes = Blobs.bytes(own);
    byte[] chunk = Blobs.bytes(ChunkRows.chunk(own));

    for (ByteBuffer other :
        List.of(
            ByteBuffer.wrap(bytes),
            Blobs.framed(bytes, 0, 8),
            Blobs.framed(bytes, 8, 1),
            ByteBuffer.wrap(chunk),
            ByteBuffer.wrap(new byte[3]))) {
      assertThatThrownBy(() -> ChunkRows.accumulate(other, 3, 3))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("expected the empty blob 0x or the state of its own last call");
    }
  }

  @Test
  void should_refuse_to_finish_what_are_no_points() {
    ByteBuffer chunk = ChunkCodec.encode(new long[] {1}, new double[] {2});
    ByteBuffer points = ChunkRows.accumulate(Blobs.none(), 1, 2);
    byte[] shorter = new byte[points.remaining() - 1];
    points.duplicate().get(shorter);

    assertThat(ChunkRows.chunk(null)).isNull();
    assertThat(ChunkRows.chunk(Blobs.none()).remaining()).isZero();
    assertThatThrownBy(() -> ChunkRows.chunk(chunk))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "not a points state: expected 16 bytes of family 134 and 24 for each of 1 to 8192"
                + " points, found 152 of family 133, version 4");
    assertThatThrownBy(() -> ChunkRows.chunk(ByteBuffer.wrap(shorter)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageEndingWith("of 1 to 8192 points, found 39 of family 134, version 2");
  }
}
