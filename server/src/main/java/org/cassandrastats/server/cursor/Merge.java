/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.server.cursor;

import java.io.IOException;
import java.util.List;
import org.apache.cassandra.db.LivenessInfo;

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
  private final long nowInSeconds;
  private final long partitionDeleted;
  private final boolean[] isAtPlace;

  /** Sources that have not been read yet, closed by the caller. */
  Merge(List<Source> sources, long partitionDeleted, AskedColumns asked, long nowInSeconds)
      throws IOException {
    this.sources = sources.toArray(new Source[0]);
    this.winners = new CellValue[asked.cells()];
    this.clusterings = asked.clusterings();
    this.widths = asked.widths();
    this.isAtPlace = new boolean[this.sources.length];
    this.partitionDeleted = partitionDeleted;
    this.nowInSeconds = nowInSeconds;
    for (Source source : this.sources) {
      source.next();
    }
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
      takeOnly(least, batch);
      endAt(least, batch);
      least.next();
      return true;
    }
    for (int index = 0; index < sources.length; index++) {
      Source source = sources[index];
      isAtPlace[index] =
          source == least
              || (source.kind != Source.Kind.END && source.place.compareTo(least.place) == 0);
    }
    if (least.kind == Source.Kind.ROW) {
      takeMerged(least, batch);
      endAt(least, batch);
    }
    for (int index = 0; index < sources.length; index++) {
      if (isAtPlace[index]) {
        sources[index].next();
      }
    }
    return true;
  }

  private static void endAt(Source source, Batch batch) {
    if (source.kind == Source.Kind.ROW && !batch.hasRoom()) {
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

  private void takeOnly(Source source, Batch batch) {
    if (source.kind != Source.Kind.ROW) {
      return;
    }
    long deleted = Math.max(partitionDeleted, Math.max(source.openBefore, source.rowDeleted));
    begin(source, source, deleted, batch);
    for (int column = 0; column < winners.length; column++) {
      take(source.cells[column], column, deleted, batch);
    }
  }

  private void takeMerged(Source least, Batch batch) {
    Source written = least;
    long deleted = partitionDeleted;
    for (int column = 0; column < winners.length; column++) {
      winners[column] = null;
    }
    for (int index = 0; index < sources.length; index++) {
      Source source = sources[index];
      deleted = Math.max(deleted, source.openBefore);
      if (isAtPlace[index]) {
        deleted = Math.max(deleted, source.rowDeleted);
        written = source.rowTimestamp > written.rowTimestamp ? source : written;
        for (int column = 0; column < winners.length; column++) {
          CellValue cell = source.cells[column];
          CellValue before = winners[column];
          if (cell.isThere && (before == null || !before.wins(cell))) {
            winners[column] = cell;
          }
        }
      }
    }
    begin(least, written, deleted, batch);
    for (int column = 0; column < winners.length; column++) {
      if (winners[column] != null) {
        take(winners[column], column, deleted, batch);
      }
    }
  }

  /** Whether no other source has written the row at the same time, perhaps to live shorter. */
  private boolean isOneWrite(Source written) {
    for (int index = 0; index < sources.length; index++) {
      Source source = sources[index];
      if (isAtPlace[index] && source != written && source.rowTimestamp == written.rowTimestamp) {
        return false;
      }
    }
    return true;
  }

  /** Begins a row. Who asks for its clustering wants to know whether it is there without values. */
  private void begin(Source source, Source written, long deleted, Batch batch) {
    batch.newRow();
    if (clusterings.length == 0) {
      return;
    }
    if (isOneWrite(written)
        && written.rowTimestamp > deleted
        && (written.rowTtl == LivenessInfo.NO_TTL
            || (written.rowTtl != LivenessInfo.EXPIRED_LIVENESS_TTL
                && nowInSeconds < written.rowLocalDeletion))) {
      batch.setThere();
    }
    for (int index = 0; index < clusterings.length; index++) {
      int column = winners.length + index;
      batch.set(column, source.place.bits(clusterings[index], widths[column]));
    }
  }

  private void take(CellValue cell, int column, long deleted, Batch batch) {
    if (!cell.isThere || !cell.isLive(deleted, nowInSeconds)) {
      return;
    }
    if (cell.isEmpty) {
      throw new NotCovered("an empty value");
    }
    batch.set(column, cell.bits);
  }

  int dead() {
    int dead = 0;
    for (Source source : sources) {
      dead += source.dead;
    }
    return dead;
  }
}
