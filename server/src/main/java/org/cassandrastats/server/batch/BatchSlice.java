/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.server.batch;

import org.apache.cassandra.db.Clustering;
import org.apache.cassandra.db.DecoratedKey;
import org.apache.cassandra.db.rows.BTreeRow;
import org.apache.cassandra.db.rows.Row;
import org.cassandrastats.server.cursor.Batch;

/** Rows of a batch that follow each other, for which one row stands that has no values. */
final class BatchSlice {
  /** What stands for them among the rows that Cassandra hands over. */
  final Row mark;

  /** Whether Cassandra takes the mark for a row, so that it sees where a group begins. */
  final boolean isShown;

  final int from;
  final int to;

  /** The partition of the rows; of several partitions the last one. */
  final DecoratedKey key;

  private BatchSlice(
      DecoratedKey key, Clustering<?> clustering, boolean isShown, int from, int to) {
    this.key = key;
    this.mark = BTreeRow.emptyRow(clustering);
    this.isShown = isShown;
    this.from = from;
    this.to = to;
  }

  /** All rows of a batch, which are in no groups. */
  static BatchSlice all(Batch batch) {
    return new BatchSlice(batch.lastKey(), Clustering.EMPTY, false, 0, batch.rows());
  }

  /** Rows of one group. */
  static BatchSlice ofGroup(DecoratedKey key, Clustering<?> first, int from, int to) {
    return new BatchSlice(key, first, true, from, to);
  }
}
