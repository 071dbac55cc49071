/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.studies;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.cassandrastats.bench.report.StudyReport;
import org.cassandrastats.bench.run.ExactColumn;
import org.cassandrastats.bench.run.Readings;
import org.cassandrastats.bench.run.Results;
import org.cassandrastats.bench.run.Rounds;
import org.cassandrastats.bench.run.RunLog;
import org.cassandrastats.bench.target.Deadlines;
import org.cassandrastats.bench.target.Target;
import org.cassandrastats.cli.console.Console;
import org.cassandrastats.client.StatsOptions;

/** The same query by one request and split, over a partition and over a whole table. */
final class SplitStudy implements Study {
  private final RowCounts rows;
  private final int partitions;
  private final int nodes;
  private final StatsOptions options;
  private final List<AnswerMethod> ways;
  private final int runs;
  private final int warmUp;

  /**
   * A study.
   *
   * @param partitions of the whole table
   * @param options of the split query
   * @param ways those that can be shown: deadlines can be set on nodes of our own only
   */
  SplitStudy(
      RowCounts rows,
      int partitions,
      int nodes,
      StatsOptions options,
      List<AnswerMethod> ways,
      int runs,
      int warmUp) {
    this.rows = rows;
    this.partitions = partitions;
    this.nodes = nodes;
    this.options = options;
    this.ways = List.copyOf(ways);
    this.runs = runs;
    this.warmUp = warmUp;
  }

  @Override
  public String name() {
    return "query";
  }

  @Override
  public int nodes() {
    return nodes;
  }

  @Override
  public Map<String, String> settings() {
    Map<String, String> settings = new LinkedHashMap<>();
    settings.put("Rows", rows.toString());
    settings.put("Partitions of the whole table", Integer.toString(partitions));
    settings.put("Target time of a request", TimeSettings.text(options.targetTime()));
    settings.put("Requests in flight for each node", Integer.toString(options.inFlightPerNode()));
    settings.put("Page size", Integer.toString(options.pageSize()));
    settings.put("Ways", String.join("; ", ways.stream().map(AnswerMethod::toString).toList()));
    settings.put("Runs", "%d, after %d to warm up".formatted(runs, warmUp));
    return settings;
  }

  @Override
  public int rows(String lane) {
    return rows.of(lane);
  }

  int partitions() {
    return partitions;
  }

  int nodeCount() {
    return nodes;
  }

  double targetSeconds() {
    return options.targetTime().toNanos() / 1e9;
  }

  List<AnswerMethod> ways() {
    return ways;
  }

  static Map<String, String> cell(String lane, Extent extent, AnswerMethod way) {
    Map<String, String> cell = new LinkedHashMap<>();
    cell.put("lane", lane);
    cell.put("rows", extent.toString());
    cell.put("way", way.toString());
    return cell;
  }

  @Override
  public boolean isComplete(String lane, RunLog log) {
    List<Map<String, String>> cells = new ArrayList<>();
    for (Extent extent : Extent.values()) {
      ways.forEach(way -> cells.add(cell(lane, extent, way)));
    }
    return new Rounds(log, Console.plain(), warmUp, runs).areComplete(cells, false);
  }

  @Override
  public void measure(Target target, ExactColumn column, RunLog log, Console console) {
    int count = rows(target.lane());
    Readings.loadSplit(target, column, count, partitions, console);
    SplitQueries queries = new SplitQueries(target, column.first(count), options);
    List<Rounds.Asked> asked = new ArrayList<>();
    for (Extent extent : Extent.values()) {
      for (AnswerMethod way : ways) {
        asked.add(
            new Rounds.Asked(cell(target.lane(), extent, way), traced -> queries.ask(extent, way)));
      }
    }
    new Rounds(log, console, warmUp, runs)
        .measure("Measuring " + target.lane(), asked, false, target);
    target.management().forEach(management -> management.setDeadlines(Deadlines.NONE));
  }

  @Override
  public StudyReport report(Results results, List<String> lanes) {
    return new SplitReport(this, results, lanes).report();
  }
}
