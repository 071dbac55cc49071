/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.udf.scalars;

import org.cassandrastats.udf.annotation.CqlFunction;
import org.cassandrastats.udf.annotation.CqlFunction.Example;
import org.cassandrastats.udf.annotation.Monotonic;
import org.cassandrastats.udf.annotation.Overloads;

/** Buckets of times that are numbers of seconds, milliseconds, microseconds or nanoseconds. */
public final class NumberBucket {
  /** Seconds of the first and last timestamp; calendars reach further. */
  private static final long FIRST_SECOND = Long.MIN_VALUE / 1000 - 1;

  private static final long LAST_SECOND = Long.MAX_VALUE / 1000;

  private NumberBucket() {}

  /**
   * Beginning of the bucket of a time that is a number, in its unit. Seconds, minutes, hours and
   * days are counted from the beginning of 1970 in UTC, weeks from Monday 1970-01-05, months and
   * years from the year 0.
   *
   * @param width a number from 1 to 999999999 and s, m, h, d, w, mo or y
   * @param at units since 1970, of seconds at most 9223372036854775 from it
   * @param unit of the time: s, ms, us or ns
   * @throws IllegalArgumentException if the width or unit is not as described, or the time or the
   *     beginning of the bucket is out of range
   */
  @CqlFunction(
      value = "time_bucket",
      examples =
          @Example(call = "time_bucket('15m', 1795257720000, 'ms')", result = "1795257000000"))
  public static long timeBucket(
      @Overloads("ascii") String width, @Monotonic long at, @Overloads("ascii") String unit) {
    long perSecond = unitsPerSecond(unit);
    long second = second(at, perSecond);
    return BucketStart.inUnits(BucketStart.inUtc(width, second), perSecond, at);
  }

  /**
   * Beginning of the bucket of a time that is a number, by the days of a time zone. Buckets are
   * counted as for a timestamp.
   *
   * @param width a number from 1 to 999999999 and s, m, h, d, w, mo or y; seconds, minutes and
   *     hours that divide a day or are whole days
   * @param at units since 1970, of seconds at most 9223372036854775 from it
   * @param unit of the time: s, ms, us or ns
   * @param zone such as Europe/Berlin, UTC or +02:00, as the node's Java knows it
   * @throws IllegalArgumentException if the width or unit is not as described, the zone is unknown,
   *     or the time or the beginning of the bucket is out of range
   */
  @CqlFunction(
      value = "time_bucket",
      examples =
          @Example(
              call = "time_bucket('1d', 1774778400, 's', 'Europe/Berlin')",
              result = "1774738800"))
  public static long timeBucket(
      @Overloads("ascii") String width,
      @Monotonic long at,
      @Overloads("ascii") String unit,
      @Overloads("ascii") String zone) {
    long perSecond = unitsPerSecond(unit);
    long second = second(at, perSecond);
    return BucketStart.inUnits(BucketStart.inZone(width, second, zone), perSecond, at);
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

  private static long second(long at, long perSecond) {
    long second = Math.floorDiv(at, perSecond);
    if (second < FIRST_SECOND || second > LAST_SECOND) {
      throw new IllegalArgumentException(
          "time_bucket: expected a time within 292 million years of 1970, found " + at);
    }
    return second;
  }
}
