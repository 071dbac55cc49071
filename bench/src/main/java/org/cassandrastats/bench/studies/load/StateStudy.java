/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.studies.load;

import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BiFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.cassandrastats.bench.harness.RowCounts;
import org.cassandrastats.bench.harness.Study;
import org.cassandrastats.bench.harness.StudyContext;
import org.cassandrastats.bench.harness.StudyDefaults;
import org.cassandrastats.bench.measure.Attempt;
import org.cassandrastats.bench.measure.Cell;
import org.cassandrastats.bench.measure.Dimension;
import org.cassandrastats.bench.measure.ExactPart;
import org.cassandrastats.bench.measure.Grid;
import org.cassandrastats.bench.measure.InFlight;
import org.cassandrastats.bench.measure.MeasuredAggregate;
import org.cassandrastats.bench.measure.RunLog;
import org.cassandrastats.bench.nodes.BenchKeyspace;
import org.cassandrastats.bench.nodes.BenchLane;
import org.cassandrastats.bench.nodes.HeapWatch;
import org.cassandrastats.bench.nodes.NodeVariant;
import org.cassandrastats.bench.report.Charts;
import org.cassandrastats.bench.report.GroupPlot;
import org.cassandrastats.bench.report.LinePlot;
import org.cassandrastats.bench.report.Numbers;
import org.cassandrastats.bench.report.Report;
import org.cassandrastats.bench.report.ReportColumns;
import org.cassandrastats.cli.console.UserError;
import org.cassandrastats.localcluster.node.ExitGuard;
import org.cassandrastats.localcluster.node.LocalNodeException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** What an aggregation costs a node, by the state that it keeps. */
@Command(
    name = "state",
    header = "Bounded state against a list: heap and other queries.",
    description = {
      "Compares aggregates of bounded state with one that collects the values in a list: heap of the"
          + " node, time spent on collecting garbage, and how long other queries take meanwhile.",
      "On throw-away nodes only, because the list may bring a node down; in the lane udf-threads-off"
          + " unless --lane says otherwise.",
    },
    footer = {
      "  cassandra-stats bench state",
      "  cassandra-stats bench state --rows 100000,3000000 --heap 512m --at-once 4",
    })
@StudyDefaults(lanes = BenchLane.UDF_THREADS_OFF)
public final class StateStudy extends Study {
  private static final Dimension<Kind> STATE = new Dimension<>("state");
  private static final Dimension<Integer> POINT = new Dimension<>("point");
  private static final Dimension<Integer> ROWS = new Dimension<>("rows");

  private static final String OTHER_MEDIAN = "other_queries_median_ms";
  private static final String OTHER_NEARLY_ALL = "other_queries_p99_ms";
  private static final String NODE_ENDED = "NodeEnded";

  /** Unlike all runs of rounds, so that those do not take it for one of theirs. */
  private static final int NODE_ENDED_RUN = 1000;

  private static final String OTHER_LONGEST = "other_queries_longest_ms";

  private static final int MOST_AT_ONCE = 64;
  private static final Duration NOTHING = Duration.ofSeconds(1);

  @Option(
      names = "--rows",
      split = ",",
      paramLabel = "N",
      defaultValue = "10000,100000,1000000",
      description = "Rows of a query. Default: ${DEFAULT-VALUE}.")
  private List<Integer> rows;

  @Option(
      names = "--at-once",
      paramLabel = "N",
      description = "The same query so many times at the same time. Default: 1.")
  private Integer atOnce;

  /** What a node keeps while it aggregates. */
  private enum Kind {
    NOTHING("no aggregation"),
    MEAN("mean: 64 bytes or so"),
    TDIGEST("tdigest: a few KiB"),
    LIST("list of all values");

    private final String label;

    Kind(String label) {
      this.label = label;
    }

    @Override
    public String toString() {
      return label;
    }
  }

  @Override
  protected void check() {
    options().refuseContainers("it looks into the heap of the node while it runs");
    rows.forEach(count -> options().require("--rows", count, 1, RowCounts.LARGEST));
    rows = rows.stream().distinct().sorted().toList();
    options().require("--at-once", atOnce(), 1, MOST_AT_ONCE);
    if (options().wantsNative()) {
      throw refused(
          "--lane native has no user-defined functions, and so none that collects values: choose"
              + " udf-threads-on or udf-threads-off");
    }
  }

  private int atOnce() {
    return atOnce == null ? 1 : atOnce;
  }

  @Override
  protected List<Cell> cells(String lane) {
    return Grid.of(lane).by(ROWS, rows).by(STATE, Kind.values()).cells().stream()
        .map(cell -> cell(lane, cell.get(STATE), cell.get(ROWS)))
        .toList();
  }

  private static Cell cell(String lane, Kind kind, int rows) {
    return Cell.of(lane).with(STATE, kind).with(ROWS, rows);
  }

  /**
   * Lists come behind all others, and the longest of them last: it may end the node, which is a
   * result, too.
   */
  @Override
  public void measure(StudyContext bench) {
    createList(bench);
    List<Cell> all = cells(bench.lane());
    bench.measure(
        "Measuring",
        all.stream().filter(cell -> !cell.is(STATE, Kind.LIST)).toList(),
        false,
        (cell, traced) -> ask(bench, cell));
    AtomicReference<Cell> last = new AtomicReference<>();
    try {
      for (int count : rows) {
        bench.measure(
            "Measuring lists",
            List.of(cell(bench.lane(), Kind.LIST, count)),
            false,
            (cell, traced) -> {
              last.set(cell);
              return ask(bench, cell);
            });
      }
    } catch (UserError | LocalNodeException problem) {
      boolean nodeEnded = last.get() != null && !bench.management().node().process().isAlive();
      // Where this program is ended, its nodes are, too.
      if (!nodeEnded || ExitGuard.isEnding()) {
        throw problem;
      }
      bench.console().say("The node has ended beside the list.");
      bench.note(last.get(), NODE_ENDED_RUN, Attempt.failed(0, NODE_ENDED, problem.getMessage()));
    }
  }

  /** Where the node has ended, nothing more can be measured in the lane. */
  @Override
  public boolean isComplete(String lane, NodeVariant variant, RunLog log) {
    return super.isComplete(lane, variant, log)
        || cells(lane).stream().anyMatch(cell -> log.has(cell, NODE_ENDED_RUN));
  }

  /** Makes the aggregate that many a blog post shows: it collects all values and sorts them. */
  private static void createList(StudyContext bench) {
    for (String cql :
        List.of(
            "CREATE OR REPLACE FUNCTION %1$s.bench_collect (state list<double>, value double)"
                + " RETURNS NULL ON NULL INPUT RETURNS list<double> LANGUAGE java AS"
                + " 'state.add(value); return state;'",
            "CREATE OR REPLACE FUNCTION %1$s.bench_upper_median (state list<double>) RETURNS NULL"
                + " ON NULL INPUT RETURNS double LANGUAGE java AS"
                + " 'java.util.Collections.sort(state);"
                + " return (double) (Double) state.get(state.size() / 2);'",
            "CREATE OR REPLACE AGGREGATE %1$s.bench_list (double) SFUNC bench_collect STYPE"
                + " list<double> FINALFUNC bench_upper_median INITCOND []")) {
      bench
          .session()
          .execute(
              SimpleStatement.newInstance(cql.formatted(bench.functions()))
                  .setTimeout(Duration.ofMinutes(1)));
    }
  }

  /** Asks while another user reads single rows, and watches the node's heap. */
  private Attempt ask(StudyContext bench, Cell cell) {
    // Several threads are to find what is known of these rows, and none to work it out.
    bench.column().first(cell.get(ROWS)).mean();
    try (HeapWatch watch = HeapWatch.start(bench.management());
        ForegroundLoad other = new ForegroundLoad(bench.target(), cell.get(ROWS))) {
      Attempt attempt =
          InFlight.all(
                  Collections.<Callable<Attempt>>nCopies(
                      cell.is(STATE, Kind.NOTHING) ? 1 : atOnce(), () -> aggregate(bench, cell)))
              .stream()
              .max(
                  Comparator.<Attempt, Boolean>comparing(each -> !each.isExact())
                      .thenComparing(Attempt::seconds))
              .orElseThrow();
      return attempt
          .with(watch.numbers())
          .with(OTHER_MEDIAN, other.latencies().at(50))
          .with(OTHER_NEARLY_ALL, other.latencies().at(99))
          .with(OTHER_LONGEST, other.latencies().at(100));
    }
  }

  private static Attempt aggregate(StudyContext bench, Cell cell) {
    ExactPart exact = bench.column().first(cell.get(ROWS));
    return switch (cell.get(STATE)) {
      case NOTHING -> {
        LockSupport.parkNanos(NOTHING.toNanos());
        yield Attempt.exact(NOTHING.toMillis() / 1e3, null);
      }
      case MEAN -> bench.ask(MeasuredAggregate.MEAN, cell.get(ROWS), StudyContext.PAGE_SIZE, false);
      case TDIGEST ->
          bench.ask(MeasuredAggregate.TDIGEST, cell.get(ROWS), StudyContext.PAGE_SIZE, false);
      case LIST ->
          bench.ask(
              StudyContext.statement(
                  "SELECT %s.bench_list(value) FROM %s WHERE sensor = 1 AND at < %d"
                      .formatted(bench.functions(), BenchKeyspace.TABLE, exact.count()),
                  StudyContext.PAGE_SIZE),
              row -> checkMedian(row, exact));
    };
  }

  private static Optional<String> checkMedian(Row row, ExactPart exact) {
    double expected = exact.sorted(exact.count() / 2);
    return row.getDouble(0) == expected
        ? Optional.empty()
        : Optional.of("the median is %s instead of %s".formatted(row.getDouble(0), expected));
  }

  @Override
  protected void write(Report report) {
    report.of(
        "Bounded state against a list of all values",
        "Before each query the node collects all garbage. While it runs, the heap is looked at every 10 ms, and another user reads single rows, one after the other. Heap: the most that was in use at any look, garbage included, above what was before. \"No aggregation\" is that user alone for a second. Medians of the runs.%s",
        atOnce() == 1
            ? ""
            : Numbers.in(
                " Each query is sent %d times at the same time; times are those of the last answer.",
                atOnce()));
    report.answers();
    List<Cell> all = report.cells(this::cells);
    List<Report.Plot> plots = new ArrayList<>(report.each(lane -> plot(report, lane)));
    String ended =
        all.stream()
            .filter(cell -> report.failures(cell).contains(NODE_ENDED))
            .map(cell -> Numbers.in("%s, %,d rows", cell.lane(), cell.get(ROWS)))
            .collect(Collectors.joining("; "));
    report.verdict(
        plots.remove(0),
        report.said(lane -> compare(report, lane)),
        ended.isEmpty()
            ? "The node outlived every list."
            : "**The node ended beside the list**: %s.".formatted(ended));
    boolean hasPauses =
        all.stream().anyMatch(cell -> report.number(cell, HeapWatch.LONGEST_PAUSE).isKnown());
    if (hasPauses) {
      plots.addAll(report.each(lane -> overTime(report, lane)));
    }
    ReportColumns columns =
        report
            .section("Heap, garbage and other queries", "", plots)
            .by(Dimension.LANE)
            .count("rows", cell -> cell.get(ROWS))
            .by(STATE)
            .number("client s", report::median);
    columns
        .median("heap MiB", HeapWatch.HEAP)
        .median("collecting garbage ms", HeapWatch.COLLECTING);
    if (hasPauses) {
      columns
          .median("longest pause ms", HeapWatch.LONGEST_PAUSE)
          .number("old generation, most MiB", cell -> mostOld(report, cell));
    }
    columns
        .median("other queries: median ms", OTHER_MEDIAN)
        .median("99 %", OTHER_NEARLY_ALL)
        .median("longest", OTHER_LONGEST)
        .failed()
        .of(all);
  }

  /** The list beside the digest, over as many rows as both have answered. */
  private String compare(Report report, String lane) {
    OptionalInt most =
        rows.stream()
            .filter(count -> report.client(cell(lane, Kind.LIST, count)).isKnown())
            .mapToInt(Integer::intValue)
            .max();
    if (most.isEmpty()) {
      Cell digest = cell(lane, Kind.TDIGEST, rows.get(rows.size() - 1));
      return Numbers.in(
          "over %,d rows `tdigest` takes %s MiB of heap, and 99 %% of the other queries up to %s ms",
          digest.get(ROWS),
          report.median(digest, HeapWatch.HEAP),
          report.median(digest, OTHER_NEARLY_ALL));
    }
    BiFunction<Kind, String, Double> number =
        (kind, name) -> report.median(cell(lane, kind, most.getAsInt()), name);
    return Numbers.in(
        "over %,d rows the list takes %s MiB of heap and %s ms of collecting garbage, `tdigest` %s MiB and %s ms; 99 %% of the other queries took up to %s ms beside the list, %s ms beside `tdigest` and %s ms alone",
        most.getAsInt(),
        number.apply(Kind.LIST, HeapWatch.HEAP),
        number.apply(Kind.LIST, HeapWatch.COLLECTING),
        number.apply(Kind.TDIGEST, HeapWatch.HEAP),
        number.apply(Kind.TDIGEST, HeapWatch.COLLECTING),
        number.apply(Kind.LIST, OTHER_NEARLY_ALL),
        number.apply(Kind.TDIGEST, OTHER_NEARLY_ALL),
        number.apply(Kind.NOTHING, OTHER_NEARLY_ALL));
  }

  private static double mostOld(Report report, Cell cell) {
    return IntStream.range(0, HeapWatch.POINTS)
        .mapToDouble(point -> report.median(cell, HeapWatch.old(point)))
        .max()
        .orElse(Double.NaN);
  }

  /** The old generation while the largest queries run. */
  private Report.Plot overTime(Report report, String lane) {
    int most = rows.get(rows.size() - 1);
    LinePlot plot =
        LinePlot.linear(
            Numbers.in("Old generation while %,d rows are aggregated, %s", most, lane),
            "time of the query (%)",
            "old generation (MiB)");
    plot.limit("largest heap", options().heapMebibytes());
    List<Kind> kinds = List.of(Kind.MEAN, Kind.TDIGEST, Kind.LIST);
    for (Kind kind : kinds) {
      plot.line(
          kind.toString(),
          Charts.colour(kinds.indexOf(kind)),
          kinds.indexOf(kind),
          IntStream.range(0, HeapWatch.POINTS)
              .mapToObj(point -> cell(lane, kind, most).with(POINT, point))
              .toList(),
          cell -> 100.0 * cell.get(POINT) / (HeapWatch.POINTS - 1),
          cell -> report.number(cell(lane, kind, most), HeapWatch.old(cell.get(POINT))));
    }
    return plot.named(
        "old-" + lane, "the old generation over the time of a query, by state, " + lane);
  }

  private Report.Plot plot(Report report, String lane) {
    GroupPlot plot =
        new GroupPlot(
            "Heap that an aggregation takes, by rows and state, " + lane,
            "rows",
            "heap (MiB)",
            rows.stream().map(Numbers::count).toList());
    for (Kind kind : List.of(Kind.MEAN, Kind.TDIGEST, Kind.LIST)) {
      plot.series(
          kind.toString(),
          rows.stream()
              .map(count -> report.number(cell(lane, kind, count), HeapWatch.HEAP))
              .toList());
    }
    return plot.named("heap-" + lane, "heap in use by rows and state, " + lane);
  }
}
