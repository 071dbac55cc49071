/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.harness;

import java.time.Duration;
import java.util.List;
import java.util.regex.Pattern;
import org.cassandrastats.bench.nodes.Deadlines;
import org.cassandrastats.client.internal.text.TimeTexts;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Times as Cassandra's configuration spells them: 500ms, 2s, 5m, 1h. */
public final class TimeSettings {
  private static final Pattern FORM = Pattern.compile("(\\d{1,9})(ms|s|m|h)");
  private static final List<String> UNITS = List.of("h", "m", "s", "ms");

  private TimeSettings() {}

  /** Reads one that is more than zero. */
  public static Duration parse(String text) {
    return TimeTexts.parse(FORM, text)
        .filter(time -> !time.isZero())
        .orElseThrow(
            () ->
                new TypeConversionException(
                    "\"%s\" is not a time: expected one such as 500ms, 2s, 5m or 1h"
                        .formatted(text)));
  }

  /** Writes one in the largest unit that divides it. */
  public static String text(Duration time) {
    return TimeTexts.format(time, UNITS);
  }

  /**
   * Two deadlines of a node.
   *
   * @param read {@code read_request_timeout}
   * @param nativeTransport {@code native_transport_timeout}
   */
  public record Pair(Duration read, Duration nativeTransport) {
    public static Pair parse(String text) {
      String[] parts = text.split("/", -1);
      if (parts.length != 2) {
        throw new TypeConversionException(
            "\"%s\" are not two deadlines: expected read_request_timeout/native_transport_timeout, such as 5s/12s"
                .formatted(text));
      }
      return new Pair(TimeSettings.parse(parts[0]), TimeSettings.parse(parts[1]));
    }

    public Deadlines deadlines() {
      return new Deadlines(read, read, nativeTransport);
    }

    @Override
    public String toString() {
      return text(read) + "/" + text(nativeTransport);
    }
  }

  /** Reads an option. */
  public static final class Converter implements ITypeConverter<Duration> {
    @Override
    public Duration convert(String text) {
      return TimeSettings.parse(text);
    }
  }

  /** Reads an option. */
  public static final class DeadlinesConverter implements ITypeConverter<Pair> {
    @Override
    public Pair convert(String text) {
      return Pair.parse(text);
    }
  }
}
