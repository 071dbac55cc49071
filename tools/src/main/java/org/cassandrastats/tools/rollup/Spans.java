/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.tools.rollup;

import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Spans of time as people write them: {@code 15m}, {@code 1h}, {@code 1d}. A day has 24 hours. */
final class Spans {
  private static final Pattern FORM = Pattern.compile("(\\d{1,9})([smhdw])");

  private Spans() {}

  /**
   * Reads a span.
   *
   * @throws TypeConversionException if it is none
   */
  static Duration parse(String text) {
    Matcher matcher = FORM.matcher(text.strip());
    if (!matcher.matches()) {
      throw new TypeConversionException(
          "\"%s\" is not a span of time: expected a number and s, m, h, d or w, such as 15m, 1h or 1d"
              .formatted(text));
    }
    return Duration.ofSeconds(Long.parseLong(matcher.group(1)) * seconds(matcher.group(2)));
  }

  /** A span of whole seconds in the largest unit that divides it, up to days. */
  static String format(Duration span) {
    long seconds = span.toSeconds();
    for (String unit : new String[] {"d", "h", "m"}) {
      if (seconds != 0 && seconds % seconds(unit) == 0) {
        return seconds / seconds(unit) + unit;
      }
    }
    return seconds + "s";
  }

  private static long seconds(String unit) {
    return switch (unit) {
      case "s" -> 1;
      case "m" -> 60;
      case "h" -> 3600;
      case "d" -> 86_400;
      default -> 7 * 86_400;
    };
  }

  /** Reads options. */
  static final class Converter implements ITypeConverter<Duration> {
    @Override
    public Duration convert(String text) {
      return parse(text);
    }
  }
}
