/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.studies;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import org.cassandrastats.cli.connection.ClusterOptions;
import org.cassandrastats.client.StatsOptions;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The command of the study of split queries. */
@Command(
    name = "query",
    header = {"One request, or many whose states are merged.", ""},
    sortOptions = false,
    description = {
      "Times count, mean, histogram and t-digest of one partition and of a whole table: by one request"
          + " without a deadline, by one with Cassandra's default deadlines, and split with these, as"
          + " the command query does.",
      "Deadlines are set on throw-away nodes only; a cluster of yours keeps its own.",
    },
    footer = {
      "",
      "Examples:",
      "  cassandra-stats bench query --lane native --rows 2000000",
      "  cassandra-stats bench query --lane udf-threads-on --rows-udf-threads-on 2000000 --runs 1 --warm-up 0",
      "  cassandra-stats bench query --lane native --rows 2000000 --partitions 1000 --nodes 3",
    })
public final class SplitCommand implements Callable<Integer> {
  private static final int MOST_PARTITIONS = 100_000;
  private static final int MOST_NODES = 9;
  private static final int MOST_IN_FLIGHT = 128;

  @Mixin private StudyOptions options;
  @Mixin private ClusterOptions cluster;
  @Mixin private RowCounts rows;

  @Option(
      names = "--partitions",
      paramLabel = "N",
      defaultValue = "1000",
      description = "Partitions of the whole table. Default: ${DEFAULT-VALUE}.")
  private int partitions;

  @Option(
      names = "--nodes",
      paramLabel = "N",
      defaultValue = "1",
      description =
          "Throw-away nodes of a lane; each row is on one of them. Default: ${DEFAULT-VALUE}.")
  private int nodes;

  @Option(
      names = "--target-time",
      paramLabel = "TIME",
      defaultValue = "1s",
      converter = TimeSettings.Converter.class,
      description = "How long a request is to take. Default: ${DEFAULT-VALUE}.")
  private Duration targetTime;

  @Option(
      names = "--in-flight",
      paramLabel = "N",
      defaultValue = "4",
      description = "Requests that a node serves at the same time. Default: ${DEFAULT-VALUE}.")
  private int inFlight;

  /** For picocli. */
  public SplitCommand() {}

  @Override
  public Integer call() {
    options.require("--partitions", partitions, 1, MOST_PARTITIONS);
    options.require("--nodes", nodes, 1, MOST_NODES);
    options.require("--in-flight", inFlight, 1, MOST_IN_FLIGHT);
    List<AnswerMethod> ways =
        options.forks(cluster)
            ? List.of(AnswerMethod.values())
            : List.of(AnswerMethod.SINGLE, AnswerMethod.SPLIT);
    SplitStudy study =
        new SplitStudy(
            rows.checked(options),
            partitions,
            nodes,
            StatsOptions.standard().withTargetTime(targetTime).withInFlightPerNode(inFlight),
            ways,
            options.runs(5),
            options.warmUp());
    return new StudyRun(study, options).run(cluster);
  }
}
