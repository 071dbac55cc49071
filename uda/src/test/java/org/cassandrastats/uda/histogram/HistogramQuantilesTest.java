/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.uda.histogram;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.cassandrastats.uda.contract.Blobs;
import org.cassandrastats.udf.histogram.HistogramQuantiles;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Estimates against the sorted values: within a bin, monotone, consistent, exact at the ends. */
class HistogramQuantilesTest {
  private static final long SEED = 20261121;

  /** Values and the edges of their histogram. */
  private static final class Case {
    private final String name;
    private final double[] sorted;
    private final List<Double> edges;

    Case(String name, double[] sorted, List<Double> edges) {
      this.name = name;
      this.sorted = sorted;
      this.edges = edges;
    }

    ByteBuffer state() {
      ByteBuffer state = Blobs.none();
      for (double value : sorted) {
        state = HistogramAggregates.accumulate(state, value, edges);
      }
      return state;
    }

    /** The ends of what holds a value: its bin, as far as there are values. */
    double[] bin(double value) {
      double lower = sorted[0];
      double upper = sorted[sorted.length - 1];
      for (double edge : edges) {
        lower = edge <= value ? Math.max(lower, edge) : lower;
        upper = edge > value ? Math.min(upper, edge) : upper;
      }
      return new double[] {lower, upper};
    }

    @Override
    public String toString() {
      return name + ", " + sorted.length + " values, seed " + SEED;
    }
  }

  static List<Case> cases() {
    Random random = new Random(SEED);
    List<Case> cases = new ArrayList<>();
    cases.add(of("one value", edges(0, 10, 5), DoubleStream.of(3)));
    cases.add(of("equal values", edges(0, 10, 5), DoubleStream.generate(() -> 4).limit(9)));
    cases.add(of("all below", edges(0, 10, 5), DoubleStream.of(-3, -2, -1)));
    cases.add(of("all above", edges(0, 10, 5), DoubleStream.of(10, 20, 40)));
    cases.add(of("gaps", edges(0, 100, 100), DoubleStream.of(1.5, 2.5, 2.7, 50, 99, 99.5)));
    cases.add(of("huge", List.of(-1e308, 1e308), DoubleStream.of(-1.7e308, -1, 5, 1.7e308)));
    cases.add(
        of("integers", edges(0, 10, 10), random.ints(500, -2, 13).mapToDouble(value -> value)));
    cases.add(of("uniform", edges(0, 1, 20), random.doubles(1000)));
    cases.add(
        of("normal", edges(-2, 2, 37), DoubleStream.generate(random::nextGaussian).limit(5000)));
    cases.add(
        of(
            "log-normal",
            List.of(0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0),
            DoubleStream.generate(() -> Math.exp(random.nextGaussian())).limit(3001)));
    return cases;
  }

  private static Case of(String name, List<Double> edges, DoubleStream values) {
    return new Case(name, values.sorted().toArray(), edges);
  }

  private static List<Double> edges(double lo, double hi, int bins) {
    return IntStream.rangeClosed(0, bins).mapToObj(i -> lo + (hi - lo) * i / bins).toList();
  }

  private static List<Double> quantiles() {
    Random random = new Random(SEED);
    return DoubleStream.concat(
            IntStream.rangeClosed(0, 1000).mapToDouble(i -> i / 1000.0), random.doubles(1000))
        .sorted()
        .boxed()
        .toList();
  }

  /** A quantile between two values is taken to be anything from one to the other. */
  @ParameterizedTest
  @MethodSource("cases")
  void should_estimate_a_quantile_within_its_bin(Case one) {
    ByteBuffer state = one.state();
    int count = one.sorted.length;
    for (double quantile : quantiles()) {
      double wanted = quantile * count;
      double below = one.sorted[(int) Math.max(0, Math.min(count - 1, Math.ceil(wanted) - 1))];
      double above = one.sorted[(int) Math.min(count - 1, Math.floor(wanted))];

      assertThat(HistogramQuantiles.quantile(state, quantile))
          .as("quantile %s of %s", quantile, one)
          .isBetween(one.bin(below)[0], one.bin(above)[1]);
    }
    assertThat(HistogramQuantiles.quantile(state, 0.0)).isEqualTo(one.sorted[0]);
    assertThat(HistogramQuantiles.quantile(state, 1.0)).isEqualTo(one.sorted[count - 1]);
  }

  @ParameterizedTest
  @MethodSource("cases")
  void should_rise_with_the_quantile_and_agree_for_lists(Case one) {
    ByteBuffer state = one.state();
    List<Double> estimates = HistogramQuantiles.quantiles(state, quantiles());

    assertThat(estimates).isSorted();
    for (int i = 0; i < estimates.size(); i++) {
      assertThat(HistogramQuantiles.quantile(state, quantiles().get(i)))
          .isEqualTo(estimates.get(i));
    }
  }

  @ParameterizedTest
  @MethodSource("cases")
  void should_estimate_a_rank_within_the_share_of_its_bin(Case one) {
    ByteBuffer state = one.state();
    double count = one.sorted.length;
    double before = 0;
    for (double value : points(one)) {
      double[] bin = one.bin(value);
      double exact = Arrays.stream(one.sorted).filter(other -> other <= value).count() / count;
      double share =
          Arrays.stream(one.sorted)
                  .filter(other -> bin[0] <= other && (other < bin[1] || other <= value))
                  .count()
              / count;
      double rank = HistogramQuantiles.rank(state, value);

      assertThat(rank).as("rank of %s in %s", value, one).isCloseTo(exact, within(share + 1e-12));
      assertThat(rank).as("rank of %s in %s", value, one).isBetween(before, 1.0);
      before = rank;
    }
    assertThat(HistogramQuantiles.rank(state, one.sorted[one.sorted.length - 1])).isEqualTo(1);
    assertThat(HistogramQuantiles.rank(state, Math.nextDown(one.sorted[0]))).isZero();
    assertThat(HistogramQuantiles.rank(state, Double.NEGATIVE_INFINITY)).isZero();
    assertThat(HistogramQuantiles.rank(state, Double.POSITIVE_INFINITY)).isEqualTo(1);
    assertThat(HistogramQuantiles.rank(state, Double.NaN)).isNull();
  }

  private static double[] points(Case one) {
    double lowest = one.sorted[0];
    double highest = one.sorted[one.sorted.length - 1];
    return DoubleStream.concat(
            DoubleStream.concat(
                Arrays.stream(one.sorted), one.edges.stream().mapToDouble(edge -> edge)),
            IntStream.rangeClosed(0, 500)
                .mapToDouble(i -> lowest * (1 - i / 500.0) + highest * (i / 500.0)))
        .sorted()
        .toArray();
  }

  @ParameterizedTest
  @MethodSource("cases")
  void should_count_between_edges_exactly_and_elsewhere_within_their_bins(Case one) {
    ByteBuffer state = one.state();
    double[] points = points(one);
    double whole = HistogramQuantiles.countBetween(state, points[0], Double.POSITIVE_INFINITY);
    double before = 0;
    for (double value : points) {
      double[] bin = one.bin(value);
      double exact = Arrays.stream(one.sorted).filter(other -> other < value).count();
      double share =
          Arrays.stream(one.sorted).filter(other -> bin[0] <= other && other <= bin[1]).count();
      double count = HistogramQuantiles.countBetween(state, Double.NEGATIVE_INFINITY, value);

      assertThat(count)
          .as("below %s in %s", value, one)
          .isCloseTo(exact, within(one.edges.contains(value) ? 0 : share + 1e-9))
          .isBetween(before, (double) one.sorted.length);
      assertThat(count + HistogramQuantiles.countBetween(state, value, Double.POSITIVE_INFINITY))
          .isCloseTo(whole, within(1e-9));
      assertThat(HistogramQuantiles.countBetween(state, value, value)).isZero();
      before = count;
    }
    assertThat(whole).isEqualTo(one.sorted.length);
    assertThat(HistogramQuantiles.countBetween(state, 1e300, -1e300)).isZero();
    assertThat(HistogramQuantiles.countBetween(state, Double.NaN, 1.0)).isNull();
    assertThat(HistogramQuantiles.countBetween(state, 1.0, null)).isNull();
  }

  /** But for the minimum and the maximum, which are known to be one value each at least. */
  @ParameterizedTest
  @MethodSource("cases")
  void should_give_the_rank_of_a_quantile_back(Case one) {
    ByteBuffer state = one.state();
    double count = one.sorted.length;
    for (double quantile : quantiles()) {
      double estimate = HistogramQuantiles.quantile(state, quantile);
      if (one.bin(estimate)[0] < one.bin(estimate)[1] && estimate < one.bin(estimate)[1]) {
        double expected = Math.max(1 / count, Math.min(1 - 1 / count, quantile));
        assertThat(HistogramQuantiles.rank(state, estimate))
            .as("rank of quantile %s of %s", quantile, one)
            .isCloseTo(expected, within(1e-9));
      }
    }
  }

  @Test
  void should_give_the_middle_between_two_values_in_bins_of_their_own() {
    ByteBuffer state = Blobs.none();
    for (double value : new double[] {1, 2, 3, 4}) {
      state = HistogramAggregates.accumulate(state, value, List.of(1.0, 2.0, 3.0, 4.0, 5.0));
    }
    assertThat(HistogramQuantiles.quantile(state, 0.5)).isEqualTo(3.0);
    ByteBuffer apart = HistogramAggregates.accumulate(Blobs.none(), 2.5, 0, 100, 100);
    apart = HistogramAggregates.accumulate(apart, 40, 0, 100, 100);
    assertThat(HistogramQuantiles.quantile(apart, 0.5)).isEqualTo((3.0 + 40.0) / 2);
  }

  @Test
  void should_refuse_what_is_no_quantile() {
    ByteBuffer state = HistogramAggregates.accumulate(Blobs.none(), 2.5, 0, 100, 100);
    for (double quantile : new double[] {-0.001, 1.001, Double.NaN, Double.POSITIVE_INFINITY}) {
      String message = "histogram: expected a quantile from 0 to 1, found " + quantile;
      assertThatThrownBy(() -> HistogramQuantiles.quantile(state, quantile))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage(message);
      assertThatThrownBy(() -> HistogramQuantiles.quantiles(state, List.of(0.5, quantile)))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage(message);
    }
    assertThat(HistogramQuantiles.quantile(state, null)).isNull();
    assertThatThrownBy(
            () -> HistogramQuantiles.quantiles(state, Collections.singletonList((Double) null)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("histogram: expected a quantile from 0 to 1, found null");
    assertThat(HistogramQuantiles.quantiles(state, null)).isNull();
    assertThat(HistogramQuantiles.quantiles(state, List.of())).isEmpty();
    assertThatThrownBy(() -> HistogramQuantiles.quantiles(state, Collections.nCopies(4097, 0.5)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("histogram: expected at most 4096 quantiles, found 4097");
  }
}
