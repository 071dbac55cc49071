/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.server.cursor;

import java.io.IOException;
import java.util.List;
import org.apache.cassandra.db.DecoratedKey;
import org.apache.cassandra.db.marshal.ByteBufferAccessor;

/**
 * The rows of some sources, in the order of their clustering. Where several have the same row, each
 * cell is that of Cassandra's rules, as in its {@code Cells} and {@code Row.Merger}.
 */
final class Merge {
  private final Source[] sources;
  private final CellValue[] winners;

  /** Places in the clustering of the columns behind those of the cells, and their widths. */
  private final int[] clusterings;

  private final int[] widths;
  private final boolean countsRows;
  private final boolean groupsRows;
  private final int prefix;
  private final DecoratedKey key;

  /** Whether static values make a row where no other is there, as far as that matters. */
  private final boolean mayHaveStatics;

  private boolean hasRow;

  /** How the rows of the run begin that are being taken. */
  private final Place run;

  private boolean isInRun;
  private final long nowInSeconds;
  private final long partitionDeleted;
  private final boolean[] isAtPlace;
  private int live;

  /**
   * Sources of a partition that have not been read yet, closed by the caller.
   *
   * @param isWhole whether all rows of the partition are asked for, from the first one on
   */
  Merge(
      DecoratedKey key,
      List<Source> sources,
      long partitionDeleted,
      ClusteringOrder order,
      AskedColumns asked,
      boolean isWhole,
      long nowInSeconds)
      throws IOException {
    this.key = key;
    this.run = new Place(order);
    this.sources = sources.toArray(new Source[0]);
    this.winners = new CellValue[asked.cells()];
    this.clusterings = asked.clusterings();
    this.widths = asked.widths();
    this.countsRows = asked.countsRows();
    this.groupsRows = asked.groupsRows();
    this.prefix = asked.prefix();
    this.isAtPlace = new boolean[this.sources.length];
    this.partitionDeleted = partitionDeleted;
    this.nowInSeconds = nowInSeconds;
    long staticWritten = CellValue.NEVER;
    for (Source source : this.sources) {
      staticWritten = Math.max(staticWritten, source.staticWritten);
      source.next();
    }
    this.mayHaveStatics = isWhole && asked.knowsRows() && staticWritten > partitionDeleted;
  }

  /**
   * Takes the next row, or skips a marker.
   *
   * @return false at the end
   */
  boolean next(Batch batch) throws IOException {
    Source least = least();
    if (least == null) {
      return false;
    }
    if (sources.length == 1) {
      if (least.kind == Source.Kind.ROW && takeOnly(least, batch)) {
        endAt(least, batch);
      }
      least.next();
      return true;
    }
    for (int index = 0; index < sources.length; index++) {
      Source source = sources[index];
      isAtPlace[index] =
          source == least
              || (source.kind != Source.Kind.END && source.place.compareTo(least.place) == 0);
    }
    if (least.kind == Source.Kind.ROW && takeMerged(least, batch)) {
      endAt(least, batch);
    }
    for (int index = 0; index < sources.length; index++) {
      if (isAtPlace[index]) {
        sources[index].next();
      }
    }
    return true;
  }

  /** A batch ends at a row that it has, so that this is one of its last run. */
  private static void endAt(Source source, Batch batch) {
    if (!batch.hasRoom()) {
      batch.endAt(source.place.clustering());
    }
  }

  /** Linear: sources are few. */
  private Source least() {
    Source least = null;
    for (Source source : sources) {
      if (source.kind != Source.Kind.END
          && (least == null || source.place.compareTo(least.place) < 0)) {
        least = source;
      }
    }
    return least;
  }

  /** Returns whether the row is in the batch. */
  private boolean takeOnly(Source source, Batch batch) {
    // What one SSTable has is there: Cassandra does not hold it against the partition's deletion,
    // which it takes from an index without a checksum.
    long deleted = Math.max(source.openBefore, source.rowDeleted);
    begin(source, batch);
    boolean hasValue = false;
    for (int column = 0; column < winners.length; column++) {
      hasValue |= take(source.cells[column], column, deleted, batch);
    }
    return end(source, hasValue, source.othersWritten, deleted, batch);
  }

  /** As {@link #takeOnly}, of all sources that have the row. */
  private boolean takeMerged(Source least, Batch batch) {
    Source written = least;
    long others = CellValue.NEVER;
    long deleted = partitionDeleted;
    for (int column = 0; column < winners.length; column++) {
      winners[column] = null;
    }
    for (int index = 0; index < sources.length; index++) {
      Source source = sources[index];
      deleted = Math.max(deleted, source.openBefore);
      if (isAtPlace[index]) {
        deleted = Math.max(deleted, source.rowDeleted);
        written = source.supersedes(written) ? source : written;
        others = Math.max(others, source.othersWritten);
        for (int column = 0; column < winners.length; column++) {
          CellValue cell = source.cells[column];
          CellValue before = winners[column];
          if (cell.isThere && (before == null || !before.wins(cell))) {
            winners[column] = cell;
          }
        }
      }
    }
    begin(least, batch);
    boolean hasValue = false;
    for (int column = 0; column < winners.length; column++) {
      hasValue |= winners[column] != null && take(winners[column], column, deleted, batch);
    }
    return end(written, hasValue, others, deleted, batch);
  }

  private void begin(Source source, Batch batch) {
    if (!isInRun || !source.place.beginsLike(run, prefix)) {
      isInRun = true;
      run.setBeginning(source.place, prefix);
      batch.beginRun(key, source.place.clustering());
    }
    batch.newRow();
    for (int index = 0; index < clusterings.length; index++) {
      int column = winners.length + index;
      if (widths[column] == AskedColumns.WIDE) {
        batch.set(column, source.place.value(clusterings[index]), ByteBufferAccessor.instance);
      } else {
        batch.set(column, source.place.bits(clusterings[index], widths[column]));
      }
    }
  }

  /**
   * Finds out whether a row is there, for who wants to know.
   *
   * @param written what has written the row last
   * @param hasValue whether a column has a value that is asked for
   * @param others when the latest value was written that is not asked for
   * @return whether the row is in the batch
   */
  private boolean end(Source written, boolean hasValue, long others, long deleted, Batch batch) {
    boolean isThere =
        hasValue || (written.rowTimestamp > deleted && written.isRowLive(nowInSeconds));
    live += isThere || others > deleted ? 1 : 0;
    if (!countsRows && !groupsRows) {
      return true;
    }
    if (isThere) {
      batch.setThere();
      hasRow = true;
    } else if (others <= deleted) {
      isInRun = !batch.dropRow();
      return false;
    } else if (countsRows) {
      throw new NotCovered("a row that is there if a column has a value that is not asked for");
    }
    return true;
  }

  private boolean take(CellValue cell, int column, long deleted, Batch batch) {
    if (!cell.isThere || !cell.isLive(deleted, nowInSeconds)) {
      return false;
    }
    if (cell.isEmpty) {
      batch.setEmpty(column);
    } else if (cell.isWide) {
      batch.set(column, cell.bytes, cell.from, cell.length);
    } else {
      batch.set(column, cell.bits);
    }
    return true;
  }

  /**
   * Called at the end of the partition or batch.
   *
   * @throws NotCovered if static values may be a row for Cassandra: no other is there
   */
  void refuseStatics() {
    if (mayHaveStatics && !hasRow) {
      throw new NotCovered("a partition of static values only");
    }
  }

  /** How many rows are there, or may be there by values that are not asked for. */
  int live() {
    return live;
  }

  int dead() {
    int dead = 0;
    for (Source source : sources) {
      dead += source.dead;
    }
    return dead;
  }
}
