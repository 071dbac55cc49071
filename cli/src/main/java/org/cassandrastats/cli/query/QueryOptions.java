/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.query;

import com.datastax.oss.driver.api.core.DefaultConsistencyLevel;
import java.nio.file.Path;
import org.cassandrastats.cli.connection.LaneOption;
import org.cassandrastats.cli.console.OptionLimits;
import org.cassandrastats.client.api.StatsOptions;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import picocli.CommandLine.Spec.Target;

/** How a query is run. */
final class QueryOptions {
  private static final int MOST_IN_FLIGHT = 128;
  private static final int LARGEST_PAGE = 1_000_000;
  private static final int MEGABYTE = 20;

  @Spec(Target.MIXEE)
  private CommandSpec spec;

  @Option(
      names = "--target-time",
      paramLabel = "TIME",
      defaultValue = "1s",
      description =
          "How long a request is to take, such as 200ms; ranges are sized by measured speed. Default: ${DEFAULT-VALUE}.")
  private String targetTime;

  @Option(
      names = "--in-flight",
      paramLabel = "N",
      defaultValue = "4",
      description = "Requests that a node serves at the same time. Default: ${DEFAULT-VALUE}.")
  private int inFlight;

  @Option(
      names = "--consistency",
      paramLabel = "LEVEL",
      description =
          "Consistency level of all requests. Default: that of the driver's configuration, which is"
              + " LOCAL_ONE unless --driver-config says otherwise.")
  private DefaultConsistencyLevel consistency;

  @Option(
      names = "--page-size",
      paramLabel = "ROWS",
      defaultValue = "5000",
      description = "Rows per page. Default: ${DEFAULT-VALUE}.")
  private int pageSize;

  @Option(
      names = "--retry-timeout",
      paramLabel = "TIME",
      defaultValue = "1m",
      description =
          "The run stops when no request has succeeded for so long, such as 5m. Default: ${DEFAULT-VALUE}.")
  private String retryTimeout;

  @Option(
      names = "--group-memory",
      paramLabel = "MB",
      description =
          "What groups may take that any partition adds to, and rows that are ordered by their values:"
              + " at most half of the heap, which the environment variable CASSANDRA_STATS_HEAP sets"
              + " (256m). Default: 256, or a quarter of the heap if that is less.")
  private Integer groupMemory;

  @Mixin private LaneOption lane;

  @Option(
      names = "--resume",
      paramLabel = "FILE",
      description =
          "Keep finished ranges in a file, and resume from it if it is there. It is removed when the"
              + " result is complete.")
  private Path resume;

  /** The options, with the keyspace of the functions. */
  StatsOptions options(String functionsKeyspace) {
    StatsOptions standard = StatsOptions.standard();
    return standard
        .withTargetTime(OptionLimits.time(spec, "--target-time", targetTime))
        .withInFlightPerNode(OptionLimits.require(spec, "--in-flight", inFlight, 1, MOST_IN_FLIGHT))
        .withConsistencyLevel(consistency)
        .withPageSize(OptionLimits.require(spec, "--page-size", pageSize, 1, LARGEST_PAGE))
        .withRetryTimeout(OptionLimits.time(spec, "--retry-timeout", retryTimeout))
        .withFunctionsKeyspace(functionsKeyspace)
        .withResumeFile(resume)
        .withLane(lane.lane())
        .withGroupMemory(
            groupMemory == null
                ? standard.groupMemory()
                : (long) OptionLimits.require(spec, "--group-memory", groupMemory, 1, halfOfHeap())
                    << MEGABYTE);
  }

  private static int halfOfHeap() {
    return Math.toIntExact(Runtime.getRuntime().maxMemory() >> (MEGABYTE + 1));
  }
}
