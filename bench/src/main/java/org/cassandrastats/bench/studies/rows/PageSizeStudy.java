/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.studies.rows;

import java.util.List;
import java.util.Map;
import org.cassandrastats.bench.harness.ClusterStudy;
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
import org.cassandrastats.bench.report.Charts;
import org.cassandrastats.bench.report.LinePlot;
import org.cassandrastats.bench.report.Numbers;
import org.cassandrastats.bench.report.PageCost;
import org.cassandrastats.bench.report.Report;
import org.cassandrastats.bench.report.ReportColumns;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The time of an aggregate against the page size of the request. */
@Command(
    name = "page-size",
    header = "Time against page size, beside the figures of 2016.",
    description = {
      "Times aggregates over one partition against the page size of the request, in each lane, beside"
          + " the figures of 2016.",
      "Takes about 15 minutes with all lanes and the default sizes.",
    },
    footer = {
      "  cassandra-stats bench page-size",
      "  cassandra-stats bench page-size --rows 1000000 --lane native --runs 9",
      "  cassandra-stats bench page-size --contact-point 10.0.0.1:9042 --rows 100000 --output /tmp/bench",
    })
@StudyDefaults(traced = true)
public final class PageSizeStudy extends ClusterStudy {
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

  @Override
  protected void check() {
    pageSizes.forEach(size -> options().require("--page-sizes", size, 1, LARGEST_PAGE));
    pageSizes = pageSizes.stream().distinct().sorted().toList();
    aggregates = aggregates.stream().distinct().sorted().toList();
  }

  @Override
  protected List<Cell> cells(String lane) {
    return Grid.of(lane)
        .by(AGGREGATE, aggregates)
        .by(ROWS, List.of(rows(lane)))
        .by(PAGE_SIZE, pageSizes)
        .cells();
  }

  @Override
  protected Rounds.Question questions(StudyContext bench) {
    return (cell, traced) ->
        bench.ask(cell.get(AGGREGATE), cell.get(ROWS), cell.get(PAGE_SIZE), traced);
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
        "An aggregate over one partition reads it page by page inside the coordinator: the page size of the request says how many rows at a time, although only one row comes back. Times of the client are those that the driver waited, the median of the runs; those of the server are of one more run, by the coordinator's own trace, beside the client's time of that same run: tracing writes several rows for each page, so that small pages look slower in it. Factors are the time over the time with the largest page, %,d, of the same lane and aggregate. Those of 2016 are of 10 million doubles in one partition of Cassandra 3.1.",
        base());
    report.answers();
    report.verdict(
        relativePlot(report),
        costs(report),
        Numbers.in(
            "Drivers ask for pages of 5,000 rows unless told otherwise: that takes at most %s times the time of the largest page.",
            Percentiles.of(
                    report.cells(this::cells).stream()
                        .filter(cell -> cell.is(PAGE_SIZE, OF_DRIVERS))
                        .mapToDouble(cell -> factor(report, cell))
                        .toArray())
                .at(100)));
    ReportColumns factors =
        report
            .section(
                "Relative to the largest page",
                "Lower is better; 1 is the time with the largest page.")
            .count("page size", cell -> cell.get(PAGE_SIZE));
    for (Cell series : series(report)) {
      factors.number(
          series.lane() + " " + series.get(AGGREGATE),
          cell -> factor(report, series.with(PAGE_SIZE, cell.get(PAGE_SIZE))));
    }
    factors
        .number("2016", cell -> in2016(cell.get(PAGE_SIZE)))
        .of(Grid.of("").by(PAGE_SIZE, pageSizes).cells());
    report
        .section("All times", "")
        .by(Dimension.LANE, AGGREGATE)
        .count("rows", cell -> cell.get(ROWS))
        .count("page size", cell -> cell.get(PAGE_SIZE))
        .client("client s")
        .number("µs a row", cell -> perRow(report, cell).median())
        .traced()
        .failed()
        .of(report.cells(this::cells));
  }

  /** What has a line of its own. */
  private List<Cell> series(Report report) {
    return report.cells(this::cells).stream().filter(cell -> cell.is(PAGE_SIZE, base())).toList();
  }

  private Report.Plot relativePlot(Report report) {
    List<Integer> published = pageSizes.stream().filter(size -> in2016(size) > 0).toList();
    LinePlot plot =
        LinePlot.logarithmic(
                "Time of an aggregation over that with pages of %s rows"
                    .formatted(Numbers.count(base())),
                "page size (rows)",
                "relative time")
            .reference(
                "2016, Cassandra 3.1",
                published.stream().map(Integer::doubleValue).toList(),
                published.stream().map(this::in2016).toList(),
                true);
    for (Cell series : series(report)) {
      double base = report.median(series);
      plot.line(
          series.lane() + ", " + series.get(AGGREGATE),
          Charts.colour(series.lane()),
          aggregates.indexOf(series.get(AGGREGATE)),
          pageSizes.stream().map(size -> series.with(PAGE_SIZE, size)).toList(),
          cell -> cell.get(PAGE_SIZE),
          cell -> report.client(cell).times(1 / base));
    }
    return plot.named("relative-time", "relative time against page size, by lane and aggregate");
  }

  /** What a page costs, of one aggregate. */
  private String costs(Report report) {
    MeasuredAggregate shown =
        aggregates.contains(MeasuredAggregate.MEAN) ? MeasuredAggregate.MEAN : aggregates.get(0);
    return report.said(
        "`%s` takes this long: ".formatted(shown),
        lane -> {
          PageCost cost =
              new PageCost(
                  cells(lane).stream().filter(cell -> cell.is(AGGREGATE, shown)).toList(),
                  report::median);
          double published = in2016(pageSizes.get(0), cost.fastestPage());
          return cost.said(published > 0 ? Numbers.in(" (2016: %s times)", published) : "");
        });
  }
}
