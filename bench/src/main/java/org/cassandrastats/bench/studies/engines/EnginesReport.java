/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.studies.engines;

import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.cassandrastats.bench.harness.Extent;
import org.cassandrastats.bench.measure.Cell;
import org.cassandrastats.bench.measure.Dimension;
import org.cassandrastats.bench.measure.Grid;
import org.cassandrastats.bench.report.GroupPlot;
import org.cassandrastats.bench.report.Numbers;
import org.cassandrastats.bench.report.Report;

/**
 * What the study of engines says of its results.
 *
 * @param cells those that have been measured
 */
record EnginesReport(Report report, int rows, int partitions, List<Cell> cells) {
  static final Dimension<Asked> ROWS = new Dimension<>("rows");
  static final Dimension<SparkAggregate> AGGREGATE = new Dimension<>("aggregate");
  static final Dimension<EngineAccessPath> WAY = new Dimension<>("way");
  static final Dimension<Extent> ROWS_STORED = new Dimension<>("rows");
  static final Dimension<Stored> STORED = new Dimension<>("stored");

  static final List<SparkAggregate> ASKED = List.of(SparkAggregate.AVG, SparkAggregate.QUANTILES);

  /** The largest error of a rank of the quantiles. */
  static final String RANK_ERROR = "rank_error";

  static final String BYTES = "bytes_on_disk";

  private static final Set<EngineAccessPath> FOUND =
      EnumSet.of(EngineAccessPath.CURSORS, EngineAccessPath.CHUNKS, EngineAccessPath.DIGESTS);

  private static final Set<EngineAccessPath> SHOWN =
      EnumSet.of(
          EngineAccessPath.REQUEST,
          EngineAccessPath.CURSORS,
          EngineAccessPath.CHUNKS,
          EngineAccessPath.DIGESTS,
          EngineAccessPath.PARQUET,
          EngineAccessPath.DUCKDB,
          EngineAccessPath.CLICKHOUSE);

  private static final double MEGABYTE = 1e6;

  /** The thousandths of a second, or of all ranks. */
  private static final double MILLIS = 1000;

  /** As what the same rows are kept. */
  enum Stored {
    TABLE("rows in Cassandra"),
    CHUNKS("chunks in Cassandra"),
    DIGESTS("chunks in Cassandra, with digests"),
    PARQUET("Parquet, as DuckDB writes it"),
    PARQUET_ZSTD("Parquet, zstd"),
    PARQUET_V2("Parquet 2, zstd"),
    DUCKDB("DuckDB"),
    CLICKHOUSE("ClickHouse, MergeTree"),
    CLICKHOUSE_ADAPTIVE("ClickHouse, adaptive codecs");

    private final String label;

    Stored(String label) {
      this.label = label;
    }

    /** Those outside of Cassandra. */
    static List<Stored> copies() {
      return List.of(PARQUET, PARQUET_ZSTD, PARQUET_V2, DUCKDB, CLICKHOUSE, CLICKHOUSE_ADAPTIVE);
    }

    @Override
    public String toString() {
      return label;
    }
  }

  static List<Cell> storage(String lane) {
    return Grid.of(lane).by(ROWS_STORED, Extent.values()).by(STORED, Stored.values()).cells();
  }

  void write() {
    report.of(
        "The same rows in Cassandra and in other engines",
        "%,d rows (sensor int, at bigint, value double) as one partition and as a table of %,d partitions, one row a second, on one node at `LOCAL_ONE`: `avg` (the built-in ones) and `quantiles` (median and 99th percentile: a t-digest; in Spark `percentile_approx`, in DuckDB `approx_quantile`, in ClickHouse `quantilesTDigest`). All engines share the processors of a machine. DuckDB and ClickHouse read copies, in the process of their client; Cassandra and Spark answer another process. An hour is 3,600 rows in the middle, cut out of chunks of 8,192; the hours of a month are 720, of which each is a chunk of its own.",
        rows,
        partitions);
    report.answers(
        "requests", "means to 1e-12, of other engines to 1e-10; quantiles to a rank of 0.02");
    List<Report.Plot> plots = report.each(this::plot);
    report.verdict(plots.get(0), found(SparkAggregate.AVG), found(SparkAggregate.QUANTILES));
    report
        .section(
            "Times",
            "`avg` = 1: the time over that of `avg` by one request as Cassandra reads; Parquet = 1 and ClickHouse = 1: over those of DuckDB over Parquet and of ClickHouse with MergeTree for the same question. Rank error: how far the quantiles are off, of the worst one.",
            plots.subList(1, plots.size()))
        .by(ROWS, AGGREGATE, WAY)
        .spread("ms", cell -> report.client(cell).times(MILLIS))
        .number(
            "million rows a second",
            cell -> cell.get(ROWS).count(rows) / report.median(cell) / MEGABYTE)
        .number("avg = 1", this::ratio)
        .number(
            "Parquet = 1", cell -> report.factor(cell, cell.with(WAY, EngineAccessPath.PARQUET)))
        .number(
            "ClickHouse = 1",
            cell -> report.factor(cell, cell.with(WAY, EngineAccessPath.CLICKHOUSE)))
        .number("rank error, 1/1000", cell -> report.median(cell, RANK_ERROR) * MILLIS)
        .failed()
        .of(cells);
    List<Cell> stored = report.measured(EnginesReport::storage);
    report
        .section("Bytes", "All files, after a major compaction in Cassandra (LZ4).")
        .by(ROWS_STORED, STORED)
        .number("MB", cell -> report.median(cell, BYTES) / MEGABYTE)
        .number("bytes a row", cell -> report.median(cell, BYTES) / rows)
        .of(stored);
  }

  /** What Cassandra takes for an aggregate of one partition, over other engines. */
  private String found(SparkAggregate aggregate) {
    return cells.stream()
        .filter(cell -> cell.is(ROWS, Asked.PARTITION) && cell.is(AGGREGATE, aggregate))
        .filter(cell -> FOUND.contains(cell.get(WAY)))
        .map(
            cell ->
                Numbers.in(
                    "%s %s ms (%s times DuckDB over Parquet, %s times ClickHouse)",
                    cell.get(WAY),
                    report.median(cell) * MILLIS,
                    report.factor(cell, cell.with(WAY, EngineAccessPath.PARQUET)),
                    report.factor(cell, cell.with(WAY, EngineAccessPath.CLICKHOUSE))))
        .collect(
            Collectors.joining(", ", "`%s` of one partition takes ".formatted(aggregate), "."));
  }

  private double ratio(Cell cell) {
    return report.factor(
        cell, cell.with(AGGREGATE, SparkAggregate.AVG).with(WAY, EngineAccessPath.REQUEST));
  }

  /** All questions, each of them by what anybody would ask it with. */
  private Report.Plot plot(String lane) {
    // Chunks are asked every question.
    List<Cell> questions =
        cells.stream()
            .filter(cell -> cell.lane().equals(lane) && cell.is(WAY, EngineAccessPath.CHUNKS))
            .toList();
    GroupPlot plot =
        new GroupPlot(
                "Aggregates of %,d rows".formatted(rows),
                "what is asked",
                "seconds",
                questions.stream()
                    .map(cell -> "%s of %s".formatted(cell.get(AGGREGATE), cell.get(ROWS)))
                    .toList())
            .logarithmic();
    for (EngineAccessPath way : SHOWN) {
      plot.series(
          way.toString(),
          questions.stream().map(cell -> report.client(cell.with(WAY, way))).toList());
    }
    return plot.named("times-" + lane, "seconds of each engine for each question");
  }
}
