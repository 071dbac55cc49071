/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.studies;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.cassandrastats.bench.report.StudyReport;
import org.cassandrastats.bench.run.Attempt;
import org.cassandrastats.bench.run.ExactColumn;
import org.cassandrastats.bench.run.ExactPart;
import org.cassandrastats.bench.run.MeasuredRun;
import org.cassandrastats.bench.run.Readings;
import org.cassandrastats.bench.run.Results;
import org.cassandrastats.bench.run.Rounds;
import org.cassandrastats.bench.run.RunLog;
import org.cassandrastats.bench.studies.spark.SparkClassPath;
import org.cassandrastats.bench.studies.spark.SparkProcess;
import org.cassandrastats.bench.target.BenchLane;
import org.cassandrastats.bench.target.Target;
import org.cassandrastats.cli.console.Console;
import org.cassandrastats.cli.console.UserError;

/** The same aggregates by Cassandra, by split queries, of chunks and by Spark. */
final class SparkStudy implements Study {
  static final List<BenchLane> LANES = List.of(BenchLane.NATIVE, BenchLane.UDF_THREADS_OFF);

  private static final int NODES = 3;

  private final RowCounts rows;
  private final int partitions;
  private final String sparkLane;
  private final SparkClassPath classPath;
  private final String heap;
  private final int runs;
  private final int warmUp;

  /**
   * A study.
   *
   * @param partitions of the whole table
   * @param sparkLane on whose nodes Spark is measured; it calls no functions of any lane
   * @param heap of Spark, at most
   */
  SparkStudy(
      RowCounts rows,
      int partitions,
      String sparkLane,
      SparkClassPath classPath,
      String heap,
      int runs,
      int warmUp) {
    this.rows = rows;
    this.partitions = partitions;
    this.sparkLane = sparkLane;
    this.classPath = classPath;
    this.heap = heap;
    this.runs = runs;
    this.warmUp = warmUp;
  }

  @Override
  public String name() {
    return "spark";
  }

  @Override
  public List<BenchLane> lanes() {
    return LANES;
  }

  @Override
  public int nodes() {
    return NODES;
  }

  @Override
  public int replicas() {
    return NODES;
  }

  @Override
  public Map<String, String> settings() {
    Map<String, String> settings = new LinkedHashMap<>();
    settings.put("Rows", rows.toString());
    settings.put("Partitions of the whole table", Integer.toString(partitions));
    settings.put("Consistency levels", "ONE, QUORUM");
    settings.put(
        "Page size",
        "%,d rows, %,d chunks".formatted(SparkQueries.PAGE_SIZE, ChunksStudy.PAGE_SIZE_OF_CHUNKS));
    settings.put(
        "Spark",
        "%s; local mode, one process on the client's machine, heap %s; measured on the nodes of the lane %s"
            .formatted(classPath.versions(), heap, sparkLane));
    settings.put("Runs", "%d, after %d to warm up".formatted(runs, warmUp));
    return settings;
  }

  @Override
  public int rows(String lane) {
    return rows.of(lane);
  }

  @Override
  public long storedRows(String lane) {
    return 2L * rows(lane);
  }

  int partitions() {
    return partitions;
  }

  boolean measuresSpark(String lane) {
    return lane.equals(sparkLane);
  }

  String sparkLane() {
    return sparkLane;
  }

  /** The ways of a lane: functions of chunks are measured where they are native. */
  List<SparkWay> ways(String lane) {
    return Arrays.stream(SparkWay.values())
        .filter(way -> way != SparkWay.CHUNKS || isNative(lane))
        .filter(way -> !way.isSpark() || measuresSpark(lane))
        .toList();
  }

  private static boolean isNative(String lane) {
    return lane.equals(BenchLane.NATIVE.toString());
  }

  @Override
  public boolean isComplete(String lane, RunLog log) {
    boolean costs =
        !measuresSpark(lane)
            || SparkCost.all().stream().allMatch(cost -> log.has(cost.cell(lane), 0, false));
    return costs
        && new Rounds(log, Console.plain(), warmUp, runs)
            .areComplete(
                SparkCase.all(ways(lane)).stream().map(asked -> asked.cell(lane)).toList(), false);
  }

  @Override
  public void measure(Target target, ExactColumn column, RunLog log, Console console) {
    String lane = target.lane();
    int count = rows(lane);
    Readings.loadSplit(target, column, count, partitions, console);
    if (isNative(lane)) {
      ChunkLoader chunks = new ChunkLoader(target, console);
      chunks.load(SparkQueries.chunks(Extent.PARTITION), count, 1, column::value);
      chunks.load(SparkQueries.chunks(Extent.TABLE), count, partitions, column::value);
      target.settle();
    }
    ExactPart exact = column.first(count);
    if (!measuresSpark(lane)) {
      measure(target, new SparkQueries(target, exact, null), log, console);
      return;
    }
    console.say("Starting Spark ...");
    try (SparkProcess spark = new SparkProcess(target.session(), classPath, heap)) {
      SparkQueries queries = new SparkQueries(target, exact, spark);
      note(log, lane, SparkCost.START, Attempt.exact(spark.startSeconds(), null));
      for (SparkCost cost : SparkCost.all()) {
        if (!cost.equals(SparkCost.START)) {
          console.say("Spark: %s, %s ...".formatted(cost.what(), cost.extent()));
          note(log, lane, cost, queries.store(cost));
        }
      }
      measure(target, queries, log, console);
    }
  }

  /** What is done again when an interrupted study goes on has been measured. */
  private static void note(RunLog log, String lane, SparkCost cost, Attempt attempt) {
    if (!attempt.isExact()) {
      throw new UserError(
          "Spark cannot %s: %s: %s".formatted(cost.what(), attempt.error(), attempt.message()));
    }
    if (!log.has(cost.cell(lane), 0, false)) {
      log.add(new MeasuredRun(cost.cell(lane), 0, false, attempt));
    }
  }

  private void measure(Target target, SparkQueries queries, RunLog log, Console console) {
    String lane = target.lane();
    new Rounds(log, console, warmUp, runs)
        .measure(
            "Measuring " + lane,
            SparkCase.all(ways(lane)).stream()
                .map(asked -> new Rounds.Asked(asked.cell(lane), traced -> queries.ask(asked)))
                .toList(),
            false,
            target);
  }

  @Override
  public StudyReport report(Results results, List<String> lanes) {
    return new SparkReport(this, results, lanes).report();
  }
}
