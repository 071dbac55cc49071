/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.uda.hll;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.apache.datasketches.hll.HllSketch;
import org.apache.datasketches.hll.TgtHllType;
import org.apache.datasketches.hll.Union;
import org.apache.datasketches.memory.Memory;
import org.cassandrastats.uda.contract.Blobs;
import org.cassandrastats.udf.hll.Hll;
import org.cassandrastats.udf.hll.HllCheck;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Bytes, estimates and bounds are those of Apache DataSketches, which reads and writes states. */
class HllOracleTest {
  private static final long SEED = 20_261_126;

  private static final List<TgtHllType> TYPES =
      List.of(TgtHllType.HLL_4, TgtHllType.HLL_6, TgtHllType.HLL_8);

  /** About every size at which a sketch changes its mode, for some lg_k. */
  private static final int[] SIZES = {1, 7, 8, 9, 24, 25, 26, 97, 385, 1000, 5000, 50_000};

  @ParameterizedTest
  @ValueSource(ints = {4, 5, 6, 7, 8, 9, 10, 12, 13, 14, 16, 18})
  void should_make_the_image_of_the_same_rows(int lgK) {
    Random random = new Random(SEED);
    for (int size : SIZES) {
      HllSketch sketch = new HllSketch(lgK, TgtHllType.HLL_8);
      ByteBuffer state = Blobs.none();
      long first = random.nextLong();
      for (int row = 0; row < size; row++) {
        sketch.update(first + row);
        state = HllAggregates.accumulate(state, first + row, lgK);
      }
      String what = "lg_k %d, %d rows, seed %d".formatted(lgK, size, SEED);
      assertSame(what, state, sketch);
      ByteBuffer stored = Blobs.stored(Hll.state(state));
      assertSame(what, stored, sketch);
      assertThat(stored.remaining()).as(what).isEqualTo(sketch.toCompactByteArray().length);
      if (stored.get(7) == 10) {
        assertThat(Blobs.bytes(stored)).as(what).isEqualTo(sketch.toCompactByteArray());
      }
      for (TgtHllType type : TYPES) {
        HllSketch other = sketch.copyAs(type);
        for (byte[] image : List.of(other.toCompactByteArray(), other.toUpdatableByteArray())) {
          assertSame(what + " as " + type, ByteBuffer.wrap(image), other);
          assertThat(Blobs.hex(HllUnion.union(Blobs.none(), ByteBuffer.wrap(image))))
              .as("%s as %s", what, type)
              .isEqualTo(Blobs.hex(stored));
        }
      }
    }
  }

  /** Lists, sets and slots of any type, some of them merged before. */
  @ParameterizedTest
  @ValueSource(ints = {4, 6, 8, 10, 12, 15})
  void should_merge_as_a_union_does(int lgK) {
    Random random = new Random(SEED);
    for (int round = 0; round < 60; round++) {
      String what = "lg_k %d, round %d, seed %d".formatted(lgK, round, SEED);
      Union union = new Union(lgK);
      ByteBuffer merged = Blobs.startOfMerge();
      int parts = 1 + random.nextInt(5);
      for (int part = 0; part < parts; part++) {
        byte[] image = image(lgK, random);
        union.update(HllSketch.wrap(Memory.wrap(image)));
        merged = HllUnion.union(merged, ByteBuffer.wrap(image));
      }
      HllSketch expected = union.getResult(TgtHllType.HLL_8);
      ByteBuffer stored = Blobs.stored(Hll.state(merged));
      assertSame(what, stored, expected);
      assertSameSlots(what, stored, expected);
    }
  }

  /** The sum has the smallest of them; its slots are those of a union of that size. */
  @Test
  void should_fold_into_the_smaller_lg_k() {
    Random random = new Random(SEED);
    for (int round = 0; round < 60; round++) {
      List<byte[]> images = new ArrayList<>();
      int smallest = 18;
      for (int part = 0; part < 4; part++) {
        int lgK = 4 + random.nextInt(10);
        smallest = Math.min(smallest, lgK);
        images.add(image(lgK, random));
      }
      Union union = new Union(smallest);
      ByteBuffer merged = Blobs.none();
      for (byte[] image : images) {
        union.update(HllSketch.heapify(image));
        merged = Blobs.stored(HllUnion.union(merged, ByteBuffer.wrap(image)));
      }
      assertThat(Hll.lgK(merged)).isEqualTo(smallest);
      assertThat(Hll.isValid(merged)).isTrue();
      HllCheck.checked(merged);
      assertSameSlots(
          "round " + round + ", seed " + SEED, merged, union.getResult(TgtHllType.HLL_8));
    }
  }

  private static byte[] image(int lgK, Random random) {
    TgtHllType type = TYPES.get(random.nextInt(TYPES.size()));
    HllSketch sketch = sketch(lgK, type, random);
    if (random.nextInt(4) == 0) {
      Union union = new Union(lgK);
      union.update(sketch);
      union.update(sketch(lgK, type, random));
      sketch = union.getResult(type);
    }
    return random.nextBoolean() ? sketch.toCompactByteArray() : sketch.toUpdatableByteArray();
  }

  private static HllSketch sketch(int lgK, TgtHllType type, Random random) {
    HllSketch sketch = new HllSketch(lgK, type);
    int size = (int) Math.exp(11 * random.nextDouble());
    int first = random.nextInt(50_000);
    for (int row = 0; row < size; row++) {
      sketch.update((long) first + row);
    }
    return sketch;
  }

  @Test
  void should_hash_texts_bytes_and_doubles_as_datasketches() {
    Random random = new Random(SEED);
    HllSketch sketch = new HllSketch(12, TgtHllType.HLL_8);
    ByteBuffer state = Blobs.none();
    for (int row = 0; row < 3000; row++) {
      String text = "\u00e9\u2581x".repeat(row % 50) + row;
      sketch.update(text);
      state = HllAggregates.accumulate(state, utf8(text));
      sketch.update(row / 3.0);
      state = HllAggregates.accumulate(state, row / 3.0);
      byte[] bytes = new byte[row % 40];
      random.nextBytes(bytes);
      sketch.update(bytes);
      state = HllAggregates.accumulate(state, Blobs.framed(bytes, 3, 5));
    }
    sketch.update("");
    state = HllAggregates.accumulate(state, utf8(""));
    sketch.update(-0.0);
    state = HllAggregates.accumulate(state, -0.0);

    assertThat(Blobs.bytes(Hll.state(state))).isEqualTo(sketch.toCompactByteArray());
  }

  /** 1.3 % is the standard error. */
  @Test
  @Tag("extended")
  void should_count_ten_million_within_three_standard_errors() {
    for (long seed = 1; seed <= 3; seed++) {
      ByteBuffer state = Blobs.none();
      for (long row = 0; row < 10_000_000; row++) {
        state = HllAggregates.accumulate(state, row * 0x9e3779b97f4a7c15L + seed);
      }
      assertThat(Hll.estimate(state)).isCloseTo(1e7, within(1e7 * 3 * 0.8326 / 64));
      assertThat(Hll.lowerBound(state, 3)).isLessThan(1e7);
      assertThat(Hll.upperBound(state, 3)).isGreaterThan(1e7);
    }
  }

  private static ByteBuffer utf8(String text) {
    return ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
  }

  private static void assertSame(String what, ByteBuffer state, HllSketch sketch) {
    assertClose(what, Hll.estimate(state), sketch.getEstimate());
    for (int deviations = 1; deviations <= 3; deviations++) {
      assertClose(what, Hll.lowerBound(state, deviations), sketch.getLowerBound(deviations));
      assertClose(what, Hll.upperBound(state, deviations), sketch.getUpperBound(deviations));
    }
    assertThat(Hll.isValid(state)).as(what).isTrue();
    if (!state.hasRemaining() || state.limit() == state.capacity()) {
      HllSketch read = HllSketch.heapify(Blobs.bytes(state));
      assertClose(what + ", read again", read.getEstimate(), sketch.getEstimate());
    }
  }

  private static void assertSameSlots(String what, ByteBuffer state, HllSketch sketch) {
    byte[] image = sketch.toCompactByteArray();
    assertThat(state.remaining()).as(what).isEqualTo(image.length);
    if (state.get(7) == 10) {
      assertThat(Blobs.hex(state.slice(40, image.length - 40)))
          .as(what)
          .isEqualTo(Blobs.hex(ByteBuffer.wrap(image, 40, image.length - 40).slice()));
    }
  }

  private static void assertClose(String what, double actual, double expected) {
    assertThat(actual).as(what).isCloseTo(expected, within(1e-13 * expected));
  }
}
