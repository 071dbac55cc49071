/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.studies.engines;

import java.util.Arrays;
import java.util.List;
import java.util.function.DoubleBinaryOperator;
import java.util.stream.Collectors;
import org.cassandrastats.bench.measure.Attempt;
import org.cassandrastats.bench.measure.Cell;
import org.cassandrastats.bench.measure.Dimension;
import org.cassandrastats.bench.measure.Grid;
import org.cassandrastats.bench.measure.Spread;
import org.cassandrastats.bench.nodes.ServerLoad;
import org.cassandrastats.bench.report.GroupPlot;
import org.cassandrastats.bench.report.Numbers;
import org.cassandrastats.bench.report.Report;

/**
 * What the study of the source for Spark says of its results.
 *
 * @param pinned whether the node and who asks have a processor each
 */
record SparkSourceReport(Report report, String lane, Size size, boolean pinned) {
  static final Dimension<Percentile> OF = new Dimension<>("percentile");
  static final Dimension<SourceAccessPath> WAY = new Dimension<>("way");

  /** Rows that the scan of Spark, or the client, was given. */
  static final String ROWS = "rows_given";

  static final String ANSWERS = "answers_of_node";
  static final String MEGABYTES = "megabytes_of_node";

  /** Processor seconds of Spark or of the client. */
  static final String PROCESSOR = "asking_cpu_s";

  private static final Dimension<String> ONCE = new Dimension<>("once");

  /** Of the table. */
  record Size(int rows, int partitions) {}

  /** Of what. */
  enum Percentile {
    SERIES("of each series"),
    ALL("over all");

    private final String label;

    Percentile(String label) {
      this.label = label;
    }

    boolean isSeries() {
      return this == SERIES;
    }

    @Override
    public String toString() {
      return label;
    }
  }

  static List<Cell> cells(String lane) {
    return Grid.of(lane).by(OF, Percentile.values()).by(WAY, SourceAccessPath.values()).cells();
  }

  /** What is done once before all can be asked. */
  static List<Cell> costs(String lane) {
    return List.of(
        Cell.of(lane).with(ONCE, "start Spark"), Cell.of(lane).with(ONCE, "write Parquet"));
  }

  void write() {
    report.of(
        "States or rows for Spark",
        "%,d rows (sensor int, at bigint, value double) in %,d partitions, on one node with the server jar at `LOCAL_ONE`, written as SSTables and compacted: the 99th percentile of each partition (series) and over all. `query` and this source ask for t-digests; of rows, Spark computes `percentile_approx` with an accuracy of 10000. States merged in Spark: grouped by `_range`, then `tdigest_merge`. The node reads for aggregates [directly](../direct-reads.md), by default, or by [cursors](../direct-reads.md#cursor-reads). Spark SQL in local mode, two threads. The session of a source is open before the time begins.%s",
        size.rows,
        size.partitions,
        pinned
            ? " The node has one processor to itself; Spark and the client have another one, one after the other (`taskset`)."
            : " The node, Spark and the client share all processors.");
    report.answers("queries and copies", "percentiles to a rank of 0.02, one for each partition");
    report.verdict(plot(), found(Percentile.SERIES), found(Percentile.ALL));
    report
        .section(
            "What left the node",
            "Medians. Rows: what the scan of Spark, or the client, was given; over all, each answer of the node is one row, which one task merges unless Spark does. Answers and MB: messages to clients and their bytes, by the node's own count, with those of the driver's own questions.")
        .by(OF, WAY)
        .count("rows", cell -> report.median(cell, ROWS))
        .count("answers", cell -> report.median(cell, ANSWERS))
        .number("MB", cell -> report.median(cell, MEGABYTES))
        .of(cells(lane));
    report
        .section("Times", "Connector = 1: the median over that of the connector.")
        .by(OF, WAY)
        .number("seconds", report::median)
        .number("least", cell -> extreme(cell, Math::min))
        .number("greatest", cell -> extreme(cell, Math::max))
        .number("connector = 1", this::ratio)
        .number("million rows a second", cell -> size.rows / report.median(cell) / 1e6)
        .failed()
        .of(cells(lane));
    report
        .section(
            "Processor seconds",
            "Medians, of whole processes: of the node, and of Spark or the client.")
        .by(OF, WAY)
        .number("node", cell -> report.median(cell, ServerLoad.PROCESSOR))
        .number("Spark or client", cell -> report.median(cell, PROCESSOR))
        .number("both", this::processors)
        .number("connector = 1", cell -> processors(cell) / processors(connector(cell)))
        .of(cells(lane));
    report
        .section("Before", "Measured once; Parquet is written by the connector.")
        .text("what", cell -> cell.get(ONCE))
        .number("seconds", report::median)
        .number("MB written", cell -> report.median(cell, MEGABYTES))
        .of(costs(lane));
  }

  private double processors(Cell cell) {
    return report.median(cell, ServerLoad.PROCESSOR) + report.median(cell, PROCESSOR);
  }

  private static Cell connector(Cell cell) {
    return cell.with(WAY, SourceAccessPath.CONNECTOR);
  }

  private double ratio(Cell cell) {
    return report.factor(cell, connector(cell));
  }

  private double extreme(Cell cell, DoubleBinaryOperator choice) {
    return report.timed(cell).stream()
        .filter(Attempt::isExact)
        .mapToDouble(Attempt::seconds)
        .reduce(choice)
        .orElse(Double.NaN);
  }

  private String found(Percentile percentile) {
    return Arrays.stream(SourceAccessPath.values())
        .map(way -> Cell.of(lane).with(OF, percentile).with(WAY, way))
        .map(
            cell ->
                Numbers.in(
                    "%s %s s and %s processor seconds",
                    cell.get(WAY), report.median(cell), processors(cell)))
        .collect(
            Collectors.joining("; ", "The 99th percentile %s takes: ".formatted(percentile), "."));
  }

  private Report.Plot plot() {
    GroupPlot plot =
        new GroupPlot(
                "99th percentile of %,d rows".formatted(size.rows),
                "percentile",
                "seconds",
                Arrays.stream(Percentile.values()).map(Percentile::toString).toList())
            .logarithmic();
    for (SourceAccessPath way : SourceAccessPath.values()) {
      List<Spread> series =
          Arrays.stream(Percentile.values())
              .map(of -> report.client(Cell.of(lane).with(OF, of).with(WAY, way)))
              .toList();
      plot.series(way.toString(), series);
    }
    return plot.named("times", "seconds of each way, of each series and over all");
  }
}
