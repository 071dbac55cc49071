/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.harness;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine.TypeConversionException;

final class TimeSettingsTest {
  @ParameterizedTest
  @ValueSource(strings = {"500ms", "2s", "90s", "5m", "1h"})
  void should_read_what_it_writes(String text) {
    assertThat(TimeSettings.text(TimeSettings.parse(text))).isEqualTo(text);
  }

  @Test
  void should_read_pairs_of_deadlines() {
    TimeSettings.Pair pair = TimeSettings.Pair.parse("5s/750ms");

    assertThat(pair.read()).isEqualTo(Duration.ofSeconds(5));
    assertThat(pair).hasToString("5s/750ms");
    assertThat(pair.deadlines().effective()).isEqualTo(Duration.ofMillis(750));
  }

  @ParameterizedTest
  @ValueSource(strings = {"5", "s", "0s", "-1s", "1.5s", "5 s", "5d", ""})
  void should_refuse_what_is_no_time(String text) {
    assertThatThrownBy(() -> TimeSettings.parse(text))
        .isInstanceOf(TypeConversionException.class)
        .hasMessageContaining("expected one such as 500ms");
  }

  @ParameterizedTest
  @ValueSource(strings = {"5s", "5s/", "5s/1s/1s"})
  void should_refuse_what_is_no_pair(String text) {
    assertThatThrownBy(() -> TimeSettings.Pair.parse(text))
        .isInstanceOf(TypeConversionException.class);
  }
}
