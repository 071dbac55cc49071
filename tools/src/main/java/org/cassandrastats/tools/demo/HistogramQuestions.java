/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.tools.demo;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** Edges that suit the values, and how many values lie between them: histograms count exactly. */
final class HistogramQuestions {
  private static final int BINS = 8;
  private static final int QUARTERS = 4;

  /** Up to this magnitude edges that are integers are doubles, and so are their differences. */
  private static final double INTEGERS = 1L << 50;

  private final ExactStatistics exact;

  HistogramQuestions(ExactStatistics exact) {
    this.exact = exact;
  }

  List<Question> all() {
    List<Question> questions = new ArrayList<>();
    if (exact.magnitude() < INTEGERS) {
      questions.add(equalWidth());
    }
    questions.add(quarters());
    return questions;
  }

  /** The edges are integers, which need no rounding. */
  private Question equalWidth() {
    double lo = Math.floor(exact.minimum().doubleValue());
    double width = Math.floor((exact.maximum().doubleValue() - lo) / BINS) + 1;
    List<Double> edges = IntStream.rangeClosed(0, BINS).mapToObj(i -> lo + i * width).toList();
    return counts("%s, %s, %d".formatted(lo, edges.get(BINS), BINS), edges);
  }

  /** The edges are the minimum and the quartiles; the last bin ends above the maximum. */
  private Question quarters() {
    int count = exact.count().intValueExact();
    List<Double> edges =
        new ArrayList<>(
            IntStream.range(0, QUARTERS)
                .mapToObj(i -> exact.ranked((int) ((long) count * i / QUARTERS)).doubleValue())
                .distinct()
                .toList());
    edges.add(Math.nextUp(exact.maximum().doubleValue()));
    return counts(edges.toString(), edges);
  }

  private Question counts(String parameters, List<Double> edges) {
    BigDecimal[] counts = new BigDecimal[edges.size() - 1];
    for (int bin = 0; bin < counts.length; bin++) {
      counts[bin] =
          BigDecimal.valueOf(exact.valuesBelow(edges.get(bin + 1)))
              .subtract(BigDecimal.valueOf(exact.valuesBelow(edges.get(bin))));
    }
    return Questions.list(
        "stats.histogram_counts(stats.histogram(value, " + parameters + "))", Long.class, counts);
  }
}
