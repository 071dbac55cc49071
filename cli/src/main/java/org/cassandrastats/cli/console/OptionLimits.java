/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.console;

import java.time.Duration;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

/** What values options may have; those of commands that are alike are refused alike. */
public final class OptionLimits {
  private static final double SHORTEST_SECONDS = 0.001;
  private static final double LONGEST_SECONDS = 3600;

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
   * A length of time that is given in seconds.
   *
   * @param command whose option it is
   * @param option as it is spelt on the command line, for the message
   * @param value 0.001 to 3600
   * @throws ParameterException if it is anything else
   */
  public static Duration seconds(CommandSpec command, String option, double value) {
    if (!(value >= SHORTEST_SECONDS && value <= LONGEST_SECONDS)) {
      throw new ParameterException(
          command.commandLine(),
          "%s is %s: expected %s to %.0f seconds"
              .formatted(option, value, SHORTEST_SECONDS, LONGEST_SECONDS));
    }
    return Duration.ofNanos(Math.round(value * 1e9));
  }
}
