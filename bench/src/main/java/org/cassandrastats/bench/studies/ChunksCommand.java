/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.studies;

import java.util.concurrent.Callable;
import org.cassandrastats.cli.connection.ClusterOptions;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** The command of the study of chunks. */
@Command(
    name = "chunks",
    header = {"The same points as rows and as chunks: time and bytes on disk.", ""},
    sortOptions = false,
    description = {
      "Stores the same points as rows and as chunks of 8192, and compares the time of aggregates with"
          + " that of the built-in avg over the rows, and the bytes on disk.",
      "On throw-away nodes only, because it looks at their disks; in the native lane unless --lane"
          + " says otherwise.",
    },
    footer = {
      "",
      "Examples:",
      "  cassandra-stats bench chunks",
      "  cassandra-stats bench chunks --rows 10000000 --heap 4g",
    })
public final class ChunksCommand implements Callable<Integer> {
  @Mixin private StudyOptions options;
  @Mixin private RowCounts rows;

  /** For picocli. */
  public ChunksCommand() {}

  @Override
  public Integer call() {
    options.refuseContainers("it looks at the disk of the node");
    ChunksStudy study =
        new ChunksStudy(rows.checked(options), options.seed(), options.runs(5), options.warmUp());
    return new StudyRun(study, options).run(new ClusterOptions());
  }
}
