/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.rollup.internal.time;

import com.datastax.oss.driver.api.core.type.DataTypes;
import java.time.DayOfWeek;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.format.TextStyle;
import java.time.zone.ZoneRules;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;
import java.util.function.LongUnaryOperator;
import org.cassandrastats.client.api.StatsException;
import org.cassandrastats.client.internal.function.BucketFunction;
import org.cassandrastats.client.internal.text.TimeTexts;
import org.cassandrastats.udf.scalars.BucketWidth;
import org.cassandrastats.udf.scalars.BucketZone;
import org.cassandrastats.udf.scalars.TimeBucket;

/**
 * Time cut into buckets as {@code time_bucket} cuts it: equal ones, or those of a calendar. Times
 * are milliseconds since the beginning of 1970 in UTC; a bucket holds its beginning and not its
 * end. The first one begins at the least of all longs, and is narrower for it: every time is in a
 * bucket.
 *
 * @param width as {@code time_bucket} reads it, in the largest unit that says the same
 * @param zone whose days are counted, and where they begin; null for those of UTC
 */
@SuppressWarnings("JavaUtilDate") // What time_bucket gives.
public record Buckets(String width, String zone) {
  private static final long WEEK = 7 * BucketWidth.DAY;
  private static final int MONTHS = 12;

  /** Milliseconds of a twelfth of 365.2425 days. */
  private static final long MONTH = 2_629_746_000L;

  private static final List<String> UP_TO_DAYS = List.of("d", "h", "m", "s", "ms");

  private static final int MOST_YEARS = 100;
  private static final long MILLIS_PER_SECOND = 1000;

  /**
   * Buckets of a width.
   *
   * @param width such as 15m, 1d, 1w or 1mo
   * @param zone such as Europe/Berlin or Europe/Berlin Sunday 06:00, in any case; null for UTC
   * @throws IllegalArgumentException if there are no such buckets
   */
  public static Buckets of(String width, String zone) {
    long size = BucketWidth.of(width);
    String text;
    if (size < 0) {
      text = size % MONTHS == 0 ? -size / MONTHS + "y" : -size + "mo";
    } else if (width.endsWith("w")) {
      // Weeks begin on Mondays, and buckets of seven days do not.
      text = size / WEEK + "w";
    } else {
      text = TimeTexts.format(Duration.ofMillis(size), UP_TO_DAYS);
    }
    Buckets buckets = new Buckets(text, known(zone));
    if (size < -MOST_YEARS * MONTHS || size > MOST_YEARS * MONTHS * MONTH) {
      throw new IllegalArgumentException(
          "expected a width of at most %dy, found '%s'".formatted(MOST_YEARS, text));
    }
    var unused = buckets.bucket(0);
    return buckets;
  }

  /** The name of a time zone as Java writes it, and behind it where days begin unless as usual. */
  private static String known(String zone) {
    if (zone == null) {
      return null;
    }
    String name = zone.indexOf(' ') < 0 ? zone : zone.substring(0, zone.indexOf(' '));
    ZoneId id = BucketZone.id(zone);
    long origin = BucketZone.origin(zone);
    DayOfWeek day = DayOfWeek.MONDAY.plus(origin / BucketZone.SECONDS_OF_DAY);
    LocalTime time = LocalTime.ofSecondOfDay(origin % BucketZone.SECONDS_OF_DAY);
    return (id.getId().equalsIgnoreCase(name) ? id.getId() : name)
        + (day == DayOfWeek.MONDAY ? "" : " " + day.getDisplayName(TextStyle.FULL, Locale.ENGLISH))
        + (time.equals(LocalTime.MIDNIGHT) ? "" : " " + time);
  }

  private long bucket(long time) {
    return (zone == null
            ? TimeBucket.timeBucket(width, time)
            : TimeBucket.timeBucket(width, time, zone))
        .getTime();
  }

  /** The beginning of the bucket that holds a time. */
  public long start(long time) {
    try {
      return bucket(time);
    } catch (IllegalArgumentException beforeTheFirst) {
      return Long.MIN_VALUE;
    }
  }

  /**
   * The end of the bucket that begins at a time.
   *
   * @throws ArithmeticException if it ends after the greatest of all longs
   */
  public long end(long start) {
    return new BucketFunction(
            "time_bucket",
            "bucket",
            "bucket",
            DataTypes.TIMESTAMP,
            this::start,
            LongUnaryOperator.identity())
        .next(start)
        .orElseThrow(() -> new ArithmeticException("the last bucket has no end"));
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

  /** About how many buckets lie between two times: those of a calendar differ in width. */
  public long between(long from, long until) {
    // As far apart as they may be, their difference has 64 bits.
    return Long.divideUnsigned(until - from, millis());
  }

  /** The width of a bucket in milliseconds, of those that differ on average. */
  public long millis() {
    long size = BucketWidth.of(width);
    return size < 0 ? -size * MONTH : size;
  }

  /** Whether a bucket may hold a part of a day of UTC, such as an hour or a day of another zone. */
  boolean cutDays() {
    long size = BucketWidth.of(width);
    return !clock().equals(ZoneOffset.UTC.getRules())
        || dayBegin() != 0
        || (size > 0 && size % BucketWidth.DAY != 0);
  }

  /** The clocks by which days are counted. */
  ZoneRules clock() {
    return (zone == null ? ZoneOffset.UTC : BucketZone.id(zone)).getRules();
  }

  /** The millisecond of the day at which days begin. */
  long dayBegin() {
    return zone == null
        ? 0
        : BucketZone.origin(zone) % BucketZone.SECONDS_OF_DAY * MILLIS_PER_SECOND;
  }

  /** When a day of the zone begins. */
  public long dayStart(LocalDate day) {
    // At its last moment it has begun, wherever clocks went.
    long last =
        day.plusDays(1)
                .atStartOfDay(zone == null ? ZoneOffset.UTC : BucketZone.id(zone))
                .toInstant()
                .toEpochMilli()
            - 1;
    return new Buckets("1d", zone).start(last);
  }

  /** The day of the zone that begins at a time. */
  public LocalDate day(long start) {
    return LocalDate.ofInstant(
        Instant.ofEpochMilli(start), zone == null ? ZoneOffset.UTC : BucketZone.id(zone));
  }

  /** The day since 1970 from which days or weeks are counted. */
  long firstDay() {
    long first = BucketWidth.firstDay(width);
    return first == 0 || zone == null
        ? first
        : first + BucketZone.origin(zone) / BucketZone.SECONDS_OF_DAY;
  }

  /** The time zone whose days are counted. */
  public String zoneName() {
    return zone == null ? "UTC" : zone;
  }

  /** The width, and the zone where one is named. */
  @Override
  public String toString() {
    return zone == null ? width : width + " in " + zone;
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
     * @throws StatsException if that is still to come
     */
    public long until(Instant until) {
      if (until == null) {
        return complete();
      }
      if (until.isAfter(now)) {
        throw new StatsException(
            "--until %s is still to come: it is %s. Buckets are written when they are complete."
                .formatted(until, now));
      }
      return Math.min(buckets.start(until.toEpochMilli()), sourceLimit());
    }

    /**
     * The buckets that hold any time of a range, which is not empty, to be computed again.
     *
     * @throws StatsException if one of them is not complete
     */
    public Buckets.Span again(Instant from, Instant to) {
      Buckets.Span span =
          new Buckets.Span(
              buckets.start(from.toEpochMilli()), buckets.startFrom(to.toEpochMilli()));
      if (span.until() > complete()) {
        throw new StatsException(
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
     * @param buckets how time is cut
     * @param since where the first run begins, in milliseconds; null for the first row
     * @param until where this one ends
     * @param back how many milliseconds before what is done a run begins, to look again; in the
     *     middle of a bucket, it looks at all of that
     * @param oldest no bucket with an earlier time is looked at again
     */
    public record Unfinished(Buckets buckets, Long since, long until, long back, long oldest) {
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

      /**
       * Buckets that are done, and that a run does not look at again.
       *
       * @param done until when all are; empty if that is not known
       * @return null if there are none
       */
      public Buckets.Span before(OptionalLong done) {
        if (done.isEmpty()) {
          return null;
        }
        long end = again(done.getAsLong());
        return since != null && since >= end ? null : new Buckets.Span(since, end);
      }

      private long again(long done) {
        long from = buckets.start(Math.subtractExact(done, back));
        if (from < oldest) {
          from = Math.min(done, buckets.startFrom(oldest));
        }
        return since == null ? from : Math.max(since, from);
      }
    }
  }
}
