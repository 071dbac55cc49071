/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.udf.scalars;

import java.util.Date;
import org.cassandrastats.udf.annotation.CqlFunction;
import org.cassandrastats.udf.annotation.Monotonic;
import org.cassandrastats.udf.annotation.Overloads;

/** Buckets of time: where the minute, hour, day, week, month or year of a time begins. */
// A java.util.Date is what Cassandra takes for a timestamp.
@SuppressWarnings("JavaUtilDate")
public final class TimeBucket {
  private TimeBucket() {}

  /**
   * Beginning of the bucket of a time. Widths up to days are counted from the beginning of 1970 in
   * UTC, weeks from Monday 1970-01-05, months and years from the beginning of the year 0.
   *
   * <p>Source: {@code time_bucket} of TimescaleDB, with weeks from Monday as ISO 8601 has them.
   *
   * @param width a number from 1 to 999999999 and ms, s, m, h, d, w, mo or y; for example 15m
   * @param at any time
   * @throws IllegalArgumentException if the width is not as described, or the bucket begins before
   *     the first timestamp
   */
  @CqlFunction(
      value = "time_bucket",
      examples = {
        "CAST(time_bucket('1w', (timestamp) '2026-11-21 10:42:00+0000') AS date) = '2026-11-16'",
        "CAST(time_bucket('3mo', (timestamp) '2026-11-21 10:42:00+0000') AS date) = '2026-10-01'"
      })
  public static Date timeBucket(
      @Overloads("ascii") String width, @Monotonic @Overloads("timestamp") long at) {
    return new Date(BucketStart.inUtc(width, at));
  }

  /**
   * Beginning of the bucket of a time by the days of a time zone, which have 23 or 25 hours where
   * clocks change. Days are counted from 1970-01-01, weeks from Monday 1970-01-05, months and years
   * from the year 0; widths up to hours from the beginning of the day.
   *
   * @param width a number from 1 to 999999999 and ms, s, m, h, d, w, mo or y; those up to hours
   *     divide a day or are whole days
   * @param at any time
   * @param zone such as Europe/Berlin, UTC or +02:00, as the node's Java knows it, in any case;
   *     behind it a day of the week where weeks begin, or a time where days begin: Europe/Berlin
   *     Sunday 06:00
   * @throws IllegalArgumentException if the width is not as described, the zone is unknown, or the
   *     bucket begins before the first timestamp
   */
  @CqlFunction(
      value = "time_bucket",
      examples =
          "CAST(time_bucket('1mo', (timestamp) '2026-02-28 23:30:00+0000', 'Asia/Tokyo') AS"
              + " date) = '2026-02-28'")
  public static Date timeBucket(
      @Overloads("ascii") String width,
      @Monotonic @Overloads("timestamp") long at,
      @Overloads("ascii") String zone) {
    return new Date(BucketStart.inZone(width, at, zone));
  }

  /**
   * Beginning of the bucket of a time, of buckets that are counted from an origin. A day is 24
   * hours.
   *
   * @param width a number from 1 to 999999999 and ms, s, m, h, d or w
   * @param at any time
   * @param origin where a bucket begins; times before it have buckets, too
   * @throws IllegalArgumentException if the width is not as described, or the bucket begins before
   *     the first timestamp
   */
  @CqlFunction(
      value = "time_bucket",
      examples =
          "CAST(time_bucket('7d', (timestamp) '2026-11-21 00:00:00+0000', (timestamp) '2026-01-01 00:00:00+0000') AS"
              + " date) = '2026-11-19'")
  public static Date timeBucket(
      @Overloads("ascii") String width,
      @Monotonic @Overloads("timestamp") long at,
      @Overloads("timestamp") long origin) {
    long size = BucketWidth.of(width);
    if (size < 0) {
      throw new IllegalArgumentException(
          "time_bucket: expected a width in ms, s, m, h, d or w beside an origin, found '"
              + Shown.cut(width)
              + "'");
    }
    return new Date(BucketStart.notAfter(at - BucketStart.since(origin, size, at), at));
  }

  /**
   * First day of the bucket of a date. Days are counted from 1970-01-01, weeks from Monday,
   * 1970-01-05, months and years from the year 0.
   *
   * @param width a number from 1 to 999999999 and d, w, mo or y
   * @param at any date
   * @throws IllegalArgumentException if the width is not as described, or the bucket begins before
   *     the first date
   */
  @CqlFunction(
      value = "time_bucket",
      returns = "date",
      examples = "time_bucket('1mo', (date) '2028-02-29') = '2028-02-01'")
  public static int timeBucket(
      @Overloads("ascii") String width, @Monotonic @Overloads("date") int at) {
    long size = BucketWidth.of(width);
    if (size % BucketWidth.DAY != 0 && size > 0) {
      throw new IllegalArgumentException(
          "time_bucket: expected a width in d, w, mo or y for a date, found '"
              + Shown.cut(width)
              + "'");
    }
    long start;
    if (size < 0) {
      start = BucketStart.firstOfMonths(at, -size);
    } else {
      start = at - Math.floorMod(at - BucketWidth.firstDay(width), size / BucketWidth.DAY);
    }
    if (start < Integer.MIN_VALUE) {
      throw new IllegalArgumentException(
          "time_bucket: expected a date whose bucket begins at one too, found day " + at);
    }
    return (int) start;
  }
}
