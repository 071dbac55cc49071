/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.buckets;

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
   * The number of a time; where none is as small or as large, the least or the greatest.
   *
   * @param millis whole seconds where the unit is one, or the least of all
   */
  public long count(long millis) {
    return switch (this) {
      case S -> millis == Long.MIN_VALUE ? millis : Math.floorDiv(millis, 1000);
      case MS -> millis;
      case US -> times(millis, 1000);
      case NS -> times(millis, 1_000_000);
    };
  }

  /** The millisecond that a number is in; where none is as early or as late, the first or last. */
  public long millis(long count) {
    return switch (this) {
      case S -> times(count, 1000);
      case MS -> count;
      case US -> Math.floorDiv(count, 1000);
      case NS -> Math.floorDiv(count, 1_000_000);
    };
  }

  private static long times(long number, long factor) {
    long product = number * factor;
    boolean fits = product / factor == number;
    return fits ? product : number < 0 ? Long.MIN_VALUE : Long.MAX_VALUE;
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
