/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.server.batch;

import org.apache.cassandra.db.Clustering;
import org.apache.cassandra.db.rows.BTreeRow;
import org.apache.cassandra.db.rows.Row;

/** Rows of a batch that follow each other, for which one row stands that has no values. */
final class BatchSlice {
  /** What stands for them among the rows that Cassandra hands over. */
  final Row mark;

  /** Whether Cassandra takes the mark for a row, so that it sees where a group begins. */
  final boolean isShown;

  final int from;
  final int to;

  private BatchSlice(Clustering<?> clustering, boolean isShown, int from, int to) {
    this.mark = BTreeRow.emptyRow(clustering);
    this.isShown = isShown;
    this.from = from;
    this.to = to;
  }

  /** All rows of a batch, which are in no groups. */
  static BatchSlice all(int rows) {
    return new BatchSlice(Clustering.EMPTY, false, 0, rows);
  }

  /** Rows of one group. */
  static BatchSlice ofGroup(Clustering<?> first, int from, int to) {
    return new BatchSlice(first, true, from, to);
  }
}
