/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.udf.scalars;

import static java.time.DayOfWeek.MONDAY;
import static java.time.temporal.ChronoUnit.DAYS;
import static java.time.temporal.ChronoUnit.HOURS;
import static java.time.temporal.ChronoUnit.MINUTES;
import static java.time.temporal.ChronoUnit.SECONDS;
import static java.time.temporal.TemporalAdjusters.firstDayOfMonth;
import static java.time.temporal.TemporalAdjusters.firstDayOfYear;
import static java.time.temporal.TemporalAdjusters.previousOrSame;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import java.math.BigInteger;
import java.time.DayOfWeek;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.zone.ZoneOffsetTransition;
import java.util.Map;
import java.util.Random;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Random times against the calendar of java.time, and every change of clocks of every zone. */
@SuppressWarnings("JavaUtilDate")
class TimeBucketOracleTest {
  private static final long SEED = 20261123;
  private static final int ROUNDS = 20_000;
  private static final Instant FIRST = Instant.parse("1900-01-01T00:00:00Z");
  private static final Instant LAST = Instant.parse("2100-01-01T00:00:00Z");

  private static final Map<String, UnaryOperator<ZonedDateTime>> DAYS_AND_MORE =
      Map.of(
          "1d", time -> time.truncatedTo(DAYS),
          "1w", time -> time.with(previousOrSame(MONDAY)).truncatedTo(DAYS),
          "1mo", time -> time.with(firstDayOfMonth()).truncatedTo(DAYS),
          "3mo",
              time ->
                  time.with(firstDayOfMonth())
                      .minusMonths((time.getMonthValue() - 1) % 3)
                      .truncatedTo(DAYS),
          "1y", time -> time.with(firstDayOfYear()).truncatedTo(DAYS),
          "10y",
              time ->
                  time.with(firstDayOfYear()).minusYears(time.getYear() % 10).truncatedTo(DAYS));

  private static final Map<String, UnaryOperator<ZonedDateTime>> LESS_THAN_DAYS =
      Map.of(
          "1s", time -> time.truncatedTo(SECONDS),
          "30s", time -> time.truncatedTo(SECONDS).minusSeconds(time.getSecond() % 30),
          "1m", time -> time.truncatedTo(MINUTES),
          "15m", time -> time.truncatedTo(MINUTES).minusMinutes(time.getMinute() % 15),
          "1h", time -> time.truncatedTo(HOURS));

  private final Random random = new Random(SEED);

  private Instant time() {
    return Instant.ofEpochMilli(random.nextLong(FIRST.toEpochMilli(), LAST.toEpochMilli()));
  }

  /** A midnight that comes twice is the first of both. */
  private static Instant first(ZonedDateTime midnight) {
    return midnight.withEarlierOffsetAtOverlap().toInstant();
  }

  private static int day(Instant time) {
    return (int) time.atZone(ZoneId.of("UTC")).toLocalDate().toEpochDay();
  }

  @ParameterizedTest
  @CsvSource({
    "Europe/Berlin, 06:00, SUNDAY",
    "Europe/Berlin, 02:30, SATURDAY",
    "America/New_York, 23:59, WEDNESDAY",
    "America/Sao_Paulo, 00:30, MONDAY",
  })
  void should_begin_days_and_weeks_where_it_is_said(String zone, LocalTime time, DayOfWeek first) {
    ZoneId id = ZoneId.of(zone);
    for (int round = 0; round < ROUNDS; round++) {
      Instant at = time();
      LocalDate day = at.atZone(id).toLocalDate().plusDays(2);
      while (day.atTime(time).atZone(id).toInstant().isAfter(at)) {
        day = day.minusDays(1);
      }
      LocalDate week = day.with(previousOrSame(first));

      check("1d", at, zone + " " + time, day.atTime(time).atZone(id).toInstant());
      check("1w", at, zone + " " + first + " " + time, week.atTime(time).atZone(id).toInstant());
      check(
          "1mo", at, zone + " " + time, day.withDayOfMonth(1).atTime(time).atZone(id).toInstant());
    }
  }

  private static void check(String width, Instant at, String zone, Instant expected) {
    if (!TimeBucket.timeBucket(width, at.toEpochMilli(), zone).toInstant().equals(expected)) {
      fail("%s of %s in %s: expected %s, seed %d", width, at, zone, expected, SEED);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"UTC", "Europe/Berlin", "America/New_York"})
  void should_agree_with_the_calendar_of_a_zone(String zone) {
    for (int round = 0; round < ROUNDS; round++) {
      Instant time = time();
      DAYS_AND_MORE.forEach(
          (width, calendar) -> {
            Instant expected = first(calendar.apply(time.atZone(ZoneId.of(zone))));
            assertThat(TimeBucket.timeBucket(width, time.toEpochMilli(), zone))
                .as("%s of %s in %s, seed %d", width, time, zone, SEED)
                .isEqualTo(expected);
            if (zone.equals("UTC")) {
              assertThat(TimeBucket.timeBucket(width, time.toEpochMilli()))
                  .as("%s of %s, seed %d", width, time, SEED)
                  .isEqualTo(expected);
              assertThat(TimeBucket.timeBucket(width, day(time)))
                  .as("%s of the day of %s, seed %d", width, time, SEED)
                  .isEqualTo(day(expected));
            }
          });
    }
  }

  @Test
  void should_agree_with_clocks_below_a_day() {
    for (int round = 0; round < ROUNDS; round++) {
      Instant time = time();
      LESS_THAN_DAYS.forEach(
          (width, clock) -> {
            Instant expected = clock.apply(time.atZone(ZoneId.of("UTC"))).toInstant();
            assertThat(TimeBucket.timeBucket(width, time.toEpochMilli()))
                .as("%s of %s, seed %d", width, time, SEED)
                .isEqualTo(expected);
            assertThat(TimeBucket.timeBucket(width, time.toEpochMilli(), "UTC"))
                .as("%s of %s in UTC, seed %d", width, time, SEED)
                .isEqualTo(expected);
          });
    }
  }

  @Test
  void should_agree_with_exact_division_in_every_unit() {
    String[] units = {"s", "ms", "us", "ns"};
    for (int round = 0; round < ROUNDS; round++) {
      int unit = random.nextInt(units.length);
      BigInteger perSecond = BigInteger.TEN.pow(3 * unit);
      long number = random.nextLong() >> (unit == 0 ? 10 + random.nextInt(50) : random.nextInt(60));
      int hours = random.nextInt(1, 1_000_000);
      BigInteger size = perSecond.multiply(BigInteger.valueOf(3600L * hours));
      BigInteger exact = BigInteger.valueOf(number);
      BigInteger expected = exact.subtract(exact.mod(size));
      if (expected.bitLength() < Long.SIZE) {
        assertThat(NumberBucket.timeBucket(hours + "h", number, units[unit]))
            .as("%dh of %d %s, seed %d", hours, number, units[unit], SEED)
            .isEqualTo(expected.longValue());
      }
    }
  }

  @Test
  void should_agree_with_exact_division_from_any_origin() {
    for (int round = 0; round < ROUNDS; round++) {
      long time = random.nextLong() >> random.nextInt(60);
      long origin = random.nextLong() >> random.nextInt(60);
      int seconds = random.nextInt(1, 1_000_000_000);
      BigInteger exact = BigInteger.valueOf(time);
      BigInteger expected =
          exact.subtract(
              exact.subtract(BigInteger.valueOf(origin)).mod(BigInteger.valueOf(1000L * seconds)));
      if (expected.bitLength() < Long.SIZE) {
        assertThat(TimeBucket.timeBucket(seconds + "s", time, origin).getTime())
            .as("%ds of %d from %d, seed %d", seconds, time, origin, SEED)
            .isEqualTo(expected.longValue());
      }
    }
  }

  /** Over each change, buckets follow each other, and begin in themselves. */
  @ParameterizedTest
  @ValueSource(strings = {"1h", "6h", "1d", "3d", "1w", "1mo"})
  void should_be_monotonic_over_every_change_of_clocks(String width) {
    long[] distances = {
      -90_000, -7201, -3600, -1800, -60, -1, 0, 1, 59, 61, 1800, 3600, 7200, 90_000
    };
    for (String zone : ZoneId.getAvailableZoneIds()) {
      for (ZoneOffsetTransition change : ZoneId.of(zone).getRules().getTransitions()) {
        long last = Long.MIN_VALUE;
        for (long distance : distances) {
          Instant time = change.getInstant().plusSeconds(distance);
          long start = NumberBucket.timeBucket(width, time.getEpochSecond(), "s", zone);
          if (start < last
              || start > time.getEpochSecond()
              || NumberBucket.timeBucket(width, start, "s", zone) != start) {
            fail("%s of %s in %s begins %s, the last one %s", width, time, zone, start, last);
          }
          last = start;
        }
      }
    }
  }

  /** The day ends where the next one begins. */
  @Test
  void should_cover_days_without_gaps_around_every_change_of_clocks() {
    for (String zone : ZoneId.getAvailableZoneIds()) {
      for (ZoneOffsetTransition change : ZoneId.of(zone).getRules().getTransitions()) {
        Instant start =
            Instant.ofEpochSecond(NumberBucket.timeBucket("1d", change.toEpochSecond(), "s", zone));
        ZonedDateTime day = start.atZone(ZoneId.of(zone));
        Instant next = day.toLocalDate().plusDays(1).atStartOfDay(ZoneId.of(zone)).toInstant();
        long end = next.getEpochSecond();
        if (NumberBucket.timeBucket("1d", end, "s", zone) != end
            || NumberBucket.timeBucket("1d", end - 1, "s", zone) != start.getEpochSecond()) {
          fail("the day that begins %s in %s does not end %s", start, zone, next);
        }
      }
    }
  }
}
