/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.uda.chunk;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.stream.LongStream;
import org.cassandrastats.uda.contract.Blobs;
import org.junit.jupiter.api.Test;

/** The bytes of chunks, one by one: the fixtures say what each of them is. */
class ChunkBytesTest {
  private static void assertBytes(String fixture, ByteBuffer state) throws IOException {
    try (InputStream file =
        ChunkBytesTest.class.getResourceAsStream("/states/" + fixture + ".hex")) {
      String text = new String(file.readAllBytes(), StandardCharsets.US_ASCII);
      assertThat(Blobs.hex(state)).isEqualTo(Blobs.hex(Blobs.fromHex(text)));
    }
  }

  @Test
  void should_write_decimals() throws IOException {
    long[] times = {1000, 2000, 3000, 4001, 5001, 6001, 7001, 8001, 9001};
    double[] values = {0.1, 0.2, 0.3, 0.4, Double.NaN, 0.5, 0.7, 0.6, 0.5};

    assertBytes("v4/chunk-decimal", ChunkCodec.encode(times, values));
  }

  @Test
  void should_write_a_dictionary() throws IOException {
    ByteBuffer state = Blobs.none();
    for (int i = 0; i < 12; i++) {
      state = ChunkRows.accumulate(state, -5, i % 3 == 0 ? Math.PI : 0.1 + 0.2);
    }

    assertBytes("v4/chunk-dictionary", ChunkRows.chunk(state));
  }

  @Test
  void should_write_raw_values() throws IOException {
    assertBytes(
        "v4/chunk-raw",
        ChunkCodec.encode(
            new long[] {Long.MIN_VALUE, Long.MAX_VALUE}, new double[] {1 / 3.0, -Math.E}));
  }

  @Test
  void should_write_bits() throws IOException {
    assertBytes(
        "v4/chunk-bits",
        ChunkCodec.encode(new long[] {7, 8, 9, 10, 30}, new double[] {1, 0, -1, -1, 0}));
  }

  @Test
  void should_write_fronts() throws IOException {
    long[] times = LongStream.range(0, 30).toArray();
    double[] values = new double[30];
    for (int i = 0; i < 30; i++) {
      values[i] = (i % 3 == 0 ? -1 : 1) * Math.sqrt(2 + i / 16.0);
    }

    assertBytes("v4/chunk-fronts", ChunkCodec.encode(times, values));
  }

  @Test
  void should_write_a_digest() throws IOException {
    long[] times = LongStream.rangeClosed(1, 52).toArray();
    double[] values = LongStream.of(times).mapToDouble(time -> (time + 1) % 2).toArray();

    assertBytes("v4/chunk-digest", ChunkCodec.withDigest(ChunkCodec.encode(times, values), 10));
  }

  @Test
  void should_write_integers() throws IOException {
    assertBytes(
        "v4/chunk-integers",
        ChunkCodec.encode(new long[] {7, 8, 9}, new long[] {(1L << 53) + 1, (1L << 53) + 3, -1}));
  }

  @Test
  void should_write_points() throws IOException {
    ByteBuffer state = ChunkRows.accumulate(Blobs.none(), 9, 2.5);

    assertBytes("v2/points", ChunkRows.accumulate(state, -1, Double.NaN));
  }
}
