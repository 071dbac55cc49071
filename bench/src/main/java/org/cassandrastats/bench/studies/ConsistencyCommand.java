/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.studies;

import com.datastax.oss.driver.api.core.DefaultConsistencyLevel;
import java.util.List;
import java.util.concurrent.Callable;
import org.cassandrastats.cli.connection.ClusterOptions;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The command of the study of consistency levels. */
@Command(
    name = "consistency",
    header = {"Time against consistency level, by state of the replicas.", ""},
    sortOptions = false,
    description = {
      "Times the mean of one partition against the consistency level, on three nodes with three"
          + " replicas: in sync, with one replica slowed down, and with one that has missed writes, so that reads repair"
          + " it (blocking) or not.",
      "In the native lane unless --lane says otherwise. A cluster of yours and containers are measured in sync only.",
    },
    footer = {
      "",
      "Examples:",
      "  cassandra-stats bench consistency",
      "  cassandra-stats bench consistency --rows 100000 --levels ONE,QUORUM",
      "  cassandra-stats bench consistency --contact-point 10.0.0.1:9042 --output /tmp/bench",
    })
public final class ConsistencyCommand implements Callable<Integer> {
  @Mixin private StudyOptions options;
  @Mixin private ClusterOptions cluster;

  @Option(
      names = "--rows",
      paramLabel = "N",
      defaultValue = "100000",
      description = "Rows of each partition. Default: ${DEFAULT-VALUE}.")
  private int rows;

  @Option(
      names = "--changed",
      paramLabel = "N",
      defaultValue = "10",
      description = "Every Nth row is one that the replica has missed. Default: ${DEFAULT-VALUE}.")
  private int changed;

  @Option(
      names = "--levels",
      split = ",",
      paramLabel = "LEVEL",
      defaultValue = "ONE,LOCAL_ONE,QUORUM,ALL",
      description = "Consistency levels. Default: ${DEFAULT-VALUE}.")
  private List<DefaultConsistencyLevel> levels;

  /** For picocli. */
  public ConsistencyCommand() {}

  @Override
  public Integer call() {
    options.require("--rows", rows, 1, 10_000_000);
    options.require("--changed", changed, 1, rows);
    ConsistencyStudy study =
        new ConsistencyStudy(
            rows,
            changed,
            levels.stream().distinct().toList(),
            options.forks(cluster),
            options.runs(5),
            options.warmUp());
    return new StudyRun(study, options).run(cluster);
  }
}
