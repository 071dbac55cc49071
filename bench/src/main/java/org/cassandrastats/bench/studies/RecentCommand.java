/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.studies;

import java.util.concurrent.Callable;
import org.cassandrastats.cli.connection.ClusterOptions;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The command of the study of the newest rows. */
@Command(
    name = "recent",
    header = {"The newest rows of small and of huge partitions.", ""},
    sortOptions = false,
    description = {
      "Reads the newest 10 and 100 rows of partitions of 100 rows and more, which are kept in"
          + " ascending order or in descending, with a start bound or with a limit only, and has"
          + " the server say how long each read took.",
      "--runs is the number of reads of each kind. No function of the pack is called: one lane,"
          + " native, says it all. Takes about 15 minutes with partitions of up to a million rows.",
    },
    footer = {
      "",
      "Examples:",
      "  cassandra-stats bench recent",
      "  cassandra-stats bench recent --max-rows 10000000 --runs 300",
      "  cassandra-stats bench recent --contact-point 10.0.0.1:9042 --max-rows 100000 --output"
          + " /tmp/bench",
    })
public final class RecentCommand implements Callable<Integer> {
  private static final int MOST_ROWS = 10_000_000;

  @Mixin private StudyOptions options;
  @Mixin private ClusterOptions cluster;

  @Option(
      names = "--max-rows",
      paramLabel = "N",
      defaultValue = "1000000",
      description =
          "Rows of the largest partition. All powers of ten from 100 up to it are measured."
              + " Default: ${DEFAULT-VALUE}.")
  private int maxRows;

  /** For picocli. */
  public RecentCommand() {}

  @Override
  public Integer call() {
    options.require("--max-rows", maxRows, RecentRead.LEAST_MOST_ROWS, MOST_ROWS);
    RecentStudy study = new RecentStudy(maxRows, options.runs(100), options.warmUp());
    return new StudyRun(study, options).run(cluster);
  }
}
