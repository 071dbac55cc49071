/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.udf.scalars;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;

/** Where a bucket of time begins: in seconds or days since 1970, which is when any width begins. */
final class BucketStart {
  private BucketStart() {}

  /** The second at which the bucket of a second begins, by days of UTC. */
  static long inUtc(String width, long second) {
    long size = BucketWidth.of(width);
    long start;
    if (size < 0) {
      start = BucketWidth.DAY * firstOfMonths(Math.floorDiv(second, BucketWidth.DAY), -size);
    } else {
      start = second - Math.floorMod(second - BucketWidth.DAY * BucketWidth.firstDay(width), size);
    }
    return start;
  }

  /** The second at which the bucket of a second begins, by days of a time zone. */
  static long inZone(String width, long second, String zone) {
    long size = BucketWidth.of(width);
    if (size > 0 && size % BucketWidth.DAY != 0 && BucketWidth.DAY % size != 0) {
      throw new IllegalArgumentException(
          "time_bucket: expected a width that divides a day or is whole days, found '"
              + Shown.cut(width)
              + "' in "
              + Shown.cut(zone));
    }
    ZoneId id;
    try {
      id = ZoneId.of(zone);
    } catch (DateTimeException unknown) {
      throw new IllegalArgumentException(
          "time_bucket: expected a time zone such as Europe/Berlin or UTC, found '"
              + Shown.cut(zone)
              + "'",
          unknown);
    }
    int offset = id.getRules().getOffset(Instant.ofEpochSecond(second)).getTotalSeconds();
    long day = Math.floorDiv(second + offset, BucketWidth.DAY);
    // Clocks that go back over midnight come to a day again whose successor has begun.
    if (midnight(day + 1, id) <= second) {
      day++;
    }
    if (size < 0) {
      day = firstOfMonths(day, -size);
    } else if (size >= BucketWidth.DAY) {
      day -= Math.floorMod(day - BucketWidth.firstDay(width), size / BucketWidth.DAY);
    }
    long start = midnight(day, id);
    if (size > 0 && size < BucketWidth.DAY) {
      start += (second - start) / size * size;
    }
    return start;
  }

  /** The first second of a day, which is later than midnight where clocks go forward then. */
  private static long midnight(long day, ZoneId zone) {
    return LocalDate.ofEpochDay(day).atStartOfDay(zone).toEpochSecond();
  }

  /** The day on which the bucket of a day begins, of months that are counted from the year 0. */
  static long firstOfMonths(long day, long months) {
    LocalDate first = LocalDate.ofEpochDay(day).withDayOfMonth(1);
    long month = 12L * first.getYear() + first.getMonthValue() - 1;
    return first.minusMonths(Math.floorMod(month, months)).toEpochDay();
  }

  /**
   * The start of a bucket in the unit of a time.
   *
   * @throws IllegalArgumentException if no bigint holds it
   */
  static long inUnits(long start, long unitsPerSecond, long time) {
    if (start < Long.MIN_VALUE / unitsPerSecond) {
      throw new IllegalArgumentException(
          "time_bucket: expected a time whose bucket begins at one too, found " + time);
    }
    return start * unitsPerSecond;
  }
}
