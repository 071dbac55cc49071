/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.buckets;

import java.time.Instant;

/**
 * Time cut into buckets of equal width, counted from the beginning of 1970 in UTC, in both
 * directions. Times are milliseconds since then; a bucket holds its beginning and not its end. The
 * first one begins at the least of all longs, and is narrower for it: every time is in a bucket.
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

  /** The beginning of the bucket that holds a time. */
  public long start(long time) {
    long before = Math.floorMod(time, width);
    return time < Long.MIN_VALUE + before ? Long.MIN_VALUE : time - before;
  }

  /**
   * The end of the bucket that begins at a time.
   *
   * @throws ArithmeticException if it ends after the greatest of all longs
   */
  public long end(long start) {
    return Math.addExact(start, width - Math.floorMod(start, width));
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
    // As far apart as they may be, their difference has 64 bits.
    return Long.divideUnsigned(end - start, width);
  }

  /**
   * Buckets next to each other, in milliseconds.
   *
   * @param from the beginning of the first one; null for all before the end
   * @param until the end of the last one
   */
  public record Span(Long from, long until) {}
}
