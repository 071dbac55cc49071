/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.server.batch;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.apache.cassandra.db.Clustering;
import org.apache.cassandra.db.DecoratedKey;
import org.apache.cassandra.db.marshal.ByteBufferAccessor;
import org.apache.cassandra.schema.ColumnMetadata;
import org.cassandrastats.server.cursor.AskedColumns;
import org.cassandrastats.server.cursor.Batch;
import org.cassandrastats.server.cursor.PageCheck;

/**
 * Cuts batches into the groups of GROUP BY, and counts them as Cassandra's pagers do: a group
 * counts when it is complete. In a run, groups are found by search, for their rows follow each
 * other. Used by the thread of the request only.
 */
public final class Groups {
  /** Cutting batches into smaller groups takes longer than reading their rows. */
  private static final int LEAST_ROWS = 4;

  private final GroupKeys keys;

  /** Of each column of the clustering behind the prefix: its place in a batch, and its bytes. */
  private final int[] columns;

  private final AskedColumns asked;

  /** A row of the group that may go on; null where there is none. */
  private Clustering<?> open;

  private DecoratedKey openKey;
  private int counted;

  /** Those of them that are in the partition of the open group, or of the last one. */
  private int countedInPartition;

  private DecoratedKey countedKey;

  /** How many of the page are complete. */
  private int complete;

  private int length = 1;
  private boolean isFull;
  private boolean areSmall;

  /** The row that was handed over last; null where it is the last one of its partition. */
  private Clustering<?> last;

  private DecoratedKey lastKey;

  /**
   * No groups yet.
   *
   * @param asked with the columns behind the prefix, if they are numbers
   * @param partition whose last row pages before have handed over; null where that is the only one
   * @param inPartition how many groups of it they have counted
   */
  public Groups(GroupKeys keys, AskedColumns asked, DecoratedKey partition, int inPartition) {
    this.keys = keys;
    this.countedKey = partition;
    this.countedInPartition = inPartition;
    List<ColumnMetadata> tail = keys.tail();
    this.asked = asked;
    this.columns = tail.stream().mapToInt(asked::indexOf).toArray();
  }

  /**
   * The groups of the next batch, up to the end of a page.
   *
   * @param most how many groups the page has room for
   * @param small whether groups may be small
   * @return null where they may not, or where it takes Cassandra to tell which groups there are
   */
  List<BatchSlice> cut(Batch batch, int most, boolean small) {
    List<BatchSlice> slices = new ArrayList<>();
    Clustering<?> group = open;
    DecoratedKey groupKey = openKey;
    DecoratedKey partition = countedKey;
    int inPartition = countedInPartition;
    int ends = 0;
    int run = 0;
    int from = 0;
    boolean full = false;
    while (run < batch.runs() && !full) {
      DecoratedKey key = batch.key(run);
      Clustering<?> first = clustering(batch, run, from);
      boolean begins = group == null || keys.isOther(groupKey, group, key, first);
      // An updated row without values may be there or not: only Cassandra knows.
      if (begins && !batch.isThere(from)) {
        return null;
      }
      if (begins) {
        ends += group == null ? 0 : 1;
        full = group != null && ends == most;
        // Cassandra's pagers begin to count anew with a row of another partition, if they see it.
        boolean isOfOther = !full && partition != null && !key.equals(partition);
        inPartition = isOfOther ? 0 : inPartition + (group == null ? 0 : 1);
        partition = full ? partition : key;
      }
      if (!full) {
        int to = keys.areRuns() ? batch.firstRow(run + 1) : end(batch, run, from, first);
        slices.add(BatchSlice.ofGroup(key, first, from, to));
        group = first;
        groupKey = key;
        from = to;
        run += from == batch.firstRow(run + 1) ? 1 : 0;
      }
    }
    areSmall = slices.size() > batch.runs() && from / slices.size() < LEAST_ROWS;
    if ((areSmall && !small) || !endAt(batch, full, run, from)) {
      return null;
    }
    isFull = full;
    open = group;
    openKey = groupKey;
    complete = ends;
    counted += ends;
    countedKey = partition;
    countedInPartition = inPartition;
    return slices;
  }

  /**
   * No row follows of what was read. The last group is complete, which counts where it fills the
   * page.
   *
   * @param most as of {@link #cut}
   */
  void close(int most) {
    if (open != null && complete + 1 == most) {
      counted++;
      countedInPartition++;
      isFull = true;
    }
  }

  /** Whether the last batch has groups of which most have a few rows. */
  boolean areSmall() {
    return areSmall;
  }

  /** Says which row is the last one that is handed over; false where that is not known. */
  private boolean endAt(Batch batch, boolean full, int run, int row) {
    if (row == 0) {
      return true;
    }
    if (!full) {
      lastKey = batch.lastKey();
      last = batch.last();
      return true;
    }
    int before = row == batch.firstRow(run) ? run - 1 : run;
    Clustering<?> end = columns.length == 0 ? null : clustering(batch, before, row - 1);
    if (end == null && batch.key(before).equals(batch.key(run))) {
      return false;
    }
    lastKey = batch.key(before);
    last = end;
    return true;
  }

  /** How many are complete. */
  int counted() {
    return counted;
  }

  /** Those of them that are in the partition of the row that was handed over last. */
  int countedInPartition() {
    return countedInPartition;
  }

  /** Whether the page has as many groups as it has room for. */
  boolean isFull() {
    return isFull;
  }

  /** The partition of the row that was handed over last; null where there is none. */
  DecoratedKey lastKey() {
    return lastKey;
  }

  /** That row; null where it is the last one of its partition. */
  Clustering<?> last() {
    return last;
  }

  /** Behind the last row of the group of a row: most groups are as long as the one before. */
  private int end(Batch batch, int run, int from, Clustering<?> first) {
    int same = from;
    int other = batch.firstRow(run + 1);
    int guess = from + length;
    if (guess < other) {
      if (isOther(batch, run, first, guess)) {
        other = guess;
      } else {
        same = guess;
      }
    }
    if (other == guess && guess - 1 > from && !isOther(batch, run, first, guess - 1)) {
      return guess;
    }
    int step = 1;
    while (same + step < other) {
      int probe = same + step;
      if (isOther(batch, run, first, probe)) {
        other = probe;
      } else {
        same = probe;
        step *= 2;
      }
      step = Math.max(1, Math.min(step, (other - same) / 2));
    }
    length = other - from;
    return other;
  }

  private boolean isOther(Batch batch, int run, Clustering<?> group, int row) {
    DecoratedKey key = batch.key(run);
    return keys.isOther(key, group, key, clustering(batch, run, row));
  }

  /** A row of a run; without columns behind the prefix its first one. */
  private Clustering<?> clustering(Batch batch, int run, int row) {
    Clustering<?> first = batch.first(run);
    if (columns.length == 0 || row == batch.firstRow(run)) {
      return first;
    }
    ByteBuffer[] values = new ByteBuffer[first.size()];
    for (int index = 0; index < values.length; index++) {
      int behind = index - keys.prefix();
      values[index] =
          behind < 0 ? first.bufferAt(index) : PageCheck.bytes(asked, batch, columns[behind], row);
    }
    return ByteBufferAccessor.instance.factory().clustering(values);
  }
}
