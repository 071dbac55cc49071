/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.studies;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.cassandrastats.bench.report.Numbers;
import org.cassandrastats.bench.report.StudyReport;
import org.cassandrastats.bench.run.Attempt;
import org.cassandrastats.bench.run.ExactColumn;
import org.cassandrastats.bench.run.MeasuredRun;
import org.cassandrastats.bench.run.Results;
import org.cassandrastats.bench.run.Rounds;
import org.cassandrastats.bench.run.RunLog;
import org.cassandrastats.bench.studies.layouts.Answers;
import org.cassandrastats.bench.studies.layouts.LayoutQuestion;
import org.cassandrastats.bench.studies.layouts.Records;
import org.cassandrastats.bench.studies.layouts.StoredRecords;
import org.cassandrastats.bench.studies.layouts.TableCase;
import org.cassandrastats.bench.target.BenchLane;
import org.cassandrastats.bench.target.NodeVariant;
import org.cassandrastats.bench.target.Target;
import org.cassandrastats.cli.console.Console;
import org.cassandrastats.cli.console.Progress;

/** The same records in tables of different layouts: bytes, writing, reading. */
final class LayoutsStudy implements Study {
  static final String BYTES = "bytes_on_disk";
  static final String HITS = "row_cache_hits";
  static final String RATE = "records_per_second";

  private static final String INGEST = "ingest";

  /** Readings are small, but take as much disk as some columns of a record. */
  private static final int COLUMNS_OF_A_READING = 8;

  private final List<TableCase> cases;
  private final int recordCount;
  private final int columns;
  private final long seed;
  private final int runs;
  private final int warmUp;

  LayoutsStudy(
      List<TableCase> cases, int recordCount, int columns, long seed, int runs, int warmUp) {
    this.cases = cases;
    this.recordCount = recordCount;
    this.columns = columns;
    this.seed = seed;
    this.runs = runs;
    this.warmUp = warmUp;
  }

  @Override
  public String name() {
    return "layouts";
  }

  @Override
  public List<BenchLane> lanes() {
    return List.of(BenchLane.NATIVE);
  }

  @Override
  public Map<String, String> settings() {
    Map<String, String> settings = new LinkedHashMap<>();
    settings.put("Records", "%s of %d columns".formatted(Numbers.count(recordCount), columns));
    settings.put(
        "Tables",
        "%d: layouts %s; compressions %s; SSTables %s"
            .formatted(
                cases.size(),
                each(TableCase::layout),
                each(TableCase::compression),
                each(TableCase::format)));
    settings.put("Records of a wide partition", Numbers.count(Records.PER_PART));
    settings.put("Records of a chunk", Numbers.count(Records.PER_BATCH));
    settings.put("Runs", "%d, after %d to warm up".formatted(runs, warmUp));
    return settings;
  }

  private String each(Function<TableCase, Object> part) {
    return cases.stream()
        .map(table -> part.apply(table).toString())
        .distinct()
        .collect(Collectors.joining(", "));
  }

  /** It has records of its own. */
  @Override
  public int rows(String lane) {
    return 0;
  }

  @Override
  public long storedRows(String lane) {
    return (long) recordCount * columns * cases.size() / COLUMNS_OF_A_READING;
  }

  List<TableCase> cases() {
    return cases;
  }

  int records() {
    return recordCount;
  }

  int columns() {
    return columns;
  }

  static Map<String, String> cell(String lane, TableCase table, LayoutQuestion question) {
    return cell(lane, table, question.toString());
  }

  static Map<String, String> ingestCell(String lane, TableCase table) {
    return cell(lane, table, INGEST);
  }

  private static Map<String, String> cell(String lane, TableCase table, String question) {
    Map<String, String> cell = table.cell(lane);
    cell.put("question", question);
    return cell;
  }

  @Override
  public List<NodeVariant> variants() {
    return cases.stream()
        .map(table -> TableCase.yaml(table.format()))
        .distinct()
        .map(NodeVariant::of)
        .toList();
  }

  private List<TableCase> cases(NodeVariant variant) {
    return cases.stream()
        .filter(table -> TableCase.yaml(table.format()).equals(variant.yaml()))
        .toList();
  }

  @Override
  public boolean isComplete(String lane, RunLog log) {
    return cases.stream().allMatch(table -> isComplete(lane, table, log));
  }

  @Override
  public boolean isComplete(String lane, NodeVariant variant, RunLog log) {
    return cases(variant).stream().allMatch(table -> isComplete(lane, table, log));
  }

  private boolean isComplete(String lane, TableCase table, RunLog log) {
    List<Map<String, String>> cells = new ArrayList<>();
    for (LayoutQuestion question : LayoutQuestion.values()) {
      cells.add(cell(lane, table, question));
    }
    return new Rounds(log, Console.plain(), warmUp, runs).areComplete(cells, false);
  }

  @Override
  public void measure(Target target, ExactColumn column, RunLog log, Console console) {
    variants().forEach(variant -> measure(target, variant, column, log, console));
  }

  @Override
  public void measure(
      Target target, NodeVariant variant, ExactColumn column, RunLog log, Console console) {
    Records records = Records.generate(recordCount, columns, seed);
    Answers answers = new Answers(records);
    List<TableCase> tables =
        cases(variant).stream().filter(table -> !isComplete(target.lane(), table, log)).toList();
    Map<TableCase, StoredRecords> stored = load(target, tables, records, answers, log, console);
    List<Rounds.Asked> asked = new ArrayList<>();
    stored.forEach(
        (table, rows) -> {
          long bytes = rows.diskBytes();
          for (LayoutQuestion question : LayoutQuestion.values()) {
            asked.add(
                new Rounds.Asked(
                    cell(target.lane(), table, question),
                    traced -> ask(rows, question).with(BYTES, (double) bytes)));
          }
        });
    String task =
        "Measuring %s, %s".formatted(target.lane(), variant.yaml().get("sstable.selected_format"));
    new Rounds(log, console, warmUp, runs).measure(task, asked, false, target);
  }

  private static Attempt ask(StoredRecords rows, LayoutQuestion question) {
    long hits = rows.rowCacheHits();
    Attempt attempt = rows.ask(question);
    return attempt.with(HITS, (double) (rows.rowCacheHits() - hits));
  }

  private static Map<TableCase, StoredRecords> load(
      Target target,
      List<TableCase> tables,
      Records records,
      Answers answers,
      RunLog log,
      Console console) {
    Map<TableCase, StoredRecords> stored = new LinkedHashMap<>();
    long parts = (long) tables.size() * records.parts();
    try (Progress progress = console.progress("Loading " + target.lane(), parts, "parts")) {
      for (TableCase table : tables) {
        StoredRecords rows =
            StoredRecords.create(
                target, table.layout(), table.tableName(), table.options(), records, answers);
        // The first part is written twice: the first time warms client and node up.
        rows.write(0);
        for (int part = 0; part < records.parts(); part++) {
          add(log, ingestCell(target.lane(), table), part, rows.write(part), records.sizeOf(part));
          progress.reached((long) stored.size() * records.parts() + part + 1);
        }
        stored.put(table, rows);
      }
    }
    console.say("Writing tables to disk and joining their files ...");
    target.settle();
    stored.forEach(
        (table, rows) -> {
          if (table.cached()) {
            rows.readPartitions();
          }
        });
    return stored;
  }

  private static void add(
      RunLog log, Map<String, String> cell, int part, double seconds, int records) {
    if (!log.has(cell, part, false)) {
      log.add(
          new MeasuredRun(
              cell, part, false, Attempt.exact(seconds, null).with(RATE, records / seconds)));
    }
  }

  @Override
  public StudyReport report(Results results, List<String> lanes) {
    return new LayoutsReport(this, new LayoutFigures(this, results, lanes.get(0))).report();
  }
}
