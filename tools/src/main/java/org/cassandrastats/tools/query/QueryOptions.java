/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.tools.query;

import com.datastax.oss.driver.api.core.DefaultConsistencyLevel;
import java.nio.file.Path;
import java.time.Duration;
import org.cassandrastats.client.StatsOptions;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.Spec.Target;

/** How a query is run. */
final class QueryOptions {
  private static final double LONGEST_SECONDS = 3600;
  private static final int MOST_IN_FLIGHT = 128;
  private static final int LARGEST_PAGE = 1_000_000;

  @Spec(Target.MIXEE)
  private CommandSpec spec;

  @Option(
      names = "--target-time",
      paramLabel = "SECONDS",
      defaultValue = "1",
      description =
          "How long a request is to take; ranges are sized by measured speed. Default: ${DEFAULT-VALUE}.")
  private double targetTime;

  @Option(
      names = "--in-flight",
      paramLabel = "N",
      defaultValue = "2",
      description = "Requests that a node serves at the same time. Default: ${DEFAULT-VALUE}.")
  private int inFlight;

  @Option(
      names = "--consistency",
      paramLabel = "LEVEL",
      defaultValue = "LOCAL_ONE",
      description = "Consistency level of all requests. Default: ${DEFAULT-VALUE}.")
  private DefaultConsistencyLevel consistency;

  @Option(
      names = "--page-size",
      paramLabel = "ROWS",
      defaultValue = "5000",
      description = "Rows that a node reads at a time. Default: ${DEFAULT-VALUE}.")
  private int pageSize;

  @Option(
      names = "--patience",
      paramLabel = "SECONDS",
      defaultValue = "60",
      description =
          "The run stops when no request has succeeded for so long. Default: ${DEFAULT-VALUE}.")
  private double patience;

  @Option(
      names = "--resume",
      paramLabel = "FILE",
      description =
          "Keep finished ranges in a file, and go on from it if it is there. It is removed when the"
              + " result is complete.")
  private Path resume;

  /** The options, with the keyspace of the functions. */
  StatsOptions options(String functionsKeyspace) {
    return StatsOptions.standard()
        .withTargetTime(seconds("--target-time", targetTime))
        .withInFlightPerNode(require("--in-flight", inFlight, MOST_IN_FLIGHT))
        .withConsistencyLevel(consistency)
        .withPageSize(require("--page-size", pageSize, LARGEST_PAGE))
        .withPatience(seconds("--patience", patience))
        .withFunctionsKeyspace(functionsKeyspace)
        .withResumeFile(resume);
  }

  private Duration seconds(String option, double value) {
    if (!(value >= 0.001 && value <= LONGEST_SECONDS)) {
      throw new ParameterException(
          spec.commandLine(),
          "%s is %s: expected 0.001 to %.0f seconds".formatted(option, value, LONGEST_SECONDS));
    }
    return Duration.ofNanos(Math.round(value * 1e9));
  }

  private int require(String option, int value, int largest) {
    if (value < 1 || value > largest) {
      throw new ParameterException(
          spec.commandLine(), "%s is %d: expected 1 to %d".formatted(option, value, largest));
    }
    return value;
  }
}
