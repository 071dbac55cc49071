/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.studies;

import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.cassandrastats.bench.report.Report;
import org.cassandrastats.bench.run.Attempt;
import org.cassandrastats.bench.run.Cell;
import org.cassandrastats.bench.run.Rounds;
import org.cassandrastats.bench.studies.layouts.RecordAnswers;
import org.cassandrastats.bench.studies.layouts.RecordLayout;
import org.cassandrastats.bench.studies.layouts.Records;
import org.cassandrastats.bench.studies.layouts.StoredRecords;
import org.cassandrastats.bench.studies.layouts.TableCase;
import org.cassandrastats.bench.study.Study;
import org.cassandrastats.bench.study.StudyDefaults;
import org.cassandrastats.bench.study.Workbench;
import org.cassandrastats.bench.target.BenchLane;
import org.cassandrastats.bench.target.NodeVariant;
import org.cassandrastats.cli.console.Progress;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The same records in tables of different layouts: bytes, writing, reading. */
@Command(
    name = "layouts",
    header = "Rows, blobs and columnar chunks: bytes on disk, writing, reading.",
    description = {
      "Stores the same generated records (like the events of GDELT) as a partition each, as rows of"
          + " wide partitions, as a blob each, and as columnar chunks in three encodings; with each"
          + " compression, on SSTables of the formats big and bti, with row cache and without.",
      "Times writing, reading all columns, reading one, counting, averages by group, and average,"
          + " minimum and maximum of 1 %% of the records. What Cassandra cannot compute in a layout,"
          + " the client does with what it has to read for it.",
      "On throw-away nodes only, in the native lane: it asks the node for bytes on disk.",
    },
    footer = {
      "  cassandra-stats bench layouts",
      "  cassandra-stats bench layouts --columns 57 --records 100000 --runs 3",
      "  cassandra-stats bench layouts --layouts wide,chunks-smallest --compressions LZ4,Zstd",
    })
@StudyDefaults(lanes = BenchLane.NATIVE)
public final class LayoutsStudy extends Study {
  private static final int MOST_RECORDS = 20_000_000;

  /** Readings are small, but take as much disk as some columns of a record. */
  private static final int COLUMNS_OF_A_READING = 8;

  @Option(
      names = "--records",
      paramLabel = "N",
      defaultValue = "200000",
      description = "Records of each table. Default: ${DEFAULT-VALUE}.")
  private int records;

  @Option(
      names = "--columns",
      paramLabel = "N",
      defaultValue = "20",
      description = "Columns of a record: 20 or 57. Default: ${DEFAULT-VALUE}.")
  private int columns;

  @Option(
      names = "--layouts",
      split = ",",
      paramLabel = "LAYOUT",
      description = "Some of ${COMPLETION-CANDIDATES}. Default: all of them.")
  private List<RecordLayout> layouts = Arrays.asList(RecordLayout.values());

  @Option(
      names = "--compressions",
      split = ",",
      paramLabel = "C",
      description =
          "Some of ${COMPLETION-CANDIDATES}; LZ4, which the others are compared with, is always"
              + " measured. Default: all of them.")
  private List<TableCase.Compression> compressions = Arrays.asList(TableCase.Compression.values());

  @Option(
      names = "--every-combination",
      description =
          "Measure each layout with every combination of compression, format and row cache, not"
              + " only those that differ from the default in one thing: 16 tables of each layout"
              + " instead of 6.")
  private boolean everyCombination;

  @Override
  protected void check() {
    options().refuseContainers("it asks the node for bytes on disk");
    options().require("--records", records, 1, MOST_RECORDS);
    if (!Records.COLUMN_COUNTS.contains(columns)) {
      throw refused("--columns is %d: expected 20 or 57".formatted(columns));
    }
    options().requireNative();
    layouts = layouts.stream().distinct().sorted().toList();
    compressions =
        Stream.concat(Stream.of(TableCase.Compression.LZ4), compressions.stream())
            .distinct()
            .sorted()
            .toList();
  }

  List<TableCase> cases() {
    return everyCombination
        ? TableCase.product(layouts, compressions)
        : TableCase.matrix(layouts, compressions);
  }

  @Override
  public long storedRows(String lane) {
    return (long) records * columns * cases().size() / COLUMNS_OF_A_READING;
  }

  @Override
  public List<NodeVariant> variants() {
    return cases().stream()
        .map(table -> TableCase.yaml(table.format()))
        .distinct()
        .map(NodeVariant::of)
        .toList();
  }

  @Override
  protected List<Cell> cells(String lane) {
    return cases().stream().flatMap(table -> LayoutsReport.cells(lane, table).stream()).toList();
  }

  @Override
  protected List<Cell> cells(String lane, NodeVariant variant) {
    return cells(lane).stream()
        .filter(cell -> TableCase.yaml(cell.get(LayoutsReport.FORMAT)).equals(variant.yaml()))
        .toList();
  }

  @Override
  protected Rounds.Question questions(Workbench bench) {
    Map<String, StoredRecords> stored = fill(bench);
    Map<String, Double> bytes = new HashMap<>();
    stored.forEach((table, rows) -> bytes.put(table, (double) rows.diskBytes()));
    return (cell, traced) -> {
      String table = LayoutsReport.table(cell).tableName();
      StoredRecords rows = stored.get(table);
      long hits = rows.rowCacheHits();
      Attempt attempt = rows.ask(cell.get(LayoutsReport.QUESTION));
      return attempt
          .with(LayoutsReport.HITS, (double) (rows.rowCacheHits() - hits))
          .with(LayoutsReport.BYTES, bytes.get(table));
    };
  }

  /** Fills the tables that have not been measured, and times that. */
  private Map<String, StoredRecords> fill(Workbench bench) {
    Records generated = Records.generate(records, columns, options().seed());
    RecordAnswers answers = new RecordAnswers(generated);
    List<TableCase> wanted =
        cells(bench.lane(), bench.variant()).stream()
            .map(LayoutsReport::table)
            .distinct()
            .filter(
                table ->
                    !bench.rounds().areComplete(LayoutsReport.cells(bench.lane(), table), false))
            .toList();
    Map<String, StoredRecords> stored = new LinkedHashMap<>();
    long parts = (long) wanted.size() * generated.parts();
    long done = 0;
    try (Progress progress = bench.console().progress("Loading " + bench.lane(), parts, "parts")) {
      for (TableCase table : wanted) {
        StoredRecords rows =
            table
                .layout()
                .create(bench.target(), table.tableName(), table.options(), generated, answers);
        // The first part is written twice: the first time warms client and node up.
        rows.write(0);
        for (int part = 0; part < generated.parts(); part++) {
          double seconds = rows.write(part);
          bench.note(
              LayoutsReport.ingest(bench.lane(), table),
              part,
              Attempt.exact(seconds, null)
                  .with(LayoutsReport.RATE, generated.sizeOf(part) / seconds));
          done++;
          progress.reached(done);
        }
        stored.put(table.tableName(), rows);
      }
    }
    bench.console().say("Writing tables to disk and joining their files ...");
    bench.target().settle();
    wanted.stream()
        .filter(TableCase::cached)
        .forEach(table -> stored.get(table.tableName()).readPartitions());
    return stored;
  }

  @Override
  protected void write(Report report) {
    new LayoutsReport(report, report.lanes().get(0), cases(), records, columns).write();
  }
}
