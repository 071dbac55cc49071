/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.studies.cluster;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.TreeSet;
import java.util.function.ToDoubleFunction;
import org.cassandrastats.bench.harness.ClusterStudy;
import org.cassandrastats.bench.harness.RowCounts;
import org.cassandrastats.bench.harness.StudyContext;
import org.cassandrastats.bench.harness.StudyDefaults;
import org.cassandrastats.bench.harness.TimeSettings;
import org.cassandrastats.bench.measure.Cell;
import org.cassandrastats.bench.measure.Dimension;
import org.cassandrastats.bench.measure.ExactPart;
import org.cassandrastats.bench.measure.Grid;
import org.cassandrastats.bench.measure.MeasuredAggregate;
import org.cassandrastats.bench.measure.QueryRunner;
import org.cassandrastats.bench.measure.Rounds;
import org.cassandrastats.bench.measure.RunLog;
import org.cassandrastats.bench.measure.Spread;
import org.cassandrastats.bench.nodes.Deadlines;
import org.cassandrastats.bench.nodes.NodeVariant;
import org.cassandrastats.bench.report.GroupPlot;
import org.cassandrastats.bench.report.Numbers;
import org.cassandrastats.bench.report.Report;
import org.cassandrastats.bench.report.ReportColumns;
import org.cassandrastats.cli.console.Console;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Timeouts of the client against deadlines of the server, and what the driver adds to them. */
@Command(
    name = "timeout",
    header = "Client timeouts against server deadlines: who gives up.",
    description = {
      "Asks for the mean of some rows with different timeouts of the client and deadlines of the"
          + " server: who gives up, when, with which exception, and how long the node works on after the"
          + " client has left. On throw-away nodes also what retry policies and speculative"
          + " execution of the driver cost.",
      "A cluster of yours keeps its deadlines.",
    },
    footer = {
      "  cassandra-stats bench timeout",
      "  cassandra-stats bench timeout --lane native --rows 1000000,10000000 --client-timeouts 2s,12s",
      "  cassandra-stats bench timeout --contact-point 10.0.0.1:9042 --rows 100000 --output /tmp/bench",
    })
@StudyDefaults(runs = 3)
public final class TimeoutStudy extends ClusterStudy {
  static final Dimension<Integer> ROWS = new Dimension<>("rows");
  static final Dimension<String> CLIENT_TIMEOUT = new Dimension<>("client_timeout");
  static final Dimension<String> DEADLINES = new Dimension<>("deadlines");
  static final Dimension<PolicyCases.Policy> POLICY = new Dimension<>("policy");

  private static final Duration LATE_DEADLINE = Duration.ofHours(1);

  @Option(
      names = "--rows",
      split = ",",
      paramLabel = "N",
      defaultValue = "10000,100000,1000000",
      description = "Rows of a query. Default: ${DEFAULT-VALUE}.")
  private List<Integer> rows;

  @Option(
      names = "--client-timeouts",
      split = ",",
      paramLabel = "TIME",
      converter = TimeSettings.Converter.class,
      defaultValue = "500ms,2s,20s",
      description =
          "Timeouts of the statement in the driver, in ms, s, m or h. Default: ${DEFAULT-VALUE}.")
  private List<Duration> clientTimeouts;

  @Option(
      names = "--deadlines",
      split = ",",
      paramLabel = "READ/NATIVE",
      converter = TimeSettings.DeadlinesConverter.class,
      defaultValue = "5s/12s,1s/12s,5s/1s,1h/1h",
      description =
          "read_request_timeout and native_transport_timeout of the node. Default:"
              + " ${DEFAULT-VALUE}.")
  private List<TimeSettings.Pair> deadlines;

  @Option(
      names = "--policy-rows",
      paramLabel = "N",
      description =
          "Rows of the queries that show retry policies and speculative execution. Default: the"
              + " most of --rows, or a tenth of that where user-defined functions run in threads of"
              + " their own.")
  private Integer policyRows;

  @Override
  protected void check() {
    options().refuseContainers("it changes the deadlines of nodes while they run");
    rows.forEach(count -> options().require("--rows", count, 1, RowCounts.LARGEST));
    rows = rows.stream().distinct().sorted().toList();
    if (policyRows != null) {
      options().require("--policy-rows", policyRows, 1, rows(""));
    }
    clientTimeouts = clientTimeouts.stream().distinct().sorted().toList();
    // Those of the user's own cluster cannot be set.
    deadlines = cluster().isGiven() ? List.of() : deadlines.stream().distinct().toList();
  }

  private RowCounts policyRows() {
    return policyRows == null
        ? new RowCounts(rows(""), null)
        : new RowCounts(policyRows, policyRows);
  }

  private List<String> timeouts() {
    return clientTimeouts.stream().map(TimeSettings::text).toList();
  }

  /** The columns of the matrix. */
  private List<String> deadlineNames() {
    return deadlines.isEmpty()
        ? List.of("its own")
        : deadlines.stream().map(TimeSettings.Pair::toString).toList();
  }

  /** Retry policies and speculative execution are shown on nodes of our own. */
  private boolean showsPolicies() {
    return !deadlines.isEmpty();
  }

  private Cell policy(String lane, PolicyCases.Policy policy) {
    return Cell.of(lane).with(ROWS, policyRows().of(lane)).with(POLICY, policy);
  }

  private List<Cell> policies(String lane) {
    return showsPolicies()
        ? Arrays.stream(PolicyCases.Policy.values()).map(policy -> policy(lane, policy)).toList()
        : List.of();
  }

  @Override
  protected List<Cell> cells(String lane) {
    return Grid.of(lane)
        .by(ROWS, rows)
        .by(CLIENT_TIMEOUT, timeouts())
        .by(DEADLINES, deadlineNames())
        .cells();
  }

  /** Nodes keep the first native_transport_timeout that they have used. */
  @Override
  public List<NodeVariant> variants() {
    TreeSet<Duration> timeouts = new TreeSet<>(List.of(LATE_DEADLINE));
    deadlines.forEach(pair -> timeouts.add(pair.nativeTransport()));
    return timeouts.stream().map(NodeVariant::of).toList();
  }

  @Override
  protected List<Cell> cells(String lane, NodeVariant variant) {
    return cells(lane).stream()
        .filter(
            cell ->
                deadlines.isEmpty()
                    || TimeSettings.Pair.parse(cell.get(DEADLINES))
                        .nativeTransport()
                        .equals(variant.nativeTimeout()))
        .toList();
  }

  private List<Cell> policies(String lane, NodeVariant variant) {
    return variant.nativeTimeout().equals(LATE_DEADLINE) ? policies(lane) : List.of();
  }

  /** Warming up is the same on nodes of all deadlines, and not part of the rounds. */
  @Override
  public Rounds rounds(RunLog log, Console console) {
    return new Rounds(log, console, 0, runs());
  }

  @Override
  public boolean isComplete(String lane, NodeVariant variant, RunLog log) {
    return super.isComplete(lane, variant, log)
        && rounds(log, Console.plain()).areComplete(policies(lane, variant), Rounds.UNTRACED);
  }

  @Override
  public void measure(StudyContext bench) {
    for (int i = 0; i < warmUp(); i++) {
      for (int count : rows) {
        bench.ask(MeasuredAggregate.MEAN, count, StudyContext.PAGE_SIZE, false);
      }
    }
    super.measure(bench);
    bench.setDeadlines(Deadlines.NONE);
    List<Cell> policies = policies(bench.lane(), bench.variant());
    if (!policies.isEmpty()) {
      ExactPart exact = bench.column().first(policyRows().of(bench.lane()));
      try (PolicyCases cases = new PolicyCases(bench, exact)) {
        bench.measure("Policies", policies, false, (cell, traced) -> cases.ask(cell.get(POLICY)));
      }
      bench.setDeadlines(Deadlines.NONE);
    }
  }

  @Override
  protected Rounds.Question questions(StudyContext bench) {
    return (cell, traced) -> {
      if (!deadlines.isEmpty()) {
        bench.setDeadlines(TimeSettings.Pair.parse(cell.get(DEADLINES)).deadlines());
      }
      int count = cell.get(ROWS);
      return PolicyCases.ask(
          bench.session(),
          bench,
          bench
              .query(MeasuredAggregate.MEAN, count, StudyContext.PAGE_SIZE)
              .setTimeout(TimeSettings.parse(cell.get(CLIENT_TIMEOUT))),
          bench.column().first(count));
    };
  }

  @Override
  protected void write(Report report) {
    report.of(
        "Timeouts of the client against deadlines of the server",
        "`mean(value)` over the first rows of one partition, asked with timeouts set on the statement in the driver and deadlines set on the node. After each request the node was watched (`system_views.queries`) until it did not work on it any more.");
    report.answers();
    List<Report.Plot> plots = report.each(lane -> plot(report, lane));
    report.verdict(
        plots.get(0),
        report.said("After the client has left, ", lane -> longestBusy(report, lane)),
        showsPolicies()
            ? report.said(
                "Times the pages of one attempt that nodes read: ", lane -> policies(report, lane))
            : "Policies of the driver were not tried.");
    ReportColumns matrix =
        report
            .section(
                "Who gives up",
                "Columns: `read_request_timeout`/`native_transport_timeout` of the node. A cell says what came of the query and after how long: its exact answer; `client`, the driver's own timeout; or `node`, a deadline of the node's. \"+ t s\" is how long the node worked on after the client had left, where that was more than "
                    + TimeoutOutcomes.WORTH_SAYING
                    + " s. Medians of the runs.",
                plots.subList(1, plots.size()))
            .by(Dimension.LANE)
            .count("rows", cell -> cell.get(ROWS))
            .right("client", cell -> cell.get(CLIENT_TIMEOUT));
    for (String deadline : deadlineNames()) {
      matrix.text(
          deadline, cell -> TimeoutOutcomes.outcome(report.timed(cell.with(DEADLINES, deadline))));
    }
    matrix.of(
        report.cells(lane -> Grid.of(lane).by(ROWS, rows).by(CLIENT_TIMEOUT, timeouts()).cells()));
    if (showsPolicies()) {
      report
          .section(
              "What the driver adds",
              "\"The time\" is that of the same query alone. Pages are those that the node has read, by its own count, until it had nothing more to do with the request. For speculative execution, one node stands for two replicas.")
          .by(Dimension.LANE, POLICY)
          .text("outcome", cell -> TimeoutOutcomes.outcome(report.timed(cell)))
          .number("client s", cell -> TimeoutOutcomes.seconds(report.timed(cell)).median())
          .count("pages read", cell -> pages(report, cell))
          .number("load", cell -> load(report, cell, PolicyCases.Policy.PLAIN))
          .of(report.cells(this::policies));
    }
  }

  private static double pages(Report report, Cell cell) {
    return TimeoutOutcomes.numbers(report.timed(cell), PolicyCases.PAGES).median();
  }

  /** Pages over those of another policy. */
  private static double load(Report report, Cell cell, PolicyCases.Policy base) {
    return pages(report, cell) / pages(report, cell.with(POLICY, base));
  }

  /** How long client and node were busy with the most rows. */
  private Report.Plot plot(Report report, String lane) {
    List<Cell> cells = ofMostRows(lane);
    return new GroupPlot(
            "Who is busy with a query over %s rows, %s".formatted(Numbers.count(rows(lane)), lane),
            "client's timeout, node's deadlines",
            "seconds",
            cells.stream()
                .map(cell -> cell.get(CLIENT_TIMEOUT) + ", " + cell.get(DEADLINES))
                .toList())
        .limits(
            "the first of timeout and deadlines",
            cells.stream().map(cell -> Spread.exactly(firstLimit(cell))).toList())
        .series(
            "the client waits",
            cells.stream().map(cell -> TimeoutOutcomes.seconds(report.timed(cell))).toList())
        .series(
            "the node works on",
            cells.stream()
                .map(cell -> TimeoutOutcomes.numbers(report.timed(cell), PolicyCases.BUSY))
                .toList())
        .named("busy-" + lane, "seconds that client and node are busy, " + lane);
  }

  /** When the client or the node has to give up, in seconds; NaN if that is not known. */
  private double firstLimit(Cell cell) {
    return deadlines.isEmpty()
        ? Double.NaN
        : Math.min(
            QueryRunner.seconds(TimeSettings.parse(cell.get(CLIENT_TIMEOUT))),
            QueryRunner.seconds(
                TimeSettings.Pair.parse(cell.get(DEADLINES)).deadlines().effective()));
  }

  private List<Cell> ofMostRows(String lane) {
    return cells(lane).stream().filter(cell -> cell.is(ROWS, rows(lane))).toList();
  }

  private String policies(Report report, String lane) {
    return Numbers.in(
        "%s with a policy that retries once, %s with speculative execution",
        load(report, policy(lane, PolicyCases.Policy.RETRYING), PolicyCases.Policy.DEFAULT_RETRY),
        load(report, policy(lane, PolicyCases.Policy.SPECULATIVE), PolicyCases.Policy.PLAIN));
  }

  private String longestBusy(Report report, String lane) {
    ToDoubleFunction<Cell> busy =
        cell ->
            TimeoutOutcomes.numbers(
                    report.timed(cell).stream()
                        .filter(attempt -> TimeoutOutcomes.isClient(attempt))
                        .toList(),
                    PolicyCases.BUSY)
                .median();
    return ofMostRows(lane).stream()
        .filter(cell -> busy.applyAsDouble(cell) > TimeoutOutcomes.WORTH_SAYING)
        .reduce(
            (longest, cell) ->
                busy.applyAsDouble(cell) > busy.applyAsDouble(longest) ? cell : longest)
        .map(
            cell ->
                Numbers.in(
                    "the node works on for up to %s s (with deadlines of %s and a client that left after %s)",
                    busy.applyAsDouble(cell), cell.get(DEADLINES), cell.get(CLIENT_TIMEOUT)))
        .orElse("the node stops");
  }
}
