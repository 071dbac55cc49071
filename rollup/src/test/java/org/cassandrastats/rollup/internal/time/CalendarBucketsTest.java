/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.rollup.internal.time;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.DayOfWeek;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.temporal.TemporalAdjusters;
import java.util.List;
import org.cassandrastats.rollup.internal.bucket.SpanSplitter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Buckets of calendars, beside those of java.time. */
final class CalendarBucketsTest {
  private static final long HOUR = 3_600_000;

  @ParameterizedTest
  @ValueSource(strings = {"Europe/Berlin", "America/New_York", "America/Sao_Paulo"})
  void should_begin_and_end_with_days_weeks_months_and_years(String name) {
    ZoneId zone = ZoneId.of(name);
    for (int year : new int[] {1968, 2026}) {
      Instant from = LocalDate.of(year, 1, 1).atStartOfDay(zone).toInstant();
      // Through every hour of clocks that are set forward and back.
      for (int hour = 0; hour < 24 * 370; hour++) {
        Instant time = from.plusMillis(hour * HOUR + hour % 2);
        LocalDate day = time.atZone(zone).toLocalDate();
        LocalDate monday = day.with(TemporalAdjusters.previousOrSame(DayOfWeek.MONDAY));
        expect("1d", zone, time, day, day.plusDays(1));
        expect("1w", zone, time, monday, monday.plusWeeks(1));
        LocalDate month = day.withDayOfMonth(1);
        expect("1mo", zone, time, month, month.plusMonths(1));
        LocalDate january = day.withDayOfYear(1);
        expect("1y", zone, time, january, january.plusYears(1));
      }
    }
  }

  private static void expect(
      String width, ZoneId zone, Instant time, LocalDate from, LocalDate until) {
    Buckets buckets = Buckets.of(width, zone.getId());
    long start = buckets.start(time.toEpochMilli());
    assertThat(start).isEqualTo(from.atStartOfDay(zone).toInstant().toEpochMilli());
    if (time.atZone(zone).getHour() == 12 && time.atZone(zone).getDayOfMonth() % 3 == 0) {
      assertThat(buckets.end(start)).isEqualTo(until.atStartOfDay(zone).toInstant().toEpochMilli());
    }
  }

  @ParameterizedTest
  @CsvSource({
    "60m, 1h",
    "24h, 1d",
    "36h, 36h",
    "7d, 7d",
    "1w, 1w",
    "02w, 2w",
    "3mo, 3mo",
    "24mo, 2y",
    "1y, 1y"
  })
  void should_name_each_width_once(String width, String expected) {
    assertThat(Buckets.of(width, null).width()).isEqualTo(expected);
    assertThat(Buckets.of(expected, null)).isEqualTo(Buckets.of(width, null));
  }

  @Test
  void should_cut_long_spans_at_borders() {
    Buckets months = Buckets.of("1mo", "Europe/Berlin");
    long from = months.start(Instant.parse("2000-03-01T12:00:00Z").toEpochMilli());
    long until = months.start(Instant.parse("2026-03-01T12:00:00Z").toEpochMilli());

    List<Buckets.Span> spans = SpanSplitter.cut(months, from, until, 4);

    assertThat(spans).hasSize(4);
    assertThat(spans.get(0).from()).isEqualTo(from);
    assertThat(spans.get(3).until()).isEqualTo(until);
    for (int i = 1; i < spans.size(); i++) {
      assertThat(spans.get(i).from()).isEqualTo(spans.get(i - 1).until());
      assertThat(months.start(spans.get(i).from())).isEqualTo(spans.get(i).from());
      assertThat(months.between(spans.get(i).from(), spans.get(i).until())).isBetween(75L, 85L);
    }
  }

  @Test
  void should_hold_the_least_and_refuse_the_last_time() {
    Buckets years = Buckets.of("100y", "Europe/Berlin");

    assertThat(years.start(Long.MIN_VALUE)).isEqualTo(Long.MIN_VALUE);
    assertThat(years.start(years.end(Long.MIN_VALUE) - 1)).isEqualTo(Long.MIN_VALUE);
    assertThat(years.end(Long.MIN_VALUE)).isGreaterThan(Long.MIN_VALUE);
    assertThatThrownBy(() -> years.end(years.start(Long.MAX_VALUE)))
        .isInstanceOf(ArithmeticException.class);
    assertThatThrownBy(() -> Buckets.of("1201mo", null))
        .hasMessage("expected a width of at most 100y, found '1201mo'");
  }
}
