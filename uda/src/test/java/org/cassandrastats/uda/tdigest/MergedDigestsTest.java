/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.uda.tdigest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import org.cassandrastats.uda.contract.Blobs;
import org.cassandrastats.udf.tdigest.Tdigest;
import org.cassandrastats.udf.tdigest.TdigestAccessors;
import org.cassandrastats.udf.tdigest.TdigestFinish;
import org.cassandrastats.udf.tdigest.TdigestState;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Many digests in one, as {@code tdigest_merge} joins them: the small ones by their values. */
class MergedDigestsTest {
  private static final long SEED = 20261128;

  /** What is promised at k = 200, for other k as much as they are coarser. */
  private static double promised(int k) {
    return 0.005 * 200 / k;
  }

  private static ByteBuffer merge(List<ByteBuffer> parts) {
    ByteBuffer sum = Blobs.startOfMerge();
    for (ByteBuffer part : parts) {
      sum = TdigestUnion.union(sum, part);
      if (sum.remaining() > 1) {
        int k = TdigestState.k(sum);
        assertThat(sum.remaining())
            .isLessThanOrEqualTo(TdigestState.maximumSize(k) + 8 * TdigestState.bufferSize(k));
      }
    }
    return Blobs.stored(TdigestFinish.state(sum));
  }

  private static List<ByteBuffer> parts(double[] values, int size, int k) {
    List<ByteBuffer> parts = new ArrayList<>();
    for (int from = 0; from < values.length; from += size) {
      int to = Math.min(values.length, from + size);
      parts.add(Digests.of(k, Arrays.copyOfRange(values, from, to)));
    }
    return parts;
  }

  private static double[] column(int shape, int size, Random random) {
    double[] values = new double[size];
    for (int i = 0; i < size; i++) {
      values[i] =
          switch (shape) {
            case 0 -> random.nextDouble();
            case 1 -> Math.exp(3 * random.nextGaussian());
            case 2 -> Math.floor(50 * random.nextDouble() * random.nextDouble());
            case 3 -> i;
            default -> -Math.rint(1000 * random.nextGaussian()) / 100;
          };
    }
    return values;
  }

  private static void assertDigestOf(ByteBuffer digest, double[] values, int k, String what) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    assertThat(TdigestAccessors.isValid(digest)).as(what).isTrue();
    assertThat(TdigestAccessors.count(digest)).as(what).isEqualTo(values.length);
    assertThat(TdigestAccessors.min(digest)).as(what).isEqualTo(sorted[0]);
    assertThat(TdigestAccessors.max(digest)).as(what).isEqualTo(sorted[sorted.length - 1]);
    assertThat(digest.remaining()).as(what).isLessThanOrEqualTo(TdigestState.maximumSize(k));
    for (int percent = 1; percent < 100; percent++) {
      double answer = Tdigest.quantile(digest, percent / 100.0);
      double below = share(sorted, answer);
      double most = share(sorted, Math.nextUp(answer));
      double error = Math.max(below - percent / 100.0, percent / 100.0 - most);
      assertThat(error)
          .as("%s, seed %d, percentile %d", what, SEED, percent)
          .isLessThanOrEqualTo(promised(k) + 1.0 / values.length);
    }
  }

  /** The part of the values that is less. */
  private static double share(double[] sorted, double limit) {
    int low = 0;
    int high = sorted.length;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (sorted[middle] < limit) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return (double) low / sorted.length;
  }

  @ParameterizedTest
  @CsvSource({"100, 10", "200, 10", "1000, 10", "200, 1", "200, 128", "200, 129", "200, 1000"})
  void should_stay_within_the_promised_error_in_any_grouping(int k, int size) {
    Random random = new Random(SEED);
    for (int shape = 0; shape < 5; shape++) {
      double[] values = column(shape, 20_000, random);
      List<ByteBuffer> parts = parts(values, size, k);
      String what = "shape " + shape + ", k " + k;

      assertDigestOf(merge(parts), values, k, what + ", one after the other");
      List<ByteBuffer> groups = new ArrayList<>();
      for (int from = 0; from < parts.size(); ) {
        int to = Math.min(parts.size(), from + 1 + random.nextInt(300));
        groups.add(merge(parts.subList(from, to)));
        from = to;
      }
      assertDigestOf(merge(groups), values, k, what + ", groups");
      Deque<ByteBuffer> tree = new ArrayDeque<>(parts);
      while (tree.size() > 1) {
        tree.add(TdigestUnion.union(tree.remove(), tree.remove()));
      }
      assertDigestOf(Blobs.stored(tree.remove()), values, k, what + ", a tree");
    }
  }

  /** No value has been joined yet: these are the rows. */
  @Test
  void should_give_the_bytes_of_the_digest_of_all_values_while_they_are_buffered() {
    double[] values = column(4, 1640, new Random(SEED));

    assertThat(Blobs.hex(merge(parts(values, 1, 200))))
        .isEqualTo(Blobs.hex(Digests.of(200, values)));
  }

  @Test
  void should_merge_small_and_large_digests_of_any_k() {
    Random random = new Random(SEED);
    double[] values = column(0, 30_000, random);
    List<ByteBuffer> parts = new ArrayList<>();
    for (int from = 0; from < values.length; ) {
      int size = random.nextInt(4) == 0 ? 2_000 : 1 + random.nextInt(20);
      int to = Math.min(values.length, from + size);
      int k = from == 0 ? 400 : 150 + random.nextInt(300);
      parts.add(Digests.of(k, Arrays.copyOfRange(values, from, to)));
      parts.add(Blobs.none());
      from = to;
    }
    parts.add(Digests.of(150, 0.5));
    double[] all = Arrays.copyOf(values, values.length + 1);
    all[values.length] = 0.5;

    ByteBuffer merged = merge(parts);

    assertThat(TdigestState.k(merged)).isEqualTo(150);
    assertDigestOf(merged, all, 150, "small and large");
  }

  @Test
  void should_change_its_own_sum_in_place_and_nothing_else() {
    ByteBuffer small = Digests.of(200, 3, 1, 2);
    ByteBuffer large = Digests.of(200, column(0, 5_000, new Random(SEED)));
    ByteBuffer sum = TdigestUnion.union(Blobs.startOfMerge(), large);
    sum = TdigestUnion.union(sum, large);
    ByteBuffer own = sum;
    String before = Blobs.hex(small) + Blobs.hex(large);

    assertThat(TdigestUnion.union(own, small)).isSameAs(own);
    assertThat(TdigestUnion.union(own, large)).isSameAs(own);
    assertThat(TdigestUnion.union(own, Blobs.none())).isSameAs(own);
    assertThat(TdigestAccessors.count(own)).isEqualTo(15_003);
    assertThat(Blobs.hex(small) + Blobs.hex(large)).isEqualTo(before);
    assertThat(TdigestUnion.union(small, own)).isNotSameAs(own);
    ByteBuffer twice = TdigestUnion.union(own, own);
    assertThat(twice).isNotSameAs(own);
    assertThat(TdigestAccessors.count(twice)).isEqualTo(30_006);
    assertThat(TdigestAccessors.count(own)).isEqualTo(15_003);
    assertThatThrownBy(() -> TdigestAggregates.accumulate(own, 1.0))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 100})
  void should_leave_a_sum_alone_whose_count_would_exceed_the_largest(int weight) {
    long most = 1L << 53;
    ByteBuffer full = Digests.image(200, 1, 1, 1, (double) (most - weight));
    ByteBuffer few = Digests.of(200, new double[weight + 1]);
    ByteBuffer sum = TdigestUnion.union(Blobs.startOfMerge(), full);
    String before = Blobs.hex(sum);

    assertThatThrownBy(() -> TdigestUnion.union(sum, few))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("2^53");
    assertThat(Blobs.hex(sum)).isEqualTo(before);
    ByteBuffer last = TdigestUnion.union(sum, Digests.of(200, new double[weight]));
    assertThat(TdigestAccessors.count(TdigestFinish.state(last))).isEqualTo(most);
  }

  @Test
  void should_keep_the_only_digest_as_it_is() {
    for (int size : new int[] {1, 10, 5_000}) {
      ByteBuffer digest = Digests.of(100, column(1, size, new Random(SEED)));
      assertThat(Blobs.hex(merge(List.of(digest)))).isEqualTo(Blobs.hex(digest));
      assertThat(Blobs.hex(merge(List.of(Blobs.none(), digest, Blobs.none()))))
          .isEqualTo(Blobs.hex(digest));
    }
  }

  /** Another library may hide the extremes in centroids of several values. */
  @Test
  void should_count_every_value_of_an_image_that_hides_its_extremes() {
    ByteBuffer theirs = Digests.image(100, -10, 10, -5, 4, 0, 7, 5, 4);
    ByteBuffer merged = merge(List.of(theirs, Digests.of(100, 20), Digests.of(100, -20, 0)));

    assertThat(TdigestAccessors.count(merged)).isEqualTo(18);
    assertThat(TdigestAccessors.min(merged)).isEqualTo(-20);
    assertThat(TdigestAccessors.max(merged)).isEqualTo(20);
    assertThat(Tdigest.rank(merged, 0.0)).isCloseTo(0.5, within(0.25));
  }

  /** The contract changes final states; these are such as rows and merges have between them. */
  @Test
  void should_refuse_or_survive_changed_bytes_of_buffered_values() {
    ByteBuffer sum = TdigestUnion.union(Blobs.startOfMerge(), Digests.of(50, 1, 2, 2, 9));
    byte[] state = Blobs.bytes(TdigestUnion.union(sum, Digests.of(50, -4, 7, 7)));
    Random random = new Random(SEED);
    for (int round = 0; round < 20_000; round++) {
      byte[] changed = state.clone();
      for (int bits = 1 + random.nextInt(4); bits > 0; bits--) {
        changed[random.nextInt(changed.length)] ^= (byte) (1 << random.nextInt(8));
      }
      ByteBuffer blob = ByteBuffer.wrap(changed);
      if (TdigestAccessors.isValid(blob)) {
        ByteBuffer merged = merge(List.of(blob, Digests.of(50, 3)));
        assertThat(TdigestAccessors.count(merged)).isEqualTo(TdigestAccessors.count(blob) + 1);
        assertThat(Tdigest.quantile(merged, 0.5)).isFinite();
      } else {
        assertThatThrownBy(() -> merge(List.of(blob))).isInstanceOf(IllegalArgumentException.class);
      }
    }
  }
}
