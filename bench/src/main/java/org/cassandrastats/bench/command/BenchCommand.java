/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.command;

import org.cassandrastats.bench.accuracy.AccuracyStudy;
import org.cassandrastats.bench.studies.bins.BinsStudy;
import org.cassandrastats.bench.studies.cluster.ConsistencyStudy;
import org.cassandrastats.bench.studies.cluster.TimeoutStudy;
import org.cassandrastats.bench.studies.compare.CompareStudy;
import org.cassandrastats.bench.studies.direct.DirectStudy;
import org.cassandrastats.bench.studies.engines.EnginesStudy;
import org.cassandrastats.bench.studies.engines.SparkSourceStudy;
import org.cassandrastats.bench.studies.engines.SparkStudy;
import org.cassandrastats.bench.studies.index.IndexStudy;
import org.cassandrastats.bench.studies.lanes.LanesStudy;
import org.cassandrastats.bench.studies.layouts.LayoutsStudy;
import org.cassandrastats.bench.studies.load.ForegroundStudy;
import org.cassandrastats.bench.studies.load.StateStudy;
import org.cassandrastats.bench.studies.query.BucketsStudy;
import org.cassandrastats.bench.studies.query.PartitionsStudy;
import org.cassandrastats.bench.studies.query.PlanStudy;
import org.cassandrastats.bench.studies.query.SlicesStudy;
import org.cassandrastats.bench.studies.query.SplitStudy;
import org.cassandrastats.bench.studies.recent.RecentStudy;
import org.cassandrastats.bench.studies.rows.PageSizeStudy;
import org.cassandrastats.bench.studies.rows.RowsStudy;
import org.cassandrastats.bench.studies.storage.ChunksStudy;
import org.cassandrastats.bench.studies.storage.ModelStudy;
import org.cassandrastats.cli.command.Subcommand;
import picocli.CommandLine.Command;

/** Groups the studies. */
@Command(
    name = "bench",
    description = {
      "Measures how long aggregations take, and what ends them: on throw-away nodes, or on a"
          + " cluster of yours (--contact-point).",
      "Every answer is compared with the exact one, but for those of models of yours (compare)."
          + " Each study ends with a table, and leaves a"
          + " report with plots and all results in a directory. One that was interrupted goes on"
          + " where it was.",
    },
    subcommands = {
      PageSizeStudy.class,
      RowsStudy.class,
      ConsistencyStudy.class,
      TimeoutStudy.class,
      PartitionsStudy.class,
      StateStudy.class,
      ForegroundStudy.class,
      DirectStudy.class,
      EnginesStudy.class,
      ModelStudy.class,
      SplitStudy.class,
      PlanStudy.class,
      ChunksStudy.class,
      RecentStudy.class,
      SlicesStudy.class,
      BucketsStudy.class,
      IndexStudy.class,
      LanesStudy.class,
      LayoutsStudy.class,
      BinsStudy.class,
      CompareStudy.class,
      SparkStudy.class,
      SparkSourceStudy.class,
      AccuracyStudy.class,
      AllStudies.class
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
