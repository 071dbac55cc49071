/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.plan;

import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import org.cassandrastats.cli.console.TimeTexts;

/** Times as Cassandra's settings spell them: 500ms, 2s, 5m, 1h. */
final class SettingTime {
  private static final Pattern FORM = Pattern.compile("(\\d{1,12})(ns|us|µs|ms|s|m|h|d)");

  private SettingTime() {}

  /** A time; empty if the text is none. */
  static Optional<Duration> parse(String text) {
    return TimeTexts.parse(FORM, text == null ? "" : text.strip().toLowerCase(Locale.ROOT));
  }
}
