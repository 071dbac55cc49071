/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.studies.cluster;

import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.cassandrastats.bench.harness.NodeCounts;
import org.cassandrastats.bench.measure.Attempt;
import org.cassandrastats.bench.measure.Cell;
import org.cassandrastats.bench.measure.Dimension;
import org.cassandrastats.bench.measure.MeasuredAggregate;
import org.cassandrastats.bench.measure.Spread;
import org.cassandrastats.bench.report.GroupPlot;
import org.cassandrastats.bench.report.Numbers;
import org.cassandrastats.bench.report.Report;
import org.cassandrastats.bench.report.ReportColumns;

/** What the results of {@link TimeoutCells} say. */
final class TimeoutReport {
  private final Report report;
  private final TimeoutCells cells;

  private TimeoutReport(Report report, TimeoutCells cells) {
    this.report = report;
    this.cells = cells;
  }

  static void write(Report report, TimeoutCells cells) {
    new TimeoutReport(report, cells).write();
  }

  private void write() {
    report.of(
        "Timeouts of the client against deadlines of the server",
        "After each request the nodes were watched (`system_views.queries`) until they did not work on it any more; pages are those that all nodes read, by their own count.");
    report.answers();
    List<Report.Plot> matrix = cells.hasMatrix() ? report.each(this::plot) : List.of();
    List<Report.Plot> cases = groups().stream().map(this::plot).toList();
    report.verdict(
        matrix.isEmpty() ? cases.get(cases.size() - 1) : matrix.get(0),
        matrix.isEmpty()
            ? firstToGiveUp(groups().get(groups().size() - 1))
            : report.said("After the client has left, ", this::longestBusy),
        means(TimeoutCase.SPECULATIVE).isEmpty()
            ? "What policies of the driver add was not tried."
            : report.said("Times the pages of one request that nodes read: ", this::loads));
    if (!matrix.isEmpty()) {
      matrix(matrix.subList(1, matrix.size()));
    }
    if (!cases.isEmpty()) {
      cases(matrix.isEmpty() ? cases.subList(0, cases.size() - 1) : cases);
    }
  }

  private void matrix(List<Report.Plot> plots) {
    ReportColumns matrix =
        report
            .section(
                "Who gives up",
                "`mean` over the first rows of one partition. Columns: `read_request_timeout`/`native_transport_timeout` of the node. A cell says what came of the query and after how long: its exact answer; `client`, the driver's own timeout; or `node`, a deadline of the node's. \"+ t s\" is how long the node worked on after the client had left, where that was more than "
                    + TimeoutOutcomes.WORTH_SAYING
                    + " s. Medians of the runs.",
                plots)
            .by(Dimension.LANE)
            .count("rows", cell -> cell.get(TimeoutCells.ROWS))
            .right("client", cell -> cell.get(TimeoutCells.CLIENT_TIMEOUT));
    for (String deadline : cells.deadlineNames()) {
      matrix.text(
          deadline,
          cell ->
              TimeoutOutcomes.outcome(report.timed(cell.with(TimeoutCells.DEADLINES, deadline))));
    }
    String first = cells.deadlineNames().get(0);
    matrix.of(
        report.cells(cells::matrix).stream()
            .filter(cell -> cell.is(TimeoutCells.DEADLINES, first))
            .toList());
  }

  private void cases(List<Report.Plot> plots) {
    report
        .section(
            "Limits below the time of the request",
            "Early is a third of the time that the same request takes when everybody waits, or the fastest aggregate where all share a limit. \"Client first\": the statement's timeout is early. \"Server first\": `read_request_timeout` of the nodes is. \"Session early\": the timeout of the session is, and the statement has none. \"Statement late\": the same session, and a statement with a late timeout. \"Speculative\": the driver asks again after that time; one node stands for two replicas. \"cqlsh first\": `--request-timeout=1`; cqlsh's times include its start. \"cqlsh, large pages\": `PAGING 10000`. On three nodes the level is QUORUM, with cqlsh ONE. Load is the pages over those that are read where everybody waits. Nobody gave up where the answer came within the second of cqlsh, or before the driver looked: it does so every 100 ms.",
            plots)
        .by(Dimension.LANE, NodeCounts.NODES)
        .text("who gives up", cell -> cell.get(TimeoutCells.WHO_GIVES_UP))
        .by(TimeoutCells.AGGREGATE)
        .count("rows", cell -> cell.get(TimeoutCells.ROWS))
        .number("limit s", cell -> number(cell, TimeoutCases.LIMIT).median())
        .text("outcome", this::outcome)
        .spread("client waits, s", cell -> TimeoutOutcomes.seconds(report.timed(cell)))
        .spread("node works on, s", cell -> number(cell, TimeoutCases.BUSY))
        .count("pages read", this::pages)
        .number("load", cell -> load(cell, TimeoutCase.BOTH_LATE))
        .of(
            report.cells(cells::cases).stream()
                .filter(cell -> !report.timed(cell).isEmpty())
                .toList());
  }

  private String outcome(Cell cell) {
    List<Attempt> attempts = report.timed(cell);
    boolean nobody =
        cell.get(TimeoutCells.WHO_GIVES_UP).isToGiveUp()
            && attempts.stream().allMatch(Attempt::isExact);
    return (nobody ? "nobody gave up: " : "") + TimeoutOutcomes.counts(attempts);
  }

  private Spread number(Cell cell, String name) {
    return TimeoutOutcomes.numbers(report.timed(cell), name);
  }

  private double pages(Cell cell) {
    return number(cell, TimeoutCases.PAGES).median();
  }

  /** Pages over those of another case. */
  private double load(Cell cell, TimeoutCase base) {
    return pages(cell) / pages(cell.with(TimeoutCells.WHO_GIVES_UP, base));
  }

  /** A cell of each lane and number of nodes whose cases were tried. */
  private List<Cell> groups() {
    return means(cells.tried().get(0));
  }

  private List<Cell> means(TimeoutCase which) {
    return report.cells(cells::cases).stream()
        .filter(cell -> cell.is(TimeoutCells.WHO_GIVES_UP, which))
        .filter(cell -> cell.is(TimeoutCells.AGGREGATE, MeasuredAggregate.MEAN))
        .toList();
  }

  /** How long client and node were busy with the most rows. */
  private Report.Plot plot(String lane) {
    List<Cell> most = cells.ofMostRows(lane);
    GroupPlot plot =
        new GroupPlot(
            "Who is busy with a query over %s rows, %s"
                .formatted(Numbers.count(most.get(0).get(TimeoutCells.ROWS)), lane),
            "client's timeout, node's deadlines",
            "seconds",
            most.stream()
                .map(
                    cell ->
                        cell.get(TimeoutCells.CLIENT_TIMEOUT)
                            + ", "
                            + cell.get(TimeoutCells.DEADLINES))
                .toList());
    plot.limits(
        "the first of timeout and deadlines",
        most.stream().map(cell -> Spread.exactly(cells.firstLimit(cell))).toList());
    return busy(plot, most).named("busy-" + lane, "seconds that client and node are busy, " + lane);
  }

  /** The same of the cases of a lane and a number of nodes. */
  private Report.Plot plot(Cell group) {
    List<Cell> all =
        cells.tried().stream().map(which -> group.with(TimeoutCells.WHO_GIVES_UP, which)).toList();
    String part = NodeCounts.part(group);
    GroupPlot plot =
        new GroupPlot(
                "Who is busy with a mean, " + part,
                "who gives up",
                "seconds",
                all.stream().map(cell -> cell.get(TimeoutCells.WHO_GIVES_UP).toString()).toList())
            .limits(
                "configured limit",
                all.stream().map(cell -> number(cell, TimeoutCases.LIMIT)).toList());
    return busy(plot, all)
        .named(
            group.lane() + "-" + group.get(NodeCounts.NODES),
            "seconds that client and nodes are busy, " + part);
  }

  private GroupPlot busy(GroupPlot plot, List<Cell> some) {
    return plot.series(
            "the client waits",
            some.stream().map(cell -> TimeoutOutcomes.seconds(report.timed(cell))).toList())
        .series(
            "the node works on",
            some.stream().map(cell -> number(cell, TimeoutCases.BUSY)).toList());
  }

  private String loads(String lane) {
    return means(TimeoutCase.SPECULATIVE).stream()
        .filter(cell -> cell.lane().equals(lane))
        .map(
            cell ->
                Numbers.in(
                    "%s with a policy that retries once, %s with speculative execution (%s)",
                    load(
                        cell.with(TimeoutCells.WHO_GIVES_UP, TimeoutCase.RETRYING),
                        TimeoutCase.SERVER_FIRST),
                    load(cell, TimeoutCase.BOTH_LATE),
                    NodeCounts.part(cell)))
        .collect(Collectors.joining(", "));
  }

  private String firstToGiveUp(Cell group) {
    return Stream.of(TimeoutCase.CLIENT_FIRST, TimeoutCase.SERVER_FIRST)
        .map(which -> group.with(TimeoutCells.WHO_GIVES_UP, which))
        .map(
            cell ->
                "%s: %s"
                    .formatted(
                        cell.get(TimeoutCells.WHO_GIVES_UP),
                        TimeoutOutcomes.outcome(report.timed(cell))))
        .collect(Collectors.joining("; ", NodeCounts.part(group) + ", `mean`: ", "."));
  }

  private double clientBusy(Cell cell) {
    return TimeoutOutcomes.numbers(
            report.timed(cell).stream().filter(TimeoutOutcomes::isClient).toList(),
            TimeoutCases.BUSY)
        .median();
  }

  private String longestBusy(String lane) {
    return cells.ofMostRows(lane).stream()
        .filter(cell -> clientBusy(cell) > TimeoutOutcomes.WORTH_SAYING)
        .max(Comparator.comparingDouble(this::clientBusy))
        .map(
            cell ->
                Numbers.in(
                    "the node works on for up to %s s (with deadlines of %s and a client that left after %s)",
                    clientBusy(cell),
                    cell.get(TimeoutCells.DEADLINES),
                    cell.get(TimeoutCells.CLIENT_TIMEOUT)))
        .orElse("the node stops");
  }
}
