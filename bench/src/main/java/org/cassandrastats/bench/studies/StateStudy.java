/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.studies;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.cassandrastats.bench.report.StudyReport;
import org.cassandrastats.bench.run.ExactColumn;
import org.cassandrastats.bench.run.Results;
import org.cassandrastats.bench.run.Rounds;
import org.cassandrastats.bench.run.RunLog;
import org.cassandrastats.bench.target.BenchLane;
import org.cassandrastats.bench.target.Target;
import org.cassandrastats.cli.console.Console;

/** What an aggregation costs a node, by the state that it keeps. */
final class StateStudy implements Study {
  private final List<Integer> rows;
  private final int runs;
  private final int warmUp;

  /**
   * A study.
   *
   * @param rows in ascending order
   */
  StateStudy(List<Integer> rows, int runs, int warmUp) {
    this.rows = rows;
    this.runs = runs;
    this.warmUp = warmUp;
  }

  @Override
  public String name() {
    return "state";
  }

  @Override
  public List<BenchLane> lanes() {
    return List.of(BenchLane.UDF_THREADS_OFF);
  }

  @Override
  public Map<String, String> settings() {
    Map<String, String> settings = new LinkedHashMap<>();
    settings.put(
        "Rows of a query", rows.stream().map(Object::toString).collect(Collectors.joining(", ")));
    settings.put("Runs", "%d, after %d to warm up".formatted(runs, warmUp));
    return settings;
  }

  @Override
  public int rows(String lane) {
    return rows.get(rows.size() - 1);
  }

  List<Integer> rowCounts() {
    return rows;
  }

  static Map<String, String> cell(String lane, StateKind kind, int rowCount) {
    Map<String, String> cell = new LinkedHashMap<>();
    cell.put("lane", lane);
    cell.put("state", kind.toString());
    cell.put("rows", Integer.toString(rowCount));
    return cell;
  }

  @Override
  public boolean isComplete(String lane, RunLog log) {
    List<Map<String, String>> cells = new ArrayList<>();
    for (int count : rows) {
      for (StateKind kind : StateKind.values()) {
        cells.add(cell(lane, kind, count));
      }
    }
    return new Rounds(log, Console.plain(), warmUp, runs).areComplete(cells, true);
  }

  @Override
  public void measure(Target target, ExactColumn column, RunLog log, Console console) {
    StateQueries queries = new StateQueries(target);
    queries.createList();
    List<Rounds.Asked> asked = new ArrayList<>();
    for (int count : rows) {
      for (StateKind kind : StateKind.values()) {
        asked.add(
            new Rounds.Asked(
                cell(target.lane(), kind, count),
                traced -> queries.ask(kind, column.first(count), traced)));
      }
    }
    new Rounds(log, console, warmUp, runs)
        .measure("Measuring " + target.lane(), asked, true, target);
  }

  @Override
  public StudyReport report(Results results, List<String> lanes) {
    return new StateReport(this, results, lanes).report();
  }
}
