/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.buckets;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Points of time as options give them, with milliseconds and a time zone. */
public final class TimeConverter implements ITypeConverter<Instant> {
  /** Reads a date, which begins in UTC, or a time with its zone. */
  public static Instant parse(String text) {
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

  @Override
  public Instant convert(String text) {
    return parse(text);
  }
}
