/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.studies;

import java.util.List;
import java.util.concurrent.Callable;
import org.cassandrastats.bench.run.MeasuredAggregate;
import org.cassandrastats.cli.connection.ClusterOptions;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The command of the study of page sizes. */
@Command(
    name = "page-size",
    header = {"Time against page size, beside the figures of 2016.", ""},
    sortOptions = false,
    description = {
      "Times aggregates over one partition against the page size of the request, in each lane, beside"
          + " the figures of 2016.",
      "Takes about 15 minutes with all lanes and the default sizes.",
    },
    footer = {
      "",
      "Examples:",
      "  cassandra-stats bench page-size",
      "  cassandra-stats bench page-size --rows 1000000 --lane native --runs 9",
      "  cassandra-stats bench page-size --contact-point 10.0.0.1:9042 --rows 100000 --output /tmp/bench",
    })
public final class PageSizeCommand implements Callable<Integer> {
  private static final int LARGEST_PAGE = 10_000_000;

  @Mixin private StudyOptions options;
  @Mixin private ClusterOptions cluster;

  @Option(
      names = "--page-sizes",
      split = ",",
      paramLabel = "N",
      defaultValue = "100,500,1000,5000,10000,50000,80000",
      description = "Rows in a page. Default: ${DEFAULT-VALUE}.")
  private List<Integer> pageSizes;

  @Option(
      names = "--aggregates",
      split = ",",
      paramLabel = "A",
      defaultValue = "avg,mean,tdigest",
      description = "What is timed: ${COMPLETION-CANDIDATES}. Default: all of them.")
  private List<MeasuredAggregate> aggregates;

  @Mixin private RowCounts rows;

  /** For picocli. */
  public PageSizeCommand() {}

  @Override
  public Integer call() {
    pageSizes.forEach(size -> options.require("--page-sizes", size, 1, LARGEST_PAGE));
    PageSizeStudy study =
        new PageSizeStudy(
            pageSizes.stream().distinct().sorted().toList(),
            aggregates.stream().distinct().sorted().toList(),
            rows.checked(options),
            options.runs(5),
            options.warmUp());
    return new StudyRun(study, options).run(cluster);
  }
}
