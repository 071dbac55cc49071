/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.studies.rows;

import com.datastax.oss.driver.api.core.DefaultConsistencyLevel;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.cassandrastats.bench.harness.ClusterStudy;
import org.cassandrastats.bench.harness.NodeCounts;
import org.cassandrastats.bench.harness.RowCounts;
import org.cassandrastats.bench.harness.StudyContext;
import org.cassandrastats.bench.harness.StudyDefaults;
import org.cassandrastats.bench.measure.Cell;
import org.cassandrastats.bench.measure.Dimension;
import org.cassandrastats.bench.measure.Grid;
import org.cassandrastats.bench.measure.MeasuredAggregate;
import org.cassandrastats.bench.measure.Percentiles;
import org.cassandrastats.bench.measure.Rounds;
import org.cassandrastats.bench.measure.Spread;
import org.cassandrastats.bench.nodes.NodeVariant;
import org.cassandrastats.bench.report.Charts;
import org.cassandrastats.bench.report.LinePlot;
import org.cassandrastats.bench.report.Numbers;
import org.cassandrastats.bench.report.PageCost;
import org.cassandrastats.bench.report.Report;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The time of an aggregate against the page size of the request. */
@Command(
    name = "page-size",
    header = "Time against page size, beside the figures of 2016.",
    description = {
      "Times aggregates over one partition against the page size of the request, in each lane, beside"
          + " the figures of 2016. On three nodes also at QUORUM, and through a coordinator that has no"
          + " replica of the partition.",
      "Takes about 15 minutes with all lanes and the default sizes.",
    },
    footer = {
      "  cassandra-stats bench page-size",
      "  cassandra-stats bench page-size --rows 1000000 --lane native --runs 9",
      "  cassandra-stats bench page-size --nodes 1,3 --containers",
      "  cassandra-stats bench page-size --contact-point 10.0.0.1:9042 --rows 100000 --output /tmp/bench",
    })
@StudyDefaults(traced = true)
public final class PageSizeStudy extends ClusterStudy {
  static final Dimension<Source> READ_FROM = new Dimension<>("read_from");
  static final Dimension<MeasuredAggregate> AGGREGATE = new Dimension<>("aggregate");
  static final Dimension<Integer> ROWS = PageCost.ROWS;
  static final Dimension<Integer> PAGE_SIZE = PageCost.PAGE_SIZE;

  /**
   * Seconds for 10 million doubles in one partition of Cassandra 3.1, as published, by page size.
   */
  private static final Map<Integer, Double> SECONDS_IN_2016 =
      Map.of(100, 41.6, 500, 17.9, 1_000, 15.0, 10_000, 13.5, 50_000, 11.2, 80_000, 11.0);

  private static final int LARGEST_PAGE = 10_000_000;
  private static final int OF_DRIVERS = 5000;
  private static final double MICROS = 1e6;

  @Option(
      names = "--page-sizes",
      split = ",",
      paramLabel = "N",
      defaultValue = "100,500,1000,5000,10000,50000,80000",
      description = "Rows in a page. Default: ${DEFAULT-VALUE}.")
  private List<Integer> pageSizes;

  @Option(
      names = "--aggregates",
      split = ",",
      paramLabel = "A",
      defaultValue = "avg,mean,tdigest",
      description = "What is timed: ${COMPLETION-CANDIDATES}. Default: all of them.")
  private List<MeasuredAggregate> aggregates;

  @Mixin RowCounts rows;
  @Mixin NodeCounts nodes = new NodeCounts(1);

  /** Where the rows of a request come from. */
  enum Source {
    OWN("own cluster, LOCAL_ONE", 0, DefaultConsistencyLevel.LOCAL_ONE),
    ONE_NODE("1 node, RF 1, LOCAL_ONE", 1, DefaultConsistencyLevel.LOCAL_ONE),
    REPLICA("3 nodes, RF 3, LOCAL_ONE", 3, DefaultConsistencyLevel.LOCAL_ONE),
    QUORUM("3 nodes, RF 3, QUORUM", 3, DefaultConsistencyLevel.QUORUM),
    OTHER_NODE(
        "3 nodes, RF 1, LOCAL_ONE, coordinator is no replica",
        3,
        DefaultConsistencyLevel.LOCAL_ONE);

    private final String label;
    private final int nodes;
    private final DefaultConsistencyLevel level;

    Source(String label, int nodes, DefaultConsistencyLevel level) {
      this.label = label;
      this.nodes = nodes;
      this.level = level;
    }

    @Override
    public String toString() {
      return label;
    }
  }

  @Override
  protected void check() {
    pageSizes.forEach(size -> options().require("--page-sizes", size, 1, LARGEST_PAGE));
    pageSizes = pageSizes.stream().distinct().sorted().toList();
    aggregates = aggregates.stream().distinct().sorted().toList();
  }

  private List<Source> sources() {
    return Arrays.stream(Source.values())
        .filter(source -> nodes.of(cluster()).contains(source.nodes))
        .toList();
  }

  @Override
  public List<NodeVariant> variants() {
    return nodes.variants(cluster(), NodeVariant.LATE_DEADLINE.nativeTimeout());
  }

  @Override
  protected List<Cell> cells(String lane) {
    return Grid.of(lane)
        .by(READ_FROM, sources())
        .by(AGGREGATE, aggregates)
        .by(ROWS, List.of(rows(lane)))
        .by(PAGE_SIZE, pageSizes)
        .cells();
  }

  @Override
  protected List<Cell> cells(String lane, NodeVariant variant) {
    return cells(lane).stream()
        .filter(cell -> cell.get(READ_FROM).nodes == variant.nodes())
        .toList();
  }

  @Override
  protected boolean isTraced(Cell cell) {
    return cell.get(AGGREGATE).isTraced(cell.lane());
  }

  @Override
  protected Rounds.Question questions(StudyContext bench) {
    boolean isCluster = bench.variant().nodes() > 1;
    SinglyStored other = isCluster ? SinglyStored.load(bench, rows(bench.lane())) : null;
    return (cell, traced) -> {
      Source source = cell.get(READ_FROM);
      MeasuredAggregate aggregate = cell.get(AGGREGATE);
      int count = cell.get(ROWS);
      int size = cell.get(PAGE_SIZE);
      SimpleStatement statement =
          source == Source.OTHER_NODE
              ? other.query(aggregate, size)
              : bench
                  .query(aggregate, count, size)
                  .setNode(isCluster ? bench.nodes().get(0) : null)
                  .setConsistencyLevel(source.level);
      return bench.ask(
          statement.setTracing(traced), row -> aggregate.check(row, bench.column().first(count)));
    };
  }

  private int base() {
    return pageSizes.get(pageSizes.size() - 1);
  }

  /** Over the time with the largest page. */
  private double factor(Report report, Cell cell) {
    return report.factor(cell, cell.with(PAGE_SIZE, base()));
  }

  /** Over the time with the largest page, where both were published. */
  private double in2016(int size) {
    return in2016(size, base());
  }

  private static double in2016(int size, int base) {
    return SECONDS_IN_2016.getOrDefault(size, Double.NaN)
        / SECONDS_IN_2016.getOrDefault(base, Double.NaN);
  }

  private static Spread perRow(Report report, Cell cell) {
    return report.client(cell).times(MICROS / cell.get(ROWS));
  }

  @Override
  protected void write(Report report) {
    report.of(
        "Aggregation time against page size",
        "An aggregate over one partition reads it page by page inside the coordinator: the page size of the request says how many rows at a time, although only one row comes back. On throw-away nodes, the first one coordinates, or one that has no replica of the partition. Times of the client are those that the driver waited, the median of the runs; those of the server are of one more run, by the coordinator's own trace, beside the client's time of that same run: tracing writes several rows for each page, so that small pages look slower in it. %s Factors are the time over the time with the largest page, %,d, of the same lane, nodes and aggregate. Those of 2016 are of 10 million doubles in one partition of Cassandra 3.1: *Cassandra User Defined Aggregates in action: best practices and caveats* (D. Doan).",
        MeasuredAggregate.TRACED,
        base());
    report.answers();
    List<Report.Plot> plots = sources().stream().map(source -> plot(report, source)).toList();
    report.verdict(
        plots.get(0),
        costs(report),
        Numbers.in(
            "Drivers ask for pages of 5,000 rows unless told otherwise: that takes at most %s times the time of the largest page.",
            Percentiles.of(
                    report.cells(this::cells).stream()
                        .filter(cell -> cell.is(PAGE_SIZE, OF_DRIVERS))
                        .mapToDouble(cell -> factor(report, cell))
                        .toArray())
                .at(100)));
    report
        .section(
            "What a page costs",
            "A page, if the smallest and the fastest differ by their number only.",
            plots.subList(1, plots.size()))
        .by(Dimension.LANE)
        .text("read from", cell -> cell.get(READ_FROM))
        .by(AGGREGATE)
        .count("fastest page", cell -> cost(report, cell).fastestPage())
        .number("smallest page, times as long", cell -> cost(report, cell).factor())
        .number("µs a page", cell -> cost(report, cell).micros())
        .of(series(report));
    report
        .section("All times", "")
        .by(Dimension.LANE)
        .text("read from", cell -> cell.get(READ_FROM))
        .by(AGGREGATE)
        .count("rows", cell -> cell.get(ROWS))
        .count("page size", cell -> cell.get(PAGE_SIZE))
        .client("client s")
        .number("µs a row", cell -> perRow(report, cell).median())
        .number("factor", cell -> factor(report, cell))
        .number("2016", cell -> in2016(cell.get(PAGE_SIZE)))
        .traced()
        .failed()
        .of(report.cells(this::cells));
  }

  /** What has a line of its own. */
  private List<Cell> series(Report report) {
    return report.cells(this::cells).stream().filter(cell -> cell.is(PAGE_SIZE, base())).toList();
  }

  /** The same query with each page size. */
  private List<Cell> sizes(Cell cell) {
    return pageSizes.stream().map(size -> cell.with(PAGE_SIZE, size)).toList();
  }

  private PageCost cost(Report report, Cell cell) {
    return new PageCost(sizes(cell), report::median);
  }

  private Report.Plot plot(Report report, Source source) {
    List<Integer> published = pageSizes.stream().filter(size -> in2016(size) > 0).toList();
    LinePlot plot =
        LinePlot.logarithmic(
                "Time over that with pages of %s rows, %s".formatted(Numbers.count(base()), source),
                "page size (rows)",
                "relative time")
            .reference(
                "2016, Cassandra 3.1",
                published.stream().map(Integer::doubleValue).toList(),
                published.stream().map(this::in2016).toList(),
                true);
    for (Cell series : series(report)) {
      if (series.is(READ_FROM, source)) {
        double base = report.median(series);
        plot.line(
            series.lane() + ", " + series.get(AGGREGATE),
            Charts.colour(series.lane()),
            aggregates.indexOf(series.get(AGGREGATE)),
            sizes(series),
            cell -> cell.get(PAGE_SIZE),
            cell -> report.client(cell).times(1 / base));
      }
    }
    return plot.named(
        source.name().toLowerCase(Locale.ROOT).replace('_', '-'),
        "relative time against page size, by lane and aggregate, " + source);
  }

  /** What a page costs, of one aggregate: in each lane, or of each source in the last one. */
  private String costs(Report report) {
    MeasuredAggregate shown =
        aggregates.contains(MeasuredAggregate.MEAN) ? MeasuredAggregate.MEAN : aggregates.get(0);
    List<Cell> all = series(report).stream().filter(cell -> cell.is(AGGREGATE, shown)).toList();
    if (sources().size() == 1) {
      return report.said(
          "`%s` takes this long: ".formatted(shown),
          lane ->
              all.stream()
                  .filter(cell -> cell.lane().equals(lane))
                  .map(cell -> costs(cost(report, cell)))
                  .findFirst()
                  .orElseThrow());
    }
    String last = report.lanes().get(report.lanes().size() - 1);
    return "%s, `%s` with pages of %d rows over the fastest pages: %s."
        .formatted(
            last,
            shown,
            pageSizes.get(0),
            all.stream()
                .filter(cell -> cell.lane().equals(last))
                .map(
                    cell ->
                        Numbers.in(
                            "%s times (%s)", cost(report, cell).factor(), cell.get(READ_FROM)))
                .collect(Collectors.joining(", ")));
  }

  private String costs(PageCost cost) {
    double published = in2016(pageSizes.get(0), cost.fastestPage());
    return cost.said(published > 0 ? Numbers.in(" (2016: %s times)", published) : "");
  }
}
