/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.uda.theta;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.apache.datasketches.memory.Memory;
import org.apache.datasketches.theta.CompactSketch;
import org.apache.datasketches.theta.SetOperation;
import org.apache.datasketches.theta.Sketch;
import org.apache.datasketches.theta.Sketches;
import org.apache.datasketches.theta.Union;
import org.apache.datasketches.theta.UpdateSketch;
import org.assertj.core.data.Offset;
import org.cassandrastats.uda.contract.Blobs;
import org.cassandrastats.udf.theta.Theta;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Bytes, estimates and sets are those of Apache DataSketches, which reads and writes states. */
class ThetaOracleTest {
  private static final long SEED = 20_261_127;

  private static final int[] SIZES = {1, 2, 15, 16, 17, 33, 100, 1000, 5000, 60_000};

  /** As many hashes as approximations of binomial distributions are the same of. */
  private static final int ENOUGH = 121;

  @ParameterizedTest
  @ValueSource(ints = {4, 5, 7, 10, 12, 15})
  void should_make_the_image_of_a_union_of_the_same_rows(int lgK) {
    Random random = new Random(SEED);
    for (int size : SIZES) {
      Union union = SetOperation.builder().setLogNominalEntries(lgK).buildUnion();
      ByteBuffer state = Blobs.none();
      long first = random.nextLong();
      for (int row = 0; row < size; row++) {
        union.update(first + row);
        state = ThetaAggregates.accumulate(state, first + row, lgK);
      }
      String what = "lg_k %d, %d rows, seed %d".formatted(lgK, size, SEED);
      assertSame(what, Blobs.stored(Theta.state(state)), union.getResult(true, null));
    }
  }

  /** Ordered or not, trimmed or not, of the same lg_k or others. */
  @ParameterizedTest
  @ValueSource(ints = {5, 8, 12})
  void should_join_images_as_datasketches_does(int lgK) {
    Random random = new Random(SEED);
    for (int round = 0; round < 60; round++) {
      String what = "lg_k %d, round %d, seed %d".formatted(lgK, round, SEED);
      CompactSketch left = sketch(lgK, random);
      CompactSketch right = sketch(random.nextBoolean() ? lgK : 4 + random.nextInt(10), random);
      ByteBuffer one = image(left);
      ByteBuffer other = image(right);
      Union union = SetOperation.builder().setLogNominalEntries(15).buildUnion();
      union.union(left);
      union.union(right);

      assertSame(what, ThetaUnion.union(one, other), union.getResult(true, null));
      assertSame(
          what + ", in common",
          ThetaSets.intersection(one, other),
          SetOperation.builder().buildIntersection().intersect(left, right, true, null));
      assertSame(
          what + ", not in common",
          ThetaSets.aNotB(one, other),
          SetOperation.builder().buildANotB().aNotB(left, right, true, null));
    }
  }

  private static CompactSketch sketch(int lgK, Random random) {
    UpdateSketch sketch = UpdateSketch.builder().setLogNominalEntries(lgK).build();
    int size = (int) Math.exp(11 * random.nextDouble());
    int first = random.nextInt(20_000);
    for (int row = 0; row < size; row++) {
      sketch.update((long) first + row);
    }
    return sketch.compact(random.nextBoolean(), null);
  }

  private static ByteBuffer image(Sketch sketch) {
    return ByteBuffer.wrap(sketch.toByteArray());
  }

  @Test
  void should_hash_texts_bytes_and_doubles_as_datasketches() {
    Random random = new Random(SEED);
    Union union = SetOperation.builder().setLogNominalEntries(12).buildUnion();
    ByteBuffer state = Blobs.none();
    for (int row = 0; row < 3000; row++) {
      String text = "\u00e9\u2581x".repeat(row % 50) + row;
      union.update(text);
      state = ThetaAggregates.accumulate(state, utf8(text));
      union.update(row / 3.0);
      state = ThetaAggregates.accumulate(state, row / 3.0);
      byte[] bytes = new byte[row % 40];
      random.nextBytes(bytes);
      union.update(bytes);
      state = ThetaAggregates.accumulate(state, Blobs.framed(bytes, 3, 5));
    }
    union.update("");
    state = ThetaAggregates.accumulate(state, utf8(""));
    union.update(-0.0);
    state = ThetaAggregates.accumulate(state, -0.0);

    assertSame("seed " + SEED, Blobs.stored(Theta.state(state)), union.getResult(true, null));
  }

  /** 1.6 % is the standard error. */
  @Test
  void should_count_within_three_standard_errors() {
    for (long seed = 1; seed <= 3; seed++) {
      ByteBuffer state = Blobs.none();
      for (long row = 0; row < 1_000_000; row++) {
        state = ThetaAggregates.accumulate(state, row * 0x9e3779b97f4a7c15L + seed);
      }
      assertThat(Theta.estimate(state)).isCloseTo(1e6, within(1e6 * 3 / 64));
      assertThat(Theta.lowerBound(state, 3)).isLessThan(1e6);
      assertThat(Theta.upperBound(state, 3)).isGreaterThan(1e6);
    }
  }

  private static ByteBuffer utf8(String text) {
    return ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
  }

  /** All bytes but the lg_k, which other libraries do not write; they read our image, too. */
  private static void assertSame(String what, ByteBuffer state, CompactSketch sketch) {
    byte[] image = Blobs.bytes(state);
    byte[] expected = sketch.toByteArray();
    expected[3] = image[3];
    if (sketch.isEmpty()) {
      // Its image has no seed.
      expected[6] = image[6];
      expected[7] = image[7];
    }
    assertThat(Blobs.hex(state)).as(what).isEqualTo(Blobs.hex(ByteBuffer.wrap(expected)));
    assertThat(Theta.isValid(state)).as(what).isTrue();
    Sketch read = Sketches.heapifySketch(Memory.wrap(image));
    assertThat(read.getEstimate()).as(what).isEqualTo(sketch.getEstimate());
    assertThat(Theta.estimate(state)).as(what).isCloseTo(read.getEstimate(), relative(read));
    if (!sketch.isEstimationMode() || sketch.getRetainedEntries() >= ENOUGH) {
      for (int deviations = 1; deviations <= 3; deviations++) {
        assertThat(Theta.lowerBound(state, deviations))
            .as(what)
            .isCloseTo(read.getLowerBound(deviations), relative(read));
        assertThat(Theta.upperBound(state, deviations))
            .as(what)
            .isCloseTo(read.getUpperBound(deviations), relative(read));
      }
    }
  }

  private static Offset<Double> relative(Sketch sketch) {
    return within(1e-12 * sketch.getEstimate());
  }
}
