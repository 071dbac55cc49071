/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.client.range;

/**
 * The order of doubles: -0.0 before 0.0, NaN last. Distances are those of the numbers, so that
 * evenly spread keys are cut evenly; halves are those of the bits, so that no range of keys needs
 * to be halved more than 64 times.
 */
final class DoubleOrder implements Order<Double> {
  private static final LongOrder<Double> BITS =
      LongOrder.of(DoubleOrder::toBits, DoubleOrder::fromBits, toBits(Double.NaN));

  /** Distances are kept finite: quarters of numbers cannot overflow. */
  private static final double QUARTER = 0.25;

  @Override
  public int compare(Double left, Double right) {
    return Double.compare(left, right);
  }

  @Override
  public double distance(Double low, Double high) {
    return Math.max(0, quarter(high) - quarter(low));
  }

  @Override
  public Double advance(Double low, double distance) {
    double target = (quarter(low) + distance) / QUARTER;
    if (Double.compare(target, low) > 0) {
      return target;
    }
    return BITS.advance(low, 1);
  }

  @Override
  public Double middle(Double low, Double high) {
    return BITS.middle(low, high);
  }

  private static double quarter(double key) {
    if (Double.isNaN(key)) {
      return Double.MAX_VALUE * QUARTER;
    }
    return Math.max(-Double.MAX_VALUE, Math.min(Double.MAX_VALUE, key)) * QUARTER;
  }

  private static long toBits(double key) {
    long bits = Double.doubleToLongBits(key);
    return bits ^ (bits >> 63 & Long.MAX_VALUE);
  }

  private static double fromBits(long bits) {
    // What lies between infinity and NaN is no key of its own: all of it is NaN.
    return Double.longBitsToDouble(bits ^ (bits >> 63 & Long.MAX_VALUE));
  }
}
