/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.studies;

import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.cassandrastats.bench.run.MeasuredAggregate;
import org.cassandrastats.cli.connection.ClusterOptions;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The command of the study of concurrent users. */
@Command(
    name = "model",
    header = {"Concurrent users: predicted and measured.", ""},
    sortOptions = false,
    description = {
      "Has 1 to 8 users ask for an aggregate at the same time, and compares how long each waits with a"
          + " prediction: rows / scan speed of one user, times users / cores where there are more users"
          + " than cores.",
    },
    footer = {
      "",
      "Examples:",
      "  cassandra-stats bench model",
      "  cassandra-stats bench model --lane native --users 1,2,4,8,16 --rows 500000",
      "  cassandra-stats bench model --contact-point 10.0.0.1:9042 --cores 8 --output /tmp/bench",
    })
public final class ModelCommand implements Callable<Integer> {
  private static final int MOST_USERS = 256;
  private static final int MOST_CORES = 1024;

  @Mixin private StudyOptions options;
  @Mixin private ClusterOptions cluster;
  @Mixin private RowCounts rows;

  @Option(
      names = "--users",
      split = ",",
      paramLabel = "N",
      defaultValue = "1,2,3,4,6,8",
      description =
          "How many ask at the same time; 1 is always among them. Default: ${DEFAULT-VALUE}.")
  private List<Integer> users;

  @Option(
      names = "--aggregate",
      paramLabel = "A",
      defaultValue = "mean",
      description = "What they ask for: ${COMPLETION-CANDIDATES}. Default: ${DEFAULT-VALUE}.")
  private MeasuredAggregate aggregate;

  @Option(
      names = "--cores",
      paramLabel = "N",
      description =
          "Cores of the node that answers. Default: those of this machine, which a cluster of yours"
              + " may not have.")
  private Integer cores;

  /** For picocli. */
  public ModelCommand() {}

  @Override
  public Integer call() {
    users.forEach(count -> options.require("--users", count, 1, MOST_USERS));
    if (cores != null) {
      options.require("--cores", cores, 1, MOST_CORES);
    }
    List<Integer> all = Stream.concat(Stream.of(1), users.stream()).distinct().sorted().toList();
    ModelStudy study =
        new ModelStudy(
            all,
            aggregate,
            cores == null ? Runtime.getRuntime().availableProcessors() : cores,
            rows.checked(options),
            options.runs(5),
            options.warmUp());
    return new StudyRun(study, options).run(cluster);
  }
}
