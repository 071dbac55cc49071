/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.studies;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.cassandrastats.bench.report.StudyReport;
import org.cassandrastats.bench.run.Asker;
import org.cassandrastats.bench.run.ExactColumn;
import org.cassandrastats.bench.run.ExactPart;
import org.cassandrastats.bench.run.MeasuredAggregate;
import org.cassandrastats.bench.run.Readings;
import org.cassandrastats.bench.run.Results;
import org.cassandrastats.bench.run.Rounds;
import org.cassandrastats.bench.run.RunLog;
import org.cassandrastats.bench.target.Target;
import org.cassandrastats.cli.console.Console;

/** The time of an aggregate against the page size of the request. */
final class PageSizeStudy implements Study {
  private final List<Integer> pageSizes;
  private final List<MeasuredAggregate> aggregates;
  private final RowCounts rows;
  private final int runs;
  private final int warmUp;

  /**
   * A study.
   *
   * @param pageSizes in ascending order
   */
  PageSizeStudy(
      List<Integer> pageSizes,
      List<MeasuredAggregate> aggregates,
      RowCounts rows,
      int runs,
      int warmUp) {
    this.pageSizes = pageSizes;
    this.aggregates = aggregates;
    this.rows = rows;
    this.runs = runs;
    this.warmUp = warmUp;
  }

  @Override
  public String name() {
    return "page-size";
  }

  @Override
  public Map<String, String> settings() {
    Map<String, String> settings = new LinkedHashMap<>();
    settings.put("Rows of the partition", rows.toString());
    settings.put(
        "Page sizes", pageSizes.stream().map(Object::toString).collect(Collectors.joining(", ")));
    settings.put(
        "Aggregates", aggregates.stream().map(Object::toString).collect(Collectors.joining(", ")));
    settings.put("Runs", "%d, after %d to warm up".formatted(runs, warmUp));
    return settings;
  }

  @Override
  public int rows(String lane) {
    return rows.of(lane);
  }

  /** A cell of the table. */
  Map<String, String> cell(String lane, MeasuredAggregate aggregate, int pageSize) {
    Map<String, String> cell = new LinkedHashMap<>();
    cell.put("lane", lane);
    cell.put("aggregate", aggregate.toString());
    cell.put("rows", Integer.toString(rows(lane)));
    cell.put("page_size", Integer.toString(pageSize));
    return cell;
  }

  @Override
  public boolean isComplete(String lane, RunLog log) {
    List<Map<String, String>> cells = new ArrayList<>();
    for (MeasuredAggregate aggregate : aggregates) {
      pageSizes.forEach(size -> cells.add(cell(lane, aggregate, size)));
    }
    return new Rounds(log, Console.plain(), warmUp, runs).areComplete(cells, true);
  }

  @Override
  public void measure(Target target, ExactColumn column, RunLog log, Console console) {
    int count = rows(target.lane());
    ExactPart exact = column.first(count);
    Asker asker = new Asker(target.session());
    List<Rounds.Asked> asked = new ArrayList<>();
    for (MeasuredAggregate aggregate : aggregates) {
      for (int size : pageSizes) {
        asked.add(
            new Rounds.Asked(
                cell(target.lane(), aggregate, size),
                traced ->
                    asker.ask(
                        Readings.query(target, aggregate, count, size, traced),
                        row -> aggregate.check(row, exact))));
      }
    }
    new Rounds(log, console, warmUp, runs)
        .measure("Measuring " + target.lane(), asked, true, target);
  }

  @Override
  public StudyReport report(Results results, List<String> lanes) {
    return new PageSizeReport(this, results, lanes, pageSizes, aggregates).report();
  }
}
