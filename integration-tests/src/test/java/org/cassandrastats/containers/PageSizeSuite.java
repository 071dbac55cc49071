/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.containers;

import com.datastax.oss.driver.api.core.DefaultConsistencyLevel;
import com.datastax.oss.driver.api.core.metadata.Node;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.cassandrastats.bench.harness.StudyFacts;
import org.cassandrastats.bench.measure.Cell;
import org.cassandrastats.bench.measure.Dimension;
import org.cassandrastats.bench.measure.Grid;
import org.cassandrastats.bench.measure.MeasuredAggregate;
import org.cassandrastats.bench.measure.Results;
import org.cassandrastats.bench.measure.Spread;
import org.cassandrastats.bench.report.Charts;
import org.cassandrastats.bench.report.LinePlot;
import org.cassandrastats.bench.report.Numbers;
import org.cassandrastats.bench.report.PageCost;
import org.cassandrastats.bench.report.Report;

/** Time against page size. */
final class PageSizeSuite implements Suite {
  private static final Dimension<Way> WAY = new Dimension<>("read_from");
  private static final Dimension<Integer> PAGE_SIZE = PageCost.PAGE_SIZE;
  private static final double MICROS = 1e6;

  private final SuiteSize size;

  PageSizeSuite(SuiteSize size) {
    this.size = size;
  }

  /** Where the rows of a request come from. */
  private enum Way {
    ONE_NODE("1 node, RF 1, LOCAL_ONE", DefaultConsistencyLevel.LOCAL_ONE),
    REPLICA("3 nodes, RF 3, LOCAL_ONE", DefaultConsistencyLevel.LOCAL_ONE),
    QUORUM("3 nodes, RF 3, QUORUM", DefaultConsistencyLevel.QUORUM),
    OTHER_NODE(
        "3 nodes, RF 1, LOCAL_ONE, coordinator is no replica", DefaultConsistencyLevel.LOCAL_ONE);

    private final String label;
    private final DefaultConsistencyLevel level;

    Way(String label, DefaultConsistencyLevel level) {
      this.label = label;
      this.level = level;
    }

    static List<Way> of(Part part) {
      return part.isCluster() ? List.of(REPLICA, QUORUM, OTHER_NODE) : List.of(ONE_NODE);
    }

    @Override
    public String toString() {
      return label;
    }
  }

  @Override
  public String name() {
    return "page-size";
  }

  @Override
  public SuiteSize size() {
    return size;
  }

  @Override
  public StudyFacts settings() {
    return new StudyFacts()
        .add("Rows of the partition", size.rows())
        .add("Page sizes", size.pageSizes());
  }

  @Override
  public List<Cell> cells(Part part) {
    return Grid.of(part.lane().toString())
        .by(WAY, Way.of(part))
        .by(AGGREGATE, AGGREGATES)
        .by(ROWS, List.of(size.rows(part.lane())))
        .by(PAGE_SIZE, size.pageSizes())
        .cells();
  }

  @Override
  public Questions questions(SuiteBench bench) {
    SinglyStored other = bench.part().isCluster() ? SinglyStored.load(bench) : null;
    Node first = bench.node(1);
    return (cell, traced) -> {
      Way way = cell.get(WAY);
      MeasuredAggregate aggregate = cell.get(AGGREGATE);
      return bench.ask(
          aggregate,
          (way == Way.OTHER_NODE
                  ? other.query(aggregate)
                  : bench.readings().query(aggregate, SuiteBench.PARTITION).setNode(first))
              .setPageSize(cell.get(PAGE_SIZE))
              .setConsistencyLevel(way.level)
              .setTracing(traced));
    };
  }

  @Override
  public void describe(Report report, Results results, List<Part> parts, List<Cell> cells) {
    report.of(
        "Aggregation time of one partition against page size",
        "The page size of the request says how many rows the coordinator reads at a time, although one row comes back."
            + " Node 1 coordinates, or a node that has no replica of the partition. The client's times are those that the driver waited, medians of the"
            + " runs; the server's are of one more run, by the coordinator's trace, beside the"
            + " client's time of that same run."
            + TRACED
            + " Factors are over the time with the"
            + " largest page, of the same lane, nodes and aggregate.");
    report.answers("requests", EXACT);
    List<Report.Plot> plots =
        new ArrayList<>(
            cells.stream()
                .map(cell -> cell.get(WAY))
                .distinct()
                .map(way -> plot(results, cells, way))
                .toList());
    report.verdict(
        plots.remove(0),
        costs(results, cells, parts.get(parts.size() - 1)),
        costs(results, cells, parts.get(0)));
    Function<Cell, PageCost> cost = cell -> new PageCost(sizes(cell), results::median);
    report
        .section(
            "What a page costs",
            "A page, if the smallest and the fastest differ by their number only.",
            plots)
        .by(Dimension.LANE)
        .text("read from", cell -> cell.get(WAY))
        .by(AGGREGATE)
        .count("fastest page", cell -> cost.apply(cell).fastestPage())
        .number("smallest page, times as long", cell -> cost.apply(cell).factor())
        .number("µs a page", cell -> cost.apply(cell).micros())
        .of(series(cells));
    report
        .section("Times", "")
        .by(Dimension.LANE)
        .text("read from", cell -> cell.get(WAY))
        .by(AGGREGATE)
        .count("rows", cell -> cell.get(ROWS))
        .count("page size", cell -> cell.get(PAGE_SIZE))
        .client("client s")
        .number("µs a row", cell -> perRow(results, cell).median())
        .number("factor", cell -> results.factor(cell, largest(cell)))
        .traced()
        .failed()
        .of(cells);
  }

  private Cell largest(Cell cell) {
    return cell.with(PAGE_SIZE, size.pageSizes().get(size.pageSizes().size() - 1));
  }

  /** What a page of the mean costs in each way to read it. */
  private String costs(Results results, List<Cell> cells, Part part) {
    return "%s, `mean` with pages of %d rows over the fastest pages: %s."
        .formatted(
            part.lane(),
            size.pageSizes().get(0),
            series(cells).stream()
                .filter(cell -> cell.lane().equals(part.lane().toString()))
                .filter(cell -> cell.is(AGGREGATE, MeasuredAggregate.MEAN))
                .map(
                    cell ->
                        Numbers.in(
                            "%s times (%s)",
                            new PageCost(sizes(cell), results::median).factor(), cell.get(WAY)))
                .collect(Collectors.joining(", ")));
  }

  /** What has a line of its own, with the largest page. */
  private List<Cell> series(List<Cell> cells) {
    return cells.stream().filter(cell -> cell.equals(largest(cell))).toList();
  }

  /** The same query with each page size. */
  private List<Cell> sizes(Cell cell) {
    return size.pageSizes().stream().map(rows -> cell.with(PAGE_SIZE, rows)).toList();
  }

  private static Spread perRow(Results results, Cell cell) {
    return results.client(cell).times(MICROS / cell.get(ROWS));
  }

  private Report.Plot plot(Results results, List<Cell> cells, Way way) {
    LinePlot plot =
        LinePlot.logarithmic(
            "Time of a row, " + way, "page size (rows)", "microseconds a row (client)");
    for (Cell series : series(cells)) {
      if (series.is(WAY, way)) {
        plot.line(
            series.lane() + ", " + series.get(AGGREGATE),
            Charts.colour(series.lane()),
            AGGREGATES.indexOf(series.get(AGGREGATE)),
            sizes(series),
            cell -> cell.get(PAGE_SIZE),
            cell -> perRow(results, cell));
      }
    }
    return plot.named(
        way.name().toLowerCase(Locale.ROOT).replace('_', '-'),
        "microseconds a row against page size, " + way);
  }
}
