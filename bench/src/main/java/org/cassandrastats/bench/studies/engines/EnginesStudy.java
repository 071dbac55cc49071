/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.studies.engines;

import java.nio.file.Path;
import java.util.List;
import org.cassandrastats.bench.harness.Extent;
import org.cassandrastats.bench.harness.RowCounts;
import org.cassandrastats.bench.harness.Study;
import org.cassandrastats.bench.harness.StudyContext;
import org.cassandrastats.bench.harness.StudyDefaults;
import org.cassandrastats.bench.harness.StudyFacts;
import org.cassandrastats.bench.measure.Attempt;
import org.cassandrastats.bench.measure.Cell;
import org.cassandrastats.bench.measure.ExactPart;
import org.cassandrastats.bench.measure.Grid;
import org.cassandrastats.bench.nodes.BenchKeyspace;
import org.cassandrastats.bench.nodes.BenchLane;
import org.cassandrastats.bench.report.Report;
import org.cassandrastats.bench.studies.engines.EngineTables.Layout;
import org.cassandrastats.bench.studies.engines.EnginesReport.Stored;
import org.cassandrastats.client.api.StatsOptions;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The same rows by Cassandra, by cursors, and by columnar engines. */
@Command(
    name = "engines",
    header = "Aggregates by Cassandra, DuckDB, ClickHouse and Apache Spark, over the same rows.",
    description = {
      "Times average and quantiles of one partition and of a whole table: by one request as Cassandra"
          + " reads, directly and by cursors, by a split query, of chunks; and of copies in DuckDB,"
          + " Parquet and ClickHouse. On one throw-away node, in the lane native.",
      "Needs Python with the packages of the engines, once:"
          + " python3 -m venv engines && engines/bin/pip install duckdb chdb pyarrow numpy pandas",
      "With --spark-classpath also Spark over the connector: see cassandra-stats bench spark --help.",
    },
    footer = {
      "  cassandra-stats bench engines --python engines/bin/python",
      "  cassandra-stats bench engines --python engines/bin/python --rows 10000000 --runs 3 --heap 4g",
    })
@StudyDefaults(lanes = BenchLane.NATIVE)
public final class EnginesStudy extends Study {
  private static final int MOST_PARTITIONS = 100_000;
  private static final List<Double> QUANTILES = List.of(0.5, 0.99);

  /** Relative error of a mean, of Cassandra's averages and of engines that add up as rows come. */
  private static final double MEAN_ERROR = 1e-12;

  private static final double MEAN_ERROR_OF_OTHERS = 1e-10;

  @Option(
      names = "--rows",
      paramLabel = "N",
      defaultValue = "1000000",
      description = "Rows of each table. Default: ${DEFAULT-VALUE}.")
  private int rows;

  @Option(
      names = "--partitions",
      paramLabel = "N",
      defaultValue = "10000",
      description = "Partitions of the whole table. Default: ${DEFAULT-VALUE}.")
  private int partitions;

  @Option(
      names = "--python",
      paramLabel = "FILE",
      defaultValue = "python3",
      description = "Python with the packages of the engines. Default: ${DEFAULT-VALUE}.")
  private Path python;

  @Option(
      names = "--spark-classpath",
      paramLabel = "FILE",
      description = "What the build of the module spark has written. Without, Spark is left out.")
  private Path sparkClassPath;

  @Option(
      names = "--spark-heap",
      paramLabel = "SIZE",
      defaultValue = "2g",
      description = "Largest heap of Spark. Default: ${DEFAULT-VALUE}.")
  private String sparkHeap;

  @Override
  protected void check() {
    options().refuseContainers("it tells the node how to read");
    options().requireNative();
    options().require("--rows", rows, 1, RowCounts.LARGEST);
    options().require("--partitions", partitions, 2, Math.min(rows, MOST_PARTITIONS));
  }

  @Override
  protected void describe(StudyFacts facts) {
    try (EngineProcess engines = new EngineProcess(python.toString())) {
      facts.add("Engines", engines.versions());
    }
    if (sparkClassPath != null) {
      facts.add("Spark", SparkProcess.ClassPath.of(sparkClassPath).versions());
    }
  }

  @Override
  public long storedRows(String lane) {
    return 2L * rows;
  }

  @Override
  protected List<Cell> cells(String lane) {
    return Grid.of(lane)
        .by(EnginesReport.ROWS, Extent.values())
        .by(EnginesReport.AGGREGATE, EnginesReport.ASKED)
        .by(EnginesReport.WAY, EngineAccessPath.values())
        .where(
            cell ->
                sparkClassPath != null || !cell.is(EnginesReport.WAY, EngineAccessPath.CONNECTOR))
        .cells();
  }

  @Override
  public void load(StudyContext bench) {
    super.load(bench);
    bench.loadSplit(rows, partitions);
    EngineTables tables = tables(bench);
    tables.loadChunks(Layout.CHUNKS, Layout.DIGESTS);
    for (Extent extent : Extent.values()) {
      note(bench, extent, Stored.TABLE, tables.bytes(extent, Layout.ROWS));
      note(bench, extent, Stored.CHUNKS, tables.bytes(extent, Layout.CHUNKS));
      note(bench, extent, Stored.DIGESTS, tables.bytes(extent, Layout.DIGESTS));
    }
  }

  private EngineTables tables(StudyContext bench) {
    return new EngineTables(bench, rows, partitions);
  }

  private static void note(StudyContext bench, Extent extent, Stored stored, double bytes) {
    bench.note(
        Cell.of(bench.lane()).with(EnginesReport.ROWS, extent).with(EnginesReport.STORED, stored),
        0,
        Attempt.exact(0, null).with(EnginesReport.BYTES, bytes));
  }

  /** As other engines call it. */
  private static String copy(Extent extent) {
    return EngineTables.table(extent).substring(BenchKeyspace.NAME.length() + 1);
  }

  @Override
  public void measure(StudyContext bench) {
    bench.readSchema();
    try (EngineProcess engines = new EngineProcess(python.toString())) {
      for (Extent extent : Extent.values()) {
        bench.console().say("Copying %s into DuckDB and ClickHouse ...".formatted(extent));
        List<Double> bytes =
            engines.load(copy(extent), bench.column(), rows, tables(bench).partitions(extent));
        note(bench, extent, Stored.PARQUET, bytes.get(0));
        note(bench, extent, Stored.DUCKDB, bytes.get(1));
        note(bench, extent, Stored.CLICKHOUSE, bytes.get(2));
      }
      if (sparkClassPath == null) {
        measure(bench, engines, null);
        return;
      }
      bench.console().say("Starting Spark ...");
      try (SparkProcess spark =
          new SparkProcess(
              bench.session(),
              SparkProcess.ClassPath.of(sparkClassPath),
              sparkHeap,
              List.of(),
              SparkProcess.ALL)) {
        measure(bench, engines, spark);
      }
    }
  }

  private void measure(StudyContext bench, EngineProcess engines, SparkProcess spark) {
    ExactPart exact = bench.column().first(rows);
    bench.measure(
        "Measuring",
        cells(bench.lane()),
        false,
        (cell, traced) -> {
          EngineAccessPath way = cell.get(EnginesReport.WAY);
          if (way.isCopy()) {
            return ask(engines, tables(bench), cell, exact);
          }
          bench.read(way.path());
          return switch (way) {
            case SPLIT -> split(bench, cell, exact);
            case CONNECTOR -> ask(spark, cell, exact);
            default -> request(bench, cell, exact);
          };
        });
  }

  private static Attempt request(StudyContext bench, Cell cell, ExactPart exact) {
    SparkAggregate aggregate = cell.get(EnginesReport.AGGREGATE);
    double[] error = new double[1];
    Attempt attempt =
        bench.ask(
            EngineTables.statement(
                bench,
                aggregate,
                cell.get(EnginesReport.ROWS),
                cell.get(EnginesReport.WAY).layout()),
            row -> {
              List<Double> values = aggregate.values(EngineTables.result(aggregate, row));
              error[0] = rankError(cell, values, exact);
              return aggregate.check(values, exact, MEAN_ERROR);
            });
    return withError(attempt, error[0]);
  }

  private static Attempt split(StudyContext bench, Cell cell, ExactPart exact) {
    SparkAggregate aggregate = cell.get(EnginesReport.AGGREGATE);
    double[] error = new double[1];
    Attempt attempt =
        bench
            .asker()
            .askSplit(
                EngineTables.statement(bench, aggregate, cell.get(EnginesReport.ROWS), Layout.ROWS)
                    .getQuery(),
                StatsOptions.standard().withFunctionsKeyspace(bench.functionsKeyspace()),
                row -> {
                  List<Double> values = aggregate.values(row.get(0));
                  error[0] = rankError(cell, values, exact);
                  return aggregate.check(values, exact, MEAN_ERROR);
                },
                (answer, requests) -> answer);
    return withError(attempt, error[0]);
  }

  private static Attempt ask(
      EngineProcess engines, EngineTables tables, Cell cell, ExactPart exact) {
    EngineAccessPath way = cell.get(EnginesReport.WAY);
    Extent extent = cell.get(EnginesReport.ROWS);
    return answered(
        cell,
        engines.ask(
            way.name(),
            copy(extent),
            tables.partitions(extent),
            way.select(cell.get(EnginesReport.AGGREGATE))),
        exact);
  }

  private static Attempt ask(SparkProcess spark, Cell cell, ExactPart exact) {
    return answered(
        cell,
        spark.send(
            SparkProcess.Request.ask(
                "CONNECTOR",
                cell.get(EnginesReport.ROWS),
                "ONE",
                cell.get(EnginesReport.AGGREGATE))),
        exact);
  }

  private static Attempt answered(Cell cell, EngineAnswer answer, ExactPart exact) {
    SparkAggregate aggregate = cell.get(EnginesReport.AGGREGATE);
    return answer.attempt(
        values ->
            withError(
                Attempt.of(answer.seconds(), aggregate.check(values, exact, MEAN_ERROR_OF_OTHERS)),
                rankError(cell, values, exact)));
  }

  /** Of the worse quantile; NaN where none are asked. */
  private static double rankError(Cell cell, List<Double> values, ExactPart exact) {
    if (!cell.is(EnginesReport.AGGREGATE, SparkAggregate.QUANTILES)) {
      return Double.NaN;
    }
    double worst = 0;
    for (int i = 0; i < QUANTILES.size(); i++) {
      worst = Math.max(worst, exact.rankError(values.get(i), QUANTILES.get(i)));
    }
    return worst;
  }

  private static Attempt withError(Attempt attempt, double error) {
    return attempt.isExact() && !Double.isNaN(error)
        ? attempt.with(EnginesReport.RANK_ERROR, error)
        : attempt;
  }

  @Override
  protected void write(Report report) {
    new EnginesReport(report, rows, partitions, report.measured(this::cells)).write();
  }
}
