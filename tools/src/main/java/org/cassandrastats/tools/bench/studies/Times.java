/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.tools.bench.studies;

import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.cassandrastats.tools.bench.target.Deadlines;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Times as Cassandra's configuration spells them: 500ms, 2s, 5m, 1h. */
final class Times {
  private static final Pattern FORM = Pattern.compile("(\\d{1,9})(ms|s|m|h)");

  private Times() {}

  static Duration parse(String text) {
    Matcher matcher = FORM.matcher(text);
    if (!matcher.matches() || Long.parseLong(matcher.group(1)) == 0) {
      throw new TypeConversionException(
          "\"%s\" is not a time: expected one such as 500ms, 2s, 5m or 1h".formatted(text));
    }
    long number = Long.parseLong(matcher.group(1));
    return switch (matcher.group(2)) {
      case "ms" -> Duration.ofMillis(number);
      case "s" -> Duration.ofSeconds(number);
      case "m" -> Duration.ofMinutes(number);
      default -> Duration.ofHours(number);
    };
  }

  static String text(Duration time) {
    long millis = time.toMillis();
    if (millis % 3_600_000 == 0) {
      return millis / 3_600_000 + "h";
    }
    if (millis % 60_000 == 0) {
      return millis / 60_000 + "m";
    }
    return millis % 1000 == 0 ? millis / 1000 + "s" : millis + "ms";
  }

  /**
   * Two deadlines of a node.
   *
   * @param read {@code read_request_timeout}
   * @param nativeTransport {@code native_transport_timeout}
   */
  record Pair(Duration read, Duration nativeTransport) {
    static Pair parse(String text) {
      String[] parts = text.split("/", -1);
      if (parts.length != 2) {
        throw new TypeConversionException(
            "\"%s\" are not two deadlines: expected read_request_timeout/native_transport_timeout, such as 5s/12s"
                .formatted(text));
      }
      return new Pair(Times.parse(parts[0]), Times.parse(parts[1]));
    }

    Deadlines deadlines() {
      return new Deadlines(read, read, nativeTransport);
    }

    @Override
    public String toString() {
      return text(read) + "/" + text(nativeTransport);
    }
  }

  /** Reads an option. */
  static final class Converter implements ITypeConverter<Duration> {
    @Override
    public Duration convert(String text) {
      return Times.parse(text);
    }
  }

  /** Reads an option. */
  static final class DeadlinesConverter implements ITypeConverter<Pair> {
    @Override
    public Pair convert(String text) {
      return Pair.parse(text);
    }
  }
}
