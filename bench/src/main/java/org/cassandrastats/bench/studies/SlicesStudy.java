/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.studies;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.cassandrastats.bench.report.Numbers;
import org.cassandrastats.bench.report.StudyReport;
import org.cassandrastats.bench.run.ExactColumn;
import org.cassandrastats.bench.run.Results;
import org.cassandrastats.bench.run.Rounds;
import org.cassandrastats.bench.run.RunLog;
import org.cassandrastats.bench.target.BenchLane;
import org.cassandrastats.bench.target.Target;
import org.cassandrastats.cli.console.Console;

/** A partition read whole, and in slices. */
final class SlicesStudy implements Study {
  private final int rows;
  private final int maxSlices;
  private final int pageSize;
  private final int runs;
  private final int warmUp;

  /**
   * A study.
   *
   * @param rows of the partition; at least {@code maxSlices}
   */
  SlicesStudy(int rows, int maxSlices, int pageSize, int runs, int warmUp) {
    this.rows = rows;
    this.maxSlices = maxSlices;
    this.pageSize = pageSize;
    this.runs = runs;
    this.warmUp = warmUp;
  }

  @Override
  public String name() {
    return "slices";
  }

  @Override
  public List<BenchLane> lanes() {
    return List.of(BenchLane.NATIVE);
  }

  @Override
  public Map<String, String> settings() {
    Map<String, String> settings = new LinkedHashMap<>();
    settings.put("Rows of the partition", Numbers.count(rows));
    settings.put(
        "Slices", counts().stream().map(Object::toString).collect(Collectors.joining(", ")));
    settings.put("Page size", Integer.toString(pageSize));
    settings.put("Runs", "%d, after %d to warm up".formatted(runs, warmUp));
    return settings;
  }

  List<Integer> counts() {
    return Slicing.counts(maxSlices);
  }

  List<Slicing> slicings() {
    return Slicing.all(maxSlices);
  }

  int pageSize() {
    return pageSize;
  }

  @Override
  public int rows(String lane) {
    return rows;
  }

  @Override
  public boolean isComplete(String lane, RunLog log) {
    return new Rounds(log, Console.plain(), warmUp, runs)
        .areComplete(slicings().stream().map(slicing -> slicing.cell(lane)).toList(), false);
  }

  @Override
  public void measure(Target target, ExactColumn column, RunLog log, Console console) {
    try (SliceQueries queries = new SliceQueries(target, column, pageSize, maxSlices)) {
      new Rounds(log, console, warmUp, runs)
          .measure(
              "Measuring " + target.lane(),
              slicings().stream()
                  .map(
                      slicing ->
                          new Rounds.Asked(
                              slicing.cell(target.lane()), traced -> queries.ask(slicing)))
                  .toList(),
              false,
              target);
    }
  }

  @Override
  public StudyReport report(Results results, List<String> lanes) {
    return new SlicesReport(this, results, lanes).report();
  }
}
