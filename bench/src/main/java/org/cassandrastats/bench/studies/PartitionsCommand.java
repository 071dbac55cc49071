/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.studies;

import java.util.concurrent.Callable;
import org.cassandrastats.cli.connection.ClusterOptions;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The command of the study of partitions. */
@Command(
    name = "partitions",
    header = {"One partition, many partitions, a whole table.", ""},
    sortOptions = false,
    description = {
      "Times the mean of the same rows as one partition, as many partitions by IN, by one request for"
          + " each, and as a whole table; with requests sent to a replica, or to any node.",
    },
    footer = {
      "",
      "Examples:",
      "  cassandra-stats bench partitions",
      "  cassandra-stats bench partitions --lane native --rows 500000 --nodes 1",
      "  cassandra-stats bench partitions --contact-point 10.0.0.1:9042 --output /tmp/bench",
    })
public final class PartitionsCommand implements Callable<Integer> {
  private static final int MOST_PARTITIONS = 10_000;
  private static final int MOST_NODES = 9;

  @Mixin private StudyOptions options;
  @Mixin private ClusterOptions cluster;
  @Mixin private RowCounts rows;

  @Option(
      names = "--partitions",
      paramLabel = "N",
      defaultValue = "100",
      description = "How many partitions the rows are divided among. Default: ${DEFAULT-VALUE}.")
  private int partitions;

  @Option(
      names = "--nodes",
      paramLabel = "N",
      defaultValue = "3",
      description =
          "Throw-away nodes of a lane, on 127.0.0.1 and the next addresses; each row is on one of"
              + " them. Default: ${DEFAULT-VALUE}.")
  private int nodes;

  /** For picocli. */
  public PartitionsCommand() {}

  @Override
  public Integer call() {
    options.require("--partitions", partitions, 2, MOST_PARTITIONS);
    options.require("--nodes", nodes, 1, MOST_NODES);
    PartitionsStudy study =
        new PartitionsStudy(
            rows.checked(options), partitions, nodes, options.runs(5), options.warmUp());
    return new StudyRun(study, options).run(cluster);
  }
}
