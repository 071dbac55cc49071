/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.studies;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.cassandrastats.bench.report.StudyReport;
import org.cassandrastats.bench.run.ExactColumn;
import org.cassandrastats.bench.run.MeasuredAggregate;
import org.cassandrastats.bench.run.Readings;
import org.cassandrastats.bench.run.Results;
import org.cassandrastats.bench.run.Rounds;
import org.cassandrastats.bench.run.RunLog;
import org.cassandrastats.bench.target.Target;
import org.cassandrastats.cli.console.Console;

/** What is predicted of queries over partitions of several sizes, and what they take. */
final class PlanStudy implements Study {
  static final int PAGE_SIZE = 5000;

  private final List<Integer> rows;
  private final RowCounts most;
  private final List<MeasuredAggregate> aggregates;
  private final int runs;
  private final int warmUp;

  /**
   * A study.
   *
   * @param rows of the partitions, in ascending order
   * @param most the largest of them in each lane
   */
  PlanStudy(
      List<Integer> rows,
      RowCounts most,
      List<MeasuredAggregate> aggregates,
      int runs,
      int warmUp) {
    this.rows = List.copyOf(rows);
    this.most = most;
    this.aggregates = List.copyOf(aggregates);
    this.runs = runs;
    this.warmUp = warmUp;
  }

  @Override
  public String name() {
    return "plan";
  }

  @Override
  public Map<String, String> settings() {
    Map<String, String> settings = new LinkedHashMap<>();
    settings.put(
        "Rows of the partitions",
        rows.stream().map("%,d"::formatted).collect(Collectors.joining("; ")));
    settings.put("The largest of them", most.toString());
    settings.put(
        "Aggregates", aggregates.stream().map(Object::toString).collect(Collectors.joining(", ")));
    settings.put("Page size", Integer.toString(PAGE_SIZE));
    settings.put("Runs", "%d, after %d to warm up".formatted(runs, warmUp));
    return settings;
  }

  @Override
  public int rows(String lane) {
    List<Integer> sizes = sizes(lane);
    return sizes.get(sizes.size() - 1);
  }

  /** The sizes of the partitions in a lane; the smallest is always among them. */
  List<Integer> sizes(String lane) {
    List<Integer> sizes = rows.stream().filter(size -> size <= most.of(lane)).toList();
    return sizes.isEmpty() ? rows.subList(0, 1) : sizes;
  }

  List<MeasuredAggregate> aggregates() {
    return aggregates;
  }

  static Map<String, String> cell(
      String lane, MeasuredAggregate aggregate, int rowCount, PlanStep step) {
    Map<String, String> cell = new LinkedHashMap<>();
    cell.put("lane", lane);
    cell.put("aggregate", aggregate.toString());
    cell.put("rows", Integer.toString(rowCount));
    cell.put("step", step.toString());
    return cell;
  }

  @Override
  public boolean isComplete(String lane, RunLog log) {
    List<Map<String, String>> cells = new ArrayList<>();
    for (MeasuredAggregate aggregate : aggregates) {
      for (int size : sizes(lane)) {
        for (PlanStep step : PlanStep.values()) {
          cells.add(cell(lane, aggregate, size, step));
        }
      }
    }
    return new Rounds(log, Console.plain(), warmUp, runs).areComplete(cells, false);
  }

  @Override
  public void measure(Target target, ExactColumn column, RunLog log, Console console) {
    List<Integer> sizes = sizes(target.lane());
    // The largest is there already, as sensor 1.
    for (int i = 0; i < sizes.size() - 1; i++) {
      Readings.loadPartition(target, column, i + 2, sizes.get(i), console);
    }
    target.settle();
    List<Rounds.Asked> asked = new ArrayList<>();
    for (MeasuredAggregate aggregate : aggregates) {
      for (int i = 0; i < sizes.size(); i++) {
        int size = sizes.get(i);
        PlannedQuery query =
            new PlannedQuery(
                target, aggregate, i == sizes.size() - 1 ? 1 : i + 2, column.first(size));
        for (PlanStep step : PlanStep.values()) {
          asked.add(
              new Rounds.Asked(
                  cell(target.lane(), aggregate, size, step), traced -> query.ask(step)));
        }
      }
    }
    new Rounds(log, console, warmUp, runs)
        .measure("Measuring " + target.lane(), asked, false, target);
  }

  @Override
  public StudyReport report(Results results, List<String> lanes) {
    return new PlanStudyReport(this, results, lanes).report();
  }
}
