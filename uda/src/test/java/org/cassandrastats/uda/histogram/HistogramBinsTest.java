/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.uda.histogram;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.math.MathContext;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.cassandrastats.uda.contract.Blobs;
import org.cassandrastats.udf.histogram.Histogram;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** A value is in bin i if and only if edge i &lt;= value &lt; edge i + 1, for the edges shown. */
class HistogramBinsTest {
  private static final long SEED = 20261121;

  private record Range(double lo, double hi, int bins) {}

  static List<Range> ranges() {
    List<Range> ranges =
        new ArrayList<>(
            List.of(
                new Range(0, 1, 10),
                new Range(0, 1, 3),
                new Range(-1, 1, 7),
                new Range(0.1, 0.7, 6),
                new Range(-273.15, 1000, 4096),
                new Range(1e15, 1e15 + 4096, 512),
                new Range(-Double.MAX_VALUE, Double.MAX_VALUE, 4096),
                new Range(-Double.MAX_VALUE, Double.MAX_VALUE, 1),
                new Range(0, Double.MAX_VALUE, 4095),
                new Range(-Double.MAX_VALUE, -1, 3),
                new Range(0, 8 * 4096 * Double.MIN_VALUE, 4096),
                new Range(-24 * Double.MIN_VALUE, 0, 3),
                new Range(Double.MIN_VALUE, Double.MIN_NORMAL, 1000),
                new Range(-1e-300, 1e300, 100),
                new Range(1e-5, 1e-5 + 1e-12, 100)));
    Random random = new Random(SEED);
    while (ranges.size() < 400) {
      double lo = random.nextGaussian() * Math.pow(10, random.nextInt(-30, 30));
      double hi = lo + Math.abs(lo) * Math.pow(10, random.nextInt(-9, 9)) * random.nextDouble();
      int bins = 1 + random.nextInt(random.nextBoolean() ? 4096 : 20);
      if ((hi - lo) / bins > 9 * Math.ulp(Math.max(Math.abs(lo), Math.abs(hi)))) {
        ranges.add(new Range(lo, hi, bins));
      }
    }
    return ranges;
  }

  @ParameterizedTest
  @MethodSource("ranges")
  void should_count_values_around_every_edge_where_the_edges_say(Range range) {
    ByteBuffer probe = state(range, range.lo);
    List<Double> edges = Histogram.edges(probe);
    assertThat(edges).hasSize(range.bins + 1).isSorted().doesNotHaveDuplicates();
    assertThat(edges.get(0)).isEqualTo(range.lo);
    assertThat(edges.get(range.bins)).isEqualTo(range.hi);

    List<Double> values = new ArrayList<>();
    int step = Math.max(1, range.bins / 60);
    for (int i = 0; i <= range.bins; i += i < 10 || i > range.bins - 10 ? 1 : step) {
      double edge = edges.get(i);
      values.addAll(List.of(edge, Math.nextUp(edge), Math.nextDown(edge)));
    }
    Random random = new Random(SEED);
    for (int i = 0; i < 200; i++) {
      double share = random.nextDouble();
      values.add(range.lo * (1 - share) + range.hi * share);
    }
    ByteBuffer explicit = Blobs.none();
    ByteBuffer equalWidth = Blobs.none();
    long[] expected = new long[range.bins + 2];
    for (double value : values) {
      if (Double.isInfinite(value)) {
        continue;
      }
      equalWidth =
          HistogramAggregates.accumulate(equalWidth, value, range.lo, range.hi, range.bins);
      explicit = HistogramAggregates.accumulate(explicit, value, edges);
      expected[segment(edges, value)]++;
    }
    for (ByteBuffer state : List.of(equalWidth, explicit)) {
      assertThat(Histogram.isValid(state)).isTrue();
      assertThat(Histogram.edges(state)).isEqualTo(edges);
      assertThat(Histogram.underflow(state)).isEqualTo(expected[0]);
      assertThat(Histogram.overflow(state)).isEqualTo(expected[range.bins + 1]);
      List<Long> counts = Histogram.counts(state);
      for (int bin = 0; bin < range.bins; bin++) {
        assertThat(counts.get(bin)).as("bin %d, seed %d", bin, SEED).isEqualTo(expected[bin + 1]);
      }
    }
  }

  /** One after the other: 0 below the first edge. */
  private static int segment(List<Double> edges, double value) {
    int segment = 0;
    while (segment < edges.size() && value >= edges.get(segment)) {
      segment++;
    }
    return segment;
  }

  @ParameterizedTest
  @MethodSource("ranges")
  void should_put_edges_where_exact_arithmetic_puts_them(Range range) {
    List<Double> edges = Histogram.edges(state(range, range.lo));
    BigDecimal lo = new BigDecimal(range.lo);
    BigDecimal width = new BigDecimal(range.hi).subtract(lo);
    double unit = Math.ulp(Math.max(Math.abs(range.lo), Math.abs(range.hi)));
    for (int i = 0; i <= range.bins; i++) {
      double exact =
          width
              .multiply(BigDecimal.valueOf(i))
              .divide(BigDecimal.valueOf(range.bins), new MathContext(60))
              .add(lo)
              .doubleValue();
      assertThat(Math.abs(edges.get(i) - exact)).as("edge %d", i).isLessThanOrEqualTo(2 * unit);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "0,1,10,3,0.3",
    "0,100,1000,7,0.7",
    "0,0.5,5,1,0.1",
    "-1,1,4,1,-0.5",
    "20,30,4,1,22.5"
  })
  void should_give_edges_that_a_reader_expects(
      double lo, double hi, int bins, int i, double expected) {
    assertThat(Histogram.edges(state(new Range(lo, hi, bins), lo)).get(i)).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "0 | 1 | 0 | histogram: expected 1 to 4096 bins, found 0",
        "0 | 1 | -7 | histogram: expected 1 to 4096 bins, found -7",
        "0 | 1 | 4097 | histogram: expected 1 to 4096 bins, found 4097",
        "1 | 1 | 5 | histogram: expected finite lo < hi, found lo = 1.0 and hi = 1.0",
        "0 | -0.0 | 5 | histogram: expected finite lo < hi, found lo = 0.0 and hi = -0.0",
        "2 | 1 | 5 | histogram: expected finite lo < hi, found lo = 2.0 and hi = 1.0",
        "NaN | 1 | 5 | histogram: expected finite lo < hi, found lo = NaN and hi = 1.0",
        "0 | NaN | 5 | histogram: expected finite lo < hi, found lo = 0.0 and hi = NaN",
        "-Infinity | 1 | 5 | histogram: expected finite lo < hi, found lo = -Infinity and hi = 1.0",
        "0 | Infinity | 5 | histogram: expected finite lo < hi, found lo = 0.0 and hi = Infinity",
        "1e15 | 1.000000000000001e15 | 100 | histogram: expected lo and hi so far apart that doubles"
            + " can tell the edges of 100 bins from each other, found lo = 1.0E15 and hi ="
            + " 1.000000000000001E15"
      })
  void should_refuse_bounds_and_bins(double lo, double hi, int bins, String message) {
    assertThatThrownBy(() -> HistogramAggregates.accumulate(Blobs.none(), 0.5, lo, hi, bins))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(message);
    ByteBuffer own = HistogramAggregates.accumulate(Blobs.none(), 0.5, 0, 1, 5);
    assertThatThrownBy(() -> HistogramAggregates.accumulate(own, 0.5, lo, hi, bins))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(message);
  }

  static List<List<Double>> refusedEdges() {
    List<Double> tooMany = new ArrayList<>();
    for (int i = 0; i < 4098; i++) {
      tooMany.add((double) i);
    }
    return List.of(
        List.of(),
        List.of(1.0),
        tooMany,
        List.of(0.0, 1.0, 1.0),
        List.of(1.0, 0.0),
        List.of(-0.0, 0.0),
        List.of(0.0, Double.NaN, 2.0),
        Arrays.asList(0.0, null, 2.0),
        Arrays.asList(null, 1.0),
        List.of(Double.NEGATIVE_INFINITY, 2.0),
        List.of(0.0, Double.POSITIVE_INFINITY));
  }

  @ParameterizedTest
  @MethodSource("refusedEdges")
  void should_refuse_edges(List<Double> edges) {
    String message =
        edges.size() > 1 && edges.size() < 4098
            ? "histogram: expected finite and strictly increasing edges, found .*"
            : "histogram: expected 2 to 4097 edges, found " + edges.size();
    ByteBuffer own = HistogramAggregates.accumulate(Blobs.none(), 0.5, List.of(0.0, 1.0, 2.0));
    for (ByteBuffer state : List.of(Blobs.none(), own)) {
      assertThatThrownBy(() -> HistogramAggregates.accumulate(state, 0.5, edges))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageMatching(message);
    }
  }

  private static ByteBuffer state(Range range, double value) {
    return HistogramAggregates.accumulate(Blobs.none(), value, range.lo, range.hi, range.bins);
  }
}
