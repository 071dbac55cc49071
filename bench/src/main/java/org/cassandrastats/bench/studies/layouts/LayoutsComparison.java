/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.studies.layouts;

import static org.cassandrastats.bench.studies.layouts.RecordLayout.BLOB;
import static org.cassandrastats.bench.studies.layouts.RecordLayout.CHUNKS_DICTIONARY;
import static org.cassandrastats.bench.studies.layouts.RecordLayout.CHUNKS_RAW;
import static org.cassandrastats.bench.studies.layouts.RecordLayout.CHUNKS_SMALLEST;
import static org.cassandrastats.bench.studies.layouts.RecordLayout.WIDE;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.DoubleFunction;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import org.cassandrastats.bench.measure.Attempt;
import org.cassandrastats.bench.report.Numbers;
import org.cassandrastats.bench.report.Report;
import org.cassandrastats.bench.report.ReportColumns;
import org.cassandrastats.bench.report.Table;

/** What the study of layouts compares: with earlier studies, cold with warm, 20 columns with 57. */
record LayoutsComparison(
    Report report, LayoutCells cells, List<TableCase> cases, TableCase.Size varied) {
  static final double MEGABYTE = 1e6;

  private TableCase standard(RecordLayout layout) {
    return TableCase.standard(layout, cells.main());
  }

  /** What settings of tables are compared with. */
  private TableCase base(RecordLayout layout) {
    return TableCase.standard(layout, varied);
  }

  private double speed(RecordLayout layout, StoredRecords.Question question) {
    return cells.speed(report, standard(layout), question);
  }

  private double bytes(RecordLayout layout) {
    return cells.bytes(report, standard(layout));
  }

  void write() {
    report.section(
        "Beside earlier studies",
        "LZ4, format big and no row cache unless it says otherwise. Machines differ: compare within a column of the table. Bytes and speeds are of 20 columns and Cassandra 2.0.9: *cassandra-gdelt* (E. Chan), its README of May 2015; that of June has 326 MB, 12,600 and 13,542 records/s of wide rows after a compaction. The blob for each record (57 columns, Cassandra 2.1.6) is of its edition of 2016; Deflate and row cache are of *Apache Cassandra for analytics: A performance and storage analysis* (E. Chan, 2016).",
        List.of(),
        besideOld());
    columns();
    new LayoutReads(report, cells, cases).write();
    encoded();
  }

  /** What was found then, and what is found now. */
  private Table besideOld() {
    StoredRecords.Question one = StoredRecords.Question.ONE_COLUMN;
    return new Table(
        List.of("what", "earlier studies (Cassandra 2.0, 2.1)", "here"),
        List.of(
            List.of(
                "bytes of a record",
                old(GdeltLayout::bytes, Numbers::rounded),
                each(layout -> Numbers.rounded(bytes(layout)))),
            List.of(
                "rows over a blob for each record (COMPACT STORAGE), times the bytes",
                "7.3 and 8.5 (57 columns)",
                Numbers.rounded(bytes(WIDE) / bytes(BLOB))),
            List.of(
                "saved by Deflate over LZ4",
                "38 to 50 %",
                each(
                    layout ->
                        percent(
                            1
                                - cells.bytes(report, deflated(layout))
                                    / cells.bytes(report, base(layout))))),
            List.of(
                "gained by the row cache, reading one column",
                "29 %",
                each(
                    layout ->
                        percent(
                            cells.speed(report, cached(layout), one)
                                    / cells.speed(report, base(layout), one)
                                - 1))),
            List.of(
                "partitions that the row cache answered then (scans are not counted)",
                "-",
                each(
                    layout ->
                        Numbers.whole(
                            report.median(cells.cell(cached(layout), one), LayoutCells.HITS)))),
            List.of(
                "writing by a driver, records/s",
                old(GdeltLayout::written, Numbers::whole),
                each(layout -> Numbers.whole(cells.ingestRate(report, standard(layout)).median()))),
            List.of(
                "reading all columns, records/s",
                old(GdeltLayout::all, Numbers::whole),
                each(layout -> Numbers.whole(speed(layout, StoredRecords.Question.ALL_COLUMNS)))),
            List.of(
                "reading one column, records/s",
                old(GdeltLayout::one, Numbers::whole),
                each(layout -> Numbers.whole(speed(layout, one))))));
  }

  private TableCase deflated(RecordLayout layout) {
    return new TableCase(
        layout, TableCase.Compression.DEFLATE, TableCase.BIG, TableCase.RowCache.OFF, varied);
  }

  private TableCase cached(RecordLayout layout) {
    return withCache(layout, TableCase.RowCache.ON);
  }

  private TableCase withCache(RecordLayout layout, TableCase.RowCache cache) {
    return new TableCase(layout, TableCase.Compression.LZ4, TableCase.BIG, cache, varied);
  }

  private static String old(ToDoubleFunction<GdeltLayout> number, DoubleFunction<String> rounded) {
    return GdeltLayout.ALL.stream()
        .map(old -> old.layout().label() + ": " + rounded.apply(number.applyAsDouble(old)))
        .collect(Collectors.joining("; "));
  }

  /** Whether scans slow down with columns that they do not read. */
  private void columns() {
    List<TableCase> others =
        cases.stream().filter(table -> table.size().columns() != cells.main().columns()).toList();
    if (others.isEmpty()) {
      return;
    }
    ReportColumns columns =
        report
            .section(
                "Fewer and more columns",
                "Times as fast as with %d columns; LZ4, format big, no row cache."
                    .formatted(cells.main().columns()))
            .text("layout", cell -> cell.get(LayoutCells.LAYOUT).label())
            .right("records", cell -> cells.table(cell).size());
    StoredRecords.Question.OF_ALL.forEach(
        question ->
            columns.number(question.toString(), cell -> faster(cells.table(cell), question)));
    columns.of(others.stream().map(cells::cell).toList());
  }

  private double faster(TableCase table, StoredRecords.Question question) {
    return cells.speed(report, table, question) / speed(table.layout(), question);
  }

  /** What the bytes of chunks are of. */
  private void encoded() {
    List<RecordLayout> chunks =
        List.of(CHUNKS_RAW, CHUNKS_DICTIONARY, CHUNKS_SMALLEST).stream()
            .filter(layout -> !bytesOfColumns(layout).isEmpty())
            .toList();
    if (chunks.isEmpty()) {
      return;
    }
    List<String> header = new ArrayList<>(List.of("column"));
    chunks.forEach(layout -> header.add(layout.label() + ", bytes#"));
    List<List<String>> rows = new ArrayList<>();
    for (String column : bytesOfColumns(chunks.get(0)).keySet()) {
      List<String> row = new ArrayList<>(List.of(column));
      chunks.forEach(layout -> row.add(Numbers.rounded(bytesOfColumns(layout).get(column))));
      rows.add(row);
    }
    String largest =
        Collections.max(bytesOfColumns(chunks.get(0)).entrySet(), Map.Entry.comparingByValue())
            .getKey();
    List<String> all = new ArrayList<>(List.of("all columns"));
    List<String> others = new ArrayList<>(List.of("all but " + largest));
    List<String> onDisk = new ArrayList<>(List.of("all, as Cassandra compresses them on disk"));
    for (RecordLayout layout : chunks) {
      Map<String, Double> bytes = bytesOfColumns(layout);
      double sum = bytes.values().stream().mapToDouble(each -> each).sum();
      all.add(Numbers.rounded(sum));
      others.add(Numbers.rounded(sum - bytes.get(largest)));
      onDisk.add(Numbers.rounded(bytes(layout)));
    }
    rows.addAll(List.of(all, others, onDisk));
    report.section(
        "Bytes of a record by column",
        "As the client encodes the columns of the first %s records. A record of the columnar blobs with dictionaries of the earlier study took %s on disk; its first 20 columns have no texts that differ in every record."
            .formatted(
                Numbers.count(Records.PER_PART),
                Numbers.rounded(GdeltLayout.ALL.get(GdeltLayout.ALL.size() - 1).bytes())),
        List.of(),
        new Table(header, rows));
  }

  /** Bytes of each column of a record, none where they are not known. */
  private Map<String, Double> bytesOfColumns(RecordLayout layout) {
    return report.timed(cells.encoded(standard(layout))).stream()
        .findFirst()
        .map(Attempt::numbers)
        .map(bytes -> (Map<String, Double>) new TreeMap<>(bytes))
        .orElseGet(Map::of);
  }

  private String each(Function<RecordLayout, String> value) {
    return Arrays.stream(RecordLayout.values())
        .filter(layout -> cases.contains(standard(layout)))
        .map(layout -> layout.label() + ": " + value.apply(layout))
        .collect(Collectors.joining("; "));
  }

  private static String percent(double part) {
    return Double.isFinite(part) ? String.format(Locale.ROOT, "%.0f %%", 100 * part) : "-";
  }
}
