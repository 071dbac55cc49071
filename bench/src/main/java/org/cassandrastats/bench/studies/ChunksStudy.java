/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.studies;

import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.cassandrastats.bench.report.StudyReport;
import org.cassandrastats.bench.run.Asker;
import org.cassandrastats.bench.run.Attempt;
import org.cassandrastats.bench.run.ExactColumn;
import org.cassandrastats.bench.run.ExactPart;
import org.cassandrastats.bench.run.MeasuredRun;
import org.cassandrastats.bench.run.Results;
import org.cassandrastats.bench.run.Rounds;
import org.cassandrastats.bench.run.RunLog;
import org.cassandrastats.bench.target.BenchKeyspace;
import org.cassandrastats.bench.target.BenchLane;
import org.cassandrastats.bench.target.Target;
import org.cassandrastats.cli.console.Console;
import org.cassandrastats.cli.install.LocalPack;

/** The same points as rows and as chunks: time of aggregates, bytes on disk. */
final class ChunksStudy implements Study {
  static final int PAGE_SIZE = 5000;

  /** Chunks are a thousand times as large as rows. */
  static final int PAGE_SIZE_OF_CHUNKS = 100;

  private static final String BYTES = "bytes_a_point";
  private static final List<String> TABLES =
      List.of(
          BenchKeyspace.TABLE, ChunkTables.CHUNKS, ChunkTables.RANDOM, ChunkTables.RANDOM_CHUNKS);

  private final RowCounts rows;
  private final long seed;
  private final int runs;
  private final int warmUp;

  /**
   * A study.
   *
   * @param seed of the random doubles
   */
  ChunksStudy(RowCounts rows, long seed, int runs, int warmUp) {
    this.rows = rows;
    this.seed = seed;
    this.runs = runs;
    this.warmUp = warmUp;
  }

  @Override
  public String name() {
    return "chunks";
  }

  @Override
  public List<BenchLane> lanes() {
    return List.of(BenchLane.NATIVE);
  }

  @Override
  public Map<String, String> settings() {
    Map<String, String> settings = new LinkedHashMap<>();
    settings.put("Points", rows.toString());
    settings.put("Page size", "%,d rows, %,d chunks".formatted(PAGE_SIZE, PAGE_SIZE_OF_CHUNKS));
    settings.put("Runs", "%d, after %d to warm up".formatted(runs, warmUp));
    return settings;
  }

  @Override
  public int rows(String lane) {
    return rows.of(lane);
  }

  /** How many random doubles there are: they are stored only, and weighed. */
  private int randomRows(String lane) {
    return Math.max(1, rows(lane) / 10);
  }

  static Map<String, String> cell(String lane, ChunkQuestion question) {
    return cell(lane, question.stored(), question.asked());
  }

  private static Map<String, String> diskCell(String lane, String table) {
    return cell(lane, table, "bytes on disk");
  }

  private static Map<String, String> cell(String lane, String stored, String asked) {
    Map<String, String> cell = new LinkedHashMap<>();
    cell.put("lane", lane);
    cell.put("stored", stored);
    cell.put("asked", asked);
    return cell;
  }

  /** Bytes on disk of a point; NaN where they are not known. */
  static double bytesOfPoint(Results results, String lane, String table) {
    return results.timed(diskCell(lane, table)).stream()
        .mapToDouble(attempt -> attempt.numbers().getOrDefault(BYTES, Double.NaN))
        .findFirst()
        .orElse(Double.NaN);
  }

  @Override
  public boolean isComplete(String lane, RunLog log) {
    List<Map<String, String>> cells = new ArrayList<>();
    for (ChunkQuestion question : ChunkQuestion.values()) {
      cells.add(cell(lane, question));
    }
    return TABLES.stream().allMatch(table -> log.has(diskCell(lane, table), 0, false))
        && new Rounds(log, Console.plain(), warmUp, runs).areComplete(cells, true);
  }

  @Override
  public void measure(Target target, ExactColumn column, RunLog log, Console console) {
    if (!target.lane().equals(BenchLane.NATIVE.toString())) {
      LocalPack.install(target.session(), console);
    }
    int count = rows(target.lane());
    new ChunkTables(target, console).load(column, count, randomRows(target.lane()), seed);
    TABLES.forEach(table -> weigh(target, table, log));
    ExactPart exact = column.first(count);
    List<Rounds.Asked> asked = new ArrayList<>();
    for (ChunkQuestion question : ChunkQuestion.values()) {
      asked.add(
          new Rounds.Asked(
              cell(target.lane(), question), traced -> ask(target, question, exact, traced)));
    }
    new Rounds(log, console, warmUp, runs)
        .measure("Measuring " + target.lane(), asked, true, target);
  }

  private void weigh(Target target, String table, RunLog log) {
    Map<String, String> cell = diskCell(target.lane(), table);
    if (log.has(cell, 0, false)) {
      return;
    }
    boolean isRandom = table.startsWith(ChunkTables.RANDOM);
    double points = isRandom ? randomRows(target.lane()) : rows(target.lane());
    long bytes = target.management().get(0).diskBytes(table);
    log.add(new MeasuredRun(cell, 0, false, Attempt.exact(0, null).with(BYTES, bytes / points)));
  }

  private static Attempt ask(
      Target target, ChunkQuestion question, ExactPart exact, boolean traced) {
    boolean ofChunks = question.isOfChunks();
    SimpleStatement statement =
        SimpleStatement.newInstance(
                "SELECT %s FROM %s WHERE sensor = 1"
                    .formatted(
                        question.selector(target.functions()),
                        ofChunks ? ChunkTables.CHUNKS : BenchKeyspace.TABLE))
            .setPageSize(ofChunks ? PAGE_SIZE_OF_CHUNKS : PAGE_SIZE)
            .setTracing(traced)
            .setTimeout(Duration.ofHours(2));
    return new Asker(target.session()).ask(statement, row -> question.check(row, exact));
  }

  @Override
  public StudyReport report(Results results, List<String> lanes) {
    return new ChunksReport(this, results, lanes).report();
  }
}
