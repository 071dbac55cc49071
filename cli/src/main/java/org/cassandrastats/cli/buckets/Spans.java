/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.buckets;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.regex.Pattern;
import org.cassandrastats.cli.console.TimeTexts;
import picocli.CommandLine.TypeConversionException;

/**
 * Spans and points of time as people write them: {@code 15m}, {@code 1h}, {@code 1d}. A day has 24
 * hours.
 */
public final class Spans {
  private static final Pattern FORM = Pattern.compile("(\\d{1,9})([smhdw])");

  private Spans() {}

  /**
   * Reads a span.
   *
   * @throws TypeConversionException if it is none
   */
  public static Duration parse(String text) {
    return TimeTexts.parse(FORM, text.strip())
        .orElseThrow(
            () ->
                new TypeConversionException(
                    "\"%s\" is not a span of time: expected a number and s, m, h, d or w, such as 15m, 1h or 1d"
                        .formatted(text)));
  }

  /** Reads a point of time: a date, which begins in UTC, or a time with its zone. */
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
      throw new TypeConversionException(
          "\"%s\" is not a time: expected a date, such as 2026-07-01 (in UTC), or a time with its zone, such as 2026-07-01T12:00:00Z"
              .formatted(text));
    }
  }
}
