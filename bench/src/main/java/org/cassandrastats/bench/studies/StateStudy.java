/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.studies;

import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BiFunction;
import org.cassandrastats.bench.report.GroupPlot;
import org.cassandrastats.bench.report.Numbers;
import org.cassandrastats.bench.report.Report;
import org.cassandrastats.bench.run.Attempt;
import org.cassandrastats.bench.run.Cell;
import org.cassandrastats.bench.run.Dimension;
import org.cassandrastats.bench.run.ExactPart;
import org.cassandrastats.bench.run.Grid;
import org.cassandrastats.bench.run.MeasuredAggregate;
import org.cassandrastats.bench.run.Rounds;
import org.cassandrastats.bench.study.RowCounts;
import org.cassandrastats.bench.study.Study;
import org.cassandrastats.bench.study.StudyDefaults;
import org.cassandrastats.bench.study.Workbench;
import org.cassandrastats.bench.target.Background;
import org.cassandrastats.bench.target.BenchKeyspace;
import org.cassandrastats.bench.target.BenchLane;
import org.cassandrastats.bench.target.NodeManagement;
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
      "  cassandra-stats bench state --rows 100000,3000000 --heap 1g",
    })
@StudyDefaults(lanes = BenchLane.UDF_THREADS_OFF, traced = true)
public final class StateStudy extends Study {
  private static final Dimension<Kind> STATE = new Dimension<>("state");
  private static final Dimension<Integer> ROWS = new Dimension<>("rows");

  private static final String HEAP = "heap_mib";
  private static final String COLLECTING = "garbage_collection_ms";
  private static final String OTHER_MEDIAN = "other_queries_median_ms";
  private static final String OTHER_NEARLY_ALL = "other_queries_p99_ms";
  private static final String OTHER_LONGEST = "other_queries_longest_ms";

  private static final double MIB = 1L << 20;
  private static final Duration NOTHING = Duration.ofSeconds(1);
  private static final Duration PAUSE = Duration.ofMillis(10);

  @Option(
      names = "--rows",
      split = ",",
      paramLabel = "N",
      defaultValue = "10000,100000,1000000",
      description = "Rows of a query. Default: ${DEFAULT-VALUE}.")
  private List<Integer> rows;

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
    if (options().wantsNative()) {
      throw refused(
          "--lane native has no user-defined functions, and so none that collects values: choose"
              + " udf-threads-on or udf-threads-off");
    }
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

  @Override
  protected Rounds.Question questions(Workbench bench) {
    createList(bench);
    return (cell, traced) -> ask(bench, cell, traced);
  }

  /** Makes the aggregate that many a blog post shows: it collects all values and sorts them. */
  private static void createList(Workbench bench) {
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
  private static Attempt ask(Workbench bench, Cell cell, boolean traced) {
    NodeManagement management = bench.management();
    management.collectGarbage();
    long heap = management.heapBytes();
    long collecting = management.collectionMillis();
    AtomicLong most = new AtomicLong();
    Background watch = Background.start("heap watch", () -> look(management, most));
    try (OtherUser other = new OtherUser(bench.target(), cell.get(ROWS))) {
      Attempt attempt = aggregate(bench, cell, traced);
      return attempt
          .with(HEAP, (Math.max(most.get(), management.heapBytes()) - heap) / MIB)
          .with(COLLECTING, (double) (management.collectionMillis() - collecting))
          .with(OTHER_MEDIAN, other.latencies().at(50))
          .with(OTHER_NEARLY_ALL, other.latencies().at(99))
          .with(OTHER_LONGEST, other.latencies().at(100));
    } finally {
      watch.close();
    }
  }

  /** Notes how many bytes of the heap are in use, if they are the most so far. */
  private static void look(NodeManagement management, AtomicLong most) {
    try {
      most.accumulateAndGet(management.heapBytes(), Math::max);
    } catch (UncheckedIOException nodeIsGone) {
      // What the user asks then fails, too, and says so.
    }
    LockSupport.parkNanos(PAUSE.toNanos());
  }

  private static Attempt aggregate(Workbench bench, Cell cell, boolean traced) {
    ExactPart exact = bench.column().first(cell.get(ROWS));
    return switch (cell.get(STATE)) {
      case NOTHING -> {
        LockSupport.parkNanos(NOTHING.toNanos());
        yield Attempt.exact(NOTHING.toMillis() / 1e3, null);
      }
      case MEAN -> bench.ask(MeasuredAggregate.MEAN, cell.get(ROWS), Workbench.PAGE_SIZE, traced);
      case TDIGEST ->
          bench.ask(MeasuredAggregate.TDIGEST, cell.get(ROWS), Workbench.PAGE_SIZE, traced);
      case LIST ->
          bench.ask(
              Workbench.statement(
                      "SELECT %s.bench_list(value) FROM %s WHERE sensor = 1 AND at < %d"
                          .formatted(bench.functions(), BenchKeyspace.TABLE, exact.count()),
                      Workbench.PAGE_SIZE)
                  .setTracing(traced),
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
        "Before each query the node collects all garbage. While it runs, the heap is looked at every 10 ms, and another user reads single rows, one after the other. Heap: the most that was in use at any look, garbage included, above what was before. \"No aggregation\" is that user alone for a second. Medians of the runs.");
    report.answers();
    int most = rows.get(rows.size() - 1);
    for (String lane : report.lanes()) {
      BiFunction<Kind, String, Double> number =
          (kind, name) -> report.median(cell(lane, kind, most), name);
      report.finding(
          "%s, %,d rows: the list takes %s MiB of heap and %s ms of collecting garbage, `tdigest` %s MiB and %s ms; 99 %% of the other queries took up to %s ms beside the list, %s ms beside `tdigest` and %s ms alone.",
          lane,
          most,
          number.apply(Kind.LIST, HEAP),
          number.apply(Kind.LIST, COLLECTING),
          number.apply(Kind.TDIGEST, HEAP),
          number.apply(Kind.TDIGEST, COLLECTING),
          number.apply(Kind.LIST, OTHER_NEARLY_ALL),
          number.apply(Kind.TDIGEST, OTHER_NEARLY_ALL),
          number.apply(Kind.NOTHING, OTHER_NEARLY_ALL));
    }
    report
        .section("Heap, garbage and other queries", "", report.each(lane -> plot(report, lane)))
        .by(Dimension.LANE)
        .count("rows", cell -> cell.get(ROWS))
        .by(STATE)
        .number("client s", report::median)
        .server("traced: server s")
        .median("heap MiB", HEAP)
        .median("collecting garbage ms", COLLECTING)
        .median("other queries: median ms", OTHER_MEDIAN)
        .median("99 %", OTHER_NEARLY_ALL)
        .median("longest", OTHER_LONGEST)
        .failed()
        .of(report.cells(this::cells));
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
          rows.stream().map(count -> report.number(cell(lane, kind, count), HEAP)).toList());
    }
    return plot.named("heap-" + lane, "heap in use by rows and state, " + lane);
  }
}
