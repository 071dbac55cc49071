/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.studies.layouts;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.cassandrastats.bench.measure.Cell;
import org.cassandrastats.bench.measure.Spread;
import org.cassandrastats.bench.report.Charts;
import org.cassandrastats.bench.report.LinePlot;
import org.cassandrastats.bench.report.Report;
import org.cassandrastats.bench.report.ReportColumns;

/**
 * What the study of layouts says of copies outside of Cassandra.
 *
 * @param sizes of which there are copies
 */
record CopiesReport(
    Report report, LayoutCells cells, List<TableCase> cases, Collection<TableCase.Size> sizes) {
  void write() {
    if (sizes.isEmpty()) {
      return;
    }
    ReportColumns columns =
        report
            .section(
                "Beside Parquet and DuckDB",
                "The same records: as chunks of all encodings in Cassandra (LZ4, format big), as a Parquet file (zstd, DuckDB's default row groups), and as a table of DuckDB in memory. DuckDB runs in a process of Python on the same processors and answers without a network; \"read\" means as a table of Arrow there. Its averages are `favg`.")
            .text("where", this::name)
            .right("records", CopiesReport::size)
            .number("MB", cell -> bytes(cell) / LayoutsComparison.MEGABYTE)
            .number("bytes a record", cell -> bytes(cell) / size(cell).records());
    for (StoredRecords.Question question : StoredRecords.Question.OF_ALL) {
      columns.count(
          question + ", records/s", cell -> speed(cell.with(LayoutCells.QUESTION, question)));
    }
    columns.of(rows());
  }

  /** Adds Parquet to a plot of density and speed of one column. */
  void draw(LinePlot plot) {
    RecordCopies.Copy copy = RecordCopies.Copy.PARQUET;
    List<Cell> shown =
        sizes.stream()
            .filter(size -> size.equals(cells.main()))
            .map(size -> cells.copy(copy, size))
            .toList();
    plot.line(
        copy.toString(),
        Charts.colour(RecordLayout.values().length),
        1,
        shown,
        cell -> LayoutsComparison.MEGABYTE * size(cell).records() / bytes(cell),
        cell ->
            Spread.exactly(
                speed(cell.with(LayoutCells.QUESTION, StoredRecords.Question.ONE_COLUMN))));
  }

  private List<Cell> rows() {
    List<Cell> rows = new ArrayList<>();
    for (TableCase.Size size : sizes) {
      TableCase chunks = TableCase.standard(RecordLayout.CHUNKS_SMALLEST, size);
      if (cases.contains(chunks)) {
        rows.add(cells.cell(chunks).with(LayoutCells.SIZE, size));
      }
      for (RecordCopies.Copy copy : RecordCopies.Copy.values()) {
        rows.add(cells.copy(copy, size));
      }
    }
    return rows;
  }

  private static boolean isCopy(Cell cell) {
    return cell.get(RecordCopies.COPY) != null;
  }

  private String name(Cell cell) {
    return isCopy(cell)
        ? cell.get(RecordCopies.COPY).toString()
        : "Cassandra, " + cell.get(LayoutCells.LAYOUT).label();
  }

  private static TableCase.Size size(Cell cell) {
    return cell.get(LayoutCells.SIZE);
  }

  private double bytes(Cell cell) {
    if (!isCopy(cell)) {
      return cells.bytes(report, cells.table(cell)) * size(cell).records();
    }
    return report
        .number(
            cell.with(LayoutCells.QUESTION, StoredRecords.Question.ONE_COLUMN), LayoutCells.BYTES)
        .median();
  }

  /** Records a second of what is asked in a cell. */
  private double speed(Cell asked) {
    return isCopy(asked)
        ? size(asked).records() / report.median(asked)
        : cells.speed(report, cells.table(asked), asked.get(LayoutCells.QUESTION));
  }
}
