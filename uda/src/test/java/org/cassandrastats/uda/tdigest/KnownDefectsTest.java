/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.uda.tdigest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.cassandrastats.uda.contract.Blobs;
import org.cassandrastats.udf.tdigest.Tdigest;
import org.cassandrastats.udf.tdigest.TdigestAccessors;
import org.cassandrastats.udf.tdigest.TdigestDistribution;
import org.cassandrastats.udf.tdigest.TdigestFinish;
import org.cassandrastats.udf.tdigest.TdigestState;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Defects that other t-digests have or had, by where they were reported. */
class KnownDefectsTest {
  private static final long SEED = 755;

  /** datasketches-java#755: the weights of both neighbours were swapped. */
  @Test
  void should_interpolate_nearer_to_the_nearer_centroid() {
    // Positions: 0 at [0, 1], 10 at 6, 20 at 16, 30 at [21, 22].
    ByteBuffer state = Digests.image(100, 0, 30, 0, 1, 10, 10, 20, 10, 30, 1);

    assertThat(Tdigest.quantile(state, 7 / 22.0)).isCloseTo(11, within(1e-12));
    assertThat(Tdigest.quantile(state, 15 / 22.0)).isCloseTo(19, within(1e-12));
    assertThat(Tdigest.quantile(state, 2 / 22.0)).isCloseTo(2, within(1e-12));
  }

  /** datasketches-rust#250: end centroids of several values were taken for single ones. */
  @Test
  void should_find_the_extremes_inside_end_centroids() {
    ByteBuffer state = Digests.image(100, 0, 100, 10, 5, 50, 10, 90, 5);

    assertThat(Tdigest.quantile(state, 0.0)).isZero();
    assertThat(Tdigest.quantile(state, 0.05)).isBetween(0.0, 10.0);
    // The other four of the first five have the mean 12.5, at position 3.
    assertThat(Tdigest.quantile(state, 3 / 20.0)).isCloseTo(12.5, within(1e-12));
    assertThat(Tdigest.quantile(state, 17 / 20.0)).isCloseTo(87.5, within(1e-12));
    assertThat(Tdigest.quantile(state, 1.0)).isEqualTo(100);
    assertThat(Tdigest.rank(state, 0.0)).isEqualTo(0.05);
    assertThat(TdigestDistribution.trimmedMean(state, 0.0, 1.0)).isCloseTo(50, within(1e-12));
  }

  /** datasketches-cpp#525: minimum and maximum got lost when digests were merged. */
  @Test
  void should_keep_minimum_and_maximum_when_merging() {
    ByteBuffer left = Digests.of(IntStream.range(-5000, 5000).asDoubleStream());
    ByteBuffer right = Digests.image(100, -1e9, 1e9, -1e5, 7, 0, 100, 1e5, 7);
    for (ByteBuffer merged :
        List.of(TdigestUnion.union(left, right), TdigestUnion.union(right, left))) {
      assertThat(TdigestAccessors.min(merged)).isEqualTo(-1e9);
      assertThat(TdigestAccessors.max(merged)).isEqualTo(1e9);
      assertThat(Tdigest.quantile(merged, 0.0)).isEqualTo(-1e9);
      assertThat(Tdigest.quantile(merged, 1.0)).isEqualTo(1e9);
      assertThat(TdigestAccessors.count(merged)).isEqualTo(10_114);
    }
  }

  /** A single value gave NaN. */
  @Test
  void should_answer_for_one_value() {
    ByteBuffer state = Digests.of(100, 42);

    assertThat(state.remaining()).isEqualTo(16);
    for (double quantile : new double[] {0, 0.3, 0.5, 1}) {
      assertThat(Tdigest.quantile(state, quantile)).isEqualTo(42);
    }
    assertThat(Tdigest.rank(state, 41.9)).isZero();
    assertThat(Tdigest.rank(state, 42.0)).isEqualTo(1);
    assertThat(TdigestDistribution.trimmedMean(state, 0.1, 0.9)).isEqualTo(42);
    assertThat(TdigestDistribution.histogram(state, 3)).containsExactly(1L, 0L, 0L);
  }

  /** tdunning/t-digest#89 and tvondra/tdigest: equal values drifted apart. */
  @ParameterizedTest
  @ValueSource(doubles = {0.1, 1e-300, 1.0 / 3, 1e300, -7.7})
  void should_not_move_equal_values(double value) {
    ByteBuffer state = Digests.of(DoubleStream.generate(() -> value).limit(100_000));
    ByteBuffer merged = TdigestUnion.union(state, state);

    for (int percent = 0; percent <= 100; percent++) {
      assertThat(Tdigest.quantile(merged, percent / 100.0)).isEqualTo(value);
    }
    assertThat(TdigestAccessors.centroids(merged)).containsOnlyKeys(value).containsValue(200_000L);
    assertThat(merged.remaining()).isLessThan(100);
  }

  /** tvondra/tdigest: merging a digest of equal values again and again changed it. */
  @Test
  void should_stay_stable_on_few_values_however_often_it_is_merged() {
    ByteBuffer state = Digests.of(IntStream.range(0, 9_000).mapToDouble(i -> i % 3 / 10.0));
    ByteBuffer merged = state;
    for (int i = 1; i < 100; i++) {
      merged = TdigestUnion.union(merged, state);
    }

    assertThat(TdigestAccessors.centroids(merged))
        .containsEntry(0.0, 300_000L)
        .containsEntry(0.1, 300_000L)
        .containsEntry(0.2, 300_000L)
        .hasSize(3);
  }

  /** tvondra/tdigest#4: p93 to p96 were above p97 to p99. */
  @Test
  void should_never_fall_from_one_quantile_to_the_next() {
    Random random = new Random(SEED);
    for (int round = 0; round < 50; round++) {
      double scale = Math.pow(10, random.nextInt(-300, 300));
      ByteBuffer state =
          Digests.of(
              DoubleStream.generate(() -> scale * (1 + 1e-15 * random.nextInt(50))).limit(2_000));
      double before = Double.NEGATIVE_INFINITY;
      for (int i = 0; i <= 10_000; i++) {
        double value = Tdigest.quantile(state, i / 10_000.0);
        assertThat(value)
            .as("quantile %d, round %d, seed %d", i, round, SEED)
            .isGreaterThanOrEqualTo(before);
        before = value;
      }
    }
  }

  /** tvondra/tdigest#15: the rank of a value was 0.19, although it was the 25th percentile. */
  @Test
  void should_rank_a_quantile_at_least_at_itself() {
    Random random = new Random(SEED);
    for (int round = 0; round < 50; round++) {
      int distinct = 1 + random.nextInt(300);
      ByteBuffer state =
          Digests.of(
              DoubleStream.generate(
                      () -> Math.floor(distinct * random.nextDouble() * random.nextDouble()))
                  .limit(1 + random.nextInt(20_000)));
      for (int i = 0; i <= 1_000; i++) {
        double quantile = i / 1_000.0;
        double value = Tdigest.quantile(state, quantile);
        assertThat(Tdigest.rank(state, value))
            .as("rank of quantile %s, round %d, seed %d", quantile, round, SEED)
            .isGreaterThanOrEqualTo(quantile - 1e-12);
        assertThat(Tdigest.rank(state, Math.nextDown(value)))
            .as("rank below quantile %s, round %d, seed %d", quantile, round, SEED)
            .isLessThanOrEqualTo(quantile + 1e-12);
      }
    }
  }

  /** Rounding of a joined mean put centroids out of order. */
  @Test
  void should_keep_means_in_order_between_neighbouring_doubles() {
    Random random = new Random(SEED);
    double[] neighbours = new double[40];
    neighbours[0] = 0.1;
    for (int i = 1; i < neighbours.length; i++) {
      neighbours[i] = Math.nextUp(neighbours[i - 1]);
    }
    double[] values =
        IntStream.range(0, 50_000).mapToDouble(i -> neighbours[random.nextInt(40)]).toArray();
    ByteBuffer state = Digests.of(20, values);
    ByteBuffer image = state.duplicate().order(ByteOrder.LITTLE_ENDIAN);
    for (int offset = 48; offset < image.limit(); offset += 16) {
      assertThat(image.getDouble(offset)).isGreaterThanOrEqualTo(image.getDouble(offset - 16));
    }
    // Another library's rounding is put right.
    double mean = 0.1;
    ByteBuffer unordered = Digests.image(100, 0, 1, 0, 1, Math.nextUp(mean), 5, mean, 5, 1, 1);
    assertThat(TdigestAccessors.isValid(unordered)).isTrue();
    assertThat(Tdigest.quantile(unordered, 0.5)).isEqualTo(Math.nextUp(mean));
  }

  /** datasketches-java#742: the sum of finite values overflowed, and gave NaN. */
  @Test
  void should_stay_finite_at_the_ends_of_the_doubles() {
    Random random = new Random(SEED);
    ByteBuffer state =
        Digests.of(
            DoubleStream.generate(
                    () -> (random.nextBoolean() ? 1 : -1) * Double.MAX_VALUE * random.nextDouble())
                .limit(10_000));
    ByteBuffer merged = TdigestUnion.union(state, state);

    assertThat(TdigestAccessors.isValid(merged)).isTrue();
    double before = -Double.MAX_VALUE;
    for (int percent = 0; percent <= 100; percent++) {
      double value = Tdigest.quantile(merged, percent / 100.0);
      assertThat(value).isBetween(before, Double.MAX_VALUE);
      assertThat(Tdigest.rank(merged, value)).isCloseTo(percent / 100.0, within(0.01));
      before = value;
    }
    assertThat(TdigestDistribution.trimmedMean(merged, 0.0, 1.0)).isFinite();
    assertThat(TdigestDistribution.histogram(merged, 10).stream().mapToLong(Long::longValue).sum())
        .isEqualTo(20_000);
  }

  /** Blobs of strangers: counts beyond the blob, NaN means, flags that contradict each other. */
  @Test
  void should_refuse_hostile_images_before_it_allocates() {
    ByteBuffer good = Digests.image(100, 0, 30, 0, 1, 10, 10, 30, 1);
    for (int count : new int[] {2, 4, 211, Integer.MAX_VALUE, -1, 0x10000003}) {
      assertRefused(good, image -> image.putInt(8, count), "expected");
      assertRefused(good, image -> image.putInt(12, count), "expected");
    }
    for (double mean : new double[] {Double.NaN, Double.POSITIVE_INFINITY, 31, -1e-3}) {
      assertRefused(good, image -> image.putDouble(48, mean), "ascending order");
    }
    for (int flags : new int[] {1, 2, 3, 5, 6, 7, 8, 255}) {
      assertRefused(good, image -> image.put(5, (byte) flags), "flags");
    }
    assertRefused(good, image -> image.putDouble(16, Double.NaN), "finite minimum");
    assertRefused(good, image -> image.putShort(3, (short) 9), "k from 10 to 32767");
    assertRefused(good, image -> image.putShort(3, (short) 40_000), "k from 10 to 32767");
    assertRefused(good, image -> image.putShort(6, (short) 1), "expected a tdigest<double> image");
  }

  /** Counts overflowed. */
  @Test
  void should_refuse_weights_whose_sum_overflows() {
    ByteBuffer good = Digests.image(100, 0, 30, 0, 1, 10, 10, 30, 1);
    for (long weight : new long[] {0, -1, Long.MAX_VALUE, Long.MIN_VALUE, 1L << 53}) {
      assertRefused(
          good, image -> image.putLong(56, weight), "weights from 1 to 2^53 together, found ");
    }
    ByteBuffer most = Digests.image(100, 0, 1, 0, 1, 0.5, (1L << 53) - 2, 1, 1);
    assertThat(TdigestAccessors.count(most)).isEqualTo(1L << 53);
    assertThat(Tdigest.quantile(most, 0.5)).isEqualTo(0.5);
    assertThatThrownBy(() -> TdigestUnion.union(most, Digests.of(100, 1)))
        .hasMessageContaining("the count would exceed 2^53");
    ByteBuffer second = Digests.image(100, 0, 1, 0, 1, 0.5, (1L << 53) - 3, 1, 1);
    ByteBuffer full = TdigestAdd.add(second, 0.25);
    assertThat(TdigestAccessors.count(full)).isEqualTo(1L << 53);
    assertThat(TdigestAccessors.isValid(full)).isTrue();
    for (ByteBuffer state : List.of(most, full)) {
      assertThatThrownBy(() -> TdigestAdd.add(state, 0.25))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage("tdigest: the count would exceed 2^53");
      assertThat(TdigestAdd.add(state, Double.NaN)).isSameAs(state);
    }
  }

  private interface Change {
    void of(ByteBuffer image);
  }

  private static void assertRefused(ByteBuffer good, Change change, String message) {
    ByteBuffer bad = ByteBuffer.wrap(Blobs.bytes(good)).order(ByteOrder.LITTLE_ENDIAN);
    change.of(bad);
    assertThat(TdigestAccessors.isValid(bad)).isFalse();
    assertThatThrownBy(() -> Tdigest.quantile(bad, 0.5))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("not a tdigest state: ")
        .hasMessageContaining(message);
  }

  /** Sorted, reversed and organ-pipe input spoilt the centroids. */
  @Test
  void should_not_mind_the_order_of_values() {
    int count = 100_000;
    double[] up = IntStream.range(0, count).asDoubleStream().toArray();
    double[] down = IntStream.range(0, count).mapToDouble(i -> count - 1 - i).toArray();
    double[] pipe =
        IntStream.range(0, count).mapToDouble(i -> i % 2 == 0 ? i : count - i).toArray();
    double[] inwards =
        IntStream.range(0, count)
            .mapToDouble(i -> i % 2 == 0 ? i / 2 : count - 1 - i / 2)
            .toArray();
    for (double[] values : List.of(up, down, pipe, inwards)) {
      ExactQuantiles exact = new ExactQuantiles(values);
      ByteBuffer state = Digests.of(100, values);
      for (double quantile : new double[] {0.001, 0.01, 0.1, 0.5, 0.9, 0.99, 0.999}) {
        assertThat(exact.rankError(quantile, Tdigest.quantile(state, quantile)))
            .as("rank error at %s of %s...", quantile, Arrays.toString(Arrays.copyOf(values, 4)))
            .isLessThan(0.1 * Math.min(quantile, 1 - quantile) + 2.0 / count);
      }
    }
  }

  /** Digests of different k: the smaller one is kept, whatever the order. */
  @Test
  void should_keep_the_smaller_k_of_both() {
    ByteBuffer small = Digests.of(20, IntStream.range(0, 5_000).asDoubleStream().toArray());
    ByteBuffer large = Digests.of(500, IntStream.range(0, 5_000).mapToDouble(i -> -i).toArray());
    for (ByteBuffer merged :
        List.of(TdigestUnion.union(small, large), TdigestUnion.union(large, small))) {
      assertThat(TdigestState.k(merged)).isEqualTo(20);
      assertThat(merged.remaining()).isLessThanOrEqualTo(TdigestState.maximumSize(20));
      assertThat(TdigestAccessors.count(merged)).isEqualTo(10_000);
      assertThat(Tdigest.quantile(merged, 0.5)).isCloseTo(0, within(500.0));
    }
  }

  @Test
  void should_keep_buffered_values_below_a_centroid_that_hides_the_minimum() {
    ByteBuffer image = ByteBuffer.allocate(32 + 16 + 16).order(ByteOrder.LITTLE_ENDIAN);
    image.put(Digests.image(100, 1, 9, 5, 3)).putInt(12, 2).putDouble(48, 2).putDouble(56, 3);
    ByteBuffer digest = TdigestFinish.state(image.clear().order(ByteOrder.BIG_ENDIAN));

    assertThat(TdigestAccessors.count(digest)).isEqualTo(5);
    assertThat(Tdigest.quantile(digest, 0.3)).isEqualTo(2.0);
    assertThat(Tdigest.quantile(digest, 0.5)).isEqualTo(3.0);
  }
}
