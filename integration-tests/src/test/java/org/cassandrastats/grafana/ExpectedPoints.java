/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.grafana;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** What the panels of the example should show, computed from the rows. */
record ExpectedPoints(Responses responses) {
  /** Of the ranks of a digest, and of the values between two of thirty. */
  private static final double RANK_ERROR = 0.04;

  private static final double ROUNDING = 1e-9;
  private static final int FROM_ROWS = 1;
  private static final int FROM_ROLLUP = 2;
  private static final int SLOWEST = 3;
  private static final int QUANTILES = 5;
  private static final int HEATMAP = 6;

  /**
   * Asserts that an answer has the series, times, columns and values that the rows give.
   *
   * @param nothing what stands for the mean of no values: null, or 0
   */
  void check(Query query, List<Point> points, Double nothing) {
    assertThat(points)
        .as("%s", query)
        .extracting(Point::series)
        .containsOnly(query.series().toArray(String[]::new));
    for (String service : query.series()) {
      List<Point> those = points.stream().filter(point -> point.series().equals(service)).toList();
      if (query.id() == SLOWEST) {
        assertThat(those).hasSize(1);
        checkSlowest(service, those.get(0).numbers());
        continue;
      }
      Map<Instant, List<Double>> values = responses.byInterval(service, query.interval());
      assertThat(those)
          .as("%s", query)
          .extracting(Point::time)
          .containsExactlyElementsOf(times(query, values));
      List<List<Double>> inOrder = new ArrayList<>(values.values());
      for (int index = 0; index < those.size(); index++) {
        checkNumbers(query, those.get(index), inOrder.get(index), nothing);
      }
    }
  }

  private static List<Instant> times(Query query, Map<Instant, List<Double>> values) {
    return values.keySet().stream()
        .map(begin -> query.isHeatmap() ? begin.plus(query.interval()) : begin)
        .toList();
  }

  private static void checkNumbers(Query query, Point point, List<Double> values, Double nothing) {
    Map<String, Double> numbers = point.numbers();
    switch (query.id()) {
      case FROM_ROWS -> {
        assertThat(numbers).containsOnlyKeys("mean", "responses");
        checkMean(numbers.get("mean"), values, nothing);
        assertThat(numbers.get("responses")).isEqualTo(values.size());
      }
      case FROM_ROLLUP -> {
        assertThat(numbers).containsOnlyKeys("mean", "responses");
        checkMean(numbers.get("mean"), values, nothing);
        assertThat(numbers.get("responses"))
            .isEqualTo(values.isEmpty() ? nothing : Double.valueOf(values.size()));
      }
      case QUANTILES -> {
        assertThat(numbers).containsOnlyKeys("p10", "p50", "p90", "p99");
        numbers.forEach((name, value) -> checkQuantile(name, value, values, nothing));
      }
      case HEATMAP -> checkBins(numbers, values, nothing);
      default -> throw new AssertionError("nothing is expected of " + query);
    }
  }

  private static void checkMean(Double mean, List<Double> values, Double nothing) {
    if (values.isEmpty()) {
      assertThat(mean).isEqualTo(nothing);
    } else {
      double exact = values.stream().mapToDouble(Double::doubleValue).average().orElseThrow();
      assertThat(mean).isEqualTo(exact, within(exact * ROUNDING));
    }
  }

  private void checkSlowest(String service, Map<String, Double> numbers) {
    List<Double> values = responses.values(service);
    assertThat(numbers).containsOnlyKeys("p99", "median", "responses");
    assertThat(rank(numbers.get("p99"), values)).isEqualTo(0.99, within(RANK_ERROR / 10));
    assertThat(rank(numbers.get("median"), values)).isEqualTo(0.5, within(RANK_ERROR));
    assertThat(numbers.get("responses")).isEqualTo(values.size());
  }

  /** A column such as p90 says which quantile it is. */
  private static void checkQuantile(
      String name, Double value, List<Double> values, Double nothing) {
    if (values.isEmpty()) {
      assertThat(value).isEqualTo(nothing);
    } else {
      double quantile = Double.parseDouble(name.substring(1)) / 100;
      assertThat(rank(value, values)).as(name).isEqualTo(quantile, within(RANK_ERROR));
    }
  }

  private static double rank(double value, List<Double> sorted) {
    long below = sorted.stream().filter(each -> each < value).count();
    long atMost = sorted.stream().filter(each -> each <= value).count();
    return (below + atMost) / 2.0 / sorted.size();
  }

  /** A column such as 100 counts what is below, down to the column before. */
  private static void checkBins(Map<String, Double> numbers, List<Double> values, Double nothing) {
    double low = 0;
    for (Map.Entry<String, Double> bin : numbers.entrySet()) {
      double from = low;
      double to =
          bin.getKey().equals("+Inf") ? Double.POSITIVE_INFINITY : Double.parseDouble(bin.getKey());
      long inside = values.stream().filter(value -> value >= from && value < to).count();
      assertThat(bin.getValue())
          .as("%s", bin.getKey())
          .isEqualTo(values.isEmpty() ? nothing : Double.valueOf((double) inside));
      low = to;
    }
    assertThat(low).isInfinite();
  }
}
