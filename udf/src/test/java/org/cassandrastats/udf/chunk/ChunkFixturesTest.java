/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.udf.chunk;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.stream.LongStream;
import org.cassandrastats.udf.moments.Moments;
import org.cassandrastats.udf.state.Fixtures;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Stored chunks are read forever. */
class ChunkFixturesTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "v2/chunk-decimal | chunk count=9 first=1000 last=9001 min=0.1 max=0.7 skipped=1"
            + " encoding=decimal bytes=200",
        "v2/chunk-dictionary | chunk count=12 first=-5 last=-5 min=0.30000000000000004"
            + " max=3.141592653589793 skipped=0 encoding=dictionary bytes=192",
        "v2/chunk-raw | chunk count=2 first=-9223372036854775808 last=9223372036854775807"
            + " min=-2.718281828459045 max=0.3333333333333333 skipped=0 encoding=raw bytes=176",
        "v2/chunk-bits | chunk count=5 first=7 last=30 min=-1.0 max=1.0 skipped=0 encoding=bits"
            + " bytes=184",
        "v2/chunk-digest | chunk count=52 first=1 last=52 min=0.0 max=1.0 skipped=0 encoding=decimal"
            + " digest=10 bytes=224",
        "v3/chunk-dictionary | chunk count=12 first=-5 last=-5 min=0.30000000000000004"
            + " max=3.141592653589793 skipped=0 encoding=dictionary bytes=184",
        "v3/chunk-raw | chunk count=2 first=-9223372036854775808 last=9223372036854775807"
            + " min=-2.718281828459045 max=0.3333333333333333 skipped=0 encoding=raw bytes=168",
        "v3/chunk-digest | chunk count=52 first=1 last=52 min=0.0 max=1.0 skipped=0"
            + " encoding=decimal digest=10 bytes=216",
        "v3/chunk-fronts | chunk count=30 first=0 last=29 min=-1.920286436967152 max=1.9525624189766635"
            + " skipped=0 encoding=dictionary bytes=376",
        "v3/chunk-decimal | chunk count=9 first=1000 last=9001 min=0.1 max=0.7 skipped=1"
            + " encoding=decimal bytes=200",
        "v4/chunk-decimal | chunk count=9 first=1000 last=9001 min=0.1 max=0.7 skipped=1"
            + " encoding=decimal bytes=200",
        "v4/chunk-integers | chunk count=3 first=7 last=9 min=-1.0 max=9.007199254740996E15"
            + " skipped=0 encoding=decimal bytes=176"
      })
  void should_read_every_version(String name, String text) {
    ByteBuffer chunk = Fixtures.read(name);

    assertThat(Chunk.text(chunk)).isEqualTo(text);
    assertThat(Chunk.isValid(chunk)).isTrue();
    assertThat(Moments.isValid(Chunk.moments(chunk))).isTrue();
  }

  @Test
  void should_read_decimals_and_exceptions() {
    for (String version : List.of("v2", "v3", "v4")) {
      ByteBuffer chunk = Fixtures.read(version + "/chunk-decimal");

      assertThat(Chunk.times(chunk))
          .containsExactly(1000L, 2000L, 3000L, 4001L, 5001L, 6001L, 7001L, 8001L, 9001L);
      assertThat(Chunk.values(chunk))
          .containsExactly(0.1, 0.2, 0.3, 0.4, Double.NaN, 0.5, 0.7, 0.6, 0.5);
    }
  }

  @Test
  void should_read_integers_that_are_no_doubles() {
    ByteBuffer chunk = Fixtures.read("v4/chunk-integers");

    assertThat(ChunkIntegers.bigints(chunk)).containsExactly((1L << 53) + 1, (1L << 53) + 3, -1L);
    assertThat(Chunk.values(chunk)).containsExactly(0x1p53, 0x1p53 + 4, -1.0);
  }

  @Test
  void should_read_a_dictionary() {
    ByteBuffer chunk = Fixtures.read("v2/chunk-dictionary");
    double third = 0.1 + 0.2;

    assertThat(Chunk.times(chunk)).hasSize(12).containsOnly(-5L);
    assertThat(Chunk.values(chunk).subList(0, 6))
        .containsExactly(Math.PI, third, third, Math.PI, third, third);
  }

  @Test
  void should_read_fronts_and_lines() {
    ByteBuffer chunk = Fixtures.read("v3/chunk-fronts");
    List<Double> values = Chunk.values(chunk);

    assertThat(Chunk.times(chunk))
        .containsExactlyElementsOf(LongStream.range(0, 30).boxed().toList());
    for (int i = 0; i < 30; i++) {
      assertThat(values.get(i)).isEqualTo((i % 3 == 0 ? -1 : 1) * Math.sqrt(2 + i / 16.0));
    }
    assertThat(Chunk.values(Fixtures.read("v3/chunk-dictionary")))
        .isEqualTo(Chunk.values(Fixtures.read("v2/chunk-dictionary")));
    assertThat(Chunk.times(Fixtures.read("v3/chunk-raw")))
        .isEqualTo(Chunk.times(Fixtures.read("v2/chunk-raw")));
    assertThat(Chunk.values(Fixtures.read("v3/chunk-digest")))
        .isEqualTo(Chunk.values(Fixtures.read("v2/chunk-digest")));
  }

  @Test
  void should_read_raw_values_and_the_widest_times() {
    ByteBuffer chunk = Fixtures.read("v2/chunk-raw");

    assertThat(Chunk.times(chunk)).containsExactly(Long.MIN_VALUE, Long.MAX_VALUE);
    assertThat(Chunk.values(chunk)).containsExactly(1 / 3.0, -Math.E);
  }

  @Test
  void should_read_bits() {
    ByteBuffer chunk = Fixtures.read("v2/chunk-bits");

    assertThat(Chunk.times(chunk)).containsExactly(7L, 8L, 9L, 10L, 30L);
    assertThat(Chunk.values(chunk)).containsExactly(1.0, 0.0, -1.0, -1.0, 0.0);
  }
}
