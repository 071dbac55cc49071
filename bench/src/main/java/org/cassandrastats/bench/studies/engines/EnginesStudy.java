/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.studies.engines;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
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
      "Times average and quantiles of one partition, of an hour and of the hours of a month of it,"
          + " and of a whole table: by one request as Cassandra reads, directly and by cursors, by a"
          + " split query, of chunks; and of copies in DuckDB, Parquet and ClickHouse. On one"
          + " throw-away node, in the lane native.",
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
        .by(EnginesReport.ROWS, Asked.values())
        .where(cell -> cell.get(EnginesReport.ROWS).isAll() || rows >= Asked.ROWS_OF_AN_HOUR)
        .by(EnginesReport.AGGREGATE, EnginesReport.ASKED)
        .by(EnginesReport.WAY, EngineAccessPath.values())
        .where(cell -> cell.get(EnginesReport.WAY).answers(cell.get(EnginesReport.ROWS)))
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
    tables.loadChunks(Layout.CHUNKS, Layout.DIGESTS, Layout.HOURS, Layout.HOURS_WITH_DIGESTS);
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
        Cell.of(bench.lane())
            .with(EnginesReport.ROWS_STORED, extent)
            .with(EnginesReport.STORED, stored),
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
        List<Stored> copies = Stored.copies();
        for (int i = 0; i < copies.size(); i++) {
          note(bench, extent, copies.get(i), bytes.get(i));
        }
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
    Map<Asked, List<ExactPart>> exact = new EnumMap<>(Asked.class);
    bench.measure(
        "Measuring",
        cells(bench.lane()),
        false,
        (cell, traced) -> {
          EngineAccessPath way = cell.get(EnginesReport.WAY);
          Question question =
              new Question(
                  cell.get(EnginesReport.ROWS),
                  cell.get(EnginesReport.AGGREGATE),
                  exact.computeIfAbsent(
                      cell.get(EnginesReport.ROWS), asked -> asked.exact(bench.column(), rows)));
          if (way.isCopy()) {
            return question.answered(
                engines.ask(
                    way.name(),
                    copy(question.asked().extent()),
                    way.select(question.aggregate()),
                    way.where(question.asked(), rows)));
          }
          bench.read(way.path());
          return switch (way) {
            case SPLIT -> question.split(bench);
            case CONNECTOR ->
                question.answered(
                    spark.send(
                        SparkProcess.Request.ask(
                            "CONNECTOR", question.asked().extent(), "ONE", question.aggregate())));
            default -> question.request(tables(bench), way.layout(question.asked()));
          };
        });
  }

  /**
   * What is asked, and its exact results.
   *
   * @param exact one for each row of the answer
   */
  private record Question(Asked asked, SparkAggregate aggregate, List<ExactPart> exact) {
    Attempt request(EngineTables tables, Layout layout) {
      List<Double> values = new ArrayList<>();
      Attempt attempt =
          tables
              .bench()
              .asker()
              .askAll(
                  tables.statement(aggregate, asked, layout),
                  rows -> {
                    rows.forEach(
                        row ->
                            values.addAll(aggregate.values(EngineTables.result(aggregate, row))));
                    return aggregate.checkAll(values, exact, MEAN_ERROR);
                  });
      return withError(attempt, values);
    }

    Attempt split(StudyContext bench) {
      List<Double> values = new ArrayList<>();
      Attempt attempt =
          bench
              .asker()
              .askSplit(
                  EngineTables.statement(bench, aggregate, asked.extent(), Layout.ROWS).getQuery(),
                  StatsOptions.standard().withFunctionsKeyspace(bench.functionsKeyspace()),
                  row -> {
                    values.addAll(aggregate.values(row.get(0)));
                    return aggregate.checkAll(values, exact, MEAN_ERROR);
                  },
                  (answer, requests) -> answer);
      return withError(attempt, values);
    }

    Attempt answered(EngineAnswer answer) {
      return answer.attempt(
          values ->
              withError(
                  Attempt.of(
                      answer.seconds(), aggregate.checkAll(values, exact, MEAN_ERROR_OF_OTHERS)),
                  values));
    }

    /** Adds the error of the worst quantile, where quantiles are asked. */
    private Attempt withError(Attempt attempt, List<Double> values) {
      if (aggregate != SparkAggregate.QUANTILES || !attempt.isExact()) {
        return attempt;
      }
      double worst = 0;
      for (int i = 0; i < values.size(); i++) {
        ExactPart part = exact.get(i / QUANTILES.size());
        worst = Math.max(worst, part.rankError(values.get(i), QUANTILES.get(i % QUANTILES.size())));
      }
      return attempt.with(EnginesReport.RANK_ERROR, worst);
    }
  }

  @Override
  protected void write(Report report) {
    new EnginesReport(report, rows, partitions, report.measured(this::cells)).write();
  }
}
