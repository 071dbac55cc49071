/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.client.internal.plan;

/**
 * An estimate and its limits.
 *
 * @param low hardly less than this
 * @param likely the estimate
 * @param high hardly more than this; infinite where no limit is known
 */
public record Bounds(double low, double likely, double high) {
  /** A number that is known. */
  public static Bounds of(double value) {
    return new Bounds(value, value, value);
  }

  /** The sum of two independent estimates; their limits are added, too. */
  Bounds plus(Bounds other) {
    return new Bounds(low + other.low, likely + other.likely, high + other.high);
  }

  /** The product of two estimates that are not negative. */
  Bounds times(Bounds other) {
    return new Bounds(low * other.low, likely * other.likely, high * other.high);
  }

  public Bounds times(double factor) {
    return times(of(factor));
  }

  /** Whether a number lies between the limits. */
  public boolean contains(double value) {
    return low <= value && value <= high;
  }
}
