/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.studies;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.cassandrastats.bench.report.Numbers;
import org.cassandrastats.bench.report.StudyReport;
import org.cassandrastats.bench.run.ExactColumn;
import org.cassandrastats.bench.run.Results;
import org.cassandrastats.bench.run.Rounds;
import org.cassandrastats.bench.run.RunLog;
import org.cassandrastats.bench.target.BenchLane;
import org.cassandrastats.bench.target.Target;
import org.cassandrastats.cli.console.Console;

/** The same records found by partition key, by indexes and by reading all of them. */
final class IndexStudy implements Study {
  /** Fewer records would have none of the rarest kind. */
  static final int FEWEST_RECORDS = 1000;

  private final int records;
  private final int groupSize;
  private final long seed;
  private final int runs;
  private final int warmUp;

  /**
   * A study.
   *
   * @param records at least {@link #FEWEST_RECORDS}
   * @param groupSize how many records are in a partition
   * @param seed of the records' kinds
   */
  IndexStudy(int records, int groupSize, long seed, int runs, int warmUp) {
    this.records = records;
    this.groupSize = groupSize;
    this.seed = seed;
    this.runs = runs;
    this.warmUp = warmUp;
  }

  @Override
  public String name() {
    return "index";
  }

  /** No function of the pack is called, so that one lane says it all. */
  @Override
  public List<BenchLane> lanes() {
    return List.of(BenchLane.NATIVE);
  }

  @Override
  public Map<String, String> settings() {
    Map<String, String> settings = new LinkedHashMap<>();
    settings.put("Records", Numbers.count(records));
    settings.put("Records of a partition", Numbers.count(groupSize));
    settings.put("Page size", Integer.toString(IndexQueries.PAGE_SIZE));
    settings.put("Runs", "%d, after %d to warm up".formatted(runs, warmUp));
    return settings;
  }

  int groupSize() {
    return groupSize;
  }

  @Override
  public int rows(String lane) {
    return records;
  }

  /** One table for each way, and two indexes, which are no smaller. */
  @Override
  public long storedRows(String lane) {
    return (IndexWay.values().length + 2L) * records;
  }

  @Override
  public void load(Target target, ExactColumn column, Console console) {
    new IndexTables(target, column, kinds(), groupSize).load(console);
  }

  private RecordKinds kinds() {
    return RecordKinds.generate(records, seed);
  }

  @Override
  public boolean isComplete(String lane, RunLog log) {
    return new Rounds(log, Console.plain(), warmUp, runs)
        .areComplete(
            IndexQuestion.all().stream().map(question -> question.cell(lane)).toList(), false);
  }

  @Override
  public void measure(Target target, ExactColumn column, RunLog log, Console console) {
    IndexQueries queries = new IndexQueries(target, column, kinds());
    new Rounds(log, console, warmUp, runs)
        .measure(
            "Measuring " + target.lane(),
            IndexQuestion.all().stream()
                .map(
                    question ->
                        new Rounds.Asked(
                            question.cell(target.lane()), traced -> queries.ask(question)))
                .toList(),
            false,
            target);
  }

  @Override
  public StudyReport report(Results results, List<String> lanes) {
    return new IndexReport(this, results, lanes).report();
  }
}
