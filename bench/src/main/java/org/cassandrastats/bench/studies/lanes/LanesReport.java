/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.studies.lanes;

import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;
import java.util.function.ToIntFunction;
import java.util.function.UnaryOperator;
import org.cassandrastats.bench.measure.Attempt;
import org.cassandrastats.bench.measure.Cell;
import org.cassandrastats.bench.measure.Dimension;
import org.cassandrastats.bench.measure.Grid;
import org.cassandrastats.bench.measure.Percentiles;
import org.cassandrastats.bench.measure.Spread;
import org.cassandrastats.bench.nodes.BenchLane;
import org.cassandrastats.bench.report.GroupPlot;
import org.cassandrastats.bench.report.Numbers;
import org.cassandrastats.bench.report.Report;
import org.cassandrastats.bench.report.ReportColumns;

/** What the study of lanes says: ratios to the built-in average, the heap, and rows by JMH. */
final class LanesReport {
  static final Dimension<String> PART = new Dimension<>("part");
  static final Dimension<String> QUERY = new Dimension<>("query");
  static final Dimension<String> GROUPS = new Dimension<>("groups");

  static final String LIMITS = "limits";
  static final String GROUPED = "groups";
  static final String ALL = "all";
  static final String HEAP = "heap";
  static final String JMH = "jmh";

  /** What can be asked for. */
  static final List<String> PARTS = List.of(LIMITS, GROUPED, ALL, HEAP);

  /** The lane of Cassandra's own aggregates, by JMH. */
  static final String BUILT_IN = "built-in";

  static final String AVERAGE = "avg_seconds";
  static final String QUERIES = "queries";
  static final String COLLECTIONS = "collections";
  static final String IDLE_MEGABYTES = "idle_megabytes";
  static final String MEDIAN_MEGABYTES = "median_megabytes";
  static final String LARGEST_MEGABYTES = "largest_megabytes";
  static final String ALLOCATED_BYTES = "allocated_bytes_a_group";
  static final String NANOSECONDS = "nanoseconds_a_row";
  static final String ROW_BYTES = "bytes_a_row";

  private final Report report;
  private final List<String> lanes;
  private final String first;
  private final ToIntFunction<String> rows;
  private final ToIntFunction<String> groups;

  /**
   * What is added to a report, whose first lane is held to the limits.
   *
   * @param rows of a lane
   * @param groups of a lane
   */
  LanesReport(Report report, ToIntFunction<String> rows, ToIntFunction<String> groups) {
    this.report = report;
    this.lanes = report.lanes();
    this.first = lanes.get(0);
    this.rows = rows;
    this.groups = groups;
  }

  /** What was measured in a lane, of some parts. */
  private List<Cell> cells(String lane, String... parts) {
    return report.cells().stream()
        .filter(cell -> cell.lane().equals(lane) && List.of(parts).contains(cell.get(PART)))
        .toList();
  }

  private List<Cell> inAllLanes(String... parts) {
    return report.cells(lane -> cells(lane, parts));
  }

  private Percentiles of(Cell cell, ToDoubleFunction<Attempt> number) {
    return Percentiles.of(
        report.timed(cell).stream().filter(Attempt::isExact).mapToDouble(number).toArray());
  }

  private Percentiles ratios(Cell cell) {
    return of(cell, attempt -> attempt.seconds() / attempt.numbers().get(AVERAGE));
  }

  private Spread ratio(Cell cell) {
    return Spread.of(ratios(cell));
  }

  private static String query(Cell cell) {
    return "`" + cell.get(QUERY) + "`" + (cell.is(PART, GROUPED) ? " GROUP BY" : "");
  }

  void write() {
    report.of(
        "Lanes: native functions and user-defined ones, against the built-in avg()",
        "Rows `(sensor int, at bigint, value double)` in one partition, flushed and compacted, default page size, a heap that is as large as it may be from the start, deadlines raised to one hour. Every lane has a node of its own, as an operator would run it: a node with both kinds of functions would compile Cassandra's code for both. Every lane reads as Cassandra does, so that functions are compared: what reading directly saves is in [direct](direct.md). Each query's time is divided by that of `SELECT avg(value)` over the same rows, run beside it in turns; the tables show the median of these ratios. What JMH says is measured by itself and added by `--jmh`: `./mvnw -q -B -Plane-jmh -pl bench/lanes -am -DskipTests package -Dlane-jmh.args=\"--output FILE\"`.");
    List<Cell> limited = cells(first, LIMITS, GROUPED);
    List<Cell> all = cells(first, ALL);
    report.verdict(
        limited.isEmpty() ? all.isEmpty() ? null : plotOfAll(all) : plotOfLimits(limited),
        limited.isEmpty()
            ? "The lane `%s` was not held to its limits.".formatted(first)
            : "The lane `%s` meets %d of its %d limits."
                .formatted(first, limited.stream().filter(this::isMet).count(), limited.size()),
        all.isEmpty()
            ? "No other aggregate was timed."
            : report.said(
                "The median of all aggregates of rows takes, over the time of `avg`: ",
                this::median));
    report.answersAre(
        "Of %,d requests, %,d failed with an exception; the answers are timed and not compared here.",
        report.runs().size(), report.failed());
    if (!limited.isEmpty()) {
      report
          .section(
              "The limits",
              "What the project demands of the lane `%s`, whose node %s. \"Those but summary, in one SELECT\" are five statistics at once. GROUP BY is over the groups, with `avg(value)` over the same groups; all pages are fetched. \"Over idle\" is the time over that of an aggregate whose state function only returns its state."
                  .formatted(first, node(first)))
          .text("lane", Cell::lane)
          .text("query", LanesReport::query)
          .client("median s")
          .number("min s", cell -> of(cell, Attempt::seconds).at(0))
          .number("max s", cell -> of(cell, Attempt::seconds).at(100))
          .spread("median ratio", this::ratio)
          .number("min ratio", cell -> ratios(cell).at(0))
          .number("max ratio", cell -> ratios(cell).at(100))
          .right("limit", cell -> cell.lane().equals(first) ? Numbers.rounded(limit(cell)) : "")
          .text("met", cell -> !cell.lane().equals(first) ? "" : isMet(cell) ? "yes" : "**no**")
          .number("over idle", this::overIdle)
          .right("runs", cell -> report.timed(cell).size())
          .failed()
          .of(inAllLanes(LIMITS, GROUPED));
    }
    if (!all.isEmpty()) {
      inLanes(
              report.section(
                  "All aggregates",
                  "Median ratio to `avg(value)` (spread), of fewer runs, so that single numbers are rougher than above. A merge makes a state of every value first and then merges these, over a tenth of the rows.",
                  limited.isEmpty() ? List.of() : List.of(plotOfAll(all))))
          .of(all);
    }
    if (!inAllLanes(HEAP).isEmpty()) {
      report
          .section(
              "Heap",
              "The node answers the query again and again while its heap is collected in full and looked at, also over JMX. Cassandra keeps one state for each call in the query, not one for each group, so what is in use does not depend on the number of groups; results wait for the client in pages of 5000. What is allocated (and collected again) for each group includes the reading of its rows.")
          .text("query", LanesReport::query)
          .count("groups", cell -> Double.parseDouble(cell.get(GROUPS)))
          .right("MB idle", cell -> tenths(cell, IDLE_MEGABYTES))
          .right("MB during, median", cell -> tenths(cell, MEDIAN_MEGABYTES))
          .right("MB during, largest", cell -> tenths(cell, LARGEST_MEGABYTES))
          .count("B allocated a group", cell -> report.median(cell, ALLOCATED_BYTES))
          .count("collections", cell -> report.median(cell, COLLECTIONS))
          .count("queries", cell -> report.median(cell, QUERIES))
          .of(inAllLanes(HEAP));
    }
    List<Cell> built = cells(BUILT_IN, JMH);
    if (!built.isEmpty()) {
      byJmh(
              report.section(
                  "A row in Cassandra's own code",
                  "JMH, in one process: the arguments' bytes go through Cassandra's `Arguments` into `Aggregate.addInput`, as they do in a query, without reading, paging and the network. User-defined functions are compiled by Cassandra from the statements of `install.cql`. Medians over calls of a thousand rows each. Of the aggregates that share a state function, one is shown: a row costs the same in all."),
              report.median(built.get(0), NANOSECONDS))
          .of(Grid.each(List.of(BUILT_IN, first), lane -> cells(lane, JMH)));
    }
    report
        .section("Lanes", "")
        .text("lane", Cell::lane)
        .text("node", cell -> node(cell.lane()))
        .count("rows", cell -> rows.applyAsInt(cell.lane()))
        .count("groups of 10 rows", cell -> groups.applyAsInt(cell.lane()))
        .of(lanes.stream().map(Cell::of).toList());
  }

  private static String node(String lane) {
    return switch (BenchLane.named(lane)) {
      case NATIVE -> "has the server jar and `user_defined_functions_enabled: false`";
      case UDF_THREADS_OFF -> "has `install.cql` and UDF threads off";
      case UDF_THREADS_ON -> "has `install.cql` and UDF threads on, Cassandra's default";
    };
  }

  private static double limit(Cell cell) {
    if (cell.is(PART, GROUPED)) {
      return 1.3;
    }
    return cell.get(QUERY).startsWith("those")
        ? 1.35
        : cell.get(QUERY).startsWith("tdigest") ? 1.12 : 1.08;
  }

  private boolean isMet(Cell cell) {
    return ratio(cell).median() <= limit(cell);
  }

  private double overIdle(Cell cell) {
    return report.factor(
        cell, Cell.of(cell.lane()).with(PART, LIMITS).with(QUERY, AggregateCall.IDLE.name()));
  }

  private String tenths(Cell cell, String name) {
    return String.format(Locale.ROOT, "%.1f", report.median(cell, name));
  }

  /** Medians of all lanes side by side. */
  private ReportColumns inLanes(ReportColumns columns) {
    columns.text("query", LanesReport::query);
    for (String lane : lanes) {
      columns.right(
          lane,
          cell -> {
            Spread ratio = ratio(cell.with(Dimension.LANE, lane));
            return ratio.isKnown()
                ? Numbers.in("%s (%s)", ratio.median(), Numbers.spread(ratio))
                : "";
          });
    }
    return columns;
  }

  private ReportColumns byJmh(ReportColumns columns, double average) {
    columns.text("state function of", LanesReport::query);
    for (String lane : lanes) {
      UnaryOperator<Cell> there =
          cell -> cell.lane().equals(BUILT_IN) ? cell : cell.with(Dimension.LANE, lane);
      columns
          .number(lane + " ns", cell -> report.median(there.apply(cell), NANOSECONDS))
          .number("/ avg", cell -> report.median(there.apply(cell), NANOSECONDS) / average)
          .right("B", cell -> tenths(there.apply(cell), ROW_BYTES));
    }
    return columns;
  }

  private GroupPlot plot(List<Cell> queries, List<String> shown) {
    return new GroupPlot(
            "Time of aggregates over that of avg(value)",
            "query",
            "relative time",
            queries.stream().map(cell -> query(cell).replace("`", "")).toList())
        .lanes(
            shown,
            lane -> queries.stream().map(cell -> ratio(cell.with(Dimension.LANE, lane))).toList());
  }

  private Report.Plot plotOfLimits(List<Cell> limited) {
    return plot(limited, List.of(first))
        .limits("limit", limited.stream().map(cell -> Spread.exactly(limit(cell))).toList())
        .from(0.8)
        .named("limits", "ratios with their limits, " + first);
  }

  private Report.Plot plotOfAll(List<Cell> all) {
    return plot(all, lanes).logarithmic().named("all", "ratios in all lanes");
  }

  /** Of all aggregates of rows, over the time of avg. */
  private String median(String lane) {
    Percentiles ratios =
        Percentiles.of(
            cells(lane, ALL).stream()
                .filter(cell -> !AggregateCall.isMerge(cell.get(QUERY)))
                .mapToDouble(cell -> ratio(cell).median())
                .toArray());
    return Numbers.in("%s (%s to %s)", ratios.at(50), ratios.at(0), ratios.at(100));
  }
}
