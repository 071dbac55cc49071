/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.uda.ddsketch;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.Random;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;
import org.cassandrastats.uda.contract.Blobs;
import org.cassandrastats.udf.ddsketch.Ddsketch;
import org.cassandrastats.udf.ddsketch.DdsketchState;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Where the values of a sign span more bins than there may be, and how large a state becomes. */
class DdsketchCollapseTest {
  private static double[] values(int count, IntToDoubleFunction value) {
    return IntStream.range(0, count).mapToDouble(value).toArray();
  }

  private static int flags(ByteBuffer state) {
    return state.get(state.position() + 3);
  }

  /**
   * The documented range: the largest magnitude over e^(4092 x error); two bins further is surely
   * beyond.
   */
  @ParameterizedTest
  @ValueSource(doubles = {0.001, 0.01, 0.05})
  void should_not_collapse_within_the_documented_range(double error) {
    double range = Math.exp(4092 * error);
    double largest = 12_345.678;
    double within = largest / range * (1 + 1e-9);
    double beyond = largest / range * Math.exp(-4 * error) * (1 - 1e-9);

    assertThat(flags(Sketches.of(error, largest, within))).isZero();
    assertThat(flags(Sketches.of(error, -within, -largest))).isZero();
    assertThat(flags(Sketches.of(error, within, -largest, 0))).isZero();
    assertThat(flags(Sketches.of(error, largest, beyond)))
        .isEqualTo(DdsketchState.COLLAPSED_POSITIVE);
    assertThat(flags(Sketches.of(error, beyond, largest)))
        .isEqualTo(DdsketchState.COLLAPSED_POSITIVE);
    assertThat(flags(Sketches.of(error, -beyond, -largest)))
        .isEqualTo(DdsketchState.COLLAPSED_NEGATIVE);
    assertThat(flags(Sketches.of(error, -largest, -beyond, beyond, largest))).isEqualTo(3);
  }

  @Test
  void should_keep_the_error_of_large_magnitudes_and_the_count_of_all() {
    double[] values = values(6_000, i -> (i % 2 == 0 ? 1 : -1) * Math.exp(0.02 * i - 50));
    ByteBuffer state = Sketches.working(0.01, values);
    Guarantee guarantee = new Guarantee(values, 0.01);

    assertThat(Ddsketch.text(state))
        .contains("count=6000")
        .endsWith("bins=2048+2048 collapsed=both");
    assertThat(Ddsketch.count(state)).isEqualTo(6_000);
    for (double quantile = 0; quantile <= 1; quantile += 0.0625) {
      guarantee.assertQuantile(Ddsketch.quantile(state, quantile), quantile, "both signs");
    }
    // A value that every bin is far above: all of its sign have collapsed into the lowest.
    ByteBuffer jumped = DdsketchAggregates.accumulate(state, 1e300, 0.01);
    assertThat(Ddsketch.isValid(jumped)).isTrue();
    assertThat(Ddsketch.count(jumped)).isEqualTo(6_001);
    assertThat(Ddsketch.rank(jumped, 1e299)).isEqualTo(6_000.0 / 6_001);
    assertThat(Ddsketch.quantile(jumped, 1.0)).isEqualTo(1e300);
  }

  @Test
  void should_give_the_same_bytes_in_whatever_order_collapsed_states_are_merged() {
    for (long seed = 1; seed <= 50; seed++) {
      Random random = new Random(seed);
      double[] values = values(400, i -> Math.sinh(120 * random.nextGaussian()));
      ByteBuffer whole = Sketches.of(0.01, values);

      ByteBuffer merged = Sketches.merged(0.01, values, 12, random);

      assertThat(flags(whole)).as("seed %d", seed).isEqualTo(3);
      assertThat(Sketches.withoutSum(merged))
          .as("seed %d", seed)
          .isEqualTo(Sketches.withoutSum(whole));
    }
  }

  /** Ever larger values move all bins, for each new one: the worst that a row can do. */
  @Test
  void should_never_pass_its_size_in_ten_million_rows() {
    IntToDoubleFunction growing = i -> Math.exp(0.02 * i - 740);
    ByteBuffer state = Blobs.none();
    int largest = 0;
    int rows = 10_000_000;
    for (int i = 0; i < rows; i++) {
      double magnitude = growing.applyAsDouble(i % 72_000);
      state = DdsketchAggregates.accumulate(state, (i & 1) == 0 ? magnitude : -magnitude, 0.01);
      largest = Math.max(largest, state.remaining());
      assertThat(state.capacity()).isLessThanOrEqualTo(DdsketchState.MAXIMUM_SIZE + 3);
    }

    assertThat(largest).isEqualTo(32840).isEqualTo(DdsketchState.MAXIMUM_END);
    assertThat(Ddsketch.isValid(Blobs.stored(Ddsketch.state(state)))).isTrue();
    assertThat(Ddsketch.count(state)).isEqualTo(rows);
  }

  @Test
  void should_never_pass_its_size_in_ten_thousand_merges() {
    ByteBuffer merged = Blobs.startOfMerge();
    long rows = 0;
    int largest = 0;
    for (int i = 0; i < 10_000; i++) {
      double low = Math.exp(0.13 * i - 700);
      ByteBuffer part = Sketches.of(0.01, low, -2 * low, 1e-300 * i, -low / 1e9, 0);
      merged = DdsketchAggregates.union(merged, Blobs.stored(part));
      rows += Ddsketch.count(part);
      largest = Math.max(largest, merged.remaining());
    }

    assertThat(largest).isEqualTo(DdsketchState.MAXIMUM_END);
    assertThat(Ddsketch.isValid(Ddsketch.state(merged))).isTrue();
    assertThat(Ddsketch.count(merged)).isEqualTo(rows);
  }

  /** Values with a logarithmic normal distribution, and both signs of them. */
  @ParameterizedTest
  @CsvSource({"1, 80, 80", "10, 96, 96", "1000, 432, 936", "1000000, 1048, 3144"})
  void should_take_bytes_in_proportion_to_its_values(int rows, int positive, int both) {
    Random random = new Random(20_261_125L);
    ByteBuffer ofOneSign = Blobs.none();
    ByteBuffer ofBoth = Blobs.none();
    for (int row = 0; row < rows; row++) {
      double value = Math.exp(random.nextGaussian());
      ofOneSign = DdsketchAggregates.accumulate(ofOneSign, value, 0.01);
      ofBoth = DdsketchAggregates.accumulate(ofBoth, random.nextGaussian(), 0.01);
    }

    assertThat(Ddsketch.state(ofOneSign).remaining()).isEqualTo(positive);
    assertThat(Ddsketch.state(ofBoth).remaining()).isEqualTo(both);
  }

  /** All bins have values, and the zeros nearly all that can be counted. */
  @Test
  void should_reach_its_size() {
    ByteBuffer zeros = Sketches.of(0.01, 0);
    for (int doubling = 0; doubling < 60; doubling++) {
      zeros = DdsketchAggregates.union(zeros, Blobs.stored(zeros));
    }
    double[] all = values(6_000, i -> (i % 2 == 0 ? 1 : -1) * Math.exp(0.01 * i));

    assertThat(DdsketchAggregates.union(zeros, Sketches.of(0.01, all)).remaining())
        .isEqualTo(DdsketchState.MAXIMUM_SIZE);
  }

  /** Small groups stay cheap: room grows by doubling. */
  @Test
  void should_start_small_and_grow_by_doubling() {
    ByteBuffer state = Sketches.working(0.01, 1);
    int moves = 0;
    assertThat(state.remaining()).isEqualTo(80);
    assertThat(state.capacity()).isLessThan(400);
    for (int i = 0; i < 2048; i++) {
      ByteBuffer next = DdsketchAggregates.accumulate(state, Math.exp(0.02 * i), 0.01);
      moves += next.capacity() == state.capacity() ? 0 : 1;
      state = next;
    }

    assertThat(state.remaining()).isEqualTo(64 + 8 * 2049);
    assertThat(moves).isLessThan(8);
  }
}
