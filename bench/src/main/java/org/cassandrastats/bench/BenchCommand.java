/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench;

import org.cassandrastats.bench.studies.BinsCommand;
import org.cassandrastats.bench.studies.ChunksCommand;
import org.cassandrastats.bench.studies.ConsistencyCommand;
import org.cassandrastats.bench.studies.IndexCommand;
import org.cassandrastats.bench.studies.LayoutsCommand;
import org.cassandrastats.bench.studies.ModelCommand;
import org.cassandrastats.bench.studies.PageSizeCommand;
import org.cassandrastats.bench.studies.PartitionsCommand;
import org.cassandrastats.bench.studies.PlanStudyCommand;
import org.cassandrastats.bench.studies.RecentCommand;
import org.cassandrastats.bench.studies.RowsCommand;
import org.cassandrastats.bench.studies.SlicesCommand;
import org.cassandrastats.bench.studies.SparkCommand;
import org.cassandrastats.bench.studies.SplitCommand;
import org.cassandrastats.bench.studies.StateCommand;
import org.cassandrastats.bench.studies.TimeoutCommand;
import org.cassandrastats.cli.command.Subcommand;
import picocli.CommandLine.Command;

/** Groups the studies. */
@Command(
    name = "bench",
    description = {
      "Measures how long aggregations take, and what ends them: on throw-away nodes, or on a"
          + " cluster of yours (--contact-point).",
      "Every answer is compared with the exact one. Each study ends with a table, and leaves a"
          + " report with plots and all results in a directory. One that was interrupted goes on"
          + " where it was.",
    },
    subcommands = {
      PageSizeCommand.class,
      RowsCommand.class,
      ConsistencyCommand.class,
      TimeoutCommand.class,
      PartitionsCommand.class,
      StateCommand.class,
      ModelCommand.class,
      SplitCommand.class,
      PlanStudyCommand.class,
      ChunksCommand.class,
      RecentCommand.class,
      SlicesCommand.class,
      IndexCommand.class,
      LayoutsCommand.class,
      BinsCommand.class,
      SparkCommand.class
    },
    synopsisSubcommandLabel = "STUDY",
    footer = {
      "",
      "On a cluster of yours the keyspace cassandra_stats_bench is made and dropped again.",
      "Exit codes: 0 done, 1 failed or an answer was wrong, 2 wrong arguments.",
      "",
      "Examples:",
      "  cassandra-stats bench page-size --rows 1000000",
      "  cassandra-stats bench page-size --contact-point 10.0.0.1:9042 --output /tmp/bench",
    })
public final class BenchCommand implements Subcommand {
  /** For picocli. */
  public BenchCommand() {}
}
