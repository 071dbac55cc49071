/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.tools.plan;

/**
 * An estimate and its limits.
 *
 * @param low hardly less than this
 * @param likely the estimate
 * @param high hardly more than this; infinite where no limit is known
 */
public record Span(double low, double likely, double high) {
  /** A number that is known. */
  public static Span of(double value) {
    return new Span(value, value, value);
  }

  /** The sum of two independent estimates; their limits are added, too. */
  Span plus(Span other) {
    return new Span(low + other.low, likely + other.likely, high + other.high);
  }

  /** The product of two estimates that are not negative. */
  Span times(Span other) {
    return new Span(low * other.low, likely * other.likely, high * other.high);
  }

  Span times(double factor) {
    return times(of(factor));
  }

  /** Whether a number lies between the limits. */
  public boolean contains(double value) {
    return low <= value && value <= high;
  }
}
