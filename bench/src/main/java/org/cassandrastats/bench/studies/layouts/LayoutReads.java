/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.studies.layouts;

import java.util.List;
import java.util.function.Function;
import org.cassandrastats.bench.measure.Cell;
import org.cassandrastats.bench.report.Report;
import org.cassandrastats.bench.report.ReportColumns;

/** What the study of layouts says of other reads than scans: cold, of heads, of single records. */
record LayoutReads(Report report, LayoutCells cells, List<TableCase> cases) {
  private static final double MILLIS = 1e3;

  void write() {
    cold();
    heads();
    singles();
  }

  /** Reads after the system has dropped the files from its page cache. */
  private void cold() {
    List<Cell> read =
        cases.stream()
            .filter(TableCase::isStandard)
            .filter(
                table ->
                    LayoutCells.COLD.stream()
                        .anyMatch(asked -> report.client(cells.cold(table, asked)).isKnown()))
            .map(cells::cell)
            .toList();
    if (read.isEmpty()) {
      return;
    }
    ReportColumns columns =
        report
            .section(
                "Cold and warm",
                "Cold: before each read the files of the table are dropped from the page cache of the system (dd, oflag=nocache); parts of indexes that are mapped into memory stay, and so does what the hypervisor of a virtual machine keeps. Read from disk: bytes that the node has had read in the cold run (/proc/PID/io). The warm rates are in the first table.")
            .text("layout", cell -> cell.get(LayoutCells.LAYOUT).label())
            .right("records", cell -> cells.table(cell).size());
    for (StoredRecords.Question asked : LayoutCells.COLD) {
      Function<Cell, Cell> cold = cell -> cells.cold(cells.table(cell), asked);
      columns
          .count(asked + ": cold records/s", cell -> cells.speed(report, cold.apply(cell)))
          .number(
              "cold over warm, time",
              cell -> report.factor(cold.apply(cell), cells.cell(cells.table(cell), asked)))
          .number(
              "MB read from disk",
              cell ->
                  report.median(cold.apply(cell), StoredRecords.READ) / LayoutsComparison.MEGABYTE);
    }
    columns
        .text(
            "failed",
            cell ->
                report.failures(
                    LayoutCells.COLD.stream()
                        .map(asked -> cells.cold(cells.table(cell), asked))
                        .toList()))
        .of(read);
  }

  /** The first rows of partitions, which a row cache is for. */
  private void heads() {
    List<Cell> read = known(StoredRecords.Question.HEADS);
    if (read.isEmpty()) {
      return;
    }
    report
        .section(
            "The first rows of partitions",
            "Partitions are read one after the other, all columns of their first 100 records (`LIMIT 100`), from memory. The row cache keeps nothing (off), whole partitions (on) or their first 100 rows (head). Hits are those of the table's metrics.")
        .text("layout", cell -> cell.get(LayoutCells.LAYOUT).label())
        .by(LayoutCells.ROW_CACHE)
        .right("records", cell -> cells.table(cell).size())
        .number(
            "ms a partition",
            cell -> MILLIS * report.median(cell) / report.median(cell, LayoutCells.READS))
        .count("partitions read", cell -> report.median(cell, LayoutCells.READS))
        .count("hits", cell -> report.median(cell, LayoutCells.HITS))
        .failed()
        .of(read);
  }

  /** Single records, some of which a row cache keeps. */
  private void singles() {
    List<Cell> read = known(StoredRecords.Question.SINGLES);
    if (read.isEmpty()) {
      return;
    }
    report
        .section(
            "Single records",
            "1,000 records all over the table, the same ones in each run, one after the other by their whole key, all columns, by a prepared statement, from memory. The row cache keeps nothing (off), whole partitions (on) or their first 100 rows (head). Hits are those of the table's metrics.")
        .text("layout", cell -> cell.get(LayoutCells.LAYOUT).label())
        .by(LayoutCells.ROW_CACHE)
        .right("records", cell -> cells.table(cell).size())
        .number("ms a record", cell -> MILLIS * report.median(cell) / StoredRecords.SINGLES)
        .count("hits", cell -> report.median(cell, LayoutCells.HITS))
        .failed()
        .of(read);
  }

  /** The tables of which the answer to a question is known. */
  private List<Cell> known(StoredRecords.Question question) {
    return cases.stream()
        .map(table -> cells.cell(table, question))
        .filter(cell -> report.client(cell).isKnown())
        .toList();
  }
}
