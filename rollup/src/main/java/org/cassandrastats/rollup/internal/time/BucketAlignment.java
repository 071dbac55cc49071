/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.rollup.internal.time;

import java.time.Instant;
import java.time.zone.ZoneOffsetTransition;
import java.time.zone.ZoneRules;
import org.cassandrastats.client.api.StatsException;
import org.cassandrastats.udf.scalars.BucketWidth;

/** Whether buckets are made of whole buckets of another width or zone. */
public final class BucketAlignment {
  /** By then, clocks change by rules that repeat. */
  private static final Instant LAST = Instant.parse("2100-01-01T00:00:00Z");

  private BucketAlignment() {}

  /**
   * Whether every border of some buckets is one of others, too, for all times since 1970. Before,
   * clocks were set by the sun, and hours of UTC were not those of any town.
   */
  public static boolean fits(Buckets wide, Buckets narrow) {
    long size = BucketWidth.of(wide.width());
    long part = BucketWidth.of(narrow.width());
    boolean dividesDay = part > 0 && BucketWidth.DAY % part == 0;
    if (cutDaysOtherwise(wide, narrow)) {
      return dividesDay
          && part < BucketWidth.DAY
          && (size < 0 || size % part == 0)
          && narrow.dayBegin() % part == 0
          && wide.dayBegin() % part == 0
          && offsetsFit(narrow.clock(), part)
          && offsetsFit(wide.clock(), part);
    }
    if (part < 0) {
      return size < 0 && size % part == 0;
    }
    if (size < 0) {
      return dividesDay;
    }
    long shift = wide.firstDay() - narrow.firstDay();
    return size % part == 0 && shift * BucketWidth.DAY % part == 0;
  }

  /** Whether {@link #fits} says nothing of buckets before 1970, when clocks were set otherwise. */
  public static boolean fitsSince1970(Buckets wide, Buckets narrow) {
    return cutDaysOtherwise(wide, narrow);
  }

  private static boolean cutDaysOtherwise(Buckets wide, Buckets narrow) {
    return !wide.clock().equals(narrow.clock()) || wide.dayBegin() != narrow.dayBegin();
  }

  /** Whether buckets are made of others of their widths, and are not only for their time zone. */
  public static boolean differByZone(Buckets wide, Buckets narrow) {
    return !fits(wide, narrow) && fits(wide, new Buckets(narrow.width(), wide.zone()));
  }

  /**
   * Refuses buckets that lie in more than one partition.
   *
   * @throws StatsException if there may be such
   */
  public static void requireParts(Buckets partitions, Buckets buckets) {
    if (differByZone(partitions, buckets)) {
      throw new StatsException(
          "Buckets of %s are no parts of partitions of %s, for the time zone: expected --timezone %s, as of the partitions, or narrower buckets, which can be rolled up in their turn."
              .formatted(buckets, partitions, partitions.zoneName()));
    }
    if (!fits(partitions, buckets)) {
      throw new StatsException(
          "Buckets of %s are no parts of partitions of %s: expected narrower ones, which can be rolled up in their turn."
              .formatted(buckets, partitions));
    }
  }

  /** Whether a clock was set to whole multiples of some milliseconds since 1970, and will be. */
  private static boolean offsetsFit(ZoneRules clock, long millis) {
    if (1000L * clock.getOffset(Instant.EPOCH).getTotalSeconds() % millis != 0) {
      return false;
    }
    Instant time = Instant.EPOCH;
    for (ZoneOffsetTransition change = clock.nextTransition(time);
        change != null && time.isBefore(LAST);
        change = clock.nextTransition(time)) {
      time = change.getInstant();
      if (1000L * change.getOffsetAfter().getTotalSeconds() % millis != 0
          || time.toEpochMilli() % millis != 0) {
        return false;
      }
    }
    return true;
  }
}
