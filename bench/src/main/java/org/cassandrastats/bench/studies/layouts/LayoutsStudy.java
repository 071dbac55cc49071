/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.studies.layouts;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.cassandrastats.bench.harness.Study;
import org.cassandrastats.bench.harness.StudyContext;
import org.cassandrastats.bench.harness.StudyDefaults;
import org.cassandrastats.bench.harness.StudyFacts;
import org.cassandrastats.bench.measure.Attempt;
import org.cassandrastats.bench.measure.Cell;
import org.cassandrastats.bench.measure.Rounds;
import org.cassandrastats.bench.nodes.BenchLane;
import org.cassandrastats.bench.nodes.NodeVariant;
import org.cassandrastats.bench.report.Report;
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
      names = "--single-records",
      description =
          "Also read 1,000 records, each by its key, without a row cache and with one, where records are"
              + " rows.")
  private boolean singles;

  @Option(
      names = "--python",
      paramLabel = "FILE",
      description =
          "Also ask DuckDB, over a Parquet file and over a table in memory, in this Python, which needs"
              + " duckdb, pyarrow and numpy. Default: neither.")
  private Path python;

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
    return cellsOf(lane).questions(table, cold, heads, singles);
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

  /** The sizes of which there are copies: not those of tables whose settings are varied. */
  private Set<TableCase.Size> copied() {
    return python == null
        ? Set.of()
        : cases().stream()
            .filter(TableCase::isStandard)
            .map(TableCase::size)
            .filter(size -> size.equals(main()) || size.columns() != main().columns())
            .collect(Collectors.toCollection(LinkedHashSet::new));
  }

  @Override
  protected List<Cell> cells(String lane) {
    return Stream.concat(
            cases().stream().flatMap(table -> questions(lane, table).stream()),
            cellsOf(lane).copies(copied()).stream())
        .toList();
  }

  @Override
  protected List<Cell> cells(String lane, NodeVariant variant) {
    return cells(lane).stream()
        .filter(cell -> TableCase.yaml(format(cell)).equals(variant.yaml()))
        .toList();
  }

  /** Copies are measured beside the tables of the default format. */
  private static String format(Cell cell) {
    return isCopy(cell) ? TableCase.BIG : cell.get(LayoutCells.FORMAT);
  }

  private static boolean isCopy(Cell cell) {
    return cell.get(RecordCopies.COPY) != null;
  }

  @Override
  protected void describe(StudyFacts facts) {
    if (python != null) {
      try (RecordCopies copies = new RecordCopies(python)) {
        facts.add("Engines", copies.versions());
      }
    }
  }

  @Override
  public void measure(StudyContext bench) {
    boolean hasCopies =
        cells(bench.lane(), bench.variant()).stream().anyMatch(LayoutsStudy::isCopy);
    if (!hasCopies) {
      bench.measure(
          "Measuring", cells(bench.lane(), bench.variant()), false, questions(bench, null));
      return;
    }
    try (RecordCopies copies = new RecordCopies(python)) {
      bench.measure(
          "Measuring", cells(bench.lane(), bench.variant()), false, questions(bench, copies));
    }
  }

  private Rounds.Question questions(StudyContext bench, RecordCopies copies) {
    LayoutCells names = cellsOf(bench.lane());
    Map<TableCase, StoredRecords> stored =
        new TableLoader(bench, names, options().seed()).fill(unmeasured(bench));
    if (copies != null) {
      for (TableCase.Size size : copied()) {
        bench.console().say("Copying %s into DuckDB and Parquet ...".formatted(size));
        Records generated = Records.generate(size.records(), size.columns(), options().seed());
        copies.load(size, generated, new RecordAnswers(generated));
      }
    }
    Map<TableCase, Double> bytes = new HashMap<>();
    stored.forEach((table, rows) -> bytes.put(table, (double) rows.diskBytes()));
    return (cell, traced) -> {
      if (isCopy(cell)) {
        return copies.ask(
            cell.get(RecordCopies.COPY),
            cell.get(LayoutCells.SIZE),
            cell.get(LayoutCells.QUESTION));
      }
      TableCase table = names.table(cell);
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

  /** The tables of which something has not been measured. */
  private List<TableCase> unmeasured(StudyContext bench) {
    return cells(bench.lane(), bench.variant()).stream()
        .filter(cell -> !isCopy(cell))
        .map(cellsOf(bench.lane())::table)
        .distinct()
        .filter(
            table -> !bench.rounds().areComplete(questions(bench.lane(), table), Rounds.UNTRACED))
        .toList();
  }

  @Override
  protected void write(Report report) {
    LayoutCells names = cellsOf(report.lanes().get(0));
    new LayoutsReport(report, names, cases(), varied()).write(copied());
  }
}
