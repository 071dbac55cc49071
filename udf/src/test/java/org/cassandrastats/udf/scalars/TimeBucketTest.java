/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.udf.scalars;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.time.LocalDate;
import java.util.function.LongUnaryOperator;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Times whose buckets anybody can look up in a calendar, and what is refused. */
@SuppressWarnings("JavaUtilDate")
class TimeBucketTest {
  @ParameterizedTest
  @CsvSource({
    "250ms, 2026-11-21T10:42:07.9Z, 2026-11-21T10:42:07.75Z",
    "250ms, 1969-12-31T23:59:59.999Z, 1969-12-31T23:59:59.75Z",
    "1s, 2026-11-21T10:42:07.9Z, 2026-11-21T10:42:07Z",
    "15m, 2026-11-21T10:42:07Z, 2026-11-21T10:30:00Z",
    "1h, 2026-11-21T10:42:07Z, 2026-11-21T10:00:00Z",
    "1d, 2026-11-21T10:42:07Z, 2026-11-21T00:00:00Z",
    "1w, 2026-11-21T10:42:07Z, 2026-11-16T00:00:00Z",
    "1w, 2026-11-16T00:00:00Z, 2026-11-16T00:00:00Z",
    "1w, 1970-01-01T00:00:00Z, 1969-12-29T00:00:00Z",
    "1mo, 2028-02-29T23:59:59Z, 2028-02-01T00:00:00Z",
    "3mo, 2026-11-21T10:42:07Z, 2026-10-01T00:00:00Z",
    "1y, 2000-12-31T23:59:59Z, 2000-01-01T00:00:00Z",
    "10y, 1969-12-31T23:59:59.999Z, 1960-01-01T00:00:00Z",
    "100y, 1999-12-31T23:59:59Z, 1900-01-01T00:00:00Z",
    "1h, 1969-12-31T23:59:59.999Z, 1969-12-31T23:00:00Z",
    "1mo, 1900-02-28T12:00:00Z, 1900-02-01T00:00:00Z",
    "1y, -0001-03-01T00:00:00Z, -0001-01-01T00:00:00Z",
    "999999999s, 1970-01-02T00:00:00Z, 1970-01-01T00:00:00Z",
    "999999999s, 1969-12-31T00:00:00Z, 1938-04-24T22:13:21Z"
  })
  void should_begin_where_days_of_utc_do(String width, Instant time, Instant start) {
    assertThat(TimeBucket.timeBucket(width, time.toEpochMilli())).isEqualTo(start);
    assertThat(TimeBucket.timeBucket(width, start.toEpochMilli())).isEqualTo(start);
  }

  @ParameterizedTest
  @CsvSource({
    // A day of 23 hours, and one of 25.
    "1d, 2026-03-29T21:59:59Z, Europe/Berlin, 2026-03-28T23:00:00Z",
    "1d, 2026-03-29T22:00:00Z, Europe/Berlin, 2026-03-29T22:00:00Z",
    "1d, 2026-10-25T22:59:59Z, Europe/Berlin, 2026-10-24T22:00:00Z",
    "1d, 2026-10-25T23:00:00Z, Europe/Berlin, 2026-10-25T23:00:00Z",
    "1d, 2026-03-09T03:59:59Z, America/New_York, 2026-03-08T05:00:00Z",
    "1d, 2026-11-02T04:59:59Z, America/New_York, 2026-11-01T04:00:00Z",
    // The hour that comes twice is two hours; hours are counted from the beginning of the day.
    "1h, 2026-10-25T00:30:00Z, Europe/Berlin, 2026-10-25T00:00:00Z",
    "1h, 2026-10-25T01:30:00Z, Europe/Berlin, 2026-10-25T01:00:00Z",
    "6h, 2026-03-29T05:30:00Z, Europe/Berlin, 2026-03-29T05:00:00Z",
    "1h, 2026-11-21T10:42:00Z, Asia/Kolkata, 2026-11-21T10:30:00Z",
    "24h, 2026-10-25T22:59:59Z, europe/BERLIN, 2026-10-24T22:00:00Z",
    "1w, 2026-03-29T21:59:59Z, Europe/Berlin, 2026-03-22T23:00:00Z",
    "1mo, 2026-03-31T22:30:00Z, Europe/Berlin, 2026-03-31T22:00:00Z",
    "3mo, 2026-06-30T21:30:00Z, Europe/Berlin, 2026-03-31T22:00:00Z",
    "1y, 2026-12-31T23:30:00Z, Europe/Berlin, 2026-12-31T23:00:00Z",
    "1d, 2026-11-21T10:42:00Z, +05:30, 2026-11-20T18:30:00Z",
    // Midsummer time of 1947, two hours ahead; war time of New York, all year round.
    "1d, 1947-06-01T21:30:00Z, Europe/Berlin, 1947-06-01T21:00:00Z",
    "1d, 1943-01-15T04:30:00Z, America/New_York, 1943-01-15T04:00:00Z",
    // Midnight did not exist: the day began at one o'clock.
    "1d, 2017-10-15T04:00:00Z, America/Sao_Paulo, 2017-10-15T03:00:00Z",
    // There was no 30th of December.
    "1d, 2011-12-30T11:00:00Z, Pacific/Apia, 2011-12-30T10:00:00Z",
    "2d, 2011-12-30T11:00:00Z, Pacific/Apia, 2011-12-30T10:00:00Z",
    // A minute after midnight clocks went back to 23:01, when the new day had begun.
    "1d, 2006-10-29T02:30:30Z, America/St_Johns, 2006-10-29T02:30:00Z",
    "1d, 2006-10-29T03:00:00Z, America/St_Johns, 2006-10-29T02:30:00Z",
    "1d, 2006-10-29T02:29:59Z, America/St_Johns, 2006-10-28T02:30:00Z"
  })
  void should_begin_where_days_of_a_zone_do(
      String width, Instant time, String zone, Instant start) {
    assertThat(TimeBucket.timeBucket(width, time.toEpochMilli(), zone)).isEqualTo(start);
    assertThat(TimeBucket.timeBucket(width, start.toEpochMilli(), zone)).isEqualTo(start);
    assertThat(NumberBucket.timeBucket(width, time.getEpochSecond(), "s", zone))
        .isEqualTo(start.getEpochSecond());
  }

  @ParameterizedTest
  @CsvSource({
    "7d, 2026-11-21T00:00:00Z, 2026-01-01T00:00:00Z, 2026-11-19T00:00:00Z",
    "7d, 2025-12-31T23:59:59Z, 2026-01-01T00:00:00Z, 2025-12-25T00:00:00Z",
    "1h, 2026-11-21T10:42:00Z, 1970-01-01T00:30:00.250Z, 2026-11-21T10:30:00.250Z",
    "1h, 2026-11-21T10:30:00.249Z, 1970-01-01T00:30:00.250Z, 2026-11-21T09:30:00.250Z",
    "1w, 2026-11-21T00:00:00Z, 2026-11-01T00:00:00Z, 2026-11-15T00:00:00Z"
  })
  void should_count_from_an_origin(String width, Instant time, Instant origin, Instant start) {
    assertThat(TimeBucket.timeBucket(width, time.toEpochMilli(), origin.toEpochMilli()))
        .isEqualTo(start);
  }

  @ParameterizedTest
  @CsvSource({
    "1d, 2028-02-29, 2028-02-29",
    "2d, 1969-12-31, 1969-12-30",
    "1w, 2026-11-22, 2026-11-16",
    "2w, 1969-12-28, 1969-12-22",
    "1mo, 2028-02-29, 2028-02-01",
    "4mo, 2028-02-29, 2028-01-01",
    "1y, 1969-12-31, 1969-01-01",
    "48h, 1969-12-31, 1969-12-30"
  })
  void should_give_a_date_for_a_date(String width, LocalDate time, LocalDate start) {
    assertThat(TimeBucket.timeBucket(width, (int) time.toEpochDay()))
        .isEqualTo((int) start.toEpochDay());
  }

  @Test
  void should_reach_to_the_ends_of_each_type() {
    assertThat(TimeBucket.timeBucket("1h", Long.MAX_VALUE))
        .isEqualTo(Instant.parse("+292278994-08-17T07:00:00Z"));
    assertThat(TimeBucket.timeBucket("1s", -9_223_372_036_854_775_000L).getTime())
        .isEqualTo(-9_223_372_036_854_775_000L);
    assertThat(TimeBucket.timeBucket("1d", Integer.MIN_VALUE)).isEqualTo(Integer.MIN_VALUE);
    assertThat(TimeBucket.timeBucket("1mo", Integer.MAX_VALUE))
        .isEqualTo((int) LocalDate.of(5_881_580, 7, 1).toEpochDay());
    assertThat(NumberBucket.timeBucket("1d", Long.MAX_VALUE, "ns"))
        .isEqualTo(Instant.parse("2262-04-11T00:00:00Z").getEpochSecond() * 1_000_000_000);
    assertThat(NumberBucket.timeBucket("1s", Long.MAX_VALUE, "us"))
        .isEqualTo(Long.MAX_VALUE / 1_000_000 * 1_000_000);
    assertThat(NumberBucket.timeBucket("1s", Long.MAX_VALUE / 1000, "s", "Europe/Berlin"))
        .isEqualTo(Long.MAX_VALUE / 1000);
    assertThat(TimeBucket.timeBucket("999999999w", Long.MAX_VALUE, Long.MIN_VALUE).getTime())
        .isPositive();
  }

  @Test
  void should_refuse_buckets_that_begin_before_the_first_time() {
    assertRefused(
        () -> TimeBucket.timeBucket("1h", Long.MIN_VALUE),
        "expected a time whose bucket begins at one too, found -9223372036854775808");
    assertRefused(
        () -> TimeBucket.timeBucket("1y", Long.MIN_VALUE, "Europe/Berlin"),
        "expected a time whose bucket begins at one too, found -9223372036854775808");
    assertRefused(
        () -> TimeBucket.timeBucket("1h", Long.MIN_VALUE, 0L),
        "expected a time whose bucket begins at one too, found -9223372036854775808");
    assertRefused(
        () -> NumberBucket.timeBucket("1d", Long.MIN_VALUE, "us"),
        "expected a time whose bucket begins at one too, found -9223372036854775808");
    assertRefused(
        () -> TimeBucket.timeBucket("1mo", Integer.MIN_VALUE),
        "expected a date whose bucket begins at one too, found day -2147483648");
    assertRefused(
        () -> NumberBucket.timeBucket("1h", Long.MAX_VALUE / 1000 + 1, "s"),
        "expected a time within 292 million years of 1970, found 9223372036854776");
    assertRefused(
        () -> NumberBucket.timeBucket("1h", Long.MIN_VALUE, "s", "UTC"),
        "expected a time within 292 million years of 1970, found -9223372036854775808");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "h",
        "0h",
        "000w",
        "-1h",
        "+1h",
        "1",
        "1 h",
        " 1h",
        "1H",
        "1min",
        "1hour",
        "1.5h",
        "1h30m",
        "1000000000s",
        "1us",
        "1mon",
        "\u0661\u0661"
      })
  void should_refuse_what_is_no_width(String width) {
    String message = "expected a width such as 15m, 1h, 1d, 1w, 3mo or 1y, found '" + width + "'";
    assertRefused(() -> TimeBucket.timeBucket(width, 0L), message);
    assertRefused(() -> TimeBucket.timeBucket(width, 0L, "UTC"), message);
    assertRefused(() -> TimeBucket.timeBucket(width, 0L, 0L), message);
    assertRefused(() -> TimeBucket.timeBucket(width, 0), message);
    assertRefused(() -> NumberBucket.timeBucket(width, 0L, "s"), message);
    assertRefused(() -> NumberBucket.timeBucket(width, 0L, "s", "UTC"), message);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "Europe/Atlantis", "europe/berlin-", "2026-01-01", "+25:00", "ms"})
  void should_refuse_an_unknown_zone(String zone) {
    assertRefused(
        () -> TimeBucket.timeBucket("1d", 0L, zone),
        "expected a time zone such as Europe/Berlin or UTC, found '" + zone + "'");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Europe/Berlin Someday",
        "UTC 6:00",
        "UTC 24:00",
        "UTC Sunday06:00:30",
        "UTC x06:00"
      })
  void should_refuse_what_no_day_begins_at(String zone) {
    assertRefused(
        () -> TimeBucket.timeBucket("1d", 0L, zone),
        "expected a day of the week, a time or both behind the time zone, such as Sunday 06:00, found '"
            + zone
            + "'");
  }

  @Test
  void should_count_milliseconds_in_each_unit() {
    assertThat(NumberBucket.timeBucket("250ms", 1999L, "ms")).isEqualTo(1750L);
    assertThat(NumberBucket.timeBucket("250ms", -1L, "us")).isEqualTo(-250_000L);
    assertThat(NumberBucket.timeBucket("250ms", 1_999_999_999L, "ns", "Europe/Berlin"))
        .isEqualTo(1_750_000_000L);
    assertThat(NumberBucket.timeBucket("250ms", 7L, "s")).isEqualTo(7L);
    assertThat(TimeBucket.timeBucket("250ms", 1999L, 30L).getTime()).isEqualTo(1780L);
    assertRefused(
        () -> NumberBucket.timeBucket("300ms", 1L, "s"),
        "expected a width of whole seconds for the unit s, found a bucket of 1 that begins at 900 ms");
    assertRefused(
        () -> TimeBucket.timeBucket("250ms", 1),
        "expected a width in d, w, mo or y for a date, found '250ms'");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "S", "min", "Europe/Berlin"})
  void should_refuse_an_unknown_unit(String unit) {
    String message = "expected the unit of the time, s, ms, us or ns, found '" + unit + "'";
    assertRefused(() -> NumberBucket.timeBucket("1d", 0L, unit), message);
    assertRefused(() -> NumberBucket.timeBucket("1d", 0L, unit, "UTC"), message);
  }

  /** A message of more than 65,535 bytes breaks the connection of whoever is sent it. */
  @Test
  void should_show_the_start_of_a_long_argument() {
    String text = "x".repeat(100_000);
    String shown = "x".repeat(40) + "...";
    assertRefused(
        () -> TimeBucket.timeBucket(text, 0L),
        "expected a width such as 15m, 1h, 1d, 1w, 3mo or 1y, found '" + shown + "'");
    assertRefused(
        () -> TimeBucket.timeBucket("1d", 0L, text),
        "expected a time zone such as Europe/Berlin or UTC, found '" + shown + "'");
    assertRefused(
        () -> TimeBucket.timeBucket("7h", 0L, text),
        "expected a width that divides a day or is whole days, found '7h' in " + shown);
    assertRefused(
        () -> NumberBucket.timeBucket("1d", 0L, text),
        "expected the unit of the time, s, ms, us or ns, found '" + shown + "'");
  }

  @Test
  void should_refuse_widths_that_a_form_has_no_meaning_for() {
    assertRefused(
        () -> TimeBucket.timeBucket("1mo", 0L, 0L),
        "expected a width in ms, s, m, h, d or w beside an origin, found '1mo'");
    assertRefused(
        () -> TimeBucket.timeBucket("36h", 0),
        "expected a width in d, w, mo or y for a date, found '36h'");
    for (String width : new String[] {"7h", "25h", "50m"}) {
      assertRefused(
          () -> TimeBucket.timeBucket(width, 0L, "UTC"),
          "expected a width that divides a day or is whole days, found '" + width + "' in UTC");
    }
  }

  @ParameterizedTest
  @CsvSource({"s, 1", "ms, 1000", "us, 1000000", "ns, 1000000000"})
  void should_take_numbers_in_each_unit(String unit, long perSecond) {
    LongUnaryOperator hour = time -> NumberBucket.timeBucket("1h", time, unit);
    long second = Instant.parse("2026-11-21T10:00:00Z").getEpochSecond();
    assertThat(hour.applyAsLong(second * perSecond)).isEqualTo(second * perSecond);
    assertThat(hour.applyAsLong((second + 3600) * perSecond - 1)).isEqualTo(second * perSecond);
    assertThat(hour.applyAsLong(-1)).isEqualTo(-3600 * perSecond);
    assertThat(NumberBucket.timeBucket("1mo", -1, unit, "Europe/Berlin"))
        .isEqualTo(Instant.parse("1969-12-31T23:00:00Z").getEpochSecond() * perSecond);
  }

  private static void assertRefused(ThrowingCallable call, String message) {
    assertThatThrownBy(call)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("time_bucket: " + message);
  }
}
