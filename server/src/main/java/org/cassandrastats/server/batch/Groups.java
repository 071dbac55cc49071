/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.server.batch;

import java.util.ArrayList;
import java.util.List;
import org.apache.cassandra.db.Clustering;
import org.apache.cassandra.db.DecoratedKey;
import org.apache.cassandra.db.aggregation.AggregationSpecification;
import org.apache.cassandra.db.aggregation.GroupMaker;
import org.apache.cassandra.db.aggregation.GroupingState;
import org.apache.cassandra.db.marshal.ByteBufferAccessor;
import org.cassandrastats.server.cursor.AskedColumns;
import org.cassandrastats.server.cursor.Batch;
import org.cassandrastats.server.cursor.PageCheck;

/**
 * Cuts the batches of one partition into the groups of GROUP BY, and counts them as Cassandra's
 * pagers do: a group counts when it is complete. Groups are found by search, for their rows follow
 * each other. Used by the thread of the request only.
 */
public final class Groups {
  /** Cutting batches into smaller groups takes longer than reading their rows. */
  private static final int LEAST_ROWS = 4;

  private final AggregationSpecification specification;
  private final DecoratedKey partition;

  /** The column of a batch that is the clustering, and how many there are of cells. */
  private final int key;

  private final int width;

  /** A row of the group that may go on; null where there is none. */
  private Clustering<?> open;

  private int counted;
  private int length = 1;
  private boolean isFull;
  private Clustering<?> lastOfFull;

  private Groups(
      AggregationSpecification specification, DecoratedKey partition, int key, int width) {
    this.specification = specification;
    this.partition = partition;
    this.key = key;
    this.width = width;
  }

  /**
   * The groups of a partition whose clustering is one number.
   *
   * @param asked with the column of the clustering, behind those of cells
   */
  public static Groups of(
      AggregationSpecification specification, DecoratedKey partition, AskedColumns asked) {
    int key = asked.cells();
    return new Groups(specification, partition, key, asked.width(key));
  }

  /**
   * The groups of the next batch, up to the end of a page.
   *
   * @param most how many groups the page has room for
   * @return null where it takes Cassandra to tell which groups there are
   */
  List<BatchSlice> cut(Batch batch, int most) {
    List<BatchSlice> slices = new ArrayList<>();
    Clustering<?> group = open;
    int complete = 0;
    int from = 0;
    while (from < batch.rows()) {
      Clustering<?> first = clustering(batch, from);
      boolean begins = group == null || isOther(group, first);
      // An updated row without values may be there or not: only Cassandra knows.
      if (begins && !isThere(batch, from)) {
        return null;
      }
      if (begins && group != null && ++complete == most) {
        isFull = true;
        lastOfFull = from == 0 ? null : clustering(batch, from - 1);
        break;
      }
      int to = end(batch, from, first);
      slices.add(BatchSlice.ofGroup(first, from, to));
      group = first;
      from = to;
    }
    if (slices.size() > 1 && from / slices.size() < LEAST_ROWS) {
      return null;
    }
    boolean isEnd = !isFull && batch.last() == null;
    complete += isEnd && group != null ? 1 : 0;
    open = isEnd || isFull ? null : group;
    counted += complete;
    return slices;
  }

  /** How many are complete. */
  int counted() {
    return counted;
  }

  /** Whether the page ends before the batch does. */
  boolean isFull() {
    return isFull;
  }

  /** The last row of such a page; null where it is the last one of the batch before. */
  Clustering<?> lastOfFull() {
    return lastOfFull;
  }

  /** Behind the last row of the group of a row: most groups are as long as the one before. */
  private int end(Batch batch, int from, Clustering<?> first) {
    int same = from;
    int other = batch.rows();
    int guess = from + length;
    if (guess < other) {
      if (isOther(first, clustering(batch, guess))) {
        other = guess;
      } else {
        same = guess;
      }
    }
    if (other == guess && guess - 1 > from && !isOther(first, clustering(batch, guess - 1))) {
      return guess;
    }
    int step = 1;
    while (same + step < other) {
      int probe = same + step;
      if (isOther(first, clustering(batch, probe))) {
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

  private boolean isOther(Clustering<?> group, Clustering<?> row) {
    GroupMaker maker = specification.newGroupMaker(new GroupingState(partition.getKey(), group));
    return maker.isNewGroup(partition, row);
  }

  private Clustering<?> clustering(Batch batch, int row) {
    return ByteBufferAccessor.instance
        .factory()
        .clustering(PageCheck.bytes(batch.bits(key, row), width));
  }

  private boolean isThere(Batch batch, int row) {
    boolean isThere = batch.isThere(row);
    for (int column = 0; column < key; column++) {
      isThere |= batch.has(column, row);
    }
    return isThere;
  }
}
