/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.studies.cluster;

import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.cassandrastats.bench.harness.ClusterStudy;
import org.cassandrastats.bench.harness.NodeCounts;
import org.cassandrastats.bench.harness.RowCounts;
import org.cassandrastats.bench.harness.StudyContext;
import org.cassandrastats.bench.harness.StudyDefaults;
import org.cassandrastats.bench.harness.TimeSettings;
import org.cassandrastats.bench.measure.Attempt;
import org.cassandrastats.bench.measure.Cell;
import org.cassandrastats.bench.measure.ExactPart;
import org.cassandrastats.bench.measure.MeasuredAggregate;
import org.cassandrastats.bench.measure.Rounds;
import org.cassandrastats.bench.measure.RunLog;
import org.cassandrastats.bench.nodes.NodeVariant;
import org.cassandrastats.bench.report.Report;
import org.cassandrastats.cli.console.Console;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Timeouts of the client against deadlines of the server, and what the driver adds to them. */
@Command(
    name = "timeout",
    header = "Client timeouts against server deadlines: who gives up.",
    description = {
      "Asks for the mean of some rows with different timeouts of the client and deadlines of the"
          + " server: who gives up, when, with which exception, and how long the node works on after the"
          + " client has left. On throw-away nodes also limits of the statement, the session, the node and"
          + " cqlsh below the time that the request takes, and what retry policies and speculative"
          + " execution of the driver cost.",
      "A cluster of yours keeps its deadlines.",
    },
    footer = {
      "  cassandra-stats bench timeout",
      "  cassandra-stats bench timeout --lane native --rows 1000000,10000000 --client-timeouts 2s,12s",
      "  cassandra-stats bench timeout --parts CASES --nodes 1,3 --page-size 100 --containers",
      "  cassandra-stats bench timeout --contact-point 10.0.0.1:9042 --rows 100000 --output /tmp/bench",
    })
@StudyDefaults(runs = 3)
public final class TimeoutStudy extends ClusterStudy {
  private static final Duration LATE_DEADLINE = Duration.ofHours(1);

  @Option(
      names = "--parts",
      split = ",",
      paramLabel = "PART",
      defaultValue = "MATRIX,CASES",
      description =
          "MATRIX: client timeouts against deadlines. CASES, not on a cluster of yours: limits that"
              + " follow from how long the request takes alone. Default: ${DEFAULT-VALUE}.")
  private Set<Part> parts;

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
      names = "--rows-udf-threads-on",
      paramLabel = "N",
      description =
          "Rows of the cases where user-defined functions run in threads of their own. Default: a"
              + " tenth of the most of --rows.")
  private Integer rowsOfThreads;

  @Option(
      names = "--rows-udf-threads-off",
      paramLabel = "N",
      description =
          "Rows of the cases where user-defined functions run on the calling thread. Default: the"
              + " most of --rows.")
  private Integer rowsOfCallers;

  @Option(
      names = "--page-size",
      paramLabel = "N",
      defaultValue = "5000",
      description = "Rows in a page of the cases. Default: ${DEFAULT-VALUE}.")
  private int pageSize;

  @Option(
      names = "--aggregates",
      split = ",",
      paramLabel = "A",
      defaultValue = "mean",
      description =
          "What the cases ask for besides mean: ${COMPLETION-CANDIDATES}. Default: nothing.")
  private List<MeasuredAggregate> aggregates;

  @Option(
      names = "--cases",
      split = ",",
      paramLabel = "CASE",
      defaultValue =
          "BOTH_LATE,CLIENT_FIRST,SERVER_FIRST,SESSION_EARLY,STATEMENT_LATE,RETRYING,SPECULATIVE_NOT_IDEMPOTENT,SPECULATIVE",
      description =
          "${COMPLETION-CANDIDATES}. Those of cqlsh ask with the one of the containers, or with the"
              + " one that $CQLSH names or that is on the PATH. Default: ${DEFAULT-VALUE}.")
  private Set<TimeoutCase> tried;

  @Mixin NodeCounts nodes = new NodeCounts(1);

  /** What can be measured. */
  enum Part {
    MATRIX,
    CASES
  }

  @Override
  protected void check() {
    rows.forEach(count -> options().require("--rows", count, 1, RowCounts.LARGEST));
    rows = rows.stream().distinct().sorted().toList();
    if (rowsOfThreads != null) {
      options().require("--rows-udf-threads-on", rowsOfThreads, 1, rows(""));
    }
    if (rowsOfCallers != null) {
      options().require("--rows-udf-threads-off", rowsOfCallers, 1, rows(""));
    }
    options().require("--page-size", pageSize, 1, RowCounts.LARGEST);
    aggregates =
        Stream.concat(Stream.of(MeasuredAggregate.MEAN), aggregates.stream())
            .distinct()
            .sorted()
            .toList();
    clientTimeouts = clientTimeouts.stream().distinct().sorted().toList();
    // Those of the user's own cluster cannot be set, nor can its cqlsh be reached.
    deadlines = cluster().isGiven() ? List.of() : deadlines.stream().distinct().toList();
    if (cluster().isGiven() && !parts.contains(Part.MATRIX)) {
      throw refused("--parts: on a cluster of yours there is the MATRIX only");
    }
  }

  private TimeoutCells cells() {
    boolean hasCases = parts.contains(Part.CASES) && !cluster().isGiven();
    return new TimeoutCells(
        rows,
        parts.contains(Part.MATRIX) ? clientTimeouts : List.of(),
        deadlines,
        hasCases ? nodes.of(cluster()) : List.of(),
        aggregates,
        new RowCounts(rows(""), rowsOfThreads, rowsOfCallers),
        tried.stream().sorted().toList());
  }

  @Override
  protected List<Cell> cells(String lane) {
    TimeoutCells all = cells();
    return Stream.concat(all.matrix(lane).stream(), all.cases(lane).stream()).toList();
  }

  /** Nodes keep the first native_transport_timeout that they have used. */
  @Override
  public List<NodeVariant> variants() {
    TreeSet<Duration> timeouts = new TreeSet<>(List.of(LATE_DEADLINE));
    if (parts.contains(Part.MATRIX)) {
      deadlines.forEach(pair -> timeouts.add(pair.nativeTransport()));
    }
    return timeouts.stream()
        .flatMap(timeout -> nodes.variants(cluster(), timeout).stream())
        .filter(variant -> isOfCases(variant) || isFewest(variant))
        .toList();
  }

  private static boolean isOfCases(NodeVariant variant) {
    return variant.nativeTimeout().equals(LATE_DEADLINE);
  }

  private boolean isFewest(NodeVariant variant) {
    return nodes.of(cluster()).get(0) == variant.nodes();
  }

  @Override
  protected List<Cell> cells(String lane, NodeVariant variant) {
    return cells(lane).stream().filter(cell -> isOf(variant, cell)).toList();
  }

  /** The matrix is measured on the fewest nodes. */
  private boolean isOf(NodeVariant variant, Cell cell) {
    if (TimeoutCells.isCase(cell)) {
      return isOfCases(variant) && NodeCounts.isOf(variant, cell);
    }
    return isFewest(variant)
        && (deadlines.isEmpty()
            || TimeoutCells.deadlines(cell).nativeTransport().equals(variant.nativeTimeout()));
  }

  /** Warming up is the same on nodes of all deadlines, and not part of the rounds. */
  @Override
  public Rounds rounds(RunLog log, Console console) {
    return new Rounds(log, console, 0, runs());
  }

  @Override
  public void measure(StudyContext bench) {
    for (int i = 0; i < warmUp() && parts.contains(Part.MATRIX); i++) {
      for (int count : rows) {
        bench.ask(MeasuredAggregate.MEAN, count, StudyContext.PAGE_SIZE, false);
      }
    }
    List<Cell> cells = cells(bench.lane(), bench.variant());
    if (cells.stream().noneMatch(TimeoutCells::isCase)) {
      bench.measure("Measuring", cells, false, (cell, traced) -> ask(bench, cell));
      return;
    }
    int count = cells().rowsOfCases().of(bench.lane());
    try (TimeoutCases cases = new TimeoutCases(bench, aggregates, count, pageSize, warmUp())) {
      bench.measure(
          "Measuring",
          cells,
          false,
          (cell, traced) ->
              TimeoutCells.isCase(cell)
                  ? cases.ask(cell.get(TimeoutCells.WHO_GIVES_UP), cell.get(TimeoutCells.AGGREGATE))
                  : ask(bench, cell));
    }
  }

  private Attempt ask(StudyContext bench, Cell cell) {
    if (!deadlines.isEmpty()) {
      bench.setDeadlines(TimeoutCells.deadlines(cell).deadlines());
    }
    int count = cell.get(TimeoutCells.ROWS);
    SimpleStatement statement =
        bench
            .query(MeasuredAggregate.MEAN, count, StudyContext.PAGE_SIZE)
            .setTimeout(TimeSettings.parse(cell.get(TimeoutCells.CLIENT_TIMEOUT)));
    ExactPart exact = bench.column().first(count);
    return TimeoutCases.watched(
        bench, () -> bench.ask(statement, row -> MeasuredAggregate.MEAN.check(row, exact)));
  }

  @Override
  protected void write(Report report) {
    TimeoutReport.write(report, cells());
  }
}
