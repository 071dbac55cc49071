/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.udf.scalars;

import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneId;

/** Where a bucket of time begins, in milliseconds or days since 1970. */
final class BucketStart {
  private static final long MILLIS = 1000;

  private BucketStart() {}

  /**
   * The millisecond at which the bucket of a millisecond begins, by days of UTC.
   *
   * @throws IllegalArgumentException if no bigint holds it
   */
  static long inUtc(String width, long at) {
    long size = BucketWidth.of(width);
    long start;
    if (size < 0) {
      long day = firstOfMonths(Math.floorDiv(at, BucketWidth.DAY), -size);
      start = day < Long.MIN_VALUE / BucketWidth.DAY ? Long.MAX_VALUE : BucketWidth.DAY * day;
    } else {
      start = at - since(BucketWidth.DAY * BucketWidth.firstDay(width), size, at);
    }
    return notAfter(start, at);
  }

  /** The time since its bucket began, of equal ones that are counted from an origin. */
  static long since(long origin, long size, long at) {
    return Math.floorMod(Math.floorMod(at, size) - Math.floorMod(origin, size), size);
  }

  /**
   * The millisecond at which the bucket of a millisecond begins, by the days of a {@link
   * BucketZone}.
   *
   * @throws IllegalArgumentException if no bigint holds it
   */
  static long inZone(String width, long at, String zone) {
    long size = BucketWidth.of(width);
    if (size > 0 && size % BucketWidth.DAY != 0 && BucketWidth.DAY % size != 0) {
      throw new IllegalArgumentException(
          "time_bucket: expected a width that divides a day or is whole days, found '"
              + Shown.cut(width)
              + "' in "
              + Shown.cut(zone));
    }
    ZoneId id = BucketZone.id(zone);
    long origin = BucketZone.origin(zone);
    long begin = origin % BucketZone.SECONDS_OF_DAY;
    long second = Math.floorDiv(at, MILLIS);
    int offset = id.getRules().getOffset(Instant.ofEpochSecond(second)).getTotalSeconds();
    long day = Math.floorDiv(second + offset - begin, BucketZone.SECONDS_OF_DAY);
    // Clocks that go back over where days begin come to a day again whose successor has begun.
    if (dayBegin(day + 1, begin, id) <= second) {
      day++;
    }
    // Where they go forward over it, a day begins later.
    if (begin > 0 && dayBegin(day, begin, id) > second) {
      day--;
    }
    if (size < 0) {
      day = firstOfMonths(day, -size);
    } else if (size >= BucketWidth.DAY) {
      long first = BucketWidth.firstDay(width);
      first += first == 0 ? 0 : origin / BucketZone.SECONDS_OF_DAY;
      day -= Math.floorMod(day - first, size / BucketWidth.DAY);
    }
    long start = dayBegin(day, begin, id);
    if (size > 0 && size < BucketWidth.DAY) {
      long since = MILLIS * (second - start) + Math.floorMod(at, MILLIS);
      start = at - since % size;
    } else {
      start = start < Long.MIN_VALUE / MILLIS ? Long.MAX_VALUE : MILLIS * start;
    }
    return notAfter(start, at);
  }

  /**
   * The second at which a day begins; where clocks go forward over midnight, the first one after.
   */
  private static long dayBegin(long day, long begin, ZoneId zone) {
    return begin == 0
        ? LocalDate.ofEpochDay(day).atStartOfDay(zone).toEpochSecond()
        : LocalDate.ofEpochDay(day)
            .atTime(LocalTime.ofSecondOfDay(begin))
            .atZone(zone)
            .toEpochSecond();
  }

  /** The day on which the bucket of a day begins, of months that are counted from the year 0. */
  static long firstOfMonths(long day, long months) {
    LocalDate first = LocalDate.ofEpochDay(day).withDayOfMonth(1);
    long month = 12L * first.getYear() + first.getMonthValue() - 1;
    return first.minusMonths(Math.floorMod(month, months)).toEpochDay();
  }

  /** A beginning that is not after its time: beyond the first bigint it would be. */
  static long notAfter(long start, long at) {
    if (start > at) {
      throw new IllegalArgumentException(
          "time_bucket: expected a time whose bucket begins at one too, found " + at);
    }
    return start;
  }
}
