/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.run;

/**
 * Median and quartiles of some numbers, interpolated as R and NumPy do (type 7).
 *
 * @param count how many there are
 * @param first the first quartile; NaN, like the others, of no numbers
 * @param median the median
 * @param third the third quartile
 */
public record Spread(int count, double first, double median, double third) {
  /** Of numbers in any order. */
  public static Spread of(double... values) {
    return of(Percentiles.of(values));
  }

  /** Of a sample. */
  public static Spread of(Percentiles sample) {
    return new Spread(sample.count(), sample.at(25), sample.at(50), sample.at(75));
  }

  /** Of one number, which may be NaN. */
  public static Spread exactly(double value) {
    return Double.isFinite(value) ? new Spread(1, value, value, value) : of();
  }

  /** Whether there is any number. */
  public boolean isKnown() {
    return count > 0;
  }

  /** The same in another unit. */
  public Spread times(double factor) {
    return new Spread(count, first * factor, median * factor, third * factor);
  }

  /** A number over these: how much is done in a unit of what they are. */
  public Spread inverted(double number) {
    return new Spread(count, number / third, number / median, number / first);
  }
}
