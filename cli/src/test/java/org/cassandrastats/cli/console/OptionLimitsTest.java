/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.console;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

class OptionLimitsTest {
  private final CommandSpec command = new CommandLine(CommandSpec.create()).getCommandSpec();

  @ParameterizedTest
  @CsvSource({"200ms, 200", "0.5, 500", "2, 2000", "30s, 30000", "5m, 300000", "1h, 3600000"})
  void should_read_times_with_a_unit_and_seconds_without_one(String text, long millis) {
    assertThat(OptionLimits.time(command, "--target-time", text))
        .isEqualTo(Duration.ofMillis(millis));
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "-1", "2h", "200 ms", "1d", "NaN", "soon", "0.0001", "3601"})
  void should_refuse_other_times(String text) {
    assertThatThrownBy(() -> OptionLimits.time(command, "--target-time", text))
        .isInstanceOf(ParameterException.class)
        .hasMessageContaining("--target-time is " + text + ": expected a time of 1ms to 1h");
  }
}
