/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.studies;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.cassandrastats.bench.report.Charts;
import org.cassandrastats.bench.report.Numbers;
import org.cassandrastats.bench.report.Plot;
import org.cassandrastats.bench.report.StudyReport;
import org.cassandrastats.bench.report.Table;
import org.cassandrastats.bench.run.Spread;
import org.cassandrastats.bench.studies.layouts.LayoutQuestion;
import org.cassandrastats.bench.studies.layouts.RecordLayout;
import org.cassandrastats.bench.studies.layouts.Records;
import org.cassandrastats.bench.studies.layouts.TableCase;
import org.cassandrastats.bench.studies.layouts.TableCompression;
import org.knowm.xchart.XYChart;

/** What the study of layouts says. */
final class LayoutsReport {
  private final LayoutsStudy study;
  private final LayoutFigures figures;

  LayoutsReport(LayoutsStudy study, LayoutFigures figures) {
    this.study = study;
    this.figures = figures;
  }

  StudyReport report() {
    LayoutFindings findings = new LayoutFindings(figures);
    return new StudyReport(
        "Rows, blobs and columnar chunks",
        introduction(),
        findings.findings(),
        List.of(
            new StudyReport.Section(
                "Storage density against speed",
                "Records in a megabyte on disk, and records a second. SSTables of the format big, no row cache. Colours are layouts; circles LZ4, squares Deflate, triangles Zstd, diamonds no compression; crosses are earlier studies on hardware of their own.",
                List.of(
                    plot(LayoutQuestion.ONE_COLUMN, "density-one-column"),
                    plot(LayoutQuestion.GROUPED, "density-grouped")),
                tables()),
            new StudyReport.Section(
                "Beside earlier studies",
                "LZ4, format big and no row cache unless it says otherwise. Machines differ: compare within a column of the table.",
                List.of(),
                findings.besideOld()),
            new StudyReport.Section(
                "Who computes the answer",
                "What Cassandra cannot compute in a layout, the client computes from what it has to read for it: the two columns where the layout has columns, all blobs where a record is a blob. Cassandra groups by columns of the primary key only: wide partitions are sorted by the column to group by.",
                List.of(),
                whoAnswers()),
            new StudyReport.Section("All times", "", List.of(), times())));
  }

  private String introduction() {
    return ("%s generated records of %d columns, like the events of GDELT. Wide partitions have %s records each and are asked one after the other; a table with a partition for each record is scanned by one request. A chunk holds a column of %s records: numbers are a chunk of the pack;"
            + " texts are the list of their different words beside a chunk of codes, or the texts themselves where that is smaller (always in \"raw\"). The pack's encoder takes the smallest of its encodings, which is \"all encodings\";"
            + " for \"raw\" and \"dictionary\" (or raw, where smaller) the client writes the values of such a chunk anew by the documented format, so that their ingest rates hold more encoding than they would need."
            + " Reading means that the client receives and decodes every value and adds it to a checksum. Ingest includes encoding by the client, is of parts of %s records, and its first part does not count."
            + " Bytes are those of all files of a table (JMX: LiveDiskSpaceUsed) after a flush and a major compaction. The row cache was filled by reading every partition by its key. Times are medians and quartiles of the runs.")
        .formatted(
            Numbers.count(study.records()),
            study.columns(),
            Numbers.count(Records.PER_PART),
            Numbers.count(Records.PER_BATCH),
            Numbers.count(Records.PER_PART));
  }

  private Table tables() {
    List<String> header =
        new ArrayList<>(
            List.of(
                "layout",
                "compression",
                "SSTables",
                "row cache",
                "MB on disk#",
                "bytes a record#",
                "ingest records/s#",
                "quartiles#"));
    for (LayoutQuestion question : LayoutQuestion.values()) {
      header.add(question + ", records/s#");
    }
    header.add("failed");
    return new Table(header, study.cases().stream().map(this::row).toList());
  }

  private List<String> row(TableCase table) {
    Spread ingest = figures.ingest(table);
    List<String> row =
        new ArrayList<>(
            List.of(
                table.layout().label(),
                table.compression().toString(),
                table.format(),
                table.cached() ? "on" : "off",
                Numbers.rounded(figures.megabytes(table)),
                Numbers.rounded(figures.bytesPerRecord(table)),
                LayoutFindings.count(ingest.median()),
                LayoutFindings.count(ingest.first())
                    + " to "
                    + LayoutFindings.count(ingest.third())));
    for (LayoutQuestion question : LayoutQuestion.values()) {
      row.add(LayoutFindings.count(figures.speed(table, question)));
    }
    row.add(figures.failures(table));
    return row;
  }

  private Table whoAnswers() {
    List<String> header = new ArrayList<>(List.of("layout"));
    List<LayoutQuestion> computed =
        List.of(LayoutQuestion.COUNT, LayoutQuestion.GROUPED, LayoutQuestion.FILTERED);
    computed.forEach(question -> header.add(question.toString()));
    List<List<String>> rows = new ArrayList<>();
    for (RecordLayout layout : RecordLayout.values()) {
      List<String> row = new ArrayList<>(List.of(layout.label()));
      computed.forEach(
          question -> row.add(layout.isDoneByServer(question) ? "Cassandra" : "client"));
      rows.add(row);
    }
    return new Table(header, rows);
  }

  private Table times() {
    List<List<String>> rows = new ArrayList<>();
    for (TableCase table : study.cases()) {
      for (LayoutQuestion question : LayoutQuestion.values()) {
        Spread seconds = figures.seconds(table, question);
        rows.add(
            List.of(
                table.layout().label(),
                table.compression().toString(),
                table.format(),
                table.cached() ? "on" : "off",
                question.toString(),
                Numbers.rounded(seconds.median()),
                Numbers.quartiles(seconds),
                figures.results().failures(figures.cell(table, question))));
      }
    }
    return new Table(
        List.of(
            "layout",
            "compression",
            "SSTables",
            "row cache",
            "question",
            "client s#",
            "quartiles#",
            "failed"),
        rows);
  }

  private Plot plot(LayoutQuestion question, String name) {
    XYChart chart =
        Charts.logarithmic(
            "Storage density and speed: " + question, "records in a megabyte", "records/s");
    for (TableCase table : study.cases()) {
      double density = figures.density(table);
      double speed = figures.speed(table, question);
      if (TableCase.BIG.equals(table.format())
          && !table.cached()
          && Double.isFinite(density)
          && Double.isFinite(speed)) {
        boolean isFirst = table.equals(TableCase.standard(table.layout()));
        Charts.addPoint(
            chart,
            isFirst ? table.layout().label() : table.tableName(),
            Arrays.asList(RecordLayout.values()).indexOf(table.layout()),
            Arrays.asList(TableCompression.values()).indexOf(table.compression()),
            isFirst,
            density,
            speed);
      }
    }
    if (question == LayoutQuestion.ONE_COLUMN) {
      addOld(chart);
    }
    return new Plot(
        name,
        "records a second (%s) against records in a megabyte, by layout and compression"
            .formatted(question),
        chart);
  }

  private static void addOld(XYChart chart) {
    Charts.addReferencePoint(
        chart,
        "earlier: columnar blobs",
        Layouts2014.density(Layouts2014.CHUNK_MEGABYTES),
        Layouts2014.CHUNK_SPEED);
    Charts.addReferencePoint(
        chart,
        "earlier: fastest rows",
        Layouts2014.density(Layouts2014.LEAST_ROW_MEGABYTES),
        Layouts2014.MOST_ROW_SPEED);
    Charts.addReferencePoint(
        chart,
        "earlier: slowest rows",
        Layouts2014.density(Layouts2014.MOST_ROW_MEGABYTES),
        Layouts2014.LEAST_ROW_SPEED);
  }
}
