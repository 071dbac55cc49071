/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.spark.source;

import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.connector.read.InputPartition;
import org.apache.spark.sql.connector.read.PartitionReader;
import org.apache.spark.sql.connector.read.PartitionReaderFactory;
import org.cassandrastats.spark.request.PlannedTable;

/** Opens the readers of a scan where its tasks run. */
final class ReaderFactory implements PartitionReaderFactory {
  private static final long serialVersionUID = 1;

  private final SourceOptions options;
  private final PlannedTable table;
  private final PushedQuery aggregates;
  private final RowQuery rows;

  /**
   * A factory.
   *
   * @param aggregates null where rows are read
   */
  ReaderFactory(SourceOptions options, PlannedTable table, PushedQuery aggregates, RowQuery rows) {
    this.options = options;
    this.table = table;
    this.aggregates = aggregates;
    this.rows = rows;
  }

  @Override
  public PartitionReader<InternalRow> createReader(InputPartition partition) {
    Piece piece = (Piece) partition;
    SessionPool.Lease lease = SessionPool.shared().lease(options);
    try {
      table.require(lease.session(), options.requestTimeout(), options.retryTimeout());
      return aggregates == null
          ? new RowsReader(rows, options, piece, lease)
          : new AggregateReader(aggregates, options, piece, lease);
    } catch (RuntimeException failed) {
      lease.close();
      throw failed;
    }
  }
}
