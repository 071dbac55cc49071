/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.tools.buckets;

import java.util.Locale;

/** What a bigint counts that is a time, since the beginning of 1970 in UTC. */
public enum CountedUnit {
  /** Seconds. */
  S,
  /** Milliseconds. */
  MS,
  /** Microseconds. */
  US,
  /** Nanoseconds. */
  NS;

  /**
   * The number of a time.
   *
   * @param millis whole seconds where the unit is one
   * @throws ArithmeticException if no bigint is as large
   */
  public long count(long millis) {
    return switch (this) {
      case S -> Math.floorDiv(millis, 1000);
      case MS -> millis;
      case US -> Math.multiplyExact(millis, 1000);
      case NS -> Math.multiplyExact(millis, 1_000_000);
    };
  }

  /** The millisecond that a number is in. */
  public long millis(long count) {
    return switch (this) {
      case S -> Math.multiplyExact(count, 1000);
      case MS -> count;
      case US -> Math.floorDiv(count, 1000);
      case NS -> Math.floorDiv(count, 1_000_000);
    };
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
