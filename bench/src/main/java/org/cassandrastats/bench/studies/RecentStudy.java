/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.studies;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.cassandrastats.bench.report.Numbers;
import org.cassandrastats.bench.report.StudyReport;
import org.cassandrastats.bench.run.ExactColumn;
import org.cassandrastats.bench.run.Readings;
import org.cassandrastats.bench.run.Results;
import org.cassandrastats.bench.run.Rounds;
import org.cassandrastats.bench.run.RunLog;
import org.cassandrastats.bench.target.BenchKeyspace;
import org.cassandrastats.bench.target.BenchLane;
import org.cassandrastats.bench.target.Target;
import org.cassandrastats.cli.console.Console;
import org.cassandrastats.cli.console.Progress;

/** How long reads of the newest rows take, by the size of the partition and its order. */
final class RecentStudy implements Study {
  /** Reads that a node needs until it has compiled what it runs, in each round of warming up. */
  private static final int READS_TO_WARM_UP = 50;

  private final int maxRows;
  private final int reads;
  private final int warmUp;

  /**
   * A study.
   *
   * @param maxRows of the largest partition; at least {@link RecentRead#LEAST_MOST_ROWS}
   * @param reads of each cell
   */
  RecentStudy(int maxRows, int reads, int warmUp) {
    this.maxRows = maxRows;
    this.reads = reads;
    this.warmUp = warmUp;
  }

  @Override
  public String name() {
    return "recent";
  }

  /** No function is called, so that one lane says it all. */
  @Override
  public List<BenchLane> lanes() {
    return List.of(BenchLane.NATIVE);
  }

  @Override
  public Map<String, String> settings() {
    Map<String, String> settings = new LinkedHashMap<>();
    settings.put(
        "Rows of the partitions",
        sizes().stream().map(Numbers::count).collect(Collectors.joining("; ")));
    settings.put(
        "Newest rows",
        RecentRead.NEWEST.stream().map(Object::toString).collect(Collectors.joining(", ")));
    settings.put(
        "Reads",
        "%d of each kind, after %d to warm up".formatted(reads, warmUp * (1 + READS_TO_WARM_UP)));
    return settings;
  }

  List<Integer> sizes() {
    return RecentRead.sizes(maxRows);
  }

  int largest() {
    List<Integer> sizes = sizes();
    return sizes.get(sizes.size() - 1);
  }

  @Override
  public int rows(String lane) {
    return largest();
  }

  @Override
  public long storedRows(String lane) {
    return RowOrder.values().length * sizes().stream().mapToLong(Integer::longValue).sum();
  }

  @Override
  public void load(Target target, ExactColumn column, Console console) {
    BenchKeyspace.createTable(
        target.session(),
        RowOrder.DESCENDING.table(),
        "sensor int, at bigint, value double, PRIMARY KEY (sensor, at)",
        "CLUSTERING ORDER BY (at DESC)");
    for (RowOrder order : RowOrder.values()) {
      for (int size : sizes()) {
        Readings.loadPartition(
            target, order.table(), column, RecentRead.sensor(size), size, console);
      }
    }
    target.settle();
  }

  @Override
  public boolean isComplete(String lane, RunLog log) {
    return new Rounds(log, Console.plain(), warmUp, reads)
        .areComplete(RecentRead.all(maxRows).stream().map(read -> read.cell(lane)).toList(), false);
  }

  @Override
  public void measure(Target target, ExactColumn column, RunLog log, Console console) {
    RecentQueries queries = new RecentQueries(target, column);
    List<RecentRead> all = RecentRead.all(maxRows);
    if (warmUp > 0) {
      warm(queries, all, console);
    }
    new Rounds(log, console, warmUp, reads)
        .measure(
            "Measuring " + target.lane(),
            all.stream()
                .map(
                    read -> new Rounds.Asked(read.cell(target.lane()), traced -> queries.ask(read)))
                .toList(),
            false,
            target);
  }

  private void warm(RecentQueries queries, List<RecentRead> all, Console console) {
    int rounds = warmUp * READS_TO_WARM_UP;
    long done = 0;
    try (Progress progress =
        console.progress("Warming up", (long) rounds * all.size(), "queries")) {
      for (int round = 0; round < rounds; round++) {
        all.forEach(queries::warm);
        done += all.size();
        progress.reached(done);
      }
    }
  }

  @Override
  public StudyReport report(Results results, List<String> lanes) {
    return new RecentReport(this, results, lanes).report();
  }
}
