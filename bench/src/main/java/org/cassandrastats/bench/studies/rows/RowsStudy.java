/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.studies.rows;

import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.cassandrastats.bench.harness.ClusterStudy;
import org.cassandrastats.bench.harness.RowCounts;
import org.cassandrastats.bench.harness.StudyContext;
import org.cassandrastats.bench.harness.StudyDefaults;
import org.cassandrastats.bench.measure.Attempt;
import org.cassandrastats.bench.measure.Cell;
import org.cassandrastats.bench.measure.Dimension;
import org.cassandrastats.bench.measure.Grid;
import org.cassandrastats.bench.measure.MeasuredAggregate;
import org.cassandrastats.bench.measure.Results;
import org.cassandrastats.bench.measure.Rounds;
import org.cassandrastats.bench.measure.RunLog;
import org.cassandrastats.bench.nodes.Deadlines;
import org.cassandrastats.bench.nodes.NodeVariant;
import org.cassandrastats.bench.report.Charts;
import org.cassandrastats.bench.report.LinePlot;
import org.cassandrastats.bench.report.Numbers;
import org.cassandrastats.bench.report.Report;
import org.cassandrastats.cli.console.Console;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * The time of an aggregate against the number of rows, and where it exceeds the default deadlines.
 */
@Command(
    name = "rows",
    header = "Time against rows; where the default deadlines are exceeded.",
    description = {
      "Times aggregates over the first rows of one partition against their number: whether the time is"
          + " linear, rows per second, and where each lane exceeds Cassandra's default deadlines.",
      "On throw-away nodes, queries near the predicted number of rows are then asked with the default"
          + " deadlines, and must be answered or refused.",
    },
    footer = {
      "  cassandra-stats bench rows",
      "  cassandra-stats bench rows --max-rows 10000000",
      "  cassandra-stats bench rows --lane udf-threads-on --max-rows 500000 --timed-rows-udf-threads-on 200000",
    })
@StudyDefaults(traced = true)
public final class RowsStudy extends ClusterStudy {
  static final Dimension<String> DEADLINES = new Dimension<>("deadlines");

  /** Parts of the number of rows at which the deadline is expected. */
  private static final double[] PROBES = {0.7, 0.85, 1, 1.15, 1.3};

  private static final String NONE = "none";
  private static final String DEFAULT = "default";
  private static final double NATIVE = Deadlines.DEFAULT.nativeTransport().toSeconds();

  @Option(
      names = "--min-rows",
      paramLabel = "N",
      defaultValue = "10000",
      description = "The smallest number of rows. Default: ${DEFAULT-VALUE}.")
  private int minRows;

  @Option(
      names = "--max-rows",
      paramLabel = "N",
      defaultValue = "1000000",
      description = "The largest number of rows. Default: ${DEFAULT-VALUE}.")
  private int maxRows;

  @Option(
      names = "--timed-rows-udf-threads-on",
      paramLabel = "N",
      description =
          "The largest number that is timed where user-defined functions run in threads of their own,"
              + " which costs some 25 microseconds for each row. Default: a tenth of --max-rows.")
  private Integer timedRowsOfThreads;

  @Option(
      names = "--page-size",
      paramLabel = "N",
      defaultValue = "5000",
      description = "Rows in a page. Default: ${DEFAULT-VALUE}, as drivers ask for.")
  private int pageSize;

  @Option(
      names = "--aggregates",
      split = ",",
      paramLabel = "A",
      defaultValue = "avg,mean,tdigest",
      description = "What is timed: ${COMPLETION-CANDIDATES}. Default: all of them.")
  private List<MeasuredAggregate> aggregates;

  @Override
  protected void check() {
    options().require("--max-rows", maxRows, 2, RowCounts.LARGEST);
    options().require("--min-rows", minRows, 1, RowCounts.LARGEST);
    options().require("--page-size", pageSize, 1, RowCounts.LARGEST);
    if (minRows >= maxRows) {
      throw refused(
          "--min-rows is %d and --max-rows %d: expected more rows at most than at least"
              .formatted(minRows, maxRows));
    }
    if (timedRowsOfThreads != null) {
      options().require("--timed-rows-udf-threads-on", timedRowsOfThreads, 1, maxRows);
    }
    aggregates = aggregates.stream().distinct().sorted().toList();
  }

  private RowCounts timedRows() {
    return new RowCounts(maxRows, timedRowsOfThreads);
  }

  @Override
  public int rows(String lane) {
    // The deadlines may be exceeded beyond what is timed.
    return maxRows;
  }

  /** The numbers of rows that are timed: 1 and 3 of each decade, and the largest. */
  List<Integer> sizes(String lane) {
    int most = timedRows().of(lane);
    TreeSet<Integer> sizes = new TreeSet<>(List.of(Math.min(minRows, most), most));
    for (long decade = 1; decade <= most; decade *= 10) {
      for (long size : new long[] {decade, 3 * decade}) {
        if (size >= minRows && size <= most) {
          sizes.add((int) size);
        }
      }
    }
    return List.copyOf(sizes);
  }

  @Override
  protected List<Cell> cells(String lane) {
    return Grid.of(lane)
        .by(RowsLine.AGGREGATE, aggregates)
        .by(RowsLine.ROWS, sizes(lane))
        .by(DEADLINES, List.of(NONE))
        .cells();
  }

  /** The cells of an aggregate in a lane. */
  private List<Cell> cells(String lane, MeasuredAggregate aggregate) {
    return cells(lane).stream().filter(cell -> cell.is(RowsLine.AGGREGATE, aggregate)).toList();
  }

  /** Queries near the deadline of reads, over as many rows as are loaded. */
  List<Cell> probes(Results results, String lane, MeasuredAggregate aggregate) {
    Optional<LineFit> fit = forks() ? fit(results, lane, aggregate) : Optional.empty();
    TreeSet<Integer> sizes = new TreeSet<>();
    if (fit.isPresent()) {
      double crossing = fit.get().rows((double) Deadlines.DEFAULT.effective().toSeconds());
      for (double part : PROBES) {
        double wanted = Math.rint(part * crossing / 1000) * 1000;
        if (wanted >= 1 && wanted <= maxRows) {
          sizes.add((int) wanted);
        }
      }
    }
    return Grid.of(lane)
        .by(RowsLine.AGGREGATE, List.of(aggregate))
        .by(RowsLine.ROWS, sizes)
        .by(DEADLINES, List.of(DEFAULT))
        .cells();
  }

  private List<Cell> probes(Results results, String lane) {
    return aggregates.stream()
        .flatMap(aggregate -> probes(results, lane, aggregate).stream())
        .toList();
  }

  private static Rounds probeRounds(RunLog log, Console console) {
    return new Rounds(log, console, 0, 1);
  }

  @Override
  public boolean isComplete(String lane, NodeVariant variant, RunLog log) {
    return super.isComplete(lane, variant, log)
        && probeRounds(log, Console.plain())
            .areComplete(probes(log.results(), lane), Rounds.UNTRACED);
  }

  @Override
  protected Rounds.Question questions(StudyContext bench) {
    return (cell, traced) ->
        bench.ask(cell.get(RowsLine.AGGREGATE), cell.get(RowsLine.ROWS), pageSize, traced);
  }

  @Override
  public void measure(StudyContext bench) {
    super.measure(bench);
    bench.setDeadlines(Deadlines.DEFAULT);
    probeRounds(bench.log(), bench.console())
        .measure(
            "Default deadlines, " + bench.lane(),
            probes(bench.log().results(), bench.lane()),
            Rounds.UNTRACED,
            bench.target(),
            questions(bench));
    bench.setDeadlines(Deadlines.NONE);
  }

  /** The line through the median times; none where too few sizes had answers. */
  private Optional<LineFit> fit(Results results, String lane, MeasuredAggregate aggregate) {
    List<Cell> known = known(results, lane, aggregate);
    if (known.size() < 2) {
      return Optional.empty();
    }
    LineFit fit = LineFit.of(rows(known), medians(results, known));
    return fit.perRow() > 0 ? Optional.of(fit) : Optional.empty();
  }

  private List<Cell> known(Results results, String lane, MeasuredAggregate aggregate) {
    return cells(lane, aggregate).stream().filter(cell -> results.client(cell).isKnown()).toList();
  }

  private static double[] rows(List<Cell> cells) {
    return cells.stream().mapToDouble(cell -> cell.get(RowsLine.ROWS)).toArray();
  }

  private static double[] medians(Results results, List<Cell> cells) {
    return cells.stream().mapToDouble(cell -> results.median(cell)).toArray();
  }

  @Override
  protected void write(Report report) {
    List<Cell> lines =
        report.cells(lane -> Grid.of(lane).by(RowsLine.AGGREGATE, aggregates).cells()).stream()
            .filter(line -> fit(report, line.lane(), line.get(RowsLine.AGGREGATE)).isPresent())
            .toList();
    report.of(
        "Aggregation time against the number of rows",
        "Each query is over the first rows of one partition, with deadlines so late that none is exceeded. The line is fitted to the median times so that relative deviations are least; it says at how many rows a query exceeds `read_request_timeout` (5 s by default) and, were that later, `native_transport_timeout` (12 s). Queries near the first of these numbers were then asked with Cassandra's default deadlines, as far as so many rows were loaded: \"answered\" is the most rows that gave the exact answer, \"refused\" the fewest that did not.");
    report.answers();
    Function<Cell, RowsLine> of = cell -> line(report, cell);
    report.verdict(
        timePlot(report),
        said(lines, line -> of.apply(line).speed()),
        said(lines, line -> of.apply(line).end()));
    report
        .section("Linearity and deadlines", "")
        .by(Dimension.LANE, RowsLine.AGGREGATE)
        .number("ms + ", cell -> of.apply(cell).fit().fixed() * 1e3)
        .number("µs a row", cell -> of.apply(cell).fit().perRow() * RowsLine.MICROS)
        .right("largest deviation", cell -> Numbers.in("%s %%", 100 * of.apply(cell).deviation()))
        .count("rows at 5 s", cell -> of.apply(cell).fit().rows(RowsLine.READ))
        .count("rows at 12 s", cell -> of.apply(cell).fit().rows(NATIVE))
        .count("answered", cell -> RowsLine.rowsOf(of.apply(cell).answered()))
        .count("refused", cell -> RowsLine.rowsOf(of.apply(cell).refused()))
        .number(
            "after s", cell -> of.apply(cell).refusal().map(Attempt::seconds).orElse(Double.NaN))
        .text("exception", cell -> of.apply(cell).refusal().map(Attempt::error).orElse("-"))
        .of(lines);
    report
        .section("All times", "")
        .by(Dimension.LANE, RowsLine.AGGREGATE)
        .count("rows", cell -> cell.get(RowsLine.ROWS))
        .client("client s")
        .number("µs a row", cell -> perRow(report, cell))
        .number("rows a second", cell -> RowsLine.MICROS / perRow(report, cell))
        .traced()
        .failed()
        .of(report.cells(this::cells));
  }

  private static double perRow(Results results, Cell cell) {
    return results.median(cell) * RowsLine.MICROS / cell.get(RowsLine.ROWS);
  }

  private RowsLine line(Results results, Cell cell) {
    MeasuredAggregate aggregate = cell.get(RowsLine.AGGREGATE);
    LineFit fit = fit(results, cell.lane(), aggregate).orElseThrow();
    List<Cell> known = known(results, cell.lane(), aggregate);
    return RowsLine.of(
        results,
        cell,
        fit,
        fit.largestDeviation(rows(known), medians(results, known)),
        probes(results, cell.lane(), aggregate));
  }

  private Report.Plot timePlot(Report report) {
    LinePlot plot =
        LinePlot.logarithmic(
            "Aggregation time against the number of rows", "rows", "seconds (client)");
    for (String lane : report.lanes()) {
      for (MeasuredAggregate aggregate : aggregates) {
        plot.line(
            lane + ", " + aggregate,
            Charts.colour(lane),
            aggregates.indexOf(aggregate),
            cells(lane, aggregate),
            cell -> cell.get(RowsLine.ROWS),
            report::client);
      }
    }
    return plot.limit("read_request_timeout", RowsLine.READ)
        .named("time", "seconds against rows, by lane and aggregate");
  }

  /** Of each line, in a sentence. */
  private static String said(List<Cell> lines, Function<Cell, String> ofLine) {
    MeasuredAggregate shown =
        lines.isEmpty() ? null : lines.get(lines.size() > 1 ? 1 : 0).get(RowsLine.AGGREGATE);
    return lines.isEmpty()
        ? "There are too few numbers of rows for a line."
        : lines.stream()
                .filter(line -> line.is(RowsLine.AGGREGATE, shown))
                .map(line -> "%s, `%s` %s".formatted(line.lane(), shown, ofLine.apply(line)))
                .collect(Collectors.joining("; "))
            + ".";
  }
}
