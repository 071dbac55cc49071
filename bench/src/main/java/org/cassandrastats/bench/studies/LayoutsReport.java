/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.studies;

import static org.cassandrastats.bench.studies.layouts.RecordLayout.CHUNKS_SMALLEST;
import static org.cassandrastats.bench.studies.layouts.RecordLayout.WIDE;

import java.awt.Color;
import java.util.List;
import java.util.Locale;
import org.cassandrastats.bench.report.Charts;
import org.cassandrastats.bench.report.LinePlot;
import org.cassandrastats.bench.report.Numbers;
import org.cassandrastats.bench.report.Report;
import org.cassandrastats.bench.report.ReportColumns;
import org.cassandrastats.bench.run.Cell;
import org.cassandrastats.bench.run.Grid;
import org.cassandrastats.bench.run.Spread;
import org.cassandrastats.bench.studies.layouts.RecordLayout;
import org.cassandrastats.bench.studies.layouts.Records;
import org.cassandrastats.bench.studies.layouts.StoredRecords;
import org.cassandrastats.bench.studies.layouts.TableCase;

/**
 * What the study of layouts says of its tables.
 *
 * @param varied the size of the tables whose settings are varied
 */
record LayoutsReport(
    Report report, LayoutCells cells, List<TableCase> cases, TableCase.Size varied) {
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

  void write() {
    List<Cell> tables = cases.stream().map(cells::cell).toList();
    report.of(
        "Rows, blobs and columnar chunks",
        "%,d generated records of %d columns, like the events of GDELT. Wide partitions have %,d records each and are asked one after the other; a table with a partition for each record is scanned by one request. A chunk holds a column of %,d records: numbers are a chunk of the pack; texts are the list of their different words beside a chunk of codes, or the texts themselves where that is smaller (always in \"raw\"). The pack's encoder takes the smallest of its encodings, which is \"all encodings\"; for \"raw\" and \"dictionary\" (or raw, where smaller) the client writes the values of such a chunk anew by the documented format, so that their ingest rates hold more encoding than they would need. Reading means that the client receives and decodes every value and adds it to a checksum. Ingest includes encoding by the client, is of parts of %,d records, and its first part does not count. Bytes are those of all files of a table (JMX: LiveDiskSpaceUsed) after a flush and a major compaction. The row cache was filled by reading every partition by its key. Times are medians and quartiles of the runs.",
        cells.main().records(),
        cells.main().columns(),
        Records.PER_PART,
        Records.PER_BATCH,
        Records.PER_PART);
    find();
    sayHowLoaded();
    List<TableCase> dense = cases.stream().filter(this::isShown).toList();
    List<Report.Plot> plots =
        List.of(
            plot(dense, StoredRecords.Question.ONE_COLUMN, "density-one-column"),
            plot(dense, StoredRecords.Question.GROUPED, "density-grouped"));
    ReportColumns ofTables =
        withSettings(
                report.section(
                    "Storage density against speed",
                    "Records in a megabyte on disk, and records a second. SSTables of the format big, no row cache. Colours are layouts; circles LZ4, squares Deflate, triangles Zstd, diamonds no compression; crosses are earlier studies on hardware of their own.",
                    plots))
            .number(
                "MB on disk",
                cell ->
                    bytes(cell) * cells.table(cell).size().records() / LayoutsComparison.MEGABYTE)
            .number("bytes a record", this::bytes)
            .count("ingest records/s", cell -> ingestRate(cell).median())
            .right(
                "quartiles",
                cell ->
                    Numbers.whole(ingestRate(cell).first())
                        + " to "
                        + Numbers.whole(ingestRate(cell).third()));
    for (StoredRecords.Question question : StoredRecords.Question.OF_ALL) {
      ofTables.count(
          question + ", records/s", cell -> cells.speed(report, cells.table(cell), question));
    }
    ofTables
        .text("failed", cell -> report.failures(cells.questions(cells.table(cell), false, false)))
        .of(tables);
    new LayoutsComparison(report, cells, cases, varied).write();
    ReportColumns who =
        report
            .section(
                "Who computes the answer",
                "What Cassandra cannot compute in a layout, the client computes from what it has to read for it: the two columns where the layout has columns, all blobs where a record is a blob. Cassandra groups by columns of the primary key only: wide partitions are sorted by the column to group by.")
            .text("layout", cell -> cell.get(LayoutCells.LAYOUT).label());
    for (StoredRecords.Question question :
        List.of(
            StoredRecords.Question.COUNT,
            StoredRecords.Question.GROUPED,
            StoredRecords.Question.FILTERED)) {
      who.text(
          question.toString(),
          cell -> cell.get(LayoutCells.LAYOUT).isDoneByServer(question) ? "Cassandra" : "client");
    }
    who.of(Grid.of(cells.lane()).by(LayoutCells.LAYOUT, RecordLayout.values()).cells());
    withSettings(report.section("All times", ""))
        .by(LayoutCells.QUESTION)
        .client("client s")
        .failed()
        .of(
            cases.stream()
                .flatMap(table -> cells.questions(table, false, false).stream())
                .toList());
  }

  private void sayHowLoaded() {
    Cell wide = cells.bulk(standard(WIDE));
    if (report.client(wide).isKnown()) {
      report.finding(
          "Ingest is of the first parts of a table only. Then it was emptied, and all records were written by Cassandra's own `CQLSSTableWriter` and imported: %s records/s of wide partitions.",
          Numbers.whole(report.median(wide, LayoutCells.RATE)));
    }
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

  private Report.Plot plot(List<TableCase> dense, StoredRecords.Question question, String name) {
    LinePlot plot =
        LinePlot.logarithmic(
            "Storage density and speed of layouts: " + question,
            "records in a megabyte on disk",
            "records a second");
    List<TableCase> shown =
        dense.stream()
            .filter(table -> Double.isFinite(speed(table, question) / cells.bytes(report, table)))
            .toList();
    // Below points in the colours of layouts, so that the legend names the shapes.
    shown.stream()
        .filter(table -> table.layout() == shown.get(0).layout())
        .forEach(
            table ->
                add(plot, question, table, table.compression().toString(), Charts.OTHER, true));
    for (TableCase table : shown) {
      boolean isFirst = table.equals(standard(table.layout()));
      add(
          plot,
          question,
          table,
          isFirst ? table.layout().label() : table.tableName(),
          Charts.colour(List.of(RecordLayout.values()).indexOf(table.layout())),
          isFirst);
    }
    if (question == StoredRecords.Question.ONE_COLUMN) {
      plot.referencePoint(
              "earlier: columnar blobs",
              LayoutsComparison.OLD_RECORDS / LayoutsComparison.OLD_CHUNK_MEGABYTES,
              LayoutsComparison.OLD_CHUNK_SPEED)
          .referencePoint(
              "earlier: fastest rows",
              LayoutsComparison.OLD_RECORDS / LayoutsComparison.OLD_LEAST_ROW_MEGABYTES,
              LayoutsComparison.OLD_MOST_ROW_SPEED)
          .referencePoint(
              "earlier: slowest rows",
              LayoutsComparison.OLD_RECORDS / LayoutsComparison.OLD_MOST_ROW_MEGABYTES,
              LayoutsComparison.OLD_LEAST_ROW_SPEED);
    }
    return plot.named(
        name,
        "records a second (%s) against records in a megabyte, by layout and compression"
            .formatted(question));
  }

  private void add(
      LinePlot plot,
      StoredRecords.Question question,
      TableCase table,
      String name,
      Color colour,
      boolean inLegend) {
    int shape = List.of(TableCase.Compression.values()).indexOf(table.compression());
    plot.point(
        name,
        colour,
        shape,
        inLegend,
        LayoutsComparison.MEGABYTE / cells.bytes(report, table),
        speed(table, question));
  }

  private void find() {
    report.answers(
        "requests",
        "counts, minima, maxima and all values that were read exactly; averages to 1e-11; what was written is checked by what is read");
    if (!cases.contains(standard(CHUNKS_SMALLEST)) || !cases.contains(standard(WIDE))) {
      return;
    }
    report.finding(
        "A record takes %s bytes on disk in chunks of all encodings and %s in rows of wide partitions (LZ4): %s times as many.",
        bytes(CHUNKS_SMALLEST), bytes(WIDE), bytes(WIDE) / bytes(CHUNKS_SMALLEST));
    for (StoredRecords.Question question : StoredRecords.Question.OF_ALL) {
      String asked = question.toString();
      report.finding(
          "%s%s: %s records/s of chunks, %s of wide partitions, %s times as fast.",
          asked.substring(0, 1).toUpperCase(Locale.ROOT),
          asked.substring(1),
          Numbers.whole(speed(CHUNKS_SMALLEST, question)),
          Numbers.whole(speed(WIDE, question)),
          speed(CHUNKS_SMALLEST, question) / speed(WIDE, question));
    }
  }
}
