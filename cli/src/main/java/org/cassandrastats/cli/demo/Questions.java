/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.demo;

import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.data.UdtValue;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.cassandrastats.cli.demo.DemoLaneRun.DemoQuestion;

/**
 * What the demo asks: each aggregate of the pack, with its exact result.
 *
 * @param histograms the questions for the same values that suit them
 */
record Questions(ExactStatistics exact, HistogramQuestions histograms) {
  // What docs/design.md promises.
  private static final double MEAN_ERROR = 1e-14;
  private static final double CANCELLED_ERROR = 1e-18;
  private static final double DEVIATION_ERROR = 1e-11;
  private static final double SHAPE_ERROR = 1e-9;
  private static final double RANK_ERROR = 0.005;
  private static final double RELATIVE_ERROR = 0.01;

  /** Values this far below the largest magnitude may be in a bin that has collapsed. */
  private static final double COLLAPSED_ERROR = 1e-17;

  private static final BigDecimal HALF = new BigDecimal("0.5");
  private static final List<BigDecimal> QUANTILES =
      Stream.of("0.01", "0.5", "0.9", "0.99", "0.999").map(BigDecimal::new).toList();
  private static final int LISTED = 3;
  private static final List<String> SUMMARY =
      List.of("count", "skipped", "min", "max", "mean", "stddev", "sum");

  List<DemoQuestion> all() {
    List<DemoQuestion> questions = new ArrayList<>(ofOneNumberOrFew());
    questions.addAll(histograms.all());
    return questions;
  }

  private List<DemoQuestion> ofOneNumberOrFew() {
    return List.of(
        count(),
        number("mean(value)", mean("")),
        number("variance(value)", spread("", exact.variance())),
        number("stddev(value)", spread("", exact.standardDeviation())),
        number("skewness(value)", shape(exact.skewness())),
        number("kurtosis(value)", shape(exact.kurtosis())),
        summary(),
        list("extremes_values_double(min_max_by(value, value))", exact.minimum(), exact.maximum()),
        number("first(value)", Expectation.Value.exactly("", exact.first())),
        number("last(value)", Expectation.Value.exactly("", exact.last())),
        number("first(value, position)", Expectation.Value.exactly("", exact.first())),
        number("last(value, position)", Expectation.Value.exactly("", exact.last())),
        position("min_by(position, value)", exact.positionOfMinimum()),
        position("max_by(position, value)", exact.positionOfMaximum()),
        list("min_n(value, " + LISTED + ")", smallest()),
        list("max_n(value, " + LISTED + ")", largest()),
        rankQuantiles(),
        number("median(value)", new Expectation.Quantile("", exact, HALF, RANK_ERROR)),
        number("tdigest_min(tdigest(value))", Expectation.Value.exactly("", exact.minimum())),
        number("tdigest_max(tdigest(value))", Expectation.Value.exactly("", exact.maximum())),
        relativeQuantiles());
  }

  /** Quantiles with a bounded rank error. */
  private DemoQuestion rankQuantiles() {
    List<Expectation.Quantile> expected =
        QUANTILES.stream()
            .map(
                quantile ->
                    new Expectation.Quantile("[" + quantile + "]", exact, quantile, RANK_ERROR))
            .toList();
    return new DemoQuestion(
        "tdigest_quantiles(tdigest(value), " + QUANTILES + ")",
        row -> numbers(row, expected.size()),
        expected);
  }

  /** Quantiles with a bounded relative error. */
  private DemoQuestion relativeQuantiles() {
    List<Expectation.Value> expected =
        QUANTILES.stream()
            .map(
                quantile ->
                    new Expectation.Value(
                        "[" + quantile + "]",
                        exact.valueOfRank(quantile),
                        RELATIVE_ERROR,
                        COLLAPSED_ERROR * exact.magnitude()))
            .toList();
    return new DemoQuestion(
        "ddsketch_quantiles(ddsketch(value, " + RELATIVE_ERROR + "), " + QUANTILES + ")",
        row -> numbers(row, expected.size()),
        expected);
  }

  private DemoQuestion count() {
    return position("moments_count(moments(value))", exact.count());
  }

  private Expectation.Value mean(String label) {
    return new Expectation.Value(label, exact.mean(), MEAN_ERROR, cancelledError());
  }

  private double cancelledError() {
    return CANCELLED_ERROR * exact.magnitude();
  }

  private static Expectation.Value spread(String label, BigDecimal value) {
    return new Expectation.Value(label, value, DEVIATION_ERROR, 0);
  }

  private static Expectation.Value shape(BigDecimal value) {
    return new Expectation.Value("", value, SHAPE_ERROR, SHAPE_ERROR);
  }

  private static DemoQuestion number(String selector, Expectation expected) {
    return new DemoQuestion(
        selector, row -> Collections.singletonList(row.get(0, Double.class)), List.of(expected));
  }

  private static DemoQuestion position(String selector, BigDecimal exact) {
    return new DemoQuestion(
        selector,
        row -> Collections.singletonList(row.get(0, Long.class)),
        List.of(Expectation.Value.exactly("", exact)));
  }

  private static DemoQuestion list(String selector, BigDecimal... exact) {
    return DemoQuestion.list(selector, Double.class, exact);
  }

  private static List<Number> numbers(Row row, int wanted) {
    return DemoQuestion.numbers(row, Double.class, wanted);
  }

  private DemoQuestion summary() {
    List<Expectation.Value> expected =
        List.of(
            Expectation.Value.exactly("count", exact.count()),
            Expectation.Value.exactly("skipped", BigDecimal.ZERO),
            Expectation.Value.exactly("min", exact.minimum()),
            Expectation.Value.exactly("max", exact.maximum()),
            mean("mean"),
            spread("stddev", exact.standardDeviation()),
            new Expectation.Value(
                "sum", exact.sum(), MEAN_ERROR, cancelledError() * exact.count().doubleValue()));
    return new DemoQuestion("summary(value)", Questions::summary, expected);
  }

  private static List<Number> summary(Row row) {
    UdtValue summary = row.getUdtValue(0);
    List<Number> numbers = new ArrayList<>();
    for (String field : SUMMARY) {
      numbers.add(summary == null ? null : (Number) summary.getObject(field));
    }
    return numbers;
  }

  private BigDecimal[] smallest() {
    int count = Math.min(LISTED, exact.count().intValueExact());
    return IntStream.range(0, count).mapToObj(exact::ranked).toArray(BigDecimal[]::new);
  }

  private BigDecimal[] largest() {
    int total = exact.count().intValueExact();
    BigDecimal[] result = new BigDecimal[Math.min(LISTED, total)];
    Arrays.setAll(result, i -> exact.ranked(total - 1 - i));
    return result;
  }

  /**
   * Edges that suit the values, and how many values lie between them: histograms count exactly.
   *
   * @param values that the edges are to suit
   * @param counted those that are asked about
   */
  record HistogramQuestions(ExactStatistics values, ExactStatistics counted) {
    private static final int MOST_BINS = 16;
    private static final int QUARTERS = 4;
    private static final BigDecimal LOW = new BigDecimal("0.01");
    private static final BigDecimal HIGH = new BigDecimal("0.99");

    /** Up to this many times a power of two, multiples of it are doubles. */
    private static final double EXACT_MULTIPLES = 1L << 50;

    List<DemoQuestion> all() {
      List<DemoQuestion> questions = new ArrayList<>();
      middle().ifPresent(bins -> questions.add(counts(bins.histogram(), bins.edges())));
      questions.add(quarters());
      return questions;
    }

    /** The histogram to be drawn. There is none where doubles are too coarse for its edges. */
    Optional<String> drawn() {
      return middle().map(Bins::histogram);
    }

    /**
     * Bins over the middle 98 %, so that a long tail does not squeeze all else into one of them.
     * The width is a power of two, which makes all edges exact.
     */
    private Optional<Bins> middle() {
      double from = values.quantile(LOW).doubleValue();
      double to = values.quantile(HIGH).doubleValue();
      double least = to / MOST_BINS - from / MOST_BINS;
      double width = least > 0 ? Math.scalb(1.0, Math.getExponent(least) + 1) : 1;
      double first = Math.floor(from / width);
      double last = Math.floor(to / width) + 1;
      return Math.max(Math.abs(first), Math.abs(last)) < EXACT_MULTIPLES
          ? Optional.of(new Bins(first * width, width, (int) (last - first)))
          : Optional.empty();
    }

    private record Bins(double lo, double width, int count) {
      List<Double> edges() {
        return IntStream.rangeClosed(0, count).mapToObj(i -> lo + i * width).toList();
      }

      String histogram() {
        return "histogram(value, %s, %s, %d)".formatted(lo, lo + count * width, count);
      }
    }

    /** The edges are the minimum and the quartiles; the last bin ends above the maximum. */
    private DemoQuestion quarters() {
      int count = values.count().intValueExact();
      List<Double> edges =
          new ArrayList<>(
              IntStream.range(0, QUARTERS)
                  .mapToObj(i -> values.ranked((int) ((long) count * i / QUARTERS)).doubleValue())
                  .distinct()
                  .toList());
      edges.add(Math.nextUp(values.maximum().doubleValue()));
      return counts("histogram(value, " + edges + ")", edges);
    }

    private DemoQuestion counts(String histogram, List<Double> edges) {
      BigDecimal[] counts = new BigDecimal[edges.size() - 1];
      for (int bin = 0; bin < counts.length; bin++) {
        counts[bin] =
            BigDecimal.valueOf(counted.valuesBelow(edges.get(bin + 1)))
                .subtract(BigDecimal.valueOf(counted.valuesBelow(edges.get(bin))));
      }
      return DemoQuestion.list("histogram_counts(" + histogram + ")", Long.class, counts);
    }
  }
}
