/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.report;

import java.util.Comparator;
import java.util.List;
import java.util.function.ToDoubleFunction;
import org.cassandrastats.bench.measure.Cell;
import org.cassandrastats.bench.measure.Dimension;

/**
 * What a page costs by itself: of queries that differ in the page size only, the one with the
 * smallest pages against the fastest one. Not against the one with the largest pages, which a node
 * may read in another way.
 */
public final class PageCost {
  public static final Dimension<Integer> ROWS = new Dimension<>("rows");
  public static final Dimension<Integer> PAGE_SIZE = new Dimension<>("page_size");

  private static final double MICROS = 1e6;

  private final Cell smallest;
  private final Cell fastest;
  private final ToDoubleFunction<Cell> seconds;

  /**
   * @param cells by page size
   * @param seconds NaN where a query had no answer
   */
  public PageCost(List<Cell> cells, ToDoubleFunction<Cell> seconds) {
    this.smallest = cells.get(0);
    this.fastest = cells.stream().min(Comparator.comparingDouble(seconds)).orElseThrow();
    this.seconds = seconds;
  }

  /** How many times the time of the fastest the smallest pages take. */
  public double factor() {
    return seconds.applyAsDouble(smallest) / seconds.applyAsDouble(fastest);
  }

  /** Microseconds that each further page adds; NaN where no size needs fewer pages. */
  public double micros() {
    double more = seconds.applyAsDouble(smallest) - seconds.applyAsDouble(fastest);
    return more * MICROS / (pages(smallest) - pages(fastest));
  }

  private static double pages(Cell cell) {
    return Math.ceil((double) cell.get(ROWS) / cell.get(PAGE_SIZE));
  }

  /** The rows of a page of the fastest. */
  public int fastestPage() {
    return fastest.get(PAGE_SIZE);
  }

  /** All of it. */
  public String said(String elsewhere) {
    return Numbers.in(
            "%s times as long with pages of %s rows as with %s, the fastest%s",
            factor(),
            Numbers.count(smallest.get(PAGE_SIZE)),
            Numbers.count(fastestPage()),
            elsewhere)
        + (Double.isFinite(micros()) ? Numbers.in(", about %s µs a page", micros()) : "");
  }
}
