/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.uda.chunk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.fail;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.cassandrastats.uda.chunk.PointSeries.Clock;
import org.cassandrastats.uda.chunk.PointSeries.Shape;
import org.cassandrastats.uda.contract.Blobs;
import org.cassandrastats.udf.chunk.Chunk;
import org.cassandrastats.udf.chunk.ChunkIntegers;
import org.cassandrastats.udf.chunk.ChunkPoints;
import org.cassandrastats.udf.histogram.Histogram;
import org.cassandrastats.udf.moments.Moments;
import org.cassandrastats.udf.tdigest.TdigestAccessors;
import org.junit.jupiter.api.Test;

/**
 * Bytes that nobody should trust: every function refuses what was changed and says so. Where
 * somebody computed the checksum anew, a function may also answer; of a chunk that is one after
 * all, every function reads a series of points.
 */
class ChunkMutationTest {
  private static final int ROUNDS = 2000;

  /** What gives bytes of the chunk as they are. */
  private static final Set<String> COPYING = Set.of("moments", "with digest");

  private static final ByteBuffer GOOD =
      ChunkCodec.encode(new long[] {3, 4}, new double[] {0.5, -8});

  private static Map<String, Function<ByteBuffer, Object>> functions() {
    Map<String, Function<ByteBuffer, Object>> functions = new LinkedHashMap<>();
    functions.put("count", Chunk::count);
    functions.put("first time", Chunk::firstTime);
    functions.put("last time", Chunk::lastTime);
    functions.put("moments", Chunk::moments);
    functions.put("times", Chunk::times);
    functions.put("values", Chunk::values);
    functions.put("text", Chunk::text);
    functions.put("tdigest", chunk -> ChunkDistribution.tdigest(chunk, 20));
    functions.put("tdigest of 10", chunk -> ChunkDistribution.tdigest(chunk, 10));
    functions.put("with digest", chunk -> ChunkDistribution.withDigest(chunk, 20));
    functions.put("histogram", chunk -> ChunkDistribution.histogram(chunk, 0, 1, 7));
    functions.put("slice", chunk -> ChunkCut.slice(chunk, 0, 1L << 41));
    functions.put("whole slice", chunk -> ChunkCut.slice(chunk, Long.MIN_VALUE, Long.MAX_VALUE));
    functions.put("union left", chunk -> ChunkMerge.union(chunk, GOOD));
    functions.put("union right", chunk -> ChunkMerge.union(GOOD, chunk));
    return functions;
  }

  private static List<byte[]> chunks(long seed) {
    List<byte[]> chunks = new ArrayList<>();
    for (Shape shape : Shape.values()) {
      for (int count : new int[] {1, 2, 30, 70, 200}) {
        for (Clock clock : List.of(Clock.REGULAR, Clock.ANY)) {
          PointSeries series = PointSeries.of(clock, shape, count, seed);
          ByteBuffer chunk = ChunkCodec.encode(series.times(), series.values());
          chunks.add(Blobs.bytes(chunk));
          if (count == 200 && clock == Clock.REGULAR) {
            chunks.add(Blobs.bytes(ChunkCodec.withDigest(chunk, 20)));
            chunks.add(Blobs.bytes(ChunkCodec.withDigest(chunk, 30)));
          }
        }
      }
    }
    return chunks;
  }

  /** What was changed by anything but this pack is refused by every function. */
  private static void assertRefused(byte[] bytes, String what) {
    assertThat(Chunk.isValid(ByteBuffer.wrap(bytes))).as(what).isFalse();
    functions()
        .forEach(
            (name, function) ->
                assertThatThrownBy(() -> function.apply(ByteBuffer.wrap(bytes)))
                    .as("%s, %s", name, what)
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageStartingWith("not a chunk state: expected "));
  }

  /**
   * Whether the bytes are a chunk; if so, what is read is sound. If not, a function refuses them or
   * gives what is sound as far as it is not copied.
   */
  private static boolean assertNoOtherError(byte[] bytes, String what) {
    boolean isValid = Chunk.isValid(ByteBuffer.wrap(bytes));
    functions()
        .forEach(
            (name, function) -> {
              try {
                Object answer = function.apply(ByteBuffer.wrap(bytes));
                assertSound(isValid || !COPYING.contains(name) ? name : "forged", answer, what);
              } catch (IllegalArgumentException refusal) {
                // Two chunks may be too many points for one.
                assertThat(isValid && !name.startsWith("union")).as("%s, %s", name, what).isFalse();
                assertThat(refusal.getMessage())
                    .as("%s, %s", name, what)
                    .matches(
                        (isValid ? "" : "not a chunk state: expected .*|")
                            + "chunk: the count would exceed 8192, found .*");
              } catch (RuntimeException uncaught) {
                fail(name + ", " + what, uncaught);
              }
            });
    return isValid;
  }

  private static void assertSound(String name, Object answer, String what) {
    switch (name) {
      case "times" -> {
        List<?> times = (List<?>) answer;
        assertThat(times).as(what).hasSizeBetween(1, 8192);
        assertThat(times.stream().mapToLong(Long.class::cast).toArray()).as(what).isSorted();
      }
      case "values" -> assertThat((List<?>) answer).as(what).hasSizeBetween(1, 8192);
      case "moments" -> assertThat(Moments.isValid((ByteBuffer) answer)).as(what).isTrue();
      case "tdigest", "tdigest of 10" ->
          assertThat(TdigestAccessors.isValid((ByteBuffer) answer)).as(what).isTrue();
      case "with digest" -> assertThat(Chunk.isValid((ByteBuffer) answer)).as(what).isTrue();
      case "histogram" -> assertThat(Histogram.isValid((ByteBuffer) answer)).as(what).isTrue();
      case "slice", "whole slice", "union left", "union right" -> {
        ByteBuffer chunk = (ByteBuffer) answer;
        assertThat(Chunk.isValid(chunk)).as("%s, %s", name, what).isTrue();
        // What comes of it is as an encoder writes it.
        if (chunk.hasRemaining()) {
          long[] times = ChunkCodec.times(chunk);
          long[] values = PointSeries.bits(ChunkCodec.values(chunk));
          long[] integers = ChunkIntegers.isWhole(chunk) ? ChunkPoints.numbers(chunk) : null;
          ByteBuffer again = ChunkEncode.encode(times, values, integers, false);
          assertThat(Blobs.hex(chunk)).as("%s, %s", name, what).isEqualTo(Blobs.hex(again));
        }
      }
      default -> assertThat(answer).isNotNull();
    }
  }

  @Test
  void should_survive_bytes_that_were_changed() {
    int valid = 0;
    for (long seed : PointSeries.SEEDS) {
      Random random = new Random(seed);
      List<byte[]> chunks = chunks(seed);
      for (int round = 0; round < ROUNDS; round++) {
        byte[] bytes = chunks.get(random.nextInt(chunks.size())).clone();
        byte[] original = bytes.clone();
        int changes = 1 + random.nextInt(3);
        for (int change = 0; change < changes; change++) {
          // Headers most of the time: they say where to read.
          int range = random.nextInt(3) == 0 ? bytes.length : 170;
          bytes[random.nextInt(Math.min(range, bytes.length))] =
              (byte) (random.nextBoolean() ? random.nextInt() : 1 << random.nextInt(8));
        }
        String what = "seed " + seed + ", round " + round;
        if (!Arrays.equals(bytes, original)) {
          assertRefused(bytes, what);
        }
        valid += assertNoOtherError(Blobs.sealed(bytes), what) ? 1 : 0;
      }
    }
    assertThat(valid).as("chunks that are one after all").isBetween(ROUNDS / 10, 3 * ROUNDS);
  }

  @Test
  void should_notice_every_bit() {
    PointSeries series = PointSeries.of(Clock.JITTERED, Shape.SENSOR_WITH_GAPS, 70, 42);
    ByteBuffer chunk = ChunkCodec.encode(series.times(), series.values());
    byte[] bytes = Blobs.bytes(ChunkCodec.withDigest(chunk, 10));
    assertThat(bytes.length).isGreaterThan(chunk.remaining());
    for (int bit = 0; bit < 8 * bytes.length; bit++) {
      bytes[bit >> 3] ^= (byte) (1 << (bit & 7));
      assertRefused(bytes, "bit " + bit);
      bytes[bit >> 3] ^= (byte) (1 << (bit & 7));
    }
    assertThat(Chunk.isValid(ByteBuffer.wrap(bytes))).isTrue();
  }

  /** Every byte of a header, of the widths behind it, and of a digest takes many values. */
  @Test
  void should_stay_within_a_chunk_that_somebody_forged() {
    for (Shape shape : List.of(Shape.SENSOR_WITH_GAPS, Shape.CATEGORIES, Shape.ANY_BITS)) {
      PointSeries series = PointSeries.of(Clock.JITTERED, shape, 70, 42);
      ByteBuffer chunk = ChunkCodec.encode(series.times(), series.values());
      byte[] bytes = Blobs.bytes(ChunkCodec.withDigest(chunk, 10));
      int digest = chunk.remaining() - 8;
      IntStream offsets =
          IntStream.concat(
              IntStream.range(3, Math.min(200, digest)), IntStream.range(digest, bytes.length - 8));
      for (int offset : offsets.toArray()) {
        boolean isRead = offset < 8 || (offset >= 136 && offset < 200);
        for (int value = 0; value < 256; value += isRead ? 5 : offset < digest ? 51 : 102) {
          byte[] forged = bytes.clone();
          forged[offset] = (byte) value;
          assertNoOtherError(Blobs.sealed(forged), shape + ", byte " + offset + ", " + value);
        }
      }
    }
  }

  @Test
  void should_survive_widths_and_numbers_at_random() {
    int valid = 0;
    for (long seed : PointSeries.SEEDS) {
      Random random = new Random(seed);
      List<byte[]> chunks = chunks(seed);
      for (int round = 0; round < ROUNDS; round++) {
        byte[] bytes = chunks.get(random.nextInt(chunks.size())).clone();
        byte[] noise = new byte[bytes.length];
        random.nextBytes(noise);
        // The steps, or what is packed, but not the widths of short series.
        int from = random.nextBoolean() ? 112 : Math.min(bytes.length, 160);
        int to = from == 112 ? 136 : bytes.length;
        System.arraycopy(noise, from, bytes, from, to - from);
        String what = "seed " + seed + ", round " + round;
        // Of the shortest chunks there is nothing to change.
        if (from < bytes.length) {
          assertRefused(bytes, what);
        }
        valid += assertNoOtherError(Blobs.sealed(bytes), what) ? 1 : 0;
      }
    }
    assertThat(valid).as("chunks that are one after all").isGreaterThan(ROUNDS);
  }

  @Test
  void should_refuse_every_other_length_family_and_version() {
    for (byte[] chunk : chunks(1)) {
      for (int length : new int[] {1, 7, 8, 143, 151, chunk.length - 8, chunk.length - 1}) {
        byte[] shorter = Arrays.copyOf(chunk, length);
        assertRefused(shorter, "length " + length);
        assertThat(assertNoOtherError(Blobs.sealed(shorter), "length " + length)).isFalse();
      }
      for (int more : new int[] {1, 8, 64}) {
        byte[] longer = Arrays.copyOf(chunk, chunk.length + more);
        assertRefused(longer, more + " bytes more");
        assertThat(assertNoOtherError(Blobs.sealed(longer), more + " bytes more")).isFalse();
      }
      for (int offset = 0; offset < 3; offset++) {
        byte[] other = chunk.clone();
        other[offset]++;
        assertRefused(other, "byte " + offset);
        assertRefused(Blobs.sealed(other), "byte " + offset);
      }
    }
  }

  @Test
  void should_read_a_chunk_in_every_kind_of_buffer_and_leave_it_alone() {
    PointSeries series = PointSeries.of(Clock.JITTERED, Shape.SENSOR, 100, 42);
    byte[] bytes = Blobs.bytes(ChunkCodec.encode(series.times(), series.values()));
    ByteBuffer direct = ByteBuffer.allocateDirect(bytes.length);
    direct.put(0, bytes);
    for (ByteBuffer buffer :
        List.of(
            Blobs.framed(bytes, 5, 3),
            Blobs.framed(bytes, 0, 1),
            Blobs.framed(bytes, 16, 0).order(java.nio.ByteOrder.LITTLE_ENDIAN),
            ByteBuffer.wrap(bytes.clone()).order(java.nio.ByteOrder.LITTLE_ENDIAN),
            ByteBuffer.wrap(bytes.clone()).asReadOnlyBuffer(),
            direct)) {
      functions()
          .forEach(
              (name, function) ->
                  assertThat(function.apply(buffer))
                      .as(name)
                      .isEqualTo(function.apply(ByteBuffer.wrap(bytes))));
      assertThat(Chunk.isValid(buffer)).isTrue();
      assertThat(Blobs.bytes(buffer)).isEqualTo(bytes);
    }
  }
}
