/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.studies;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.cassandrastats.bench.report.StudyReport;
import org.cassandrastats.bench.run.ExactColumn;
import org.cassandrastats.bench.run.ExactPart;
import org.cassandrastats.bench.run.Readings;
import org.cassandrastats.bench.run.Results;
import org.cassandrastats.bench.run.Rounds;
import org.cassandrastats.bench.run.RunLog;
import org.cassandrastats.bench.target.Target;
import org.cassandrastats.cli.console.Console;

/** The same rows in one partition, in many, and as a whole table. */
final class PartitionsStudy implements Study {
  private final RowCounts rows;
  private final int partitions;
  private final int nodes;
  private final int runs;
  private final int warmUp;

  PartitionsStudy(RowCounts rows, int partitions, int nodes, int runs, int warmUp) {
    this.rows = rows;
    this.partitions = partitions;
    this.nodes = nodes;
    this.runs = runs;
    this.warmUp = warmUp;
  }

  @Override
  public String name() {
    return "partitions";
  }

  @Override
  public int nodes() {
    return nodes;
  }

  @Override
  public Map<String, String> settings() {
    Map<String, String> settings = new LinkedHashMap<>();
    settings.put("Rows", rows.toString());
    settings.put("Many partitions", Integer.toString(partitions));
    settings.put("Requests at a time, of one for each partition", PartitionQueries.AT_A_TIME + "");
    settings.put("Page size", Integer.toString(PartitionQueries.PAGE_SIZE));
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

  static Map<String, String> cell(String lane, Layout layout) {
    Map<String, String> cell = new LinkedHashMap<>();
    cell.put("lane", lane);
    cell.put("layout", layout.toString());
    return cell;
  }

  @Override
  public boolean isComplete(String lane, RunLog log) {
    return new Rounds(log, Console.plain(), warmUp, runs)
        .areComplete(
            Arrays.stream(Layout.values()).map(layout -> cell(lane, layout)).toList(), true);
  }

  @Override
  public void measure(Target target, ExactColumn column, RunLog log, Console console) {
    int count = rows(target.lane());
    Readings.loadSplit(target, column, count, partitions, console);
    ExactPart exact = column.first(count);
    PartitionQueries queries = new PartitionQueries(target, exact, partitions);
    List<Rounds.Asked> asked = new ArrayList<>();
    for (Layout layout : Layout.values()) {
      asked.add(
          new Rounds.Asked(cell(target.lane(), layout), traced -> queries.ask(layout, traced)));
    }
    new Rounds(log, console, warmUp, runs)
        .measure("Measuring " + target.lane(), asked, true, target);
  }

  @Override
  public StudyReport report(Results results, List<String> lanes) {
    return new PartitionsReport(this, results, lanes).report();
  }
}
