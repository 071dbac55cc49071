/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.studies.engines;

import com.datastax.oss.driver.api.core.DefaultConsistencyLevel;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.cassandrastats.bench.harness.Extent;
import org.cassandrastats.bench.harness.RowCounts;
import org.cassandrastats.bench.harness.Study;
import org.cassandrastats.bench.harness.StudyContext;
import org.cassandrastats.bench.harness.StudyDefaults;
import org.cassandrastats.bench.harness.StudyFacts;
import org.cassandrastats.bench.measure.Attempt;
import org.cassandrastats.bench.measure.Cell;
import org.cassandrastats.bench.measure.ExactPart;
import org.cassandrastats.bench.measure.RunLog;
import org.cassandrastats.bench.nodes.BenchLane;
import org.cassandrastats.bench.nodes.NodeVariant;
import org.cassandrastats.bench.report.Report;
import org.cassandrastats.bench.studies.engines.EngineTables.Layout;
import org.cassandrastats.cli.console.UserError;
import org.cassandrastats.client.api.StatsOptions;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The same aggregates by Cassandra, by split queries, of chunks and by Spark. */
@Command(
    name = "spark",
    header = "Aggregates by Cassandra, split queries, chunks and Apache Spark.",
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
      "  cassandra-stats bench spark",
      "  cassandra-stats bench spark --rows 100000 --runs 3 --lane native",
      "  cassandra-stats bench spark --rows 10000000 --pin --heap 2g --spark-heap 4g",
    })
@StudyDefaults(
    lanes = {BenchLane.NATIVE, BenchLane.UDF_THREADS_OFF},
    nodes = 3)
public final class SparkStudy extends Study {
  private static final int MOST_PARTITIONS = 100_000;

  /** Relative error of a mean: of Cassandra's averages and of the pack's, joined or not. */
  private static final double MEAN_ERROR = 1e-12;

  /** Spark adds doubles up as they come. */
  private static final double MEAN_ERROR_OF_SPARK = 1e-10;

  @Mixin private RowCounts rows;

  @Mixin private SparkOptions sparkOptions;

  @Option(
      names = "--partitions",
      paramLabel = "N",
      defaultValue = "100",
      description = "Partitions of the whole table. Default: ${DEFAULT-VALUE}.")
  private int partitions;

  @Override
  protected void check() {
    options().refuseContainers("Spark reads the nodes at their own addresses");
    int fewest =
        options().lanes(lanes()).stream()
            .mapToInt(lane -> rows.of(lane.toString()))
            .min()
            .orElseThrow();
    options().require("--partitions", partitions, 1, Math.min(fewest, MOST_PARTITIONS));
  }

  @Override
  protected void describe(StudyFacts facts) {
    facts.add(
        "Spark",
        "%s; local mode, one process on the client's machine, heap %s; measured on the nodes of the lane %s"
            .formatted(sparkOptions.classPath().versions(), sparkOptions.heap(), sparkLane()));
  }

  @Override
  public long storedRows(String lane) {
    return 2L * rows(lane);
  }

  /** On whose nodes Spark is measured: it calls no functions of any lane. */
  private String sparkLane() {
    return options().lanes(lanes()).get(0).toString();
  }

  private static boolean isNative(String lane) {
    return lane.equals(BenchLane.NATIVE.toString());
  }

  /** The ways of a lane: functions of chunks are measured where they are native. */
  List<SparkAccessPath> ways(String lane) {
    return Arrays.stream(SparkAccessPath.values())
        .filter(way -> way != SparkAccessPath.CHUNKS || isNative(lane))
        .filter(way -> !way.isSpark() || lane.equals(sparkLane()))
        .toList();
  }

  @Override
  protected List<Cell> cells(String lane) {
    return SparkReport.cells(lane, ways(lane));
  }

  /** What is to be done once before Spark can be asked. */
  private List<Cell> costs(String lane) {
    return lane.equals(sparkLane()) ? SparkReport.costs(lane) : List.of();
  }

  @Override
  public boolean isComplete(String lane, NodeVariant variant, RunLog log) {
    return costs(lane).stream().allMatch(cost -> log.has(cost, 0))
        && super.isComplete(lane, variant, log);
  }

  @Override
  public void load(StudyContext bench) {
    super.load(bench);
    int count = rows(bench.lane());
    bench.loadSplit(count, partitions);
    EngineTables tables = new EngineTables(bench, count, partitions);
    if (isNative(bench.lane())) {
      tables.loadChunks(Layout.CHUNKS);
    }
    if (isSpark(bench)) {
      for (Extent extent : Extent.values()) {
        note(bench, extent, SparkChoice.Stored.TABLE, tables.bytes(extent, Layout.ROWS));
        if (isNative(bench.lane())) {
          note(bench, extent, SparkChoice.Stored.CHUNKS, tables.bytes(extent, Layout.CHUNKS));
        }
      }
    }
  }

  private boolean isSpark(StudyContext bench) {
    return bench.lane().equals(sparkLane());
  }

  private static void note(
      StudyContext bench, Extent extent, SparkChoice.Stored stored, double bytes) {
    bench.note(
        Cell.of(bench.lane())
            .with(SparkChoice.ROWS, extent.toString())
            .with(SparkChoice.STORED, stored),
        0,
        Attempt.exact(0, null).with(SparkChoice.BYTES, bytes));
  }

  @Override
  public void measure(StudyContext bench) {
    bench.readSchema();
    sparkOptions.pinNodes(bench);
    if (!isSpark(bench)) {
      measure(bench, null);
      return;
    }
    try (SparkProcess spark =
        sparkOptions.start(bench, sparkOptions.classPath(), SparkProcess.ALL)) {
      for (Cell cost : costs(bench.lane())) {
        if (SparkReport.isStart(cost)) {
          bench.note(cost, 0, Attempt.exact(spark.startSeconds(), null));
        } else {
          bench
              .console()
              .say(
                  "Spark: %s, %s ..."
                      .formatted(cost.get(SparkReport.ONCE), cost.get(SparkChoice.ROWS)));
          bench.note(cost, 0, stored(cost, spark));
        }
      }
      for (Extent extent : Extent.values()) {
        note(bench, extent, SparkChoice.Stored.PARQUET, (double) spark.parquetBytes(extent));
      }
      measure(bench, spark);
    }
  }

  /** Has Spark copy a table; that is done again, and not measured again, when a run is resumed. */
  private static Attempt stored(Cell cost, SparkProcess spark) {
    EngineAnswer answer =
        spark.send(SparkProcess.Request.store(SparkReport.source(cost), extent(cost)));
    if (answer.isFailed()) {
      throw new UserError(
          "Spark cannot %s: %s: %s"
              .formatted(cost.get(SparkReport.ONCE), answer.error(), answer.message()));
    }
    return Attempt.exact(answer.seconds(), null);
  }

  /** Measures a lane; Spark is null where it is not asked. */
  private void measure(StudyContext bench, SparkProcess spark) {
    ExactPart exact = bench.column().first(rows(bench.lane()));
    bench.measure(
        "Measuring",
        cells(bench.lane()),
        false,
        (cell, traced) ->
            switch (cell.get(SparkChoice.WAY)) {
              case REQUEST, CHUNKS -> request(bench, cell, exact);
              case SPLIT -> split(bench, cell, exact);
              case CONNECTOR, PARQUET, CACHED -> ask(spark, cell, exact);
            });
  }

  private static Extent extent(Cell cell) {
    return Extent.named(cell.get(SparkChoice.ROWS));
  }

  private static Attempt request(StudyContext bench, Cell cell, ExactPart exact) {
    SparkAggregate aggregate = cell.get(SparkChoice.AGGREGATE);
    SimpleStatement statement =
        EngineTables.statement(
                bench,
                aggregate,
                extent(cell),
                cell.is(SparkChoice.WAY, SparkAccessPath.CHUNKS) ? Layout.CHUNKS : Layout.ROWS)
            .setConsistencyLevel(DefaultConsistencyLevel.valueOf(cell.get(SparkChoice.LEVEL)));
    return bench.ask(
        extent(cell) == Extent.PARTITION ? StudyContext.routed(statement, 1) : statement,
        row -> check(cell, EngineTables.result(aggregate, row), exact));
  }

  private static Attempt split(StudyContext bench, Cell cell, ExactPart exact) {
    return bench
        .asker()
        .askSplit(
            EngineTables.statement(
                    bench, cell.get(SparkChoice.AGGREGATE), extent(cell), Layout.ROWS)
                .getQuery(),
            StatsOptions.standard()
                .withConsistencyLevel(DefaultConsistencyLevel.valueOf(cell.get(SparkChoice.LEVEL)))
                .withPageSize(StudyContext.PAGE_SIZE)
                .withFunctionsKeyspace(bench.functionsKeyspace()),
            row -> check(cell, row.get(0), exact),
            (attempt, requests) -> attempt);
  }

  private static Optional<String> check(Cell cell, Object result, ExactPart exact) {
    SparkAggregate aggregate = cell.get(SparkChoice.AGGREGATE);
    return result == null
        ? Optional.of("the result is null")
        : aggregate.check(aggregate.values(result), exact, MEAN_ERROR);
  }

  private static Attempt ask(SparkProcess spark, Cell cell, ExactPart exact) {
    SparkAccessPath way = cell.get(SparkChoice.WAY);
    SparkAggregate aggregate = cell.get(SparkChoice.AGGREGATE);
    EngineAnswer answer =
        spark.send(
            SparkProcess.Request.ask(
                way.source(),
                extent(cell),
                way.hasLevels() ? cell.get(SparkChoice.LEVEL) : null,
                aggregate));
    return answer.attempt(
        values ->
            Attempt.of(answer.seconds(), aggregate.check(values, exact, MEAN_ERROR_OF_SPARK)));
  }

  @Override
  protected void write(Report report) {
    new SparkReport(
            report,
            report.cells(this::cells),
            SparkReport.costs(sparkLane()),
            partitions,
            this::rows)
        .write();
  }
}
