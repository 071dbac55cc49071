/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.studies;

import java.util.List;
import java.util.concurrent.Callable;
import org.cassandrastats.bench.run.MeasuredAggregate;
import org.cassandrastats.cli.connection.ClusterOptions;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The command of the study of predictions. */
@Command(
    name = "plan",
    header = {"What cassandra-stats plan predicts, and what queries then take.", ""},
    sortOptions = false,
    description = {
      "Loads partitions of several sizes, has each planned, asks the query as it is and split as the"
          + " plan says, and holds rows and times that were predicted against those that were"
          + " measured.",
    },
    footer = {
      "",
      "Examples:",
      "  cassandra-stats bench plan",
      "  cassandra-stats bench plan --lane native --rows 100000,1000000,10000000",
      "  cassandra-stats bench plan --contact-point 10.0.0.1:9042 --output /tmp/bench",
    })
public final class PlanStudyCommand implements Callable<Integer> {
  @Mixin private StudyOptions options;
  @Mixin private ClusterOptions cluster;

  @Option(
      names = "--rows",
      split = ",",
      paramLabel = "N",
      defaultValue = "10000,30000,100000,300000,1000000",
      description = "Rows of the partitions. Default: ${DEFAULT-VALUE}.")
  private List<Integer> rows;

  @Option(
      names = "--max-rows-udf-threads-on",
      paramLabel = "N",
      description =
          "The largest of them where user-defined functions run in threads of their own, which costs"
              + " some 25 microseconds for each row. Default: a tenth of the largest.")
  private Integer mostOfThreads;

  @Option(
      names = "--aggregates",
      split = ",",
      paramLabel = "A",
      defaultValue = "mean,tdigest",
      description = "What is asked: ${COMPLETION-CANDIDATES}. Default: ${DEFAULT-VALUE}.")
  private List<MeasuredAggregate> aggregates;

  /** For picocli. */
  public PlanStudyCommand() {}

  @Override
  public Integer call() {
    rows.forEach(count -> options.require("--rows", count, 1, RowCounts.LARGEST));
    List<Integer> sorted = rows.stream().distinct().sorted().toList();
    int most = sorted.get(sorted.size() - 1);
    if (mostOfThreads != null) {
      options.require("--max-rows-udf-threads-on", mostOfThreads, sorted.get(0), most);
    }
    PlanStudy study =
        new PlanStudy(
            sorted,
            new RowCounts(most, mostOfThreads),
            aggregates.stream().distinct().sorted().toList(),
            options.runs(3),
            options.warmUp());
    return new StudyRun(study, options).run(cluster);
  }
}
