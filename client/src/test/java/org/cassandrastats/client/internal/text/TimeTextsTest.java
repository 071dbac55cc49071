/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.client.internal.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class TimeTextsTest {
  @ParameterizedTest
  @CsvSource({
    "0s, 0, 0s",
    "1s, 1, 1s",
    "90s, 90, 90s",
    "60s, 60, 1m",
    "15m, 900, 15m",
    "60m, 3600, 1h",
    "24h, 86400, 1d",
    "36h, 129600, 36h",
    "1d, 86400, 1d",
    "2w, 1209600, 14d"
  })
  void should_read_and_write_spans(String text, long seconds, String expected) {
    assertThat(TimeTexts.parse(text).toSeconds()).isEqualTo(seconds);
    assertThat(TimeTexts.format(TimeTexts.parse(text))).isEqualTo(expected);
    assertThat(TimeTexts.parse(expected)).isEqualTo(TimeTexts.parse(text));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "h", "1", "-1h", "1.5h", "1y", "1 month", "1h30m", "9999999999s"})
  void should_refuse_what_is_no_span(String text) {
    assertThatThrownBy(() -> TimeTexts.parse(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("such as 15m, 1h or 1d");
  }

  @ParameterizedTest
  @CsvSource({
    "2026-07-01, 2026-07-01T00:00:00Z",
    "2026-07-01T12:30:00Z, 2026-07-01T12:30:00Z",
    "2026-07-01T12:30:00.250+02:00, 2026-07-01T10:30:00.250Z",
    "1969-12-31, 1969-12-31T00:00:00Z",
  })
  void should_read_times(String text, Instant expected) {
    assertThat(TimeTexts.parseTime(text)).isEqualTo(expected);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "now", "2026-13-01", "2026-07-01T12:30:00", "1719835200", "-999999999-01-01"})
  void should_refuse_what_is_no_time(String text) {
    assertThatThrownBy(() -> TimeTexts.parseTime(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("expected a date");
  }
}
