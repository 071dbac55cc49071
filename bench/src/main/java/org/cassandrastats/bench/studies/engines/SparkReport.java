/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.studies.engines;

import static org.cassandrastats.bench.studies.engines.SparkChoice.AGGREGATE;
import static org.cassandrastats.bench.studies.engines.SparkChoice.LEVEL;
import static org.cassandrastats.bench.studies.engines.SparkChoice.LEVELS;
import static org.cassandrastats.bench.studies.engines.SparkChoice.ROWS;
import static org.cassandrastats.bench.studies.engines.SparkChoice.WAY;
import static org.cassandrastats.bench.studies.engines.SparkChoice.extents;
import static org.cassandrastats.bench.studies.engines.SparkChoice.name;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.ToIntFunction;
import java.util.stream.Collectors;
import org.cassandrastats.bench.harness.Extent;
import org.cassandrastats.bench.measure.Cell;
import org.cassandrastats.bench.measure.Dimension;
import org.cassandrastats.bench.measure.Grid;
import org.cassandrastats.bench.measure.Percentiles;
import org.cassandrastats.bench.report.GroupPlot;
import org.cassandrastats.bench.report.Numbers;
import org.cassandrastats.bench.report.Report;
import org.cassandrastats.bench.report.ReportColumns;

/**
 * The choice matrix: what an aggregate takes in each of the ways.
 *
 * @param cells of all lanes
 * @param costs what was done once before Spark could be asked
 * @param rows of a lane
 */
record SparkReport(
    Report report, List<Cell> cells, List<Cell> costs, int partitions, ToIntFunction<String> rows) {
  static final Dimension<String> ONCE = new Dimension<>("once");

  private static final String ONE = LEVELS.get(0);
  private static final String QUORUM = LEVELS.get(1);
  private static final String NO_LEVEL = "-";
  private static final String START = "start Spark";

  /** All aggregates in some ways, at all levels that these have. */
  static List<Cell> cells(String lane, List<SparkAccessPath> ways) {
    return Grid.of(lane)
        .by(ROWS, extents())
        .by(AGGREGATE, SparkAggregate.values())
        .by(WAY, ways)
        .by(LEVEL, cell -> cell.get(WAY).hasLevels() ? LEVELS : List.of(NO_LEVEL))
        .cells();
  }

  /** What is to be done once before Spark can be asked. */
  static List<Cell> costs(String lane) {
    List<Cell> all = new ArrayList<>();
    all.add(Cell.of(lane).with(ROWS, "-").with(ONCE, START));
    for (SparkAccessPath way : List.of(SparkAccessPath.PARQUET, SparkAccessPath.CACHED)) {
      extents().forEach(extent -> all.add(cost(lane, extent, way)));
    }
    return all;
  }

  private static Cell cost(String lane, String extent, SparkAccessPath way) {
    return Cell.of(lane).with(ROWS, extent).with(ONCE, way.copying());
  }

  static boolean isStart(Cell cost) {
    return cost.is(ONCE, START);
  }

  private static SparkAccessPath copied(Cell cost) {
    return cost.is(ONCE, SparkAccessPath.PARQUET.copying())
        ? SparkAccessPath.PARQUET
        : SparkAccessPath.CACHED;
  }

  /** What a copy is for Spark's process. */
  static String source(Cell cost) {
    return copied(cost).source();
  }

  void write() {
    report.of(
        "Aggregates in Cassandra or in Spark",
        "The same rows as one partition and as a whole table of %,d partitions, on three nodes with three replicas: `avg` (the built-in ones), `moments` (count, mean, standard deviation) and `quantiles` (median and 99th percentile: a t-digest; in Spark `percentile_approx` with an accuracy of 10000). By one request, by a [split query](../query.md), of [chunks](../chunk-format.md) of the same points, and by Spark SQL in local mode: over spark-cassandra-connector, over a copy in Parquet and over a cached table. Nodes, client and Spark share a machine.",
        partitions);
    report.answers(
        "queries and copies",
        "means to 1e-12, of Spark to 1e-10; standard deviations to 1e-9; counts exactly; quantiles to a rank of 0.02");
    String lane = costs.get(0).lane();
    report.verdict(
        plot(Extent.PARTITION),
        "%s.".formatted(extents().stream().map(this::fastest).collect(Collectors.joining("; "))),
        copying(lane));
    ReportColumns matrix =
        report
            .section(
                "Choice matrix",
                "Median seconds of the client, of Spark for a query when it runs and its sources are open; in brackets the time over that of the built-in `avg` by one request for the same rows of the same lane, at the same level (ONE for copies).",
                List.of(plot(Extent.TABLE)))
            .by(ROWS, WAY)
            .text("lane", cell -> cell.get(WAY).isSpark() ? "-" : cell.lane())
            .by(LEVEL);
    for (SparkAggregate aggregate : SparkAggregate.values()) {
      matrix.right(
          aggregate.toString(),
          cell -> {
            Cell asked = cell.with(AGGREGATE, aggregate);
            return Numbers.in("%s (%s)", report.median(asked), ratio(asked));
          });
    }
    matrix.of(
        extents().stream().flatMap(extent -> only(SparkAggregate.AVG, extent).stream()).toList());
    new SparkChoice(report, cells, lane, rows.applyAsInt(lane)).write();
    report
        .section("QUORUM over ONE", "The median over rows and aggregates.")
        .by(Dimension.LANE, WAY)
        .number("times as long", this::overOne)
        .of(
            cells.stream()
                .filter(cell -> cell.is(LEVEL, QUORUM) && cell.is(AGGREGATE, SparkAggregate.AVG))
                .filter(cell -> cell.is(ROWS, extents().get(0)))
                .toList());
    report
        .section("Times", "")
        .by(Dimension.LANE, ROWS)
        .by(AGGREGATE, WAY, LEVEL)
        .client("seconds")
        .number("rows a second", cell -> rows.applyAsInt(cell.lane()) / report.median(cell))
        .number("over avg", this::ratio)
        .failed()
        .of(cells);
    report
        .section(
            "Before Spark can be asked",
            "Measured once. Repaid: the number of queries for moments after which a copy has taken less time, its making included, than the connector at ONE.")
        .text("what", cell -> cell.get(ONCE))
        .by(ROWS)
        .number("seconds", report::median)
        .right("repaid after queries", this::repaid)
        .of(costs);
  }

  /** Over the built-in average by one request for the same rows, at the same level. */
  private double ratio(Cell cell) {
    return report.factor(
        cell,
        cell.with(AGGREGATE, SparkAggregate.AVG)
            .with(WAY, SparkAccessPath.REQUEST)
            .with(LEVEL, cell.get(WAY).hasLevels() ? cell.get(LEVEL) : ONE));
  }

  private List<Cell> only(SparkAggregate aggregate, String extent) {
    return cells.stream()
        .filter(cell -> cell.is(AGGREGATE, aggregate) && cell.is(ROWS, extent))
        .toList();
  }

  private Report.Plot plot(Extent extent) {
    GroupPlot plot =
        new GroupPlot(
                "Time of aggregates, %s, at level ONE or of a copy".formatted(extent),
                "aggregate",
                "seconds (client)",
                Arrays.stream(SparkAggregate.values()).map(SparkAggregate::toString).toList())
            .logarithmic();
    for (Cell series : only(SparkAggregate.AVG, extent.toString())) {
      if (!series.is(LEVEL, QUORUM)) {
        plot.series(
            name(series),
            Arrays.stream(SparkAggregate.values())
                .map(aggregate -> report.client(series.with(AGGREGATE, aggregate)))
                .toList());
      }
    }
    return plot.named(
        "times-" + (extent == Extent.PARTITION ? "partition" : "table"),
        "seconds by aggregate and way, " + extent);
  }

  /** The three fastest ways to an average. */
  private String fastest(String extent) {
    return "`%s` of %s is fastest by %s"
        .formatted(
            SparkAggregate.AVG,
            extent,
            only(SparkAggregate.AVG, extent).stream()
                .filter(cell -> !cell.is(LEVEL, QUORUM) && report.client(cell).isKnown())
                .sorted(Comparator.comparingDouble(report::median))
                .limit(3)
                .map(cell -> Numbers.in("%s, %s s", name(cell), report.median(cell)))
                .collect(Collectors.joining("; by ")));
  }

  private String copying(String lane) {
    String table = Extent.TABLE.toString();
    Cell parquet = cost(lane, table, SparkAccessPath.PARQUET);
    Cell cached = cost(lane, table, SparkAccessPath.CACHED);
    return Numbers.in(
        "Before it answers, Spark takes %s s to start; to copy the whole table, %s s to write Parquet (queries for moments until that is repaid: %s) and %s s to cache (%s).",
        report.median(costs.get(0)),
        report.median(parquet),
        repaid(parquet),
        report.median(cached),
        repaid(cached));
  }

  /** What QUORUM takes over ONE in a way. */
  private double overOne(Cell way) {
    return Percentiles.of(
            cells.stream()
                .filter(cell -> cell.lane().equals(way.lane()) && cell.is(WAY, way.get(WAY)))
                .filter(cell -> cell.is(LEVEL, QUORUM))
                .mapToDouble(cell -> report.factor(cell, cell.with(LEVEL, ONE)))
                .filter(Double::isFinite)
                .toArray())
        .at(50);
  }

  /** How many queries for moments a copy takes to be worth its making; "never" if none do. */
  private String repaid(Cell cost) {
    if (isStart(cost)) {
      return "-";
    }
    Cell moments =
        Cell.of(cost.lane()).with(ROWS, cost.get(ROWS)).with(AGGREGATE, SparkAggregate.MOMENTS);
    double connector = report.median(moments.with(WAY, SparkAccessPath.CONNECTOR).with(LEVEL, ONE));
    double copy = report.median(moments.with(WAY, copied(cost)).with(LEVEL, NO_LEVEL));
    double queries = report.median(cost) / (connector - copy);
    if (!Double.isFinite(queries)) {
      return "-";
    }
    return queries < 0 ? "never" : Numbers.count((long) Math.ceil(queries));
  }
}
