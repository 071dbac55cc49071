/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.buckets;

import java.time.Duration;
import java.time.Instant;
import java.util.OptionalLong;
import org.cassandrastats.cli.console.UserError;

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
   * The buckets that hold any time of a range, to be computed again.
   *
   * @throws UserError if the range is empty, or one of them is not complete
   */
  public Buckets.Span again(Instant from, Instant to) {
    if (!from.isBefore(to)) {
      throw new UserError(
          "%s %s %s holds no time: expected the earlier one first."
              .formatted(againOption, from, to));
    }
    Buckets.Span span =
        new Buckets.Span(buckets.start(from.toEpochMilli()), buckets.startFrom(to.toEpochMilli()));
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
