/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.udf.scalars;

import java.time.DateTimeException;
import java.time.DayOfWeek;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.Locale;

/**
 * A time zone by whose days buckets are counted, and where these begin: Europe/Berlin, whose days
 * begin at midnight and weeks on Mondays, or Europe/Berlin Sunday 06:00.
 */
public final class BucketZone {
  /** Seconds of a day. */
  public static final long SECONDS_OF_DAY = 86_400;

  /** How many characters a time has, such as 06:00. */
  private static final int TIME = 5;

  private BucketZone() {}

  /**
   * The time zone, in any case; as Java writes it, it is found sooner, and so is utc, which Grafana
   * writes.
   *
   * @throws IllegalArgumentException if it is unknown
   */
  public static ZoneId id(String zone) {
    int end = zone.indexOf(' ');
    String name = end < 0 ? zone : zone.substring(0, end);
    ZoneId id;
    try {
      id = ZoneId.of(name.equals("utc") ? "UTC" : name);
    } catch (DateTimeException otherCase) {
      id = null;
      for (String known : ZoneId.getAvailableZoneIds()) {
        if (known.equalsIgnoreCase(name)) {
          id = ZoneId.of(known);
        }
      }
      if (id == null) {
        throw new IllegalArgumentException(
            "time_bucket: expected a time zone such as Europe/Berlin or UTC, found '"
                + Shown.cut(zone)
                + "'",
            otherCase);
      }
    }
    return id;
  }

  /**
   * Where weeks begin, in seconds from the beginning of Monday; what that is beyond whole days is
   * where days begin.
   *
   * @throws IllegalArgumentException if something else is behind the zone than a day of the week, a
   *     time, or both
   */
  public static long origin(String zone) {
    long origin = 0;
    int space = zone.indexOf(' ');
    if (space >= 0) {
      String behind = zone.substring(space + 1).trim();
      int time = behind.indexOf(':') < 0 ? behind.length() : Math.max(0, behind.length() - TIME);
      String day = behind.substring(0, time).trim();
      try {
        if (!day.isEmpty()) {
          origin =
              SECONDS_OF_DAY * (DayOfWeek.valueOf(day.toUpperCase(Locale.ROOT)).getValue() - 1);
        }
        if (time < behind.length()) {
          origin += LocalTime.parse(behind.substring(time)).toSecondOfDay();
        }
      } catch (RuntimeException unknown) {
        throw new IllegalArgumentException(
            "time_bucket: expected a day of the week, a time or both behind the time zone, such as Sunday 06:00, found '"
                + Shown.cut(zone)
                + "'",
            unknown);
      }
    }
    return origin;
  }
}
