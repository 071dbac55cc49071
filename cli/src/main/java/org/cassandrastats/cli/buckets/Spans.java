/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.buckets;

import java.time.Duration;
import java.util.regex.Pattern;
import org.cassandrastats.cli.console.TimeTexts;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Spans of time as people write them: {@code 15m}, {@code 1h}, {@code 1d}. A day has 24 hours. */
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

  /** Reads options. */
  public static final class Converter implements ITypeConverter<Duration> {
    @Override
    public Duration convert(String text) {
      return parse(text);
    }
  }
}
