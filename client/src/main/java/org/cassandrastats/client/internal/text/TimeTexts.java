/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.client.internal.text;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Lengths of time as a number and a unit, such as 500ms, 15m or 1d, and points of time. A day has
 * 24 hours.
 */
public final class TimeTexts {
  private static final List<String> UP_TO_DAYS = List.of("d", "h", "m", "s");

  private static final Pattern SPAN = Pattern.compile("(\\d{1,9})([smhdw])");

  private TimeTexts() {}

  /**
   * Reads a span of whole seconds.
   *
   * @throws IllegalArgumentException if the text is none
   */
  public static Duration parse(String text) {
    return parse(SPAN, text.strip())
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "\"%s\" is not a span of time: expected a number and s, m, h, d or w, such as 15m, 1h or 1d"
                        .formatted(text)));
  }

  /**
   * Reads a point of time: a date, which begins in UTC, or a time with its zone.
   *
   * @throws IllegalArgumentException if the text is none
   */
  public static Instant parseTime(String text) {
    String stripped = text.strip();
    try {
      Instant time =
          stripped.indexOf('T') < 0
              ? LocalDate.parse(stripped).atStartOfDay(ZoneOffset.UTC).toInstant()
              : OffsetDateTime.parse(stripped).toInstant();
      // No timestamp is as far away as an Instant may be.
      return Instant.ofEpochMilli(time.toEpochMilli());
    } catch (DateTimeException | ArithmeticException unreadable) {
      throw new IllegalArgumentException(
          "\"%s\" is not a time: expected a date, such as 2026-07-01 (in UTC), or a time with its zone, such as 2026-07-01T12:00:00Z"
              .formatted(text),
          unreadable);
    }
  }

  /**
   * Reads a length of time.
   *
   * @param form what is accepted: its first group is the number, of at most 12 digits, its second
   *     the unit, one of ns, us, µs, ms, s, m, h, d and w
   * @return empty if the text is not of this form
   */
  public static Optional<Duration> parse(Pattern form, String text) {
    Matcher matcher = form.matcher(text);
    return matcher.matches()
        ? Optional.of(of(Long.parseLong(matcher.group(1)), matcher.group(2)))
        : Optional.empty();
  }

  /** A length of whole seconds in the largest unit that divides it, up to days. */
  public static String format(Duration length) {
    return format(length, UP_TO_DAYS);
  }

  /**
   * A length of time in the largest of some units that divides it.
   *
   * @param units the largest first; what is no multiple of the last one is cut off
   */
  public static String format(Duration length, List<String> units) {
    String last = units.get(units.size() - 1);
    String unit =
        units.stream().filter(one -> divides(of(1, one), length)).findFirst().orElse(last);
    return length.dividedBy(of(1, unit)) + unit;
  }

  private static boolean divides(Duration unit, Duration length) {
    return !length.isZero() && unit.multipliedBy(length.dividedBy(unit)).equals(length);
  }

  private static Duration of(long number, String unit) {
    return switch (unit) {
      case "ns" -> Duration.ofNanos(number);
      case "us", "µs" -> Duration.of(number, ChronoUnit.MICROS);
      case "ms" -> Duration.ofMillis(number);
      case "s" -> Duration.ofSeconds(number);
      case "m" -> Duration.ofMinutes(number);
      case "h" -> Duration.ofHours(number);
      case "d" -> Duration.ofDays(number);
      case "w" -> Duration.ofDays(7 * number);
      default -> throw new IllegalArgumentException("no unit of time: " + unit);
    };
  }
}
