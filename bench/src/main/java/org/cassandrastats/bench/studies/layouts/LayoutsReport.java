/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.studies.layouts;

import static org.cassandrastats.bench.studies.layouts.RecordLayout.CHUNKS_SMALLEST;
import static org.cassandrastats.bench.studies.layouts.RecordLayout.WIDE;

import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.cassandrastats.bench.measure.Cell;
import org.cassandrastats.bench.measure.Percentiles;
import org.cassandrastats.bench.measure.Spread;
import org.cassandrastats.bench.report.Charts;
import org.cassandrastats.bench.report.LinePlot;
import org.cassandrastats.bench.report.Numbers;
import org.cassandrastats.bench.report.Report;
import org.cassandrastats.bench.report.ReportColumns;

/**
 * What the study of layouts says of its tables.
 *
 * @param varied the size of the tables whose settings are varied
 */
record LayoutsReport(
    Report report, LayoutCells cells, List<TableCase> cases, TableCase.Size varied) {
  private static final String EARLIER =
      " Black is the earlier study: there, rows of wide partitions took fewer bytes than a partition for each record, and were read more slowly.";

  private TableCase standard(RecordLayout layout) {
    return TableCase.standard(layout, cells.main());
  }

  private double speed(RecordLayout layout, StoredRecords.Question question) {
    return cells.speed(report, standard(layout), question);
  }

  private double bytes(RecordLayout layout) {
    return cells.bytes(report, standard(layout));
  }

  private double bytes(Cell cell) {
    return cells.bytes(report, cells.table(cell));
  }

  private Spread ingestRate(Cell cell) {
    return cells.ingestRate(report, cells.table(cell));
  }

  /**
   * Writes it.
   *
   * @param copied sizes of which there are copies outside of Cassandra
   */
  void write(Collection<TableCase.Size> copied) {
    CopiesReport copies = new CopiesReport(report, cells, cases, copied);
    List<Cell> tables = cases.stream().map(cells::cell).toList();
    report.of(
        "Rows, blobs and columnar chunks",
        "%,d generated records of %d columns, like the events of GDELT. Wide partitions have %,d records each and are asked one after the other; a table with a partition for each record is scanned by one request. A chunk holds a column of %,d records: numbers are a chunk of the pack; texts are the list of their different words beside a chunk of codes, or the texts themselves where that is smaller (always in \"raw\"). The pack's encoder takes the smallest of its encodings, which is \"all encodings\"; for \"raw\" and \"dictionary\" (or raw, where smaller) the client writes the values of such a chunk anew by the documented format, so that their ingest rates hold more encoding than they would need. Reading means that the client receives and decodes every value and adds it to a checksum. Ingest includes encoding by the client, is of parts of %,d records, and its first part does not count. Bytes are those of all files of a table (JMX: LiveDiskSpaceUsed) after a flush and a major compaction. The row cache was filled by reading every partition by its key. Times are medians of the runs.",
        cells.main().records(),
        cells.main().columns(),
        Records.PER_PART,
        Records.PER_BATCH,
        Records.PER_PART);
    report.answers(
        "requests",
        "counts, minima, maxima and all values that were read exactly; averages to 1e-11; what was written is checked by what is read");
    List<TableCase> dense = cases.stream().filter(this::isShown).toList();
    report.verdict(plot(dense, copies), density(), speeds());
    ReportColumns ofTables =
        withSettings(
                report.section(
                    "Storage density against speed",
                    "The plot is of SSTables of the format big without a row cache. The points of a layout are its compressions: none at its left end, then LZ4, then Zstd and Deflate."
                        + (hasBoth() ? EARLIER : "")
                        + howLoaded()
                        + whoComputes()))
            .number(
                "MB on disk",
                cell ->
                    bytes(cell) * cells.table(cell).size().records() / LayoutsComparison.MEGABYTE)
            .number("bytes a record", this::bytes)
            .count("ingest records/s", cell -> ingestRate(cell).median())
            .right(
                "spread",
                cell ->
                    Numbers.whole(ingestRate(cell).low())
                        + " to "
                        + Numbers.whole(ingestRate(cell).high()));
    for (StoredRecords.Question question : StoredRecords.Question.OF_ALL) {
      ofTables.count(
          question + ", records/s", cell -> cells.speed(report, cells.table(cell), question));
    }
    ofTables
        .text(
            "failed",
            cell -> report.failures(cells.questions(cells.table(cell), false, false, false)))
        .of(tables);
    copies.write();
    new LayoutsComparison(report, cells, cases, varied).write();
  }

  /** What Cassandra computes; the rest is the client's, from what it has to read for it. */
  private static String whoComputes() {
    return Stream.of(
            StoredRecords.Question.COUNT,
            StoredRecords.Question.GROUPED,
            StoredRecords.Question.FILTERED)
        .map(
            question ->
                Arrays.stream(RecordLayout.values())
                    .filter(layout -> layout.isDoneByServer(question))
                    .map(RecordLayout::label)
                    .collect(Collectors.joining(", ", question + " of ", "")))
        .collect(Collectors.joining("; ", " Cassandra itself computes: ", "."));
  }

  private String howLoaded() {
    Cell wide = cells.bulk(standard(WIDE));
    return report.client(wide).isKnown()
        ? " Ingest is of the first parts of a table only. Then it was emptied, and all records were written by Cassandra's own `CQLSSTableWriter` and imported: %s records/s of wide partitions."
            .formatted(Numbers.whole(report.median(wide, LayoutCells.RATE)))
        : "";
  }

  private ReportColumns withSettings(ReportColumns columns) {
    columns
        .text("layout", cell -> cell.get(LayoutCells.LAYOUT).label())
        .by(LayoutCells.COMPRESSION)
        .text("SSTables", cell -> cell.get(LayoutCells.FORMAT))
        .text("row cache", cell -> cell.get(LayoutCells.ROW_CACHE));
    if (cases.stream().anyMatch(table -> !table.size().equals(cells.main()))) {
      columns.right("records", cell -> cells.table(cell).size());
    }
    return columns;
  }

  /** Each layout and compression once, at the larger size where there are two. */
  private boolean isShown(TableCase table) {
    return table.format().equals(TableCase.BIG)
        && table.cache() == TableCase.RowCache.OFF
        && table.size().columns() == cells.main().columns()
        && (table.size().equals(cells.main()) || !table.isStandard());
  }

  private double speed(TableCase table, StoredRecords.Question question) {
    return cells.speed(report, table, question);
  }

  private Report.Plot plot(List<TableCase> dense, CopiesReport copies) {
    LinePlot plot =
        LinePlot.logarithmic(
            "Storage density and speed of reading one column",
            "records in a megabyte on disk",
            "records a second");
    ToDoubleFunction<Cell> density = cell -> LayoutsComparison.MEGABYTE / bytes(cell);
    for (RecordLayout layout : RecordLayout.values()) {
      plot.line(
          layout.label(),
          Charts.colour(List.of(RecordLayout.values()).indexOf(layout)),
          0,
          dense.stream()
              .filter(table -> table.layout() == layout)
              .map(cells::cell)
              .sorted(Comparator.comparingDouble(density))
              .toList(),
          density,
          cell ->
              Spread.exactly(
                  cells.speed(report, cells.table(cell), StoredRecords.Question.ONE_COLUMN)));
    }
    copies.draw(plot);
    if (hasBoth()) {
      plot.reference(
          "2015, Cassandra 2.0.9: a partition each, wide, chunks",
          GdeltLayout.ALL.stream().map(GdeltLayout::density).toList(),
          GdeltLayout.ALL.stream().map(GdeltLayout::one).toList(),
          true);
    }
    return plot.named(
        "density-one-column",
        "records a second, reading one column, against records in a megabyte, by layout and compression");
  }

  /** Chunks beside rows, or the ends of what was measured where one of them was not. */
  private String density() {
    return hasBoth()
        ? Numbers.in(
            "A record takes %s bytes on disk in chunks of all encodings and %s in rows of wide partitions (LZ4), %s times as many.",
            bytes(CHUNKS_SMALLEST), bytes(WIDE), bytes(WIDE) / bytes(CHUNKS_SMALLEST))
        : "A record takes %s bytes on disk, by table."
            .formatted(ends(table -> cells.bytes(report, table)));
  }

  private String speeds() {
    return hasBoth()
        ? "Chunks are this many times as fast as those rows: %s."
            .formatted(
                StoredRecords.Question.OF_ALL.stream()
                    .map(
                        question ->
                            Numbers.in(
                                "%s %s",
                                question, speed(CHUNKS_SMALLEST, question) / speed(WIDE, question)))
                    .collect(Collectors.joining("; ")))
        : "One column is read at %s records/s, by table."
            .formatted(ends(table -> speed(table, StoredRecords.Question.ONE_COLUMN)));
  }

  private boolean hasBoth() {
    return cases.contains(standard(CHUNKS_SMALLEST)) && cases.contains(standard(WIDE));
  }

  private String ends(ToDoubleFunction<TableCase> number) {
    Percentiles all = Percentiles.of(cases.stream().mapToDouble(number).toArray());
    return Numbers.in("%s to %s", all.at(0), all.at(100));
  }
}
