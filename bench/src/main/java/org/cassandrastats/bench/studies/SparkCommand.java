/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.studies;

import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.cassandrastats.bench.studies.spark.SparkClassPath;
import org.cassandrastats.bench.target.BenchLane;
import org.cassandrastats.cli.connection.ClusterOptions;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The command of the study of Spark. */
@Command(
    name = "spark",
    header = {"Aggregates by Cassandra, split queries, chunks and Apache Spark.", ""},
    sortOptions = false,
    description = {
      "Times average, moments and quantiles of one partition and of a whole table: by one request, by"
          + " a split query, of chunks; and by Spark SQL in local mode over the connector, over a copy in"
          + " Parquet and over a cached table. At consistency levels ONE and QUORUM, on three nodes"
          + " with three replicas.",
      "Needs the module of Spark, which is no part of the usual build. Once:"
          + " ./mvnw -Pspark -pl bench/spark -am -DskipTests package",
      "On throw-away nodes only; in the lanes native and udf-threads-off unless --lane says otherwise."
          + " Spark calls no functions: it is measured in the first lane. Takes about 30 minutes.",
    },
    footer = {
      "",
      "Examples:",
      "  cassandra-stats bench spark",
      "  cassandra-stats bench spark --rows 100000 --runs 3 --lane native",
      "  cassandra-stats bench spark --rows 10000000 --heap 4g --spark-heap 4g",
    })
public final class SparkCommand implements Callable<Integer> {
  private static final int MOST_PARTITIONS = 100_000;

  @Mixin private StudyOptions options;
  @Mixin private RowCounts rows;

  @Option(
      names = "--partitions",
      paramLabel = "N",
      defaultValue = "100",
      description = "Partitions of the whole table. Default: ${DEFAULT-VALUE}.")
  private int partitions;

  @Option(
      names = "--spark-classpath",
      paramLabel = "FILE",
      description =
          "What the build of the module spark has written. Default: bench/spark/target/classpath of the"
              + " checkout.")
  private Path classPath;

  @Option(
      names = "--spark-heap",
      paramLabel = "SIZE",
      defaultValue = "2g",
      description = "Largest heap of Spark. Default: ${DEFAULT-VALUE}.")
  private String heap;

  /** For picocli. */
  public SparkCommand() {}

  @Override
  public Integer call() {
    options.refuseContainers("Spark reads the nodes at their own addresses");
    RowCounts counts = rows.checked(options);
    List<BenchLane> lanes = options.lanes(SparkStudy.LANES);
    int fewest = lanes.stream().mapToInt(lane -> counts.of(lane.toString())).min().orElseThrow();
    options.require("--partitions", partitions, 1, Math.min(fewest, MOST_PARTITIONS));
    SparkStudy study =
        new SparkStudy(
            counts,
            partitions,
            lanes.get(0).toString(),
            SparkClassPath.of(classPath),
            heap,
            options.runs(5),
            options.warmUp());
    return new StudyRun(study, options).run(new ClusterOptions());
  }
}
