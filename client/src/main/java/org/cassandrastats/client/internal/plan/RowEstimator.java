/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.client.internal.plan;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.cassandrastats.client.internal.plan.KeySpace.ProbedRange;

/**
 * Estimates how many rows there are by looking at a few of them in some places. What lies between
 * two looks is taken to be as dense as they are; further looks go where that is least certain.
 */
final class RowEstimator {
  private static final int FIRST_PLACES = 8;

  /** Limits that are closer to each other than this part of the estimate are good enough. */
  private static final double CLOSE_ENOUGH = 0.1;

  /**
   * Rows that are spread at random are so many standard errors more or fewer, in 19 of 20 cases.
   */
  private static final double STANDARD_ERRORS = 2;

  /** Beside the end of everything the density is known on one side only. */
  private static final double ONE_SIDED = 2;

  /** So many rows with the same key are looked at before giving up. */
  private static final int LARGEST_CROWD = 20_000;

  /** Where rows are looked at. */
  @FunctionalInterface
  interface Places {
    /** See {@link org.cassandrastats.client.internal.plan.KeySpace#probe}. */
    ProbedRange.Result probe(double from, double until, int limit) throws InterruptedException;
  }

  private final Places places;
  private final int limit;
  private final int mostLooks;
  private final List<ProbedRange.Result> results = new ArrayList<>();
  private boolean crowded;
  private int looked;

  /**
   * An estimator.
   *
   * @param limit how many rows to look at in each place; 2 or more
   * @param mostLooks in how many places, at most
   */
  RowEstimator(Places places, int limit, int mostLooks) {
    this.places = places;
    this.limit = limit;
    this.mostLooks = mostLooks;
  }

  /** The estimate. */
  Forecast.Rows estimate() throws InterruptedException {
    probe(0, 1);
    ProbedRange.Result first = results.get(0);
    if (first.complete()) {
      return Forecast.Rows.exact(first.count(), "counted");
    }
    for (int i = 1; i < FIRST_PLACES && looked < mostLooks; i++) {
      lookAfter((double) i / FIRST_PLACES);
    }
    Bounds rows = sum();
    while (looked < mostLooks && rows.high() - rows.low() > CLOSE_ENOUGH * rows.likely()) {
      Gap widest = widestGap();
      lookBetween(widest, (widest.left().to() + widest.end()) / 2);
      rows = sum();
    }
    return Forecast.Rows.of(
        crowded ? new Bounds(rows.low(), rows.likely(), Double.POSITIVE_INFINITY) : rows,
        "from %d places".formatted(looked));
  }

  /** Looks at a place, unless it has been seen. */
  private void lookAfter(double place) throws InterruptedException {
    for (Gap gap : gaps()) {
      if (place > gap.left().to() && place < gap.end()) {
        lookBetween(gap, place);
        return;
      }
    }
  }

  private void lookBetween(Gap gap, double place) throws InterruptedException {
    probe(Math.max(place, Math.nextUp(gap.left().to())), gap.end());
  }

  private void probe(double from, double until) throws InterruptedException {
    int wanted = limit;
    ProbedRange.Result found = places.probe(from, until, wanted);
    looked++;
    while (found.isCrowded() && wanted < LARGEST_CROWD) {
      wanted = Math.min(LARGEST_CROWD, 10 * wanted);
      found = places.probe(from, until, wanted);
    }
    if (found.isCrowded()) {
      crowded = true;
      found = new ProbedRange.Result(found.from(), found.first(), found.to(), wanted, false);
    }
    results.add(found);
    results.sort(Comparator.comparingDouble(ProbedRange.Result::from));
  }

  /** What lies between a probe and the next one, or the end. */
  private record Gap(ProbedRange.Result left, ProbedRange.Result right) {
    double end() {
      return right == null ? 1 : right.from();
    }

    double width() {
      return Math.max(0, end() - left.to());
    }

    Bounds rows() {
      double leftDensity = left.density();
      double rightDensity = right == null ? Double.NaN : right.densityAtStart();
      if (Double.isNaN(leftDensity) || Double.isNaN(rightDensity)) {
        double known = Double.isNaN(leftDensity) ? rightDensity : leftDensity;
        double rows = Double.isNaN(known) ? 0 : known * width();
        return new Bounds(rows / ONE_SIDED, rows, rows * ONE_SIDED);
      }
      double low = Math.min(leftDensity, rightDensity);
      double high = Math.max(leftDensity, rightDensity);
      Bounds rows = new Bounds(low, between(low, high), high).times(width());
      double error = STANDARD_ERRORS * Math.sqrt(rows.likely());
      return new Bounds(Math.max(0, rows.low() - error), rows.likely(), rows.high() + error);
    }

    /** The mean of a density that grows by the same factor everywhere. */
    private static double between(double low, double high) {
      return low <= 0 || high / low < 1 + 1e-6
          ? (low + high) / 2
          : (high - low) / Math.log(high / low);
    }
  }

  private List<Gap> gaps() {
    List<Gap> gaps = new ArrayList<>();
    for (int i = 0; i < results.size(); i++) {
      Gap gap = new Gap(results.get(i), i + 1 < results.size() ? results.get(i + 1) : null);
      // What a complete probe has seen reaches to the next one.
      if (!results.get(i).complete() && gap.width() > 0) {
        gaps.add(gap);
      }
    }
    return gaps;
  }

  private Gap widestGap() {
    return gaps().stream()
        .max(Comparator.comparingDouble(gap -> gap.rows().high() - gap.rows().low()))
        .orElseThrow();
  }

  private Bounds sum() {
    Bounds sum = Bounds.of((double) results.stream().mapToLong(ProbedRange.Result::count).sum());
    for (Gap gap : gaps()) {
      sum = sum.plus(gap.rows());
    }
    return sum;
  }
}
