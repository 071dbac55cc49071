/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.measure;

import java.util.Arrays;
import java.util.Collection;

/** Some numbers in ascending order, and what lies between them. */
public final class Percentiles {
  private final double[] sorted;

  private Percentiles(double... sorted) {
    this.sorted = sorted;
  }

  /** Of numbers in any order; NaN is none. */
  public static Percentiles of(double... values) {
    return new Percentiles(
        Arrays.stream(values).filter(value -> !Double.isNaN(value)).sorted().toArray());
  }

  /** Of numbers that were collected. */
  public static Percentiles of(Collection<Double> values) {
    return of(values.stream().mapToDouble(Double::doubleValue).toArray());
  }

  /** How many there are. */
  public int count() {
    return sorted.length;
  }

  /** Whether there is any. */
  public boolean isKnown() {
    return sorted.length > 0;
  }

  /**
   * What so many percent are not above, interpolated as R and NumPy do (type 7): the smallest at 0,
   * the largest at 100; NaN of no numbers.
   */
  public double at(double percent) {
    if (sorted.length == 0) {
      return Double.NaN;
    }
    double rank = 1 + (sorted.length - 1) * (percent / 100);
    double below = sorted[(int) rank - 1];
    double above = sorted[Math.min((int) rank, sorted.length - 1)];
    return below + (rank - Math.floor(rank)) * (above - below);
  }
}
