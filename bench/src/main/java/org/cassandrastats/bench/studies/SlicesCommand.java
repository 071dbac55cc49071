/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.studies;

import java.util.concurrent.Callable;
import org.cassandrastats.cli.connection.ClusterOptions;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The command of the study of slices. */
@Command(
    name = "slices",
    header = {"A partition read whole, and in slices.", ""},
    sortOptions = false,
    description = {
      "Reads a partition, a day of seconds by default, whole and in 2, 4, 8 and more slices, one"
          + " after the other and all at the same time: all its rows; count and built-in average,"
          + " joined by the client; the pack's moments, whose states the client merges.",
      "In the lane native unless --lane says otherwise. Takes about 4 minutes.",
    },
    footer = {
      "",
      "Examples:",
      "  cassandra-stats bench slices",
      "  cassandra-stats bench slices --rows 1000000 --max-slices 256 --page-size 50000",
      "  cassandra-stats bench slices --contact-point 10.0.0.1:9042 --output /tmp/bench",
    })
public final class SlicesCommand implements Callable<Integer> {
  private static final int MOST_SLICES = 1024;
  private static final int LARGEST_PAGE = 10_000_000;

  @Mixin private StudyOptions options;
  @Mixin private ClusterOptions cluster;

  @Option(
      names = "--rows",
      paramLabel = "N",
      defaultValue = "86400",
      description = "Rows of the partition. Default: ${DEFAULT-VALUE}.")
  private int rows;

  @Option(
      names = "--max-slices",
      paramLabel = "N",
      defaultValue = "64",
      description =
          "Most slices. All powers of two up to it are measured. Default: ${DEFAULT-VALUE}.")
  private int maxSlices;

  @Option(
      names = "--page-size",
      paramLabel = "N",
      defaultValue = "5000",
      description = "Rows in a page. Default: ${DEFAULT-VALUE}.")
  private int pageSize;

  /** For picocli. */
  public SlicesCommand() {}

  @Override
  public Integer call() {
    options.require("--max-slices", maxSlices, 2, MOST_SLICES);
    options.require("--rows", rows, maxSlices, RowCounts.LARGEST);
    options.require("--page-size", pageSize, 1, LARGEST_PAGE);
    SlicesStudy study =
        new SlicesStudy(rows, maxSlices, pageSize, options.runs(5), options.warmUp());
    return new StudyRun(study, options).run(cluster);
  }
}
