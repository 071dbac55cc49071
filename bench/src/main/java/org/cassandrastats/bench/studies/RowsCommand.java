/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.studies;

import java.util.List;
import java.util.concurrent.Callable;
import org.cassandrastats.bench.run.MeasuredAggregate;
import org.cassandrastats.cli.connection.ClusterOptions;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The command of the study of row counts. */
@Command(
    name = "rows",
    header = {"Time against rows; where the default deadlines are exceeded.", ""},
    sortOptions = false,
    description = {
      "Times aggregates over the first rows of one partition against their number: whether the time is"
          + " linear, rows per second, and where each lane exceeds Cassandra's default deadlines.",
      "On throw-away nodes, queries near the predicted number of rows are then asked with the default"
          + " deadlines, and must be answered or refused.",
    },
    footer = {
      "",
      "Examples:",
      "  cassandra-stats bench rows",
      "  cassandra-stats bench rows --max-rows 10000000",
      "  cassandra-stats bench rows --lane udf-threads-on --max-rows 500000 --timed-rows-udf-threads-on 200000",
    })
public final class RowsCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;
  @Mixin private StudyOptions options;
  @Mixin private ClusterOptions cluster;

  @Option(
      names = "--min-rows",
      paramLabel = "N",
      defaultValue = "10000",
      description = "The smallest number of rows. Default: ${DEFAULT-VALUE}.")
  private int minRows;

  @Option(
      names = "--max-rows",
      paramLabel = "N",
      defaultValue = "1000000",
      description = "The largest number of rows. Default: ${DEFAULT-VALUE}.")
  private int maxRows;

  @Option(
      names = "--timed-rows-udf-threads-on",
      paramLabel = "N",
      description =
          "The largest number that is timed where user-defined functions run in threads of their own,"
              + " which costs some 25 microseconds for each row. Default: a tenth of --max-rows.")
  private Integer timedRowsOfThreads;

  @Option(
      names = "--page-size",
      paramLabel = "N",
      defaultValue = "5000",
      description = "Rows in a page. Default: ${DEFAULT-VALUE}, as drivers ask for.")
  private int pageSize;

  @Option(
      names = "--aggregates",
      split = ",",
      paramLabel = "A",
      defaultValue = "avg,mean,tdigest",
      description = "What is timed: ${COMPLETION-CANDIDATES}. Default: all of them.")
  private List<MeasuredAggregate> aggregates;

  /** For picocli. */
  public RowsCommand() {}

  @Override
  public Integer call() {
    options.require("--max-rows", maxRows, 2, RowCounts.LARGEST);
    options.require("--min-rows", minRows, 1, RowCounts.LARGEST);
    options.require("--page-size", pageSize, 1, RowCounts.LARGEST);
    if (minRows >= maxRows) {
      throw new ParameterException(
          spec.commandLine(),
          "--min-rows is %d and --max-rows %d: expected more rows at most than at least"
              .formatted(minRows, maxRows));
    }
    if (timedRowsOfThreads != null) {
      options.require("--timed-rows-udf-threads-on", timedRowsOfThreads, 1, maxRows);
    }
    RowsStudy study =
        new RowsStudy(
            new RowCounts(maxRows, timedRowsOfThreads),
            minRows,
            pageSize,
            aggregates.stream().distinct().sorted().toList(),
            options.forks(cluster),
            options.runs(5),
            options.warmUp());
    return new StudyRun(study, options).run(cluster);
  }
}
