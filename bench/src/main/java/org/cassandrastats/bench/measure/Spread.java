/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.measure;

import org.cassandrastats.cli.chart.Drawing.Point;

/**
 * The median of some numbers, and how far they are spread: between their quartiles, interpolated as
 * R and NumPy do (type 7). Two numbers have no quartiles: they are the ends themselves.
 *
 * @param count how many there are
 * @param low the first quartile; NaN, like the others, of no numbers
 * @param median the median
 * @param high the third quartile
 */
public record Spread(int count, double low, double median, double high) {
  /** Of numbers in any order. */
  public static Spread of(double... values) {
    return of(Percentiles.of(values));
  }

  /** Of a sample. */
  public static Spread of(Percentiles sample) {
    double cut = sample.count() == 2 ? 0 : 25;
    return new Spread(sample.count(), sample.at(cut), sample.at(50), sample.at(100 - cut));
  }

  /** Of one number, which may be NaN. */
  public static Spread exactly(double value) {
    return Double.isFinite(value) ? new Spread(1, value, value, value) : of();
  }

  /** Whether there is any number. */
  public boolean isKnown() {
    return count > 0;
  }

  /** Whether a number may lie in both; false if one of them has none. */
  public boolean overlaps(Spread other) {
    return low <= other.high && other.low <= high;
  }

  /** The median with its spread as a point of a plot. */
  public Point pointAt(double place) {
    return new Point(place, low, median, high);
  }

  /** The same in another unit. */
  public Spread times(double factor) {
    return new Spread(count, low * factor, median * factor, high * factor);
  }

  /** A number over these: how much is done in a unit of what they are. */
  public Spread inverted(double number) {
    return new Spread(count, number / high, number / median, number / low);
  }
}
