/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.studies.layouts;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.cassandrastats.bench.measure.Cell;
import org.cassandrastats.bench.measure.Dimension;
import org.cassandrastats.bench.measure.Spread;
import org.cassandrastats.bench.report.Report;

/**
 * What is measured of the tables of a lane.
 *
 * @param main the size of the tables that a report is about; others are named in their cells
 */
record LayoutCells(String lane, TableCase.Size main) {
  static final Dimension<RecordLayout> LAYOUT = new Dimension<>("layout");
  static final Dimension<TableCase.Compression> COMPRESSION = new Dimension<>("compression");
  static final Dimension<String> FORMAT = new Dimension<>("sstables");
  static final Dimension<TableCase.RowCache> ROW_CACHE = new Dimension<>("row_cache");
  static final Dimension<TableCase.Size> SIZE = new Dimension<>("records");
  static final Dimension<StoredRecords.Question> QUESTION = new Dimension<>("question");
  static final Dimension<String> PAGE_CACHE = new Dimension<>("page_cache");
  static final Dimension<String> LOADING = new Dimension<>("question");

  static final String BYTES = "bytes_on_disk";
  static final String HITS = "row_cache_hits";
  static final String READS = "partitions_read";
  static final String RATE = "records_per_second";
  static final String DROPPED = "dropped";

  /** What a cold table is asked. */
  static final List<StoredRecords.Question> COLD =
      List.of(StoredRecords.Question.ALL_COLUMNS, StoredRecords.Question.ONE_COLUMN);

  /**
   * What is asked of a table.
   *
   * @param cold whether it is also read when the system keeps nothing of it in memory
   * @param heads whether the first records of partitions are asked for
   * @param singles whether records are asked for one by one
   */
  List<Cell> questions(TableCase table, boolean cold, boolean heads, boolean singles) {
    List<Cell> all = new ArrayList<>();
    if (table.cache() != TableCase.RowCache.HEAD) {
      StoredRecords.Question.OF_ALL.forEach(question -> all.add(cell(table, question)));
    }
    if (cold && table.isStandard()) {
      COLD.forEach(question -> all.add(cold(table, question)));
    }
    if (heads && hasHeads(table)) {
      all.add(cell(table, StoredRecords.Question.HEADS));
    }
    if (singles && table.layout().hasSingles() && isPlain(table)) {
      all.add(cell(table, StoredRecords.Question.SINGLES));
    }
    return all;
  }

  /** Whether the first records of partitions are asked for, if they are at all. */
  private boolean hasHeads(TableCase table) {
    return table.layout().hasHeads() && isPlain(table);
  }

  /** Whether nothing but the row cache differs from the default. */
  private boolean isPlain(TableCase table) {
    return table.size().columns() == main.columns()
        && table.equals(
            new TableCase(
                table.layout(),
                TableCase.Compression.LZ4,
                TableCase.BIG,
                table.cache(),
                table.size()));
  }

  /** What is asked of copies outside of Cassandra, of tables of these sizes. */
  List<Cell> copies(Collection<TableCase.Size> sizes) {
    List<Cell> all = new ArrayList<>();
    for (TableCase.Size size : sizes) {
      for (RecordCopies.Copy copy : RecordCopies.Copy.values()) {
        StoredRecords.Question.OF_ALL.forEach(
            question -> all.add(copy(copy, size).with(QUESTION, question)));
      }
    }
    return all;
  }

  Cell copy(RecordCopies.Copy copy, TableCase.Size size) {
    return Cell.of(lane).with(RecordCopies.COPY, copy).with(SIZE, size);
  }

  Cell cell(TableCase table, StoredRecords.Question question) {
    return cell(table).with(QUESTION, question);
  }

  Cell cold(TableCase table, StoredRecords.Question question) {
    return cell(table, question).with(PAGE_CACHE, DROPPED);
  }

  /** How the driver writes into a table. */
  Cell ingest(TableCase table) {
    return cell(table).with(LOADING, "ingest");
  }

  /** How the whole table is filled. */
  Cell bulk(TableCase table) {
    return cell(table).with(LOADING, "bulk load");
  }

  /** How many bytes each column takes. */
  Cell encoded(TableCase table) {
    return cell(table).with(LOADING, "encoded");
  }

  Cell cell(TableCase table) {
    Cell cell =
        Cell.of(lane)
            .with(LAYOUT, table.layout())
            .with(COMPRESSION, table.compression())
            .with(FORMAT, table.format())
            .with(ROW_CACHE, table.cache());
    return table.size().equals(main) ? cell : cell.with(SIZE, table.size());
  }

  /** The table of a cell. */
  TableCase table(Cell cell) {
    return new TableCase(
        cell.get(LAYOUT),
        cell.get(COMPRESSION),
        cell.get(FORMAT),
        cell.get(ROW_CACHE),
        cell.texts().containsKey(SIZE.name()) ? cell.get(SIZE) : main);
  }

  /** Records that a question goes through in a second. */
  double speed(Report report, Cell asked) {
    return table(asked).size().records() / report.median(asked);
  }

  double speed(Report report, TableCase table, StoredRecords.Question question) {
    return speed(report, cell(table, question));
  }

  /** Bytes of a record on disk. */
  double bytes(Report report, TableCase table) {
    StoredRecords.Question question =
        table.cache() == TableCase.RowCache.HEAD
            ? StoredRecords.Question.HEADS
            : StoredRecords.Question.ONE_COLUMN;
    return report.number(cell(table, question), BYTES).median() / table.size().records();
  }

  /** Records that are written in a second, of the parts of a table. */
  Spread ingestRate(Report report, TableCase table) {
    return report.number(ingest(table), RATE);
  }
}
