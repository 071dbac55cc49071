/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.studies;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import com.datastax.oss.driver.api.core.DefaultConsistencyLevel;
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
import org.cassandrastats.bench.target.Replicas;
import org.cassandrastats.bench.target.Target;
import org.cassandrastats.cli.console.Console;

/** The time of an aggregate against the consistency level, by the state of the replicas. */
final class ConsistencyStudy implements Study {
  private static final int NODES = 3;

  private final int rows;
  private final int changed;
  private final List<DefaultConsistencyLevel> levels;
  private final boolean forked;
  private final int runs;
  private final int warmUp;

  /**
   * A study.
   *
   * @param changed every how manieth row a replica misses
   * @param forked whether replicas can be made to differ
   */
  ConsistencyStudy(
      int rows,
      int changed,
      List<DefaultConsistencyLevel> levels,
      boolean forked,
      int runs,
      int warmUp) {
    this.rows = rows;
    this.changed = changed;
    this.levels = levels;
    this.forked = forked;
    this.runs = runs;
    this.warmUp = warmUp;
  }

  @Override
  public String name() {
    return "consistency";
  }

  @Override
  public List<BenchLane> lanes() {
    return List.of(BenchLane.NATIVE);
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
    settings.put("Rows of a partition", Integer.toString(rows));
    settings.put("Missed writes", "one row of " + changed);
    settings.put(
        "Consistency levels", levels.stream().map(Enum::name).collect(Collectors.joining(", ")));
    settings.put("Page size", Integer.toString(ConsistencyQueries.PAGE_SIZE));
    settings.put("Runs", "%d, after %d to warm up".formatted(runs, warmUp));
    return settings;
  }

  @Override
  public int rows(String lane) {
    return rows;
  }

  List<ReplicaCondition> conditions() {
    return forked ? List.of(ReplicaCondition.values()) : List.of(ReplicaCondition.IN_SYNC);
  }

  /**
   * The levels that have to give the exact answer: where replicas differ, those that must see the
   * writes, which are of level QUORUM.
   */
  List<DefaultConsistencyLevel> levels(ReplicaCondition condition) {
    return levels.stream()
        .filter(level -> !condition.isDiffering() || isSeeingWrites(level))
        .toList();
  }

  private static boolean isSeeingWrites(DefaultConsistencyLevel level) {
    return level == DefaultConsistencyLevel.QUORUM
        || level == DefaultConsistencyLevel.LOCAL_QUORUM
        || level == DefaultConsistencyLevel.ALL;
  }

  static Map<String, String> cell(String lane, ReplicaCondition condition, ConsistencyLevel level) {
    Map<String, String> cell = new LinkedHashMap<>();
    cell.put("lane", lane);
    cell.put("replicas", condition.toString());
    cell.put("level", level.name());
    return cell;
  }

  private List<Map<String, String>> cells(String lane, ReplicaCondition condition) {
    return levels(condition).stream().map(level -> cell(lane, condition, level)).toList();
  }

  @Override
  public boolean isComplete(String lane, RunLog log) {
    List<Map<String, String>> cells = new ArrayList<>();
    conditions().forEach(condition -> cells.addAll(cells(lane, condition)));
    return new Rounds(log, Console.plain(), warmUp, runs).areComplete(cells, true);
  }

  @Override
  public void measure(Target target, ExactColumn column, RunLog log, Console console) {
    Rounds rounds = new Rounds(log, console, warmUp, runs);
    ConsistencyQueries queries = new ConsistencyQueries(target, column.first(rows));
    rounds.measure("In sync", asked(ReplicaCondition.IN_SYNC, target, queries), true, target);
    if (!forked) {
      return;
    }
    Replicas replicas = new Replicas(target.management());
    try (Replicas.Slowing slowing = replicas.slowLast()) {
      console.say("One replica (process %d) is slowed down.".formatted(slowing.process()));
      rounds.measure("One slowed", asked(ReplicaCondition.SLOW, target, queries), true, target);
    }
    for (ReplicaCondition condition :
        List.of(ReplicaCondition.BLOCKING, ReplicaCondition.NOT_REPAIRED)) {
      // Each run reads a partition of its own: a read may repair it.
      int partitions = levels(condition).size() * (warmUp + runs + 1);
      MissedWrites missed = new MissedWrites(target, column, changed, console);
      missed.load(condition, partitions, replicas);
      queries.use(missed.exact());
      rounds.measure(condition.toString(), asked(condition, target, queries), true, target);
    }
  }

  private List<Rounds.Asked> asked(
      ReplicaCondition condition, Target target, ConsistencyQueries queries) {
    return levels(condition).stream()
        .map(
            level ->
                new Rounds.Asked(
                    cell(target.lane(), condition, level),
                    traced -> queries.ask(condition, level, traced)))
        .toList();
  }

  @Override
  public StudyReport report(Results results, List<String> lanes) {
    return new ConsistencyReport(this, results, lanes).report();
  }
}
