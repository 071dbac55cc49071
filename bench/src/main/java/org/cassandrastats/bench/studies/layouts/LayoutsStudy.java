/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.studies.layouts;

import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.cassandrastats.bench.harness.Study;
import org.cassandrastats.bench.harness.StudyContext;
import org.cassandrastats.bench.harness.StudyDefaults;
import org.cassandrastats.bench.measure.Attempt;
import org.cassandrastats.bench.measure.Cell;
import org.cassandrastats.bench.measure.Rounds;
import org.cassandrastats.bench.nodes.BenchLane;
import org.cassandrastats.bench.nodes.NodeVariant;
import org.cassandrastats.bench.report.Report;
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
      "  cassandra-stats bench layouts --records 4000000 --varied-records 400000 --cold --heads",
    })
@StudyDefaults(lanes = BenchLane.NATIVE)
public final class LayoutsStudy extends Study {
  private static final int MOST_RECORDS = 20_000_000;

  /** Of each table, so many parts are written by the driver, and that is timed. */
  private static final int INGESTED_PARTS = 4;

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
      names = "--varied-records",
      paramLabel = "N",
      description =
          "Records of the tables whose compression, format or row cache is not the default, and of"
              + " one of each layout to compare them with. Default: as many as --records.")
  private Integer variedRecords;

  @Option(
      names = "--records-of-other-columns",
      paramLabel = "N",
      description =
          "Also measure a table of each layout with so many records of 57 columns (of 20, where"
              + " --columns is 57). Default: none.")
  private Integer otherRecords;

  @Option(
      names = "--cold",
      description =
          "Also read tables of default settings after the system has dropped them from its page"
              + " cache (dd of GNU coreutils).")
  private boolean cold;

  @Option(
      names = "--heads",
      description =
          "Also read the first 100 records of each partition, without a row cache, with one of whole"
              + " partitions and with one of their first 100 rows.")
  private boolean heads;

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
    for (Integer others : Arrays.asList(variedRecords, otherRecords)) {
      if (others != null) {
        options().require("--varied-records, --records-of-other-columns", others, 1, MOST_RECORDS);
      }
    }
    options().requireNative();
    layouts = layouts.stream().distinct().sorted().toList();
    compressions =
        Stream.concat(Stream.of(TableCase.Compression.LZ4), compressions.stream())
            .distinct()
            .sorted()
            .toList();
  }

  private TableCase.Size main() {
    return new TableCase.Size(records, columns);
  }

  /** Of the tables whose settings are varied. */
  private TableCase.Size varied() {
    return new TableCase.Size(variedRecords == null ? records : variedRecords, columns);
  }

  List<TableCase> cases() {
    Set<TableCase> cases = new LinkedHashSet<>();
    layouts.forEach(layout -> cases.add(TableCase.standard(layout, main())));
    // Where nothing is of another size, tables are in the order of their settings.
    List<TableCase> settings =
        everyCombination
            ? TableCase.product(layouts, compressions, varied())
            : TableCase.matrix(layouts, compressions, varied());
    if (varied().equals(main())) {
      cases.clear();
    }
    cases.addAll(settings);
    if (heads) {
      layouts.stream()
          .filter(RecordLayout::hasHeads)
          .forEach(
              layout ->
                  cases.add(
                      new TableCase(
                          layout,
                          TableCase.Compression.LZ4,
                          TableCase.BIG,
                          TableCase.RowCache.HEAD,
                          varied())));
    }
    if (otherRecords != null) {
      TableCase.Size other =
          new TableCase.Size(
              otherRecords, Records.COLUMN_COUNTS.get(columns == Records.FEW_COLUMNS ? 1 : 0));
      layouts.forEach(layout -> cases.add(TableCase.standard(layout, other)));
    }
    return List.copyOf(cases);
  }

  private LayoutCells cellsOf(String lane) {
    return new LayoutCells(lane, main());
  }

  private List<Cell> questions(String lane, TableCase table) {
    return cellsOf(lane).questions(table, cold, heads);
  }

  @Override
  public long storedRows(String lane) {
    return cases().stream()
            .mapToLong(table -> (long) table.size().records() * table.size().columns())
            .sum()
        / COLUMNS_OF_A_READING;
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
    return cases().stream().flatMap(table -> questions(lane, table).stream()).toList();
  }

  @Override
  protected List<Cell> cells(String lane, NodeVariant variant) {
    return cells(lane).stream()
        .filter(cell -> TableCase.yaml(cell.get(LayoutCells.FORMAT)).equals(variant.yaml()))
        .toList();
  }

  @Override
  protected Rounds.Question questions(StudyContext bench) {
    Map<TableCase, StoredRecords> stored = fill(bench);
    Map<TableCase, Double> bytes = new HashMap<>();
    stored.forEach((table, rows) -> bytes.put(table, (double) rows.diskBytes()));
    return (cell, traced) -> {
      TableCase table = cellsOf(bench.lane()).table(cell);
      StoredRecords rows = stored.get(table);
      long hits = rows.rowCacheHits();
      StoredRecords.Question question = cell.get(LayoutCells.QUESTION);
      Attempt attempt =
          cell.texts().containsKey(LayoutCells.PAGE_CACHE.name())
              ? rows.askCold(question)
              : rows.ask(question);
      if (question == StoredRecords.Question.HEADS) {
        attempt = attempt.with(LayoutCells.READS, rows.headsRead());
      }
      return attempt
          .with(LayoutCells.HITS, (double) (rows.rowCacheHits() - hits))
          .with(LayoutCells.BYTES, bytes.get(table));
    };
  }

  /** Fills the tables that have not been measured; times writing some parts by the driver. */
  private Map<TableCase, StoredRecords> fill(StudyContext bench) {
    LayoutCells names = cellsOf(bench.lane());
    List<TableCase> wanted =
        cells(bench.lane(), bench.variant()).stream()
            .map(names::table)
            .distinct()
            .filter(
                table ->
                    !bench.rounds().areComplete(questions(bench.lane(), table), Rounds.UNTRACED))
            .toList();
    Map<TableCase, StoredRecords> stored = new LinkedHashMap<>();
    for (TableCase.Size size : wanted.stream().map(TableCase::size).distinct().toList()) {
      Records generated = Records.generate(size.records(), size.columns(), options().seed());
      RecordAnswers answers = new RecordAnswers(generated);
      wanted.stream()
          .filter(table -> table.size().equals(size))
          .forEach(table -> stored.put(table, fill(bench, table, generated, answers)));
    }
    bench.console().say("Writing tables to disk and joining their files ...");
    bench.target().flushAndCompact();
    wanted.stream()
        .filter(table -> table.cache() != TableCase.RowCache.OFF)
        .forEach(table -> stored.get(table).readPartitions());
    return stored;
  }

  private StoredRecords fill(
      StudyContext bench, TableCase table, Records generated, RecordAnswers answers) {
    LayoutCells names = cellsOf(bench.lane());
    StoredRecords rows =
        table
            .layout()
            .create(bench.target(), table.tableName(), table.options(), generated, answers);
    int parts = generated.parts();
    int ingested = Math.min(parts, INGESTED_PARTS);
    try (Progress progress =
        bench.console().progress("Loading " + table.tableName(), ingested + parts, "parts")) {
      // The first part is written twice: the first time warms client and node up.
      rows.write(0);
      for (int part = 0; part < ingested; part++) {
        double seconds = rows.write(part);
        bench.note(
            names.ingest(table),
            part,
            Attempt.exact(seconds, null).with(LayoutCells.RATE, generated.sizeOf(part) / seconds));
        progress.reached(part + 1);
      }
      double seconds = rows.load(part -> progress.reached(ingested + part + 1));
      bench.note(
          names.bulk(table),
          0,
          Attempt.exact(seconds, null).with(LayoutCells.RATE, generated.count() / seconds));
    }
    if (table.isStandard() && !rows.encodedBytes().isEmpty()) {
      bench.note(names.encoded(table), 0, Attempt.exact(0, null).with(rows.encodedBytes()));
    }
    return rows;
  }

  @Override
  protected void write(Report report) {
    LayoutCells names = cellsOf(report.lanes().get(0));
    new LayoutsReport(report, names, cases(), varied()).write();
  }
}
