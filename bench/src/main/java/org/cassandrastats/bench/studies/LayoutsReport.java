/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.studies;

import static org.cassandrastats.bench.studies.layouts.RecordLayout.BLOB;
import static org.cassandrastats.bench.studies.layouts.RecordLayout.CHUNKS_DICTIONARY;
import static org.cassandrastats.bench.studies.layouts.RecordLayout.CHUNKS_SMALLEST;
import static org.cassandrastats.bench.studies.layouts.RecordLayout.PARTITION_PER_RECORD;
import static org.cassandrastats.bench.studies.layouts.RecordLayout.WIDE;

import java.awt.Color;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.cassandrastats.bench.report.Charts;
import org.cassandrastats.bench.report.LinePlot;
import org.cassandrastats.bench.report.Numbers;
import org.cassandrastats.bench.report.Report;
import org.cassandrastats.bench.report.ReportColumns;
import org.cassandrastats.bench.report.Table;
import org.cassandrastats.bench.run.Cell;
import org.cassandrastats.bench.run.Dimension;
import org.cassandrastats.bench.run.Grid;
import org.cassandrastats.bench.run.Spread;
import org.cassandrastats.bench.studies.layouts.RecordLayout;
import org.cassandrastats.bench.studies.layouts.Records;
import org.cassandrastats.bench.studies.layouts.StoredRecords;
import org.cassandrastats.bench.studies.layouts.TableCase;

/** What the study of layouts says: its cells, its numbers, and these beside earlier studies. */
record LayoutsReport(Report report, String lane, List<TableCase> cases, int records, int columns) {
  static final Dimension<RecordLayout> LAYOUT = new Dimension<>("layout");
  static final Dimension<TableCase.Compression> COMPRESSION = new Dimension<>("compression");
  static final Dimension<String> FORMAT = new Dimension<>("sstables");
  static final Dimension<String> ROW_CACHE = new Dimension<>("row_cache");
  static final Dimension<StoredRecords.Question> QUESTION = new Dimension<>("question");
  static final Dimension<String> WRITING = new Dimension<>("question");

  static final String BYTES = "bytes_on_disk";
  static final String HITS = "row_cache_hits";
  static final String RATE = "records_per_second";

  // Earlier studies: 4.04 million records of GDELT with 20 columns on Cassandra 2.0, and 57 columns
  // on 2.1.
  private static final double OLD_RECORDS = 4.04e6;
  private static final double OLD_CHUNK_MEGABYTES = 57;
  private static final double OLD_LEAST_ROW_MEGABYTES = 576;
  private static final double OLD_MOST_ROW_MEGABYTES = 900;
  private static final double OLD_CHUNK_SPEED = 6.43e6;
  private static final double OLD_LEAST_ROW_SPEED = 8000;
  private static final double OLD_MOST_ROW_SPEED = 25_000;

  private static final double MEGABYTE = 1e6;

  /** What is asked of a table. */
  static List<Cell> cells(String lane, TableCase table) {
    return Arrays.stream(StoredRecords.Question.values())
        .map(question -> cell(lane, table).with(QUESTION, question))
        .toList();
  }

  /** How a table is filled. */
  static Cell ingest(String lane, TableCase table) {
    return cell(lane, table).with(WRITING, "ingest");
  }

  private static Cell cell(String lane, TableCase table) {
    return Cell.of(lane)
        .with(LAYOUT, table.layout())
        .with(COMPRESSION, table.compression())
        .with(FORMAT, table.format())
        .with(ROW_CACHE, table.cached() ? "on" : "off");
  }

  /** The table of a cell. */
  static TableCase table(Cell cell) {
    return new TableCase(
        cell.get(LAYOUT), cell.get(COMPRESSION), cell.get(FORMAT), cell.is(ROW_CACHE, "on"));
  }

  private Cell standard(RecordLayout layout) {
    return cell(lane, TableCase.standard(layout));
  }

  private Cell cached(RecordLayout layout) {
    return standard(layout).with(ROW_CACHE, "on");
  }

  /** Records that a question goes through in a second. */
  private double speed(Cell cell, StoredRecords.Question question) {
    return records / report.median(cell.with(QUESTION, question));
  }

  private double speed(RecordLayout layout, StoredRecords.Question question) {
    return speed(standard(layout), question);
  }

  private double bytes(Cell cell) {
    return report.number(cell.with(QUESTION, StoredRecords.Question.ONE_COLUMN), BYTES).median()
        / records;
  }

  private double bytes(RecordLayout layout) {
    return bytes(standard(layout));
  }

  /** Whether a layout was to be measured with the default settings. */
  private boolean has(RecordLayout layout) {
    return cases.contains(TableCase.standard(layout));
  }

  void write() {
    List<Cell> tables = cases.stream().map(table -> cell(lane, table)).toList();
    report.of(
        "Rows, blobs and columnar chunks",
        "%,d generated records of %d columns, like the events of GDELT. Wide partitions have %,d records each and are asked one after the other; a table with a partition for each record is scanned by one request. A chunk holds a column of %,d records: numbers are a chunk of the pack; texts are the list of their different words beside a chunk of codes, or the texts themselves where that is smaller (always in \"raw\"). The pack's encoder takes the smallest of its encodings, which is \"all encodings\"; for \"raw\" and \"dictionary\" (or raw, where smaller) the client writes the values of such a chunk anew by the documented format, so that their ingest rates hold more encoding than they would need. Reading means that the client receives and decodes every value and adds it to a checksum. Ingest includes encoding by the client, is of parts of %,d records, and its first part does not count. Bytes are those of all files of a table (JMX: LiveDiskSpaceUsed) after a flush and a major compaction. The row cache was filled by reading every partition by its key. Times are medians and quartiles of the runs.",
        records,
        columns,
        Records.PER_PART,
        Records.PER_BATCH,
        Records.PER_PART);
    find();
    List<Report.Plot> plots =
        List.of(
            plot(tables, StoredRecords.Question.ONE_COLUMN, "density-one-column"),
            plot(tables, StoredRecords.Question.GROUPED, "density-grouped"));
    ReportColumns ofTables =
        withSettings(
                report.section(
                    "Storage density against speed",
                    "Records in a megabyte on disk, and records a second. SSTables of the format big, no row cache. Colours are layouts; circles LZ4, squares Deflate, triangles Zstd, diamonds no compression; crosses are earlier studies on hardware of their own.",
                    plots))
            .number("MB on disk", cell -> bytes(cell) * records / MEGABYTE)
            .number("bytes a record", this::bytes)
            .count("ingest records/s", cell -> ingestRate(cell).median())
            .right(
                "quartiles",
                cell ->
                    Numbers.whole(ingestRate(cell).first())
                        + " to "
                        + Numbers.whole(ingestRate(cell).third()));
    for (StoredRecords.Question question : StoredRecords.Question.values()) {
      ofTables.count(question + ", records/s", cell -> speed(cell, question));
    }
    ofTables.text("failed", cell -> report.failures(cells(lane, table(cell)))).of(tables);
    report.section(
        "Beside earlier studies",
        "LZ4, format big and no row cache unless it says otherwise. Machines differ: compare within a column of the table.",
        List.of(),
        besideOld());
    ReportColumns who =
        report
            .section(
                "Who computes the answer",
                "What Cassandra cannot compute in a layout, the client computes from what it has to read for it: the two columns where the layout has columns, all blobs where a record is a blob. Cassandra groups by columns of the primary key only: wide partitions are sorted by the column to group by.")
            .text("layout", cell -> cell.get(LAYOUT).label());
    for (StoredRecords.Question question :
        List.of(
            StoredRecords.Question.COUNT,
            StoredRecords.Question.GROUPED,
            StoredRecords.Question.FILTERED)) {
      who.text(
          question.toString(),
          cell -> cell.get(LAYOUT).isDoneByServer(question) ? "Cassandra" : "client");
    }
    who.of(Grid.of(lane).by(LAYOUT, RecordLayout.values()).cells());
    withSettings(report.section("All times", ""))
        .by(QUESTION)
        .client("client s")
        .failed()
        .of(cases.stream().flatMap(table -> cells(lane, table).stream()).toList());
  }

  private static ReportColumns withSettings(ReportColumns columns) {
    return columns
        .text("layout", cell -> cell.get(LAYOUT).label())
        .by(COMPRESSION)
        .text("SSTables", cell -> cell.get(FORMAT))
        .text("row cache", cell -> cell.get(ROW_CACHE));
  }

  /** Records that are written in a second, of the parts of a table. */
  private Spread ingestRate(Cell cell) {
    return report.number(ingest(lane, table(cell)), RATE);
  }

  private Report.Plot plot(List<Cell> tables, StoredRecords.Question question, String name) {
    LinePlot plot =
        LinePlot.logarithmic(
            "Storage density and speed of layouts: " + question,
            "records in a megabyte on disk",
            "records a second");
    List<Cell> shown =
        tables.stream()
            .filter(cell -> cell.is(FORMAT, TableCase.BIG) && cell.is(ROW_CACHE, "off"))
            .filter(cell -> Double.isFinite(speed(cell, question) / bytes(cell)))
            .toList();
    // Below points in the colours of layouts, so that the legend names the shapes.
    shown.stream()
        .filter(cell -> cell.is(LAYOUT, shown.get(0).get(LAYOUT)))
        .forEach(
            cell ->
                add(plot, question, cell, cell.get(COMPRESSION).toString(), Charts.OTHER, true));
    for (Cell cell : shown) {
      boolean isFirst = cell.equals(standard(cell.get(LAYOUT)));
      add(
          plot,
          question,
          cell,
          isFirst ? cell.get(LAYOUT).label() : table(cell).tableName(),
          Charts.colour(List.of(RecordLayout.values()).indexOf(cell.get(LAYOUT))),
          isFirst);
    }
    if (question == StoredRecords.Question.ONE_COLUMN) {
      plot.referencePoint(
              "earlier: columnar blobs", OLD_RECORDS / OLD_CHUNK_MEGABYTES, OLD_CHUNK_SPEED)
          .referencePoint(
              "earlier: fastest rows", OLD_RECORDS / OLD_LEAST_ROW_MEGABYTES, OLD_MOST_ROW_SPEED)
          .referencePoint(
              "earlier: slowest rows", OLD_RECORDS / OLD_MOST_ROW_MEGABYTES, OLD_LEAST_ROW_SPEED);
    }
    return plot.named(
        name,
        "records a second (%s) against records in a megabyte, by layout and compression"
            .formatted(question));
  }

  private void add(
      LinePlot plot,
      StoredRecords.Question question,
      Cell cell,
      String name,
      Color colour,
      boolean inLegend) {
    int shape = List.of(TableCase.Compression.values()).indexOf(cell.get(COMPRESSION));
    plot.point(name, colour, shape, inLegend, MEGABYTE / bytes(cell), speed(cell, question));
  }

  private void find() {
    report.answers(
        "requests",
        "counts, minima, maxima and all values that were read exactly; averages to 1e-11; what was written is checked by what is read");
    if (!has(CHUNKS_SMALLEST) || !has(WIDE)) {
      return;
    }
    report.finding(
        "A record takes %s bytes on disk in chunks of all encodings and %s in rows of wide partitions (LZ4): %s times as many.",
        bytes(CHUNKS_SMALLEST), bytes(WIDE), bytes(WIDE) / bytes(CHUNKS_SMALLEST));
    for (StoredRecords.Question question : StoredRecords.Question.values()) {
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

  /** What was found then, and what is found now. */
  private Table besideOld() {
    StoredRecords.Question one = StoredRecords.Question.ONE_COLUMN;
    return new Table(
        List.of("what", "earlier studies (Cassandra 2.0, 2.1)", "here"),
        List.of(
            List.of(
                "one column of columnar blobs, records/s",
                Numbers.whole(OLD_CHUNK_SPEED),
                Numbers.whole(speed(CHUNKS_SMALLEST, one))),
            List.of(
                "one column of row layouts, records/s",
                Numbers.whole(OLD_LEAST_ROW_SPEED) + " to " + Numbers.whole(OLD_MOST_ROW_SPEED),
                "%s a partition each, %s wide"
                    .formatted(
                        Numbers.whole(speed(PARTITION_PER_RECORD, one)),
                        Numbers.whole(speed(WIDE, one)))),
            List.of(
                "bytes of a record, columnar blobs with dictionaries",
                oldBytes(OLD_CHUNK_MEGABYTES),
                Numbers.rounded(bytes(CHUNKS_DICTIONARY))),
            List.of(
                "bytes of a record, row layouts",
                oldBytes(OLD_LEAST_ROW_MEGABYTES) + " to " + oldBytes(OLD_MOST_ROW_MEGABYTES),
                "%s a partition each, %s wide"
                    .formatted(
                        Numbers.rounded(bytes(PARTITION_PER_RECORD)),
                        Numbers.rounded(bytes(WIDE)))),
            List.of(
                "rows over a blob for each record (COMPACT STORAGE), times the bytes",
                "7 to 8.5 (57 columns)",
                Numbers.rounded(bytes(WIDE) / bytes(BLOB))),
            List.of(
                "saved by Deflate over LZ4",
                "38 to 50 %",
                each(
                    layout ->
                        percent(
                            1
                                - bytes(
                                        standard(layout)
                                            .with(COMPRESSION, TableCase.Compression.DEFLATE))
                                    / bytes(layout)))),
            List.of(
                "gained by the row cache, reading one column",
                "29 %",
                each(layout -> percent(speed(cached(layout), one) / speed(layout, one) - 1))),
            List.of(
                "partitions that the row cache answered then (scans are not counted)",
                "-",
                each(
                    layout ->
                        Numbers.whole(
                            report.number(cached(layout).with(QUESTION, one), HITS).median())))));
  }

  private static String oldBytes(double megabytes) {
    return Numbers.rounded(megabytes * MEGABYTE / OLD_RECORDS);
  }

  private String each(Function<RecordLayout, String> value) {
    return Arrays.stream(RecordLayout.values())
        .filter(this::has)
        .map(layout -> layout.label() + ": " + value.apply(layout))
        .collect(Collectors.joining("; "));
  }

  private static String percent(double part) {
    return Double.isFinite(part) ? String.format(Locale.ROOT, "%.0f %%", 100 * part) : "-";
  }
}
