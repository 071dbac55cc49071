/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.tools.plan;

import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Times as Cassandra's settings spell them: 500ms, 2s, 5m, 1h. */
final class SettingTime {
  private static final Pattern FORM = Pattern.compile("(\\d{1,12})(ns|us|µs|ms|s|m|h|d)");

  private SettingTime() {}

  /** A time; empty if the text is none. */
  static Optional<Duration> parse(String text) {
    Matcher matcher = FORM.matcher(text == null ? "" : text.strip().toLowerCase(Locale.ROOT));
    if (!matcher.matches()) {
      return Optional.empty();
    }
    long number = Long.parseLong(matcher.group(1));
    return Optional.of(
        switch (matcher.group(2)) {
          case "ns" -> Duration.ofNanos(number);
          case "us", "µs" -> Duration.ofNanos(1000 * number);
          case "ms" -> Duration.ofMillis(number);
          case "s" -> Duration.ofSeconds(number);
          case "m" -> Duration.ofMinutes(number);
          case "h" -> Duration.ofHours(number);
          default -> Duration.ofDays(number);
        });
  }
}
