/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.studies.engines;

import java.util.Arrays;
import java.util.List;
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
  static final Dimension<Extent> ROWS = new Dimension<>("rows");
  static final Dimension<SparkAggregate> AGGREGATE = new Dimension<>("aggregate");
  static final Dimension<EngineAccessPath> WAY = new Dimension<>("way");
  static final Dimension<Stored> STORED = new Dimension<>("stored");

  static final List<SparkAggregate> ASKED = List.of(SparkAggregate.AVG, SparkAggregate.QUANTILES);

  /** The largest error of a rank of the quantiles. */
  static final String RANK_ERROR = "rank_error";

  static final String BYTES = "bytes_on_disk";

  private static final double MEGABYTE = 1e6;

  /** As what the same rows are kept. */
  enum Stored {
    TABLE("rows in Cassandra"),
    CHUNKS("chunks in Cassandra"),
    DIGESTS("chunks in Cassandra, with digests"),
    PARQUET("Parquet, as DuckDB writes it"),
    DUCKDB("DuckDB"),
    CLICKHOUSE("ClickHouse, MergeTree");

    private final String label;

    Stored(String label) {
      this.label = label;
    }

    @Override
    public String toString() {
      return label;
    }
  }

  static List<Cell> storage(String lane) {
    return Grid.of(lane).by(ROWS, Extent.values()).by(STORED, Stored.values()).cells();
  }

  void write() {
    report.of(
        "The same rows in Cassandra and in other engines",
        "%,d rows (sensor int, at bigint, value double) as one partition and as a table of %,d partitions, on one node at `LOCAL_ONE`: `avg` (the built-in ones) and `quantiles` (median and 99th percentile: a t-digest; in Spark `percentile_approx`, in DuckDB `approx_quantile`, in ClickHouse `quantilesTDigest`). All engines share the processors of a machine. DuckDB and ClickHouse read copies, in the process of their client; Cassandra and Spark answer another process.",
        rows,
        partitions);
    report.answers(
        "requests", "means to 1e-12, of other engines to 1e-10; quantiles to a rank of 0.02");
    List<Report.Plot> plots = report.each(lane -> plot(Extent.PARTITION, lane));
    report.verdict(plots.get(0), found(SparkAggregate.AVG), found(SparkAggregate.QUANTILES));
    report
        .section(
            "Times",
            "`avg` = 1: the time over that of `avg` by one request as Cassandra reads; DuckDB = 1 and ClickHouse = 1: over theirs for the same question, of DuckDB over Parquet. Rank error: how far the quantiles are off, of the worse one.",
            plots.subList(1, plots.size()))
        .by(ROWS, AGGREGATE, WAY)
        .client("seconds")
        .number("million rows a second", cell -> rows / report.median(cell) / MEGABYTE)
        .number("avg = 1", this::ratio)
        .number("DuckDB = 1", cell -> report.factor(cell, cell.with(WAY, EngineAccessPath.PARQUET)))
        .number(
            "ClickHouse = 1",
            cell -> report.factor(cell, cell.with(WAY, EngineAccessPath.CLICKHOUSE)))
        .median("rank error", RANK_ERROR)
        .failed()
        .of(cells);
    List<Cell> stored = report.measured(EnginesReport::storage);
    report
        .section("Bytes", "All files, after a major compaction in Cassandra (LZ4).")
        .by(ROWS, STORED)
        .number("MB", cell -> report.median(cell, BYTES) / MEGABYTE)
        .number("bytes a row", cell -> report.median(cell, BYTES) / rows)
        .of(stored);
  }

  /** What cursors take for an aggregate of one partition, over other engines. */
  private String found(SparkAggregate aggregate) {
    return cells.stream()
        .filter(cell -> cell.is(ROWS, Extent.PARTITION) && cell.is(AGGREGATE, aggregate))
        .filter(
            cell -> cell.is(WAY, EngineAccessPath.CURSORS) || cell.is(WAY, EngineAccessPath.SPLIT))
        .map(
            cell ->
                Numbers.in(
                    "%s %s s (%s times `avg` as Cassandra reads, %s times DuckDB over Parquet, %s times ClickHouse)",
                    cell.get(WAY),
                    report.median(cell),
                    ratio(cell),
                    report.factor(cell, cell.with(WAY, EngineAccessPath.PARQUET)),
                    report.factor(cell, cell.with(WAY, EngineAccessPath.CLICKHOUSE))))
        .collect(
            Collectors.joining(", ", "`%s` of one partition takes ".formatted(aggregate), "."));
  }

  private double ratio(Cell cell) {
    return report.factor(
        cell, cell.with(AGGREGATE, SparkAggregate.AVG).with(WAY, EngineAccessPath.REQUEST));
  }

  private Report.Plot plot(Extent extent, String lane) {
    List<Cell> shown =
        cells.stream()
            .filter(cell -> cell.lane().equals(lane) && cell.is(ROWS, extent))
            .filter(cell -> cell.is(AGGREGATE, SparkAggregate.AVG))
            .toList();
    GroupPlot plot =
        new GroupPlot(
                "Aggregates of %,d rows, %s".formatted(rows, extent),
                "what aggregates them",
                "seconds",
                shown.stream().map(cell -> cell.get(WAY).toString()).toList())
            .logarithmic();
    Arrays.stream(SparkAggregate.values())
        .filter(ASKED::contains)
        .forEach(
            aggregate ->
                plot.series(
                    aggregate.toString(),
                    shown.stream()
                        .map(cell -> report.client(cell.with(AGGREGATE, aggregate)))
                        .toList()));
    return plot.named("times-" + lane, "seconds of each engine");
  }
}
