/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.studies;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.cassandrastats.bench.report.StudyReport;
import org.cassandrastats.bench.run.Asker;
import org.cassandrastats.bench.run.ExactColumn;
import org.cassandrastats.bench.run.MeasuredAggregate;
import org.cassandrastats.bench.run.Readings;
import org.cassandrastats.bench.run.Results;
import org.cassandrastats.bench.run.Rounds;
import org.cassandrastats.bench.run.RunLog;
import org.cassandrastats.bench.target.Deadlines;
import org.cassandrastats.bench.target.Target;
import org.cassandrastats.cli.console.Console;

/**
 * The time of an aggregate against the number of rows, and where it exceeds the default deadlines.
 */
final class RowsStudy implements Study {
  /** Parts of the number of rows at which the deadline is expected. */
  private static final double[] PROBES = {0.7, 0.85, 1, 1.15, 1.3};

  private final RowCounts rows;
  private final int minRows;
  private final int pageSize;
  private final List<MeasuredAggregate> aggregates;
  private final boolean probing;
  private final int runs;
  private final int warmUp;

  /**
   * A study.
   *
   * @param rows the most that are timed, by lane
   * @param probing whether the nodes' deadlines can be set
   */
  RowsStudy(
      RowCounts rows,
      int minRows,
      int pageSize,
      List<MeasuredAggregate> aggregates,
      boolean probing,
      int runs,
      int warmUp) {
    this.rows = rows;
    this.minRows = minRows;
    this.pageSize = pageSize;
    this.aggregates = aggregates;
    this.probing = probing;
    this.runs = runs;
    this.warmUp = warmUp;
  }

  @Override
  public String name() {
    return "rows";
  }

  @Override
  public Map<String, String> settings() {
    Map<String, String> settings = new LinkedHashMap<>();
    settings.put("Rows timed", "%d to %s".formatted(minRows, rows));
    settings.put("Page size", Integer.toString(pageSize));
    settings.put(
        "Aggregates", aggregates.stream().map(Object::toString).collect(Collectors.joining(", ")));
    settings.put("Runs", "%d, after %d to warm up".formatted(runs, warmUp));
    return settings;
  }

  @Override
  public int rows(String lane) {
    // The deadlines may be exceeded beyond what is timed.
    return rows.largest();
  }

  /** The numbers of rows that are timed: 1 and 3 of each decade, and the largest. */
  List<Integer> sizes(String lane) {
    int most = rows.of(lane);
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

  static Map<String, String> cell(
      String lane, MeasuredAggregate aggregate, int rowCount, String deadlines) {
    Map<String, String> cell = new LinkedHashMap<>();
    cell.put("lane", lane);
    cell.put("aggregate", aggregate.toString());
    cell.put("rows", Integer.toString(rowCount));
    cell.put("deadlines", deadlines);
    return cell;
  }

  static Map<String, String> timedCell(String lane, MeasuredAggregate aggregate, int rowCount) {
    return cell(lane, aggregate, rowCount, "none");
  }

  static Map<String, String> probeCell(String lane, MeasuredAggregate aggregate, int rowCount) {
    return cell(lane, aggregate, rowCount, "default");
  }

  /** The line through the median times; none where too few sizes had answers. */
  Optional<LineFit> fit(Results results, String lane, MeasuredAggregate aggregate) {
    List<Integer> known =
        sizes(lane).stream()
            .filter(size -> results.client(timedCell(lane, aggregate, size)).isKnown())
            .toList();
    if (known.size() < 2) {
      return Optional.empty();
    }
    double[] x = known.stream().mapToDouble(Integer::doubleValue).toArray();
    double[] y =
        known.stream()
            .mapToDouble(size -> results.client(timedCell(lane, aggregate, size)).median())
            .toArray();
    LineFit fit = LineFit.of(x, y);
    return fit.perRow() > 0 ? Optional.of(fit) : Optional.empty();
  }

  /** The numbers of rows near the deadline of reads, as far as they are loaded. */
  List<Integer> probes(Results results, String lane, MeasuredAggregate aggregate) {
    if (!probing) {
      return List.of();
    }
    Optional<LineFit> fit = fit(results, lane, aggregate);
    if (fit.isEmpty()) {
      return List.of();
    }
    double crossing = fit.get().rows((double) Deadlines.DEFAULT.effective().toSeconds());
    TreeSet<Integer> probes = new TreeSet<>();
    for (double part : PROBES) {
      double wanted = Math.rint(part * crossing / 1000) * 1000;
      if (wanted >= 1 && wanted <= rows.largest()) {
        probes.add((int) wanted);
      }
    }
    return List.copyOf(probes);
  }

  @Override
  public boolean isComplete(String lane, RunLog log) {
    List<Map<String, String>> timed = new ArrayList<>();
    List<Map<String, String>> probed = new ArrayList<>();
    for (MeasuredAggregate aggregate : aggregates) {
      sizes(lane).forEach(size -> timed.add(timedCell(lane, aggregate, size)));
      probes(log.results(), lane, aggregate)
          .forEach(size -> probed.add(probeCell(lane, aggregate, size)));
    }
    return rounds(log, Console.plain()).areComplete(timed, true)
        && probeRounds(log, Console.plain()).areComplete(probed, false);
  }

  private Rounds rounds(RunLog log, Console console) {
    return new Rounds(log, console, warmUp, runs);
  }

  private static Rounds probeRounds(RunLog log, Console console) {
    return new Rounds(log, console, 0, 1);
  }

  @Override
  public void measure(Target target, ExactColumn column, RunLog log, Console console) {
    List<Rounds.Asked> timed = new ArrayList<>();
    for (MeasuredAggregate aggregate : aggregates) {
      for (int size : sizes(target.lane())) {
        timed.add(
            asked(target, column, aggregate, size, timedCell(target.lane(), aggregate, size)));
      }
    }
    rounds(log, console).measure("Measuring " + target.lane(), timed, true, target);
    if (!target.management().isEmpty()) {
      probe(target, column, log, console);
    }
  }

  private void probe(Target target, ExactColumn column, RunLog log, Console console) {
    List<Rounds.Asked> probes = new ArrayList<>();
    for (MeasuredAggregate aggregate : aggregates) {
      for (int size : probes(log.results(), target.lane(), aggregate)) {
        probes.add(
            asked(target, column, aggregate, size, probeCell(target.lane(), aggregate, size)));
      }
    }
    target.management().forEach(management -> management.setDeadlines(Deadlines.DEFAULT));
    probeRounds(log, console).measure("Default deadlines, " + target.lane(), probes, false, target);
    target.management().forEach(management -> management.setDeadlines(Deadlines.NONE));
  }

  private Rounds.Asked asked(
      Target target,
      ExactColumn column,
      MeasuredAggregate aggregate,
      int size,
      Map<String, String> cell) {
    Asker asker = new Asker(target.session());
    return new Rounds.Asked(
        cell,
        traced ->
            asker.ask(
                Readings.query(target, aggregate, size, pageSize, traced),
                row -> aggregate.check(row, column.first(size))));
  }

  @Override
  public StudyReport report(Results results, List<String> lanes) {
    return new RowsReport(this, results, lanes, aggregates).report();
  }
}
