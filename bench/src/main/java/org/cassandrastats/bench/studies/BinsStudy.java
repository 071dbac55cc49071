/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.studies;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.cassandrastats.bench.report.Numbers;
import org.cassandrastats.bench.report.StudyReport;
import org.cassandrastats.bench.run.Attempt;
import org.cassandrastats.bench.run.ExactColumn;
import org.cassandrastats.bench.run.MeasuredRun;
import org.cassandrastats.bench.run.Results;
import org.cassandrastats.bench.run.Rounds;
import org.cassandrastats.bench.run.RunLog;
import org.cassandrastats.bench.studies.bins.BinStore;
import org.cassandrastats.bench.studies.bins.Distributions;
import org.cassandrastats.bench.studies.bins.StoredBins;
import org.cassandrastats.bench.target.BenchLane;
import org.cassandrastats.bench.target.Target;
import org.cassandrastats.cli.console.Console;
import org.cassandrastats.cli.console.Progress;

/** Distributions of 100 bins, stored in several ways: inserting, reading, updating, bytes. */
final class BinsStudy implements Study {
  static final String BYTES = "bytes_on_disk";

  /** Seconds of a record: inserts are timed in parts of several sizes. */
  static final String SECONDS_PER_RECORD = "seconds_per_record";

  static final String INSERT = "insert";
  static final String READ = "read";
  static final String UPDATE = "update";

  /** Records whose insertion is timed together. */
  static final int PART = 1000;

  private static final int READINGS_OF_A_RECORD = 60;

  private final List<BinStore> stores;
  private final int records;
  private final long seed;
  private final int runs;
  private final int warmUp;

  BinsStudy(List<BinStore> stores, int records, long seed, int runs, int warmUp) {
    this.stores = stores;
    this.records = records;
    this.seed = seed;
    this.runs = runs;
    this.warmUp = warmUp;
  }

  @Override
  public String name() {
    return "bins";
  }

  @Override
  public List<BenchLane> lanes() {
    return List.of(BenchLane.NATIVE);
  }

  @Override
  public Map<String, String> settings() {
    Map<String, String> settings = new LinkedHashMap<>();
    settings.put("Records", Numbers.count(records) + " of 100 bins");
    settings.put(
        "Stored as", stores.stream().map(BinStore::toString).collect(Collectors.joining(", ")));
    settings.put("Records inserted and timed together", Numbers.count(PART));
    settings.put("Runs", "%d, after %d to warm up".formatted(runs, warmUp));
    return settings;
  }

  /** It has records of its own. */
  @Override
  public int rows(String lane) {
    return 0;
  }

  @Override
  public long storedRows(String lane) {
    return (long) records * stores.size() * READINGS_OF_A_RECORD;
  }

  List<BinStore> stores() {
    return stores;
  }

  int records() {
    return records;
  }

  static Map<String, String> cell(String lane, BinStore store, String operation) {
    Map<String, String> cell = new LinkedHashMap<>();
    cell.put("lane", lane);
    cell.put("stored_as", store.toString());
    cell.put("operation", operation);
    return cell;
  }

  @Override
  public boolean isComplete(String lane, RunLog log) {
    return stores.stream().allMatch(store -> isComplete(lane, store, log));
  }

  private boolean isComplete(String lane, BinStore store, RunLog log) {
    return new Rounds(log, Console.plain(), warmUp, runs)
        .areComplete(List.of(cell(lane, store, READ), cell(lane, store, UPDATE)), false);
  }

  @Override
  public void measure(Target target, ExactColumn column, RunLog log, Console console) {
    Distributions distributions = Distributions.generate(records, seed);
    Map<BinStore, StoredBins> stored = load(target, distributions, log, console);
    List<Rounds.Asked> reads = new ArrayList<>();
    List<Rounds.Asked> updates = new ArrayList<>();
    stored.forEach(
        (store, bins) -> {
          double bytes = (double) bins.diskBytes();
          reads.add(
              new Rounds.Asked(
                  cell(target.lane(), store, READ), traced -> bins.read().with(BYTES, bytes)));
          updates.add(
              new Rounds.Asked(cell(target.lane(), store, UPDATE), traced -> bins.update()));
        });
    Rounds rounds = new Rounds(log, console, warmUp, runs);
    // Updates leave what they write beside the files that reads are timed on.
    rounds.measure("Reading, " + target.lane(), reads, false, target);
    rounds.measure("Updating, " + target.lane(), updates, false, target);
  }

  private Map<BinStore, StoredBins> load(
      Target target, Distributions distributions, RunLog log, Console console) {
    List<BinStore> wanted =
        stores.stream().filter(store -> !isComplete(target.lane(), store, log)).toList();
    Map<BinStore, StoredBins> stored = new LinkedHashMap<>();
    long total = (long) wanted.size() * records;
    long loaded = 0;
    try (Progress progress = console.progress("Loading " + target.lane(), total, "records")) {
      for (BinStore store : wanted) {
        StoredBins bins = StoredBins.create(target, store, distributions);
        // The first part is written twice: the first time warms client and node up.
        bins.insert(0, Math.min(PART, records));
        for (int from = 0; from < records; from += PART) {
          int end = Math.min(records, from + PART);
          double seconds = bins.insert(from, end);
          add(log, cell(target.lane(), store, INSERT), from / PART, seconds, end - from);
          loaded += end - from;
          progress.reached(loaded);
        }
        stored.put(store, bins);
      }
    }
    target.settle();
    return stored;
  }

  private static void add(
      RunLog log, Map<String, String> cell, int part, double seconds, int records) {
    if (!log.has(cell, part, false)) {
      log.add(
          new MeasuredRun(
              cell,
              part,
              false,
              Attempt.exact(seconds, null).with(SECONDS_PER_RECORD, seconds / records)));
    }
  }

  @Override
  public StudyReport report(Results results, List<String> lanes) {
    return new BinsReport(this, results, lanes.get(0)).report();
  }
}
