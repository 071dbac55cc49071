/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.demo;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

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
   * Bins over the middle 98 %, so that a long tail does not squeeze all else into one of them. The
   * width is a power of two, which makes all edges exact.
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
