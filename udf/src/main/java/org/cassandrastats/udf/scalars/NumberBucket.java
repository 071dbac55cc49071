/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.udf.scalars;

import org.cassandrastats.udf.annotation.CqlFunction;
import org.cassandrastats.udf.annotation.Monotonic;
import org.cassandrastats.udf.annotation.Overloads;

/** Buckets of times that are numbers of seconds, milliseconds, microseconds or nanoseconds. */
public final class NumberBucket {
  private static final long MILLIS = 1000;

  /** Seconds of which a timestamp has every millisecond. */
  private static final long FIRST_SECOND = Long.MIN_VALUE / MILLIS;

  private static final long LAST_SECOND = Long.MAX_VALUE / MILLIS;

  private NumberBucket() {}

  /**
   * Beginning of the bucket of a time that is a number, in its unit. Widths up to days are counted
   * from the beginning of 1970 in UTC, weeks from Monday 1970-01-05, months and years from the year
   * 0.
   *
   * @param width a number from 1 to 999999999 and ms, s, m, h, d, w, mo or y; whole seconds for the
   *     unit s
   * @param at units since 1970, of seconds at most 9223372036854775 from it
   * @param unit of the time: s, ms, us or ns
   * @throws IllegalArgumentException if the width or unit is not as described, buckets of
   *     milliseconds cut seconds, or the time or the beginning of the bucket is out of range
   */
  @CqlFunction(
      value = "time_bucket",
      examples = "time_bucket('15m', 1795257720000, 'ms') = 1795257000000")
  public static long timeBucket(
      @Overloads("ascii") String width, @Monotonic long at, @Overloads("ascii") String unit) {
    long perSecond = unitsPerSecond(unit);
    return inUnits(BucketStart.inUtc(width, millis(at, perSecond)), at, perSecond);
  }

  /**
   * Beginning of the bucket of a time that is a number, by the days of a time zone. Buckets are
   * counted as for a timestamp.
   *
   * @param width a number from 1 to 999999999 and ms, s, m, h, d, w, mo or y; those up to hours
   *     divide a day or are whole days
   * @param at units since 1970, of seconds at most 9223372036854775 from it
   * @param unit of the time: s, ms, us or ns
   * @param zone such as Europe/Berlin, UTC or +02:00, as the node's Java knows it, in any case;
   *     behind it a day of the week where weeks begin, or a time where days begin: Europe/Berlin
   *     Sunday 06:00
   * @throws IllegalArgumentException if the width or unit is not as described, the zone is unknown,
   *     or the time or the beginning of the bucket is out of range
   */
  @CqlFunction(
      value = "time_bucket",
      examples = "time_bucket('1d', 1774778400, 's', 'Europe/Berlin') = 1774738800")
  public static long timeBucket(
      @Overloads("ascii") String width,
      @Monotonic long at,
      @Overloads("ascii") String unit,
      @Overloads("ascii") String zone) {
    long perSecond = unitsPerSecond(unit);
    return inUnits(BucketStart.inZone(width, millis(at, perSecond), zone), at, perSecond);
  }

  private static long unitsPerSecond(String unit) {
    long perSecond =
        unit.equals("s")
            ? 1
            : unit.equals("ms")
                ? 1000
                : unit.equals("us") ? 1_000_000 : unit.equals("ns") ? 1_000_000_000 : 0;
    if (perSecond == 0) {
      throw new IllegalArgumentException(
          "time_bucket: expected the unit of the time, s, ms, us or ns, found '"
              + Shown.cut(unit)
              + "'");
    }
    return perSecond;
  }

  /** The millisecond that a time is in. */
  private static long millis(long at, long perSecond) {
    if (perSecond == 1 && (at < FIRST_SECOND || at > LAST_SECOND)) {
      throw new IllegalArgumentException(
          "time_bucket: expected a time within 292 million years of 1970, found " + at);
    }
    return perSecond == 1 ? MILLIS * at : Math.floorDiv(at, perSecond / MILLIS);
  }

  /** The beginning of the bucket of a time in its unit. */
  private static long inUnits(long millis, long at, long perSecond) {
    if (perSecond == 1 && millis % MILLIS != 0) {
      throw new IllegalArgumentException(
          "time_bucket: expected a width of whole seconds for the unit s, found a bucket of "
              + at
              + " that begins at "
              + millis
              + " ms");
    }
    long factor = Math.max(1, perSecond / MILLIS);
    if (millis < Long.MIN_VALUE / factor) {
      throw new IllegalArgumentException(
          "time_bucket: expected a time whose bucket begins at one too, found " + at);
    }
    return perSecond == 1 ? millis / MILLIS : millis * factor;
  }
}
