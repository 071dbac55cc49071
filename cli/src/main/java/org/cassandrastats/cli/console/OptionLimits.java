/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.console;

import java.time.Duration;
import java.util.Optional;
import java.util.regex.Pattern;
import org.cassandrastats.client.internal.text.TimeTexts;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

/** What values options may have; those of commands that are alike are refused alike. */
public final class OptionLimits {
  private static final Duration SHORTEST = Duration.ofMillis(1);
  private static final Duration LONGEST = Duration.ofHours(1);
  private static final Pattern TIME = Pattern.compile("(\\d{1,9})(ms|s|m|h)");
  private static final Pattern SECONDS = Pattern.compile("\\d{1,9}(?:\\.\\d{1,9})?");

  private OptionLimits() {}

  /**
   * Refuses a number out of its range.
   *
   * @param command whose option it is
   * @param option as it is spelt on the command line, for the message
   * @param smallest that is accepted
   * @param largest that is accepted
   * @return the number
   * @throws ParameterException if it is out of the range
   */
  public static int require(
      CommandSpec command, String option, int value, int smallest, int largest) {
    if (value < smallest || value > largest) {
      throw new ParameterException(
          command.commandLine(),
          "%s is %d: expected %d to %d".formatted(option, value, smallest, largest));
    }
    return value;
  }

  /**
   * A length of time.
   *
   * @param command whose option it is
   * @param option as it is spelt on the command line, for the message
   * @param text 1ms to 1h, such as 200ms; a number without a unit is one of seconds
   * @throws ParameterException if it is anything else
   */
  public static Duration time(CommandSpec command, String option, String text) {
    return TimeTexts.parse(TIME, text.strip())
        .or(() -> seconds(text.strip()))
        .filter(time -> time.compareTo(SHORTEST) >= 0 && time.compareTo(LONGEST) <= 0)
        .orElseThrow(
            () ->
                new ParameterException(
                    command.commandLine(),
                    "%s is %s: expected a time of 1ms to 1h, such as 200ms, 0.5, 30s or 5m"
                        .formatted(option, text)));
  }

  private static Optional<Duration> seconds(String text) {
    return SECONDS.matcher(text).matches()
        ? Optional.of(Duration.ofNanos(Math.round(Double.parseDouble(text) * 1e9)))
        : Optional.empty();
  }
}
