/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.buckets;

import java.time.Duration;
import java.time.Instant;
import java.util.OptionalLong;
import org.cassandrastats.cli.console.UserError;

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

  /**
   * Which buckets are complete.
   *
   * @param buckets how time is cut
   * @param now the time
   * @param lag how late rows may come
   * @param sourceUntil where the source is a rollup, until when it is complete itself
   * @param againOption the option of buckets that are done again, for messages
   */
  public record Limits(
      Buckets buckets, Instant now, Duration lag, OptionalLong sourceUntil, String againOption) {
    /**
     * The end of the last complete bucket, in milliseconds.
     *
     * @param until no later bucket is wanted; null for all that are complete
     * @throws UserError if that is still to come
     */
    public long until(Instant until) {
      if (until == null) {
        return complete();
      }
      if (until.isAfter(now)) {
        throw new UserError(
            "--until %s is still to come: it is %s. Buckets are written when they are complete."
                .formatted(until, now));
      }
      return Math.min(buckets.start(until.toEpochMilli()), sourceLimit());
    }

    /**
     * The buckets that hold any time of a range, which is not empty, to be computed again.
     *
     * @throws UserError if one of them is not complete
     */
    public Buckets.Span again(Instant from, Instant to) {
      Buckets.Span span =
          new Buckets.Span(
              buckets.start(from.toEpochMilli()), buckets.startFrom(to.toEpochMilli()));
      if (span.until() > complete()) {
        throw new UserError(
            "%s %s %s goes beyond what is complete, which ends at %s."
                .formatted(againOption, from, to, Instant.ofEpochMilli(complete())));
      }
      return span;
    }

    private long complete() {
      return Math.min(buckets.start(now.minus(lag).toEpochMilli()), sourceLimit());
    }

    private long sourceLimit() {
      return buckets.start(sourceUntil.orElse(Long.MAX_VALUE));
    }

    /**
     * Which buckets of a slice there are to do.
     *
     * @param since where the first run begins, in milliseconds; null for the first row
     * @param until where this one ends
     * @param back how many milliseconds before what is done a run begins, to look again
     */
    public record Unfinished(Long since, long until, long back) {
      /**
       * The buckets of a slice.
       *
       * @param done until when they are done; null if none is
       * @return null if there is nothing to do
       */
      public Buckets.Span span(Long done) {
        Long from = done == null ? since : (Long) again(done);
        return from != null && from >= until ? null : new Buckets.Span(from, until);
      }

      /** Whether a slice is done until a later time then. */
      public boolean isNews(Long done) {
        Long from = done == null ? since : done;
        return from == null || from < until;
      }

      private long again(long done) {
        long from = Math.subtractExact(done, back);
        return since == null ? from : Math.max(since, from);
      }
    }
  }
}
