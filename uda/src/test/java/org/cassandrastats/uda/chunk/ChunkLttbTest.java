/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.uda.chunk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.cassandrastats.uda.contract.Blobs;
import org.cassandrastats.udf.chunk.Chunk;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The expected points are those of another implementation. */
class ChunkLttbTest {
  private static ByteBuffer chunk(double... values) {
    return ChunkCodec.encode(LongStream.range(0, values.length).toArray(), values);
  }

  private static List<Double> line(int points, double... values) {
    return Chunk.values(ChunkLttb.lttb(chunk(values), points));
  }

  @Test
  void should_keep_the_points_that_another_implementation_keeps() throws IOException {
    List<String> lines;
    try (InputStream file = getClass().getResourceAsStream("/lttb/lttbc-0.3.0.txt")) {
      lines = new String(file.readAllBytes(), StandardCharsets.UTF_8).lines().skip(2).toList();
    }
    assertThat(lines).hasSize(36);
    for (int line = 0; line < lines.size(); line += 4) {
      int points = Integer.parseInt(lines.get(line));
      long[] times = numbers(lines.get(line + 1)).mapToLong(Long::parseLong).toArray();
      double[] values = numbers(lines.get(line + 2)).mapToDouble(Double::parseDouble).toArray();
      int[] kept = numbers(lines.get(line + 3)).mapToInt(Integer::parseInt).toArray();

      ByteBuffer drawn = ChunkLttb.lttb(ChunkCodec.encode(times, values), points);

      assertThat(Chunk.times(drawn))
          .as("%d of %d points", points, times.length)
          .isEqualTo(Arrays.stream(kept).mapToObj(index -> times[index]).toList());
      assertThat(Chunk.values(drawn))
          .isEqualTo(Arrays.stream(kept).mapToObj(index -> values[index]).toList());
    }
  }

  private static Stream<String> numbers(String line) {
    return Arrays.stream(line.split(" "));
  }

  @Test
  void should_keep_all_points_where_there_are_no_more() {
    ByteBuffer chunk = chunk(1, 5, 2, 4);

    assertThat(Blobs.hex(ChunkLttb.lttb(chunk, 4))).isEqualTo(Blobs.hex(chunk));
    assertThat(Blobs.hex(ChunkLttb.lttb(chunk, 8192))).isEqualTo(Blobs.hex(chunk));
    assertThat(line(2, 1, 5, 2, 4)).containsExactly(1.0, 4.0);
    assertThat(line(2, 7)).containsExactly(7.0);
  }

  @Test
  void should_leave_out_values_that_are_not_finite() {
    assertThat(line(3, Double.NaN, 1, Double.POSITIVE_INFINITY, 9, 2, Double.NaN))
        .containsExactly(1.0, 9.0, 2.0);
    assertThat(ChunkLttb.lttb(chunk(Double.NaN, Double.NEGATIVE_INFINITY), 3).remaining()).isZero();
    assertThat(ChunkLttb.lttb(Blobs.none(), 3).remaining()).isZero();
  }

  @Test
  void should_choose_among_the_largest_values_as_among_small_ones() {
    double[] small = {1, 3, -4, 2, 8, -8, 0, 5, 1, 6};
    double[] large = Arrays.stream(small).map(value -> value * 0x1p1020).toArray();

    assertThat(line(5, large))
        .isEqualTo(line(5, small).stream().map(value -> value * 0x1p1020).toList());
  }

  @Test
  void should_choose_the_first_of_points_of_one_time() {
    ByteBuffer chunk =
        ChunkCodec.encode(new long[6], IntStream.range(0, 6).asDoubleStream().toArray());

    assertThat(Chunk.values(ChunkLttb.lttb(chunk, 4))).containsExactly(0.0, 1.0, 3.0, 5.0);
  }

  @ParameterizedTest
  @ValueSource(ints = {Integer.MIN_VALUE, 0, 1, 8193, Integer.MAX_VALUE})
  void should_refuse_other_numbers_of_points(int points) {
    assertThatThrownBy(() -> ChunkLttb.lttb(chunk(1, 2, 3), points))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("chunk_lttb: expected 2 to 8192 points, found " + points);
  }
}
