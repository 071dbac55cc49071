/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.studies;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.cassandrastats.bench.report.StudyReport;
import org.cassandrastats.bench.run.Asker;
import org.cassandrastats.bench.run.Attempt;
import org.cassandrastats.bench.run.ExactColumn;
import org.cassandrastats.bench.run.ExactPart;
import org.cassandrastats.bench.run.MeasuredAggregate;
import org.cassandrastats.bench.run.NodeLoad;
import org.cassandrastats.bench.run.Readings;
import org.cassandrastats.bench.run.Results;
import org.cassandrastats.bench.run.Rounds;
import org.cassandrastats.bench.run.RunLog;
import org.cassandrastats.bench.target.Deadlines;
import org.cassandrastats.bench.target.NodeVariant;
import org.cassandrastats.bench.target.Target;
import org.cassandrastats.cli.console.Console;

/** Time-outs of the client against deadlines of the server, and what the driver adds to them. */
final class TimeoutStudy implements Study {
  /** Seconds that nodes worked on after the driver had an outcome. */
  static final String BUSY = "node_busy_seconds";

  /** Pages that nodes read for a request, by their own count. */
  static final String PAGES = "pages_read";

  static final int PAGE_SIZE = 5000;

  private static final Duration LATE_DEADLINE = Duration.ofHours(1);

  private final List<Integer> rows;
  private final List<Duration> clientTimeouts;
  private final List<TimeSettings.Pair> deadlines;
  private final RowCounts policyRows;
  private final int runs;
  private final int warmUp;

  /**
   * A study.
   *
   * @param deadlines none where those of the nodes cannot be set
   */
  TimeoutStudy(
      List<Integer> rows,
      List<Duration> clientTimeouts,
      List<TimeSettings.Pair> deadlines,
      RowCounts policyRows,
      int runs,
      int warmUp) {
    this.rows = rows;
    this.clientTimeouts = clientTimeouts;
    this.deadlines = deadlines;
    this.policyRows = policyRows;
    this.runs = runs;
    this.warmUp = warmUp;
  }

  @Override
  public String name() {
    return "timeout";
  }

  @Override
  public Map<String, String> settings() {
    Map<String, String> settings = new LinkedHashMap<>();
    settings.put("Rows of a query", joined(rows));
    settings.put(
        "Time-outs of the client", joined(clientTimeouts.stream().map(TimeSettings::text)));
    settings.put(
        "Deadlines of the node",
        deadlines.isEmpty()
            ? "as they are"
            : "read_request_timeout/native_transport_timeout: " + joined(deadlines));
    settings.put("Rows of a query, policies", policyRows.toString());
    settings.put("Page size", Integer.toString(PAGE_SIZE));
    settings.put("Runs", "%d, after %d to warm up".formatted(runs, warmUp));
    return settings;
  }

  private static String joined(List<?> values) {
    return joined(values.stream());
  }

  private static String joined(Stream<?> values) {
    return values.map(Object::toString).collect(Collectors.joining(", "));
  }

  @Override
  public int rows(String lane) {
    return rows.get(rows.size() - 1);
  }

  List<Integer> rowCounts() {
    return rows;
  }

  List<Duration> clientTimeouts() {
    return clientTimeouts;
  }

  /** The columns of the matrix. */
  List<String> deadlineNames() {
    return deadlines.isEmpty()
        ? List.of("its own")
        : deadlines.stream().map(TimeSettings.Pair::toString).toList();
  }

  int policyRows(String lane) {
    return policyRows.of(lane);
  }

  static Map<String, String> cell(String lane, int rowCount, Duration timeout, String deadline) {
    Map<String, String> cell = new LinkedHashMap<>();
    cell.put("lane", lane);
    cell.put("rows", Integer.toString(rowCount));
    cell.put("client_timeout", TimeSettings.text(timeout));
    cell.put("deadlines", deadline);
    return cell;
  }

  Map<String, String> policyCell(String lane, DriverPolicy policy) {
    Map<String, String> cell = new LinkedHashMap<>();
    cell.put("lane", lane);
    cell.put("rows", Integer.toString(policyRows(lane)));
    cell.put("policy", policy.toString());
    return cell;
  }

  /** Whether retry policies and speculative execution are shown, which needs nodes of our own. */
  boolean showsPolicies() {
    return !deadlines.isEmpty();
  }

  @Override
  public List<NodeVariant> variants() {
    TreeSet<Duration> timeouts = new TreeSet<>(List.of(LATE_DEADLINE));
    deadlines.forEach(pair -> timeouts.add(pair.nativeTransport()));
    return timeouts.stream().map(NodeVariant::of).toList();
  }

  /** The columns that nodes with such a deadline can fill. */
  private List<String> deadlineNames(Duration nativeTimeout) {
    return deadlines.isEmpty()
        ? deadlineNames()
        : deadlines.stream()
            .filter(pair -> pair.nativeTransport().equals(nativeTimeout))
            .map(TimeSettings.Pair::toString)
            .toList();
  }

  /** Retry policies and speculative execution need nodes whose deadlines can be set. */
  private boolean showsPolicies(Duration nativeTimeout) {
    return showsPolicies() && nativeTimeout.equals(LATE_DEADLINE);
  }

  @Override
  public boolean isComplete(String lane, RunLog log) {
    return variants().stream().allMatch(variant -> isComplete(lane, variant, log));
  }

  @Override
  public boolean isComplete(String lane, NodeVariant variant, RunLog log) {
    List<Map<String, String>> cells = new ArrayList<>();
    for (int count : rows) {
      for (Duration timeout : clientTimeouts) {
        deadlineNames(variant.nativeTimeout())
            .forEach(deadline -> cells.add(cell(lane, count, timeout, deadline)));
      }
    }
    if (showsPolicies(variant.nativeTimeout())) {
      for (DriverPolicy policy : DriverPolicy.values()) {
        cells.add(policyCell(lane, policy));
      }
    }
    return new Rounds(log, Console.plain(), 0, runs).areComplete(cells, false);
  }

  @Override
  public void measure(Target target, ExactColumn column, RunLog log, Console console) {
    measure(target, NodeVariant.of(LATE_DEADLINE), column, log, console);
  }

  @Override
  public void measure(
      Target target, NodeVariant variant, ExactColumn column, RunLog log, Console console) {
    Asker asker = new Asker(target.session());
    for (int i = 0; i < warmUp; i++) {
      for (int count : rows) {
        asker.ask(
            Readings.query(target, MeasuredAggregate.MEAN, count, PAGE_SIZE, false),
            row -> MeasuredAggregate.MEAN.check(row, column.first(count)));
      }
    }
    Rounds rounds = new Rounds(log, console, 0, runs);
    rounds.measure(
        "Time-outs, " + target.lane(),
        matrix(target, variant.nativeTimeout(), column),
        false,
        target);
    setDeadlines(target, Deadlines.NONE);
    if (showsPolicies(variant.nativeTimeout())) {
      try (PolicyCases cases =
          new PolicyCases(this, target, column.first(policyRows(target.lane())))) {
        rounds.measure("Policies, " + target.lane(), cases.asked(), false, target);
      }
      setDeadlines(target, Deadlines.NONE);
    }
  }

  private List<Rounds.Asked> matrix(Target target, Duration nativeTimeout, ExactColumn column) {
    List<Rounds.Asked> asked = new ArrayList<>();
    for (int count : rows) {
      for (Duration timeout : clientTimeouts) {
        SimpleStatement statement =
            Readings.query(target, MeasuredAggregate.MEAN, count, PAGE_SIZE, false)
                .setTimeout(timeout);
        for (String name : deadlineNames(nativeTimeout)) {
          asked.add(
              new Rounds.Asked(
                  cell(target.lane(), count, timeout, name),
                  traced -> {
                    if (!deadlines.isEmpty()) {
                      setDeadlines(target, TimeSettings.Pair.parse(name).deadlines());
                    }
                    return ask(target.session(), target, statement, column.first(count));
                  }));
        }
      }
    }
    return asked;
  }

  /** Asks, and then waits until the nodes have no more to do with it. */
  static Attempt ask(
      CqlSession session, Target target, SimpleStatement statement, ExactPart exact) {
    NodeLoad load = new NodeLoad(target.session());
    long before = load.pages();
    Attempt attempt =
        new Asker(session).ask(statement, row -> MeasuredAggregate.MEAN.check(row, exact));
    double busy = load.awaitIdle();
    return attempt.with(BUSY, busy).with(PAGES, (double) (load.pages() - before));
  }

  static void setDeadlines(Target target, Deadlines deadlines) {
    target.management().forEach(management -> management.setDeadlines(deadlines));
  }

  @Override
  public StudyReport report(Results results, List<String> lanes) {
    return new TimeoutReport(this, results, lanes).report();
  }
}
