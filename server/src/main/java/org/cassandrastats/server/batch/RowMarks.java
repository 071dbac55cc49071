/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.server.batch;

import java.nio.ByteBuffer;
import org.apache.cassandra.db.Clustering;
import org.apache.cassandra.db.filter.DataLimits;
import org.apache.cassandra.db.rows.BTreeRow;
import org.apache.cassandra.schema.TableMetadata;
import org.apache.cassandra.service.pager.PagingState;
import org.apache.cassandra.transport.ProtocolVersion;

/** The row of a paging state, behind which a client goes on. */
final class RowMarks {
  private RowMarks() {}

  static PagingState.RowMark of(Clustering<?> row, TableMetadata table, ProtocolVersion version) {
    return PagingState.RowMark.create(table, BTreeRow.emptyRow(row), version);
  }

  /** Whether a state is one of a statement without limits, as those are that cursors read. */
  static boolean isUnlimited(PagingState state) {
    return Math.min(state.remaining, state.remainingInPartition) > DataLimits.NO_LIMIT / 2;
  }

  /** Null where the state has none, or one that is no row of the table: a client has made it. */
  static Clustering<?> row(PagingState state, TableMetadata table) {
    try {
      Clustering<?> row = state.rowMark == null ? null : state.rowMark.clustering(table);
      return row == null || isOf(table, row) ? row : null;
    } catch (RuntimeException invalid) {
      return null;
    }
  }

  /**
   * Whether it has a value of each column.
   *
   * @throws RuntimeException if one is no value of its type
   */
  private static boolean isOf(TableMetadata table, Clustering<?> row) {
    if (row.size() != table.comparator.size()) {
      return false;
    }
    for (int index = 0; index < row.size(); index++) {
      ByteBuffer value = row.bufferAt(index);
      if (value == null || !value.hasRemaining()) {
        return false;
      }
      table.comparator.subtype(index).validate(value);
    }
    return true;
  }
}
