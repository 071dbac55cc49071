/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.tools.buckets;

import java.time.Instant;

/**
 * Time cut into buckets of equal width, counted from the beginning of 1970 in UTC, in both
 * directions. Times are milliseconds since then; a bucket holds its beginning and not its end.
 *
 * @param width of a bucket in milliseconds; 1 or more
 */
public record Buckets(long width) {
  /** Refuses a width that is none. */
  public Buckets {
    if (width < 1) {
      throw new IllegalArgumentException("a bucket has a width: found " + width);
    }
  }

  /**
   * The beginning of the bucket that holds a time.
   *
   * @throws ArithmeticException if it begins before the least of all longs
   */
  public long start(long time) {
    return Math.multiplyExact(Math.floorDiv(time, width), width);
  }

  /**
   * The end of the bucket that begins at a time.
   *
   * @throws ArithmeticException if it ends after the greatest of all longs
   */
  public long end(long start) {
    return Math.addExact(start, width);
  }

  /** The first beginning of a bucket that is not before a time. */
  public long startFrom(long time) {
    long start = start(time);
    return start == time ? start : end(start);
  }

  /** The beginning of the bucket that holds a time, for people; null for null. */
  public String startText(Instant time) {
    return time == null ? null : Instant.ofEpochMilli(start(time.toEpochMilli())).toString();
  }

  /** How many buckets lie between two beginnings. */
  public long between(long start, long end) {
    return Math.subtractExact(end, start) / width;
  }
}
