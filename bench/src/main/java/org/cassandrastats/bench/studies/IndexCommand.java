/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.studies;

import java.util.concurrent.Callable;
import org.cassandrastats.cli.connection.ClusterOptions;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The command of the study of indexes. */
@Command(
    name = "index",
    header = {"Partition key, secondary index, SAI and full scan.", ""},
    sortOptions = false,
    description = {
      "Finds 9 %%, 1 %% and 0.1 %% of all records, reads them and averages them: in a table that is"
          + " partitioned by what is looked for, by a secondary index, by a storage-attached index"
          + " (SAI), and by a full scan with ALLOW FILTERING.",
      "Needs Cassandra 5.0. No function of the pack is called: one lane, native, says it all. Takes"
          + " about 20 minutes with a million records.",
    },
    footer = {
      "",
      "Examples:",
      "  cassandra-stats bench index",
      "  cassandra-stats bench index --rows 4000000 --runs 3 --warm-up 1",
      "  cassandra-stats bench index --partition-rows 1000",
      "  cassandra-stats bench index --contact-point 10.0.0.1:9042 --rows 100000 --output"
          + " /tmp/bench",
    })
public final class IndexCommand implements Callable<Integer> {
  @Mixin private StudyOptions options;
  @Mixin private ClusterOptions cluster;

  @Option(
      names = "--rows",
      paramLabel = "N",
      defaultValue = "1000000",
      description = "Records in each of four tables. Default: ${DEFAULT-VALUE}.")
  private int rows;

  @Option(
      names = "--partition-rows",
      paramLabel = "N",
      defaultValue = "1",
      description =
          "Records of a partition, in the tables that are not partitioned by what is looked for."
              + " Default: ${DEFAULT-VALUE}.")
  private int partitionRows;

  /** For picocli. */
  public IndexCommand() {}

  @Override
  public Integer call() {
    options.require("--rows", rows, IndexStudy.FEWEST_RECORDS, RowCounts.LARGEST);
    options.require("--partition-rows", partitionRows, 1, RowCounts.LARGEST);
    IndexStudy study =
        new IndexStudy(rows, partitionRows, options.seed(), options.runs(5), options.warmUp());
    return new StudyRun(study, options).run(cluster);
  }
}
