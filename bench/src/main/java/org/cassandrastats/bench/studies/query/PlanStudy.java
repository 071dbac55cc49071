/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.studies.query;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import org.cassandrastats.bench.harness.ClusterStudy;
import org.cassandrastats.bench.harness.RowCounts;
import org.cassandrastats.bench.harness.StudyContext;
import org.cassandrastats.bench.harness.StudyDefaults;
import org.cassandrastats.bench.measure.Cell;
import org.cassandrastats.bench.measure.Dimension;
import org.cassandrastats.bench.measure.Grid;
import org.cassandrastats.bench.measure.MeasuredAggregate;
import org.cassandrastats.bench.measure.Percentiles;
import org.cassandrastats.bench.measure.Results;
import org.cassandrastats.bench.measure.Rounds;
import org.cassandrastats.bench.measure.Spread;
import org.cassandrastats.bench.nodes.BenchKeyspace;
import org.cassandrastats.bench.nodes.Deadlines;
import org.cassandrastats.bench.report.Charts;
import org.cassandrastats.bench.report.LinePlot;
import org.cassandrastats.bench.report.Numbers;
import org.cassandrastats.bench.report.Report;
import org.cassandrastats.client.internal.plan.QueryStrategy;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** What is predicted of queries over partitions of several sizes, and what they take. */
@Command(
    name = "plan",
    header = "What cassandra-stats plan predicts, and what queries then take.",
    description = {
      "Loads partitions of several sizes, has each planned, asks the query as it is and split as the"
          + " plan says, and holds rows and times that were predicted against those that were"
          + " measured.",
    },
    footer = {
      "  cassandra-stats bench plan",
      "  cassandra-stats bench plan --lane native --rows 100000,1000000,10000000",
      "  cassandra-stats bench plan --contact-point 10.0.0.1:9042 --output /tmp/bench",
    })
@StudyDefaults(runs = 3)
public final class PlanStudy extends ClusterStudy {
  static final Dimension<MeasuredAggregate> AGGREGATE = new Dimension<>("aggregate");
  static final Dimension<Integer> ROWS = new Dimension<>("rows");
  static final Dimension<Step> STEP = new Dimension<>("step");

  private static final List<Step> QUERIES = List.of(Step.ONE_QUERY, Step.SPLIT);

  @Option(
      names = "--rows",
      split = ",",
      paramLabel = "N",
      defaultValue = "10000,30000,100000,300000,1000000",
      description = "Rows of the partitions. Default: ${DEFAULT-VALUE}.")
  private List<Integer> rows;

  @Option(
      names = "--max-rows-udf-threads-on",
      paramLabel = "N",
      description =
          "The largest of them where user-defined functions run in threads of their own, which costs"
              + " some 25 microseconds for each row. Default: a tenth of the largest.")
  private Integer mostOfThreads;

  @Option(
      names = "--aggregates",
      split = ",",
      paramLabel = "A",
      defaultValue = "mean,tdigest",
      description = "What is asked: ${COMPLETION-CANDIDATES}. Default: ${DEFAULT-VALUE}.")
  private List<MeasuredAggregate> aggregates;

  /** What is done with a partition. */
  enum Step {
    /** Has the query planned. */
    PLAN("plan"),
    /** Asks it as it is. */
    ONE_QUERY("one query"),
    /** Asks it split, as the plan says. */
    SPLIT("split");

    private final String label;

    Step(String label) {
      this.label = label;
    }

    @Override
    public String toString() {
      return label;
    }
  }

  @Override
  protected void check() {
    rows.forEach(count -> options().require("--rows", count, 1, RowCounts.LARGEST));
    rows = rows.stream().distinct().sorted().toList();
    if (mostOfThreads != null) {
      options()
          .require(
              "--max-rows-udf-threads-on", mostOfThreads, rows.get(0), rows.get(rows.size() - 1));
    }
    aggregates = aggregates.stream().distinct().sorted().toList();
  }

  /** The largest partition of each lane. */
  private RowCounts most() {
    return new RowCounts(rows.get(rows.size() - 1), mostOfThreads);
  }

  @Override
  public int rows(String lane) {
    List<Integer> sizes = sizes(lane);
    return sizes.get(sizes.size() - 1);
  }

  /** The sizes of the partitions in a lane; the smallest is always among them. */
  List<Integer> sizes(String lane) {
    List<Integer> sizes = rows.stream().filter(size -> size <= most().of(lane)).toList();
    return sizes.isEmpty() ? rows.subList(0, 1) : sizes;
  }

  @Override
  protected List<Cell> cells(String lane) {
    return Grid.of(lane)
        .by(AGGREGATE, aggregates)
        .by(ROWS, sizes(lane))
        .by(STEP, Step.values())
        .cells();
  }

  /** The partitions of a lane, for each aggregate. */
  private List<Cell> planned(String lane) {
    return cells(lane).stream().filter(cell -> cell.is(STEP, Step.PLAN)).toList();
  }

  /** The largest is the partition that is loaded first. */
  private int sensor(String lane, int size) {
    return size == rows(lane) ? 1 : sizes(lane).indexOf(size) + 2;
  }

  @Override
  public void load(StudyContext bench) {
    super.load(bench);
    for (int size : sizes(bench.lane())) {
      if (size < rows(bench.lane())) {
        bench.load(BenchKeyspace.TABLE, bench.column(), size, sensor(bench.lane(), size), 1);
      }
    }
    bench.target().flushAndCompact();
  }

  @Override
  protected Rounds.Question questions(StudyContext bench) {
    Map<Cell, PlannedQuery> queries = new HashMap<>();
    for (Cell cell : planned(bench.lane())) {
      int size = cell.get(ROWS);
      queries.put(
          cell,
          new PlannedQuery(
              bench, cell.get(AGGREGATE), sensor(bench.lane(), size), bench.column().first(size)));
    }
    return (cell, traced) -> {
      PlannedQuery query = queries.get(cell.with(STEP, Step.PLAN));
      return switch (cell.get(STEP)) {
        case PLAN -> query.plan();
        case ONE_QUERY -> query.askOnce();
        case SPLIT -> query.askSplit();
      };
    };
  }

  /** The median of a number of the plans for a partition; NaN where none has it. */
  private static double plan(Report report, Cell cell, String number) {
    return report.median(cell.with(STEP, Step.PLAN), number);
  }

  /** What a plan calls the time of a query. */
  private static String predicted(Cell cell) {
    return cell.is(STEP, Step.SPLIT) ? PlannedQuery.SPLIT : PlannedQuery.ONE_QUERY;
  }

  private static double seconds(Report report, Cell cell) {
    return plan(report, cell, predicted(cell));
  }

  /** Measured over predicted. */
  private static double ratio(Report report, Cell cell) {
    return report.median(cell) / seconds(report, cell);
  }

  private static double rowRatio(Report report, Cell cell) {
    return plan(report, cell, PlannedQuery.ROWS) / cell.get(ROWS);
  }

  /** What most of the plans recommend. */
  private static String way(Report report, Cell cell) {
    return QueryStrategy.ofNumber(Math.rint(plan(report, cell, PlannedQuery.WAY)))
        .map(QueryStrategy::toString)
        .orElse("-");
  }

  @Override
  protected void write(Report report) {
    report.of(
        "Plans: predicted and measured",
        "Each partition was planned by `cassandra-stats plan`, which does not know its size, and then asked as it is and split with the settings of the plan. Medians of the runs. The plans were made for the default deadlines (%d s for a partition); those of throw-away nodes are an hour, so that what would have missed them is measured, too.",
        Deadlines.DEFAULT.effective().toSeconds());
    // The queries only: a plan has no exact answer.
    report.answers(
        new Results(
            report.runs().stream()
                .filter(run -> !run.cell().get(STEP.name()).equals(Step.PLAN.toString()))
                .toList()));
    report.verdict(
        plot(report),
        report.said(
            "Over what was predicted, the measured time is: ",
            lane -> predicted(report, planned(lane))),
        report.said(lane -> recommended(report, planned(lane))));
    report
        .section("Rows", "")
        .by(Dimension.LANE, AGGREGATE)
        .count("rows", cell -> cell.get(ROWS))
        .right("predicted rows", cell -> bracketed(report, cell, PlannedQuery.ROWS, 0))
        .number("predicted / rows", cell -> rowRatio(report, cell))
        .number("plan takes s", report::median)
        .text("recommended", cell -> way(report, cell))
        .failed()
        .of(report.cells(this::planned));
    report
        .section(
            "Times",
            "Predicted: the likely time, and in brackets the limits that the plan gives. Ratio: measured / predicted.")
        .by(Dimension.LANE, AGGREGATE)
        .count("rows", cell -> cell.get(ROWS))
        .text("way", cell -> cell.get(STEP))
        .right("predicted s", cell -> bracketed(report, cell, predicted(cell), 2))
        .client("client s")
        .number("ratio", cell -> ratio(report, cell))
        .failed()
        .of(report.cells(this::cells).stream().filter(cell -> !cell.is(STEP, Step.PLAN)).toList());
  }

  private static String bracketed(Report report, Cell cell, String name, int decimals) {
    double likely = plan(report, cell, name);
    double low = plan(report, cell, name + PlannedQuery.LOW);
    double high = plan(report, cell, name + PlannedQuery.HIGH);
    if (Double.isNaN(likely)) {
      return Numbers.rounded(likely);
    }
    String form = "%,." + decimals + "f";
    String text = String.format(Locale.ROOT, form, likely);
    return low == high
        ? text
        : text + " (" + String.format(Locale.ROOT, form + " to " + form, low, high) + ")";
  }

  private Report.Plot plot(Report report) {
    LinePlot plot =
        LinePlot.logarithmic(
            "Time that a plan predicts, against the measured one", "measured (s)", "predicted (s)");
    List<Double> all = new ArrayList<>();
    for (String lane : report.lanes()) {
      for (Step step : QUERIES) {
        List<Cell> known =
            planned(lane).stream()
                .map(cell -> cell.with(STEP, step))
                .filter(cell -> Double.isFinite(ratio(report, cell)))
                .filter(cell -> seconds(report, cell) > 0)
                .sorted(Comparator.comparingDouble(report::median))
                .toList();
        known.forEach(cell -> all.add(report.median(cell)));
        plot.line(
            lane + ", " + step,
            Charts.colour(lane),
            step == Step.SPLIT ? 1 : 0,
            known,
            report::median,
            cell -> Spread.exactly(seconds(report, cell)));
      }
    }
    if (!all.isEmpty()) {
      List<Double> ends = List.of(Collections.min(all), Collections.max(all));
      plot.reference("as predicted", ends, ends, false);
    }
    return plot.named("predictions", "predicted seconds against measured ones");
  }

  private static String predicted(Report report, List<Cell> cells) {
    Percentiles single = finite(cells, cell -> ratio(report, cell.with(STEP, Step.ONE_QUERY)));
    Percentiles split = finite(cells, cell -> ratio(report, cell.with(STEP, Step.SPLIT)));
    return Numbers.in(
        "%s times of one query (%s), %s times of a split one (%s)",
        single.at(50), limits(single), split.at(50), limits(split));
  }

  private static Percentiles finite(List<Cell> cells, ToDoubleFunction<Cell> value) {
    return Percentiles.of(cells.stream().mapToDouble(value).filter(Double::isFinite).toArray());
  }

  private static String limits(Percentiles values) {
    return values.isKnown() ? Numbers.in("%s to %s", values.at(0), values.at(100)) : "-";
  }

  private static String recommended(Report report, List<Cell> cells) {
    double deadline = Deadlines.DEFAULT.effective().toSeconds();
    Map<Boolean, List<Cell>> byOne =
        cells.stream()
            .collect(
                Collectors.partitioningBy(
                    cell -> way(report, cell).equals(QueryStrategy.ONE_QUERY.toString()),
                    Collectors.mapping(
                        cell -> cell.with(STEP, Step.ONE_QUERY), Collectors.toList())));
    List<Cell> one = byOne.get(true);
    List<Cell> others = byOne.get(false);
    return Numbers.in(
        "%d of %d partitions were to be asked by one query, and %d of these took less than the deadline of %s s; of the %d others, %d took longer",
        one.size(),
        cells.size(),
        one.stream().filter(cell -> report.median(cell) < deadline).count(),
        Numbers.whole(deadline),
        others.size(),
        others.stream().filter(cell -> report.median(cell) >= deadline).count());
  }
}
