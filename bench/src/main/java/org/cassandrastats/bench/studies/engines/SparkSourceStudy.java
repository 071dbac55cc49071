/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.studies.engines;

import com.datastax.oss.driver.api.core.DefaultConsistencyLevel;
import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.cassandrastats.bench.bulk.BulkLoad;
import org.cassandrastats.bench.harness.Extent;
import org.cassandrastats.bench.harness.Study;
import org.cassandrastats.bench.harness.StudyContext;
import org.cassandrastats.bench.harness.StudyDefaults;
import org.cassandrastats.bench.harness.StudyFacts;
import org.cassandrastats.bench.measure.Attempt;
import org.cassandrastats.bench.measure.Cell;
import org.cassandrastats.bench.measure.QueryRunner;
import org.cassandrastats.bench.measure.RunLog;
import org.cassandrastats.bench.nodes.BenchKeyspace;
import org.cassandrastats.bench.nodes.BenchLane;
import org.cassandrastats.bench.nodes.NodeManagement;
import org.cassandrastats.bench.nodes.NodeReads;
import org.cassandrastats.bench.nodes.NodeVariant;
import org.cassandrastats.bench.nodes.ReadPath;
import org.cassandrastats.bench.report.Report;
import org.cassandrastats.cli.console.Progress;
import org.cassandrastats.cli.console.UserError;
import org.cassandrastats.client.StatsClient;
import org.cassandrastats.client.api.StatsException;
import org.cassandrastats.client.api.StatsOptions;
import org.cassandrastats.client.api.StatsQuery;
import org.cassandrastats.client.api.StatsResult;
import org.cassandrastats.client.api.StatsRow;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The same percentiles by states, by rows and of copies, in Spark and without it. */
@Command(
    name = "spark-source",
    header = "Percentiles in Apache Spark: states or rows from Cassandra.",
    description = {
      "Times the 99th percentile of each partition and over all partitions of a table, at LOCAL_ONE"
          + " on one node: by the client of split queries; by Spark SQL over this project's source,"
          + " with aggregates pushed, with states merged in Spark and reading rows; over the"
          + " connector; over a copy in Parquet. The node reads for states directly, and by cursors."
          + " Says what left the node, and the processor seconds"
          + " of the node and of who asked.",
      "Needs the modules of Spark, which are no part of the usual build. Once: ./mvnw"
          + " -Pspark,spark-jar -pl bench/spark,spark -am -DskipTests package",
      "On a throw-away node in the lane native only. Takes about an hour for 10,000,000 rows.",
    },
    footer = {
      "  cassandra-stats bench spark-source --rows 200000 --partitions 100",
      "  cassandra-stats bench spark-source --rows 10000000 --partitions 5000 --pin --heap 4g"
          + " --spark-heap 4g",
    })
@StudyDefaults(lanes = BenchLane.NATIVE, runs = 3)
public final class SparkSourceStudy extends Study {
  private static final int MOST_ROWS = 100_000_000;
  private static final int MOST_PARTITIONS = 1_000_000;
  private static final String THREADS = "2";
  private static final int SHOWN = 10_000;
  private static final double NANOS = 1e9;

  @Option(
      names = "--rows",
      paramLabel = "N",
      defaultValue = "1000000",
      description = "Rows of the table. Default: ${DEFAULT-VALUE}.")
  private int rows;

  @Option(
      names = "--partitions",
      paramLabel = "N",
      defaultValue = "500",
      description = "Partitions of the table. Default: ${DEFAULT-VALUE}.")
  private int partitions;

  @Mixin private SparkOptions sparkOptions;

  @Option(
      names = "--spark-jar",
      paramLabel = "FILE",
      description = "The jar for Spark. Default: that in spark/target of the checkout.")
  private Path jar;

  @Override
  protected void check() {
    options().requireNative();
    options().refuseContainers("Spark reads the node at its own address");
    options().require("--rows", rows, 1, MOST_ROWS);
    options().require("--partitions", partitions, 1, Math.min(rows, MOST_PARTITIONS));
  }

  private SparkProcess.ClassPath classPath() {
    return sparkOptions.classPath().with(SparkProcess.ClassPath.jar(jar));
  }

  @Override
  protected void describe(StudyFacts facts) {
    facts.add(
        "Spark",
        "%s; local[%s], one process on the client's machine, heap %s"
            .formatted(classPath().versions(), THREADS, sparkOptions.heap()));
  }

  @Override
  protected List<Cell> cells(String lane) {
    return SparkSourceReport.cells(lane);
  }

  @Override
  public boolean isComplete(String lane, NodeVariant variant, RunLog log) {
    return SparkSourceReport.costs(lane).stream().allMatch(cost -> log.has(cost, 0))
        && super.isComplete(lane, variant, log);
  }

  @Override
  public void load(StudyContext bench) {
    try (Progress progress = bench.console().progress("Loading " + bench.lane(), rows, "rows");
        BulkLoad load =
            new BulkLoad(
                bench.target().management(),
                BenchKeyspace.SPLIT,
                BenchKeyspace.READINGS,
                List.of("sensor", "at", "value"))) {
      int loaded = 0;
      for (int partition = 0; partition < partitions; partition++) {
        for (int row = partition; row < rows; row += partitions) {
          load.add(partition + 1, (long) row, bench.column().value(row));
          loaded++;
          if (loaded % SHOWN == 0) {
            progress.reached(loaded);
          }
        }
      }
      load.finish();
      progress.reached(loaded);
    }
    bench.target().flushAndCompact();
  }

  @Override
  public void measure(StudyContext bench) {
    bench.readSchema();
    sparkOptions.pinNodes(bench);
    sparkOptions.pinClient();
    try (SparkProcess spark = sparkOptions.start(bench, classPath(), THREADS)) {
      List<Cell> costs = SparkSourceReport.costs(bench.lane());
      bench.note(costs.get(0), 0, Attempt.exact(spark.startSeconds(), null));
      bench.console().say("Spark: write Parquet ...");
      bench.note(costs.get(1), 0, stored(spark));
      SeriesPercentiles exact = new SeriesPercentiles(bench.column(), rows, partitions);
      bench.measure(
          "Measuring",
          cells(bench.lane()),
          false,
          (cell, traced) ->
              sent(bench, cell.get(SparkSourceReport.WAY), asked(bench, spark, cell, exact)));
    }
  }

  private static Asked asked(
      StudyContext bench, SparkProcess spark, Cell cell, SeriesPercentiles exact) {
    return cell.get(SparkSourceReport.WAY).source() == null
        ? () -> query(bench, cell, exact)
        : () -> ask(spark, cell, exact);
  }

  /** Has Spark copy the table; that is done again, and not measured again, when resumed. */
  private static Attempt stored(SparkProcess spark) {
    EngineAnswer answer =
        spark.send(SparkProcess.Request.store(SourceAccessPath.PARQUET.source(), Extent.TABLE));
    if (answer.isFailed()) {
      throw new UserError(
          "Spark cannot write Parquet: %s: %s".formatted(answer.error(), answer.message()));
    }
    return Attempt.exact(answer.seconds(), null)
        .with(SparkSourceReport.MEGABYTES, spark.parquetBytes(Extent.TABLE) / 1e6);
  }

  private interface Asked {
    Attempt ask();
  }

  /** Has the node read so, and adds what has left it meanwhile. */
  private static Attempt sent(StudyContext bench, SourceAccessPath way, Asked asked) {
    bench.read(way.path());
    NodeManagement node = bench.management();
    NodeReads reads = new NodeReads(node);
    NodeManagement.Sent before = node.sent();
    long pages = reads.cursorPages();
    Attempt attempt = asked.ask();
    NodeManagement.Sent after = node.sent();
    boolean byCursors = reads.cursorPages() > pages;
    if (attempt.isExact() && byCursors != (way.path() == ReadPath.CURSOR)) {
      return Attempt.wrong(
          attempt.seconds(),
          byCursors
              ? "pages were read by cursors"
              : "no page was read by cursors: " + reads.cursorError().orElse("no error"));
    }
    return attempt.with(
        Map.of(
            SparkSourceReport.ANSWERS,
            (double) (after.answers() - before.answers()),
            SparkSourceReport.MEGABYTES,
            (after.bytes() - before.bytes()) / 1e6));
  }

  private static Attempt query(StudyContext bench, Cell cell, SeriesPercentiles exact) {
    boolean series = cell.get(SparkSourceReport.OF).isSeries();
    String percentile =
        "%1$s.tdigest_quantile(%1$s.tdigest(value), 0.99)".formatted(bench.functions());
    String cql =
        series
            ? "SELECT sensor, %s FROM %s GROUP BY sensor".formatted(percentile, BenchKeyspace.SPLIT)
            : "SELECT %s FROM %s".formatted(percentile, BenchKeyspace.SPLIT);
    StatsOptions options =
        StatsOptions.standard()
            .withConsistencyLevel(DefaultConsistencyLevel.LOCAL_ONE)
            .withFunctionsKeyspace(bench.functionsKeyspace());
    long processor = processorNanos();
    long start = System.nanoTime();
    try {
      StatsResult result =
          StatsClient.of(bench.session()).run(StatsQuery.of(cql), options, progress -> {});
      double seconds = QueryRunner.secondsSince(start);
      double processorSeconds = (processorNanos() - processor) / NANOS;
      List<Double> numbers = new ArrayList<>();
      for (StatsRow row : result.rows()) {
        row.values().forEach(value -> numbers.add(((Number) value).doubleValue()));
      }
      return asked(
          Attempt.of(seconds, exact.check(series, numbers)),
          processorSeconds,
          result.rows().size());
    } catch (StatsException failed) {
      return Attempt.failed(QueryRunner.secondsSince(start), failed);
    }
  }

  private static long processorNanos() {
    return ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getProcessCpuTime();
  }

  private static Attempt ask(SparkProcess spark, Cell cell, SeriesPercentiles exact) {
    SourceAccessPath way = cell.get(SparkSourceReport.WAY);
    boolean series = cell.get(SparkSourceReport.OF).isSeries();
    // The process of Spark keeps LOCAL_ONE for cached tables; on one node it is the same.
    EngineAnswer answer =
        spark.send(
            SparkProcess.Request.query(
                way.source(), way.asksCassandra() ? "ONE" : null, way.sql(series)));
    return answer.attempt(
        values ->
            asked(
                Attempt.of(
                    answer.seconds(),
                    pushed(way, answer.plan()).or(() -> exact.check(series, values))),
                answer.processorSeconds(),
                answer.rows()));
  }

  /** What is wrong with what was sent to Cassandra, if anything is. */
  private static Optional<String> pushed(SourceAccessPath way, String plan) {
    boolean isPushed = plan.contains("cassandra-stats asks");
    return isPushed == way.isPushed()
        ? Optional.empty()
        : Optional.of("the plan is not the expected one: " + plan);
  }

  private static Attempt asked(Attempt attempt, double processorSeconds, double rows) {
    return attempt.with(
        Map.of(SparkSourceReport.PROCESSOR, processorSeconds, SparkSourceReport.ROWS, rows));
  }

  @Override
  protected void write(Report report) {
    new SparkSourceReport(
            report,
            report.lanes().get(0),
            new SparkSourceReport.Size(rows, partitions),
            sparkOptions.isPinned())
        .write();
  }
}
