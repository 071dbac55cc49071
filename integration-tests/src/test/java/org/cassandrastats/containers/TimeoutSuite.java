/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.containers;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.cassandrastats.bench.harness.StudyFacts;
import org.cassandrastats.bench.measure.Attempt;
import org.cassandrastats.bench.measure.Cell;
import org.cassandrastats.bench.measure.Dimension;
import org.cassandrastats.bench.measure.Grid;
import org.cassandrastats.bench.measure.MeasuredAggregate;
import org.cassandrastats.bench.measure.Results;
import org.cassandrastats.bench.measure.Spread;
import org.cassandrastats.bench.report.GroupPlot;
import org.cassandrastats.bench.report.Numbers;
import org.cassandrastats.bench.report.Report;

/** The client's timeouts against the server's deadlines: who gives up, and who works on. */
final class TimeoutSuite implements Suite {
  static final Dimension<TimeoutCase> SITUATION = new Dimension<>("who_gives_up");

  /** Less is the time that looking takes. */
  private static final double WORTH_SAYING = 0.1;

  /** The driver looks ten times a second which requests have waited for too long. */
  private static final double TICK = 0.1;

  /** What the verdict is about. */
  private static final Set<TimeoutCase> VERDICT =
      EnumSet.of(TimeoutCase.CLIENT_FIRST, TimeoutCase.SERVER_FIRST);

  private final SuiteSize size;

  TimeoutSuite(SuiteSize size) {
    this.size = size;
  }

  @Override
  public String name() {
    return "timeout";
  }

  @Override
  public SuiteSize size() {
    return size;
  }

  /** The nodes are warmed up where it is measured how long requests take. */
  @Override
  public int warmUp() {
    return 0;
  }

  @Override
  public int runs() {
    return size.documented() ? size.runs() : 1;
  }

  @Override
  public StudyFacts settings() {
    return new StudyFacts()
        .add("Rows of the partition", size.rows())
        .add("Page size", size.deadlinePageSize());
  }

  @Override
  public List<Cell> cells(Part part) {
    List<Cell> cells = new ArrayList<>(cells(part, false, AGGREGATES));
    cells.addAll(cells(part, true, List.of(MeasuredAggregate.MEAN)));
    return cells;
  }

  private List<Cell> cells(Part part, boolean cqlsh, List<MeasuredAggregate> aggregates) {
    return Grid.of(part.lane().toString())
        .by(NODES, List.of(part.nodes()))
        .by(SITUATION, TimeoutCase.of(cqlsh))
        .by(AGGREGATE, aggregates)
        .by(ROWS, List.of(size.rows(part.lane())))
        .cells();
  }

  @Override
  public boolean isTraced(Cell cell) {
    return false;
  }

  @Override
  public Questions questions(SuiteBench bench) {
    return new Waiting(bench);
  }

  @Override
  public Optional<String> complaint(Cell cell, Attempt attempt) {
    return cell.get(SITUATION).allows(attempt)
        ? Optional.empty()
        : Suite.super.complaint(cell, attempt);
  }

  /** A limit that ended no request has not acted, unless it is too short for the driver's clock. */
  @Override
  public Optional<String> missing(Cell cell, Results results) {
    return size.documented()
            && cell.get(SITUATION).isToGiveUp()
            && number(results, cell, Waiting.LIMIT).median() > TICK
            && results.timed(cell).stream().allMatch(Attempt::isExact)
        ? Optional.of("%s: nobody gave up".formatted(cell))
        : Optional.empty();
  }

  @Override
  public void describe(Report report, Results results, List<Part> parts, List<Cell> cells) {
    report.of(
        "Timeouts of the client against deadlines of the server",
        "Early is a third of the time that the same request takes when everybody waits, or the fastest aggregate where all share a limit. \"Client first\": the"
            + " statement's timeout is early. \"Server first\": `read_request_timeout` of the coordinator, node 1, is."
            + " \"Session early\": the timeout of the session is, and the statement has none. \"Statement late\": the same session, and a"
            + " statement with a late timeout. \"cqlsh first\": `--request-timeout=1`; cqlsh's times include its start. \"cqlsh, large"
            + " pages\": `PAGING 10000`. On three nodes the level is QUORUM, with cqlsh ONE. After each request the nodes were watched"
            + " (`system_views.queries`) until they did not work on it any more; pages are those that all replicas read, by their own count.");
    report.answers("requests", EXACT);
    Part last = parts.get(parts.size() - 1);
    report.verdict(plot(results, last), said(results, last), said(results, parts.get(0)));
    report
        .section(
            "Who gives up",
            "",
            parts.stream()
                .filter(part -> !part.equals(last))
                .map(part -> plot(results, part))
                .toList())
        .by(Dimension.LANE)
        .by(NODES)
        .text("who gives up", cell -> cell.get(SITUATION))
        .by(AGGREGATE)
        .count("rows", cell -> cell.get(ROWS))
        .number("limit s", cell -> number(results, cell, Waiting.LIMIT).median())
        .text("outcome", cell -> outcome(results, cell))
        .spread("client waits, s", cell -> seconds(results, cell))
        .spread("node works on, s", cell -> number(results, cell, Waiting.BUSY))
        .count("pages read", cell -> number(results, cell, Waiting.PAGES).median())
        .of(cells);
  }

  /** Of all attempts: what fails is what this suite is about. */
  private static Spread seconds(Results results, Cell cell) {
    return Spread.of(results.timed(cell).stream().mapToDouble(Attempt::seconds).toArray());
  }

  private static Spread number(Results results, Cell cell, String name) {
    return Spread.of(
        results.timed(cell).stream()
            .filter(attempt -> attempt.numbers().containsKey(name))
            .mapToDouble(attempt -> attempt.numbers().get(name))
            .toArray());
  }

  /** "exact x2, DriverTimeoutException x3". */
  private static String outcome(Results results, Cell cell) {
    return results.timed(cell).stream()
        .collect(
            Collectors.groupingBy(
                attempt -> attempt.isExact() ? "exact" : String.valueOf(attempt.error()),
                TreeMap::new,
                Collectors.counting()))
        .entrySet()
        .stream()
        .map(kind -> kind.getKey() + " x" + kind.getValue())
        .collect(Collectors.joining(", "));
  }

  private List<Cell> means(Part part) {
    return cells(part).stream().filter(cell -> cell.is(AGGREGATE, MeasuredAggregate.MEAN)).toList();
  }

  private Report.Plot plot(Results results, Part part) {
    List<Cell> cells = means(part);
    return new GroupPlot(
            "Who is busy with a mean, " + part,
            "who gives up",
            "seconds",
            cells.stream().map(cell -> cell.get(SITUATION).toString()).toList())
        .limits(
            "configured limit",
            cells.stream().map(cell -> number(results, cell, Waiting.LIMIT)).toList())
        .series("the client waits", cells.stream().map(cell -> seconds(results, cell)).toList())
        .series(
            "the node works on",
            cells.stream().map(cell -> number(results, cell, Waiting.BUSY)).toList())
        .named(part.file(), "seconds that client and nodes are busy, " + part);
  }

  private String said(Results results, Part part) {
    return "%s, `mean`: %s."
        .formatted(
            part,
            means(part).stream()
                .filter(cell -> VERDICT.contains(cell.get(SITUATION)))
                .map(cell -> whatBecame(results, cell))
                .collect(Collectors.joining("; ")));
  }

  private static String whatBecame(Results results, Cell cell) {
    double busy = number(results, cell, Waiting.BUSY).median();
    return "%s: %s after %s s%s"
        .formatted(
            cell.get(SITUATION),
            outcome(results, cell),
            Numbers.rounded(seconds(results, cell).median()),
            busy > WORTH_SAYING
                ? ", and the nodes work on for %s s".formatted(Numbers.rounded(busy))
                : "");
  }
}
