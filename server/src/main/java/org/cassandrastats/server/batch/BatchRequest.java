/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.server.batch;

import java.util.List;
import org.apache.cassandra.cql3.selection.ResultSetBuilder;
import org.apache.cassandra.db.Clustering;
import org.apache.cassandra.db.SinglePartitionReadCommand;
import org.apache.cassandra.db.partitions.PartitionIterator;
import org.apache.cassandra.db.rows.BTreeRow;
import org.apache.cassandra.db.rows.Row;
import org.apache.cassandra.db.rows.RowIterator;
import org.cassandrastats.server.cursor.AskedColumns;
import org.cassandrastats.server.cursor.Batch;
import org.cassandrastats.server.limit.MemoryBudget;

/** The batches of one request. Used by its thread only. */
public final class BatchRequest {
  private final AskedColumns asked;
  private final SelectorParts parts;
  private final MemoryBudget budget;

  /** What was read last; null where nothing is held. */
  private BatchPage page;

  /** Stands for a batch among the rows that Cassandra hands over. */
  private Row mark;

  private Batch batch;
  private List<BatchFeed> feeds;

  /** A request that has read nothing yet. */
  public BatchRequest(AskedColumns asked, SelectorParts parts, MemoryBudget budget) {
    this.asked = asked;
    this.parts = parts;
    this.budget = budget;
  }

  /** The next page, instead of the last one. */
  BatchPage newPage(CursorSwitch cursors) {
    end();
    page = new BatchPage(cursors, asked, budget);
    return page;
  }

  /** Nothing is needed any more that was read. */
  public void end() {
    if (page != null) {
      page.close();
      page = null;
    }
  }

  /** A partition with one row, which stands for a batch. */
  PartitionIterator partition(SinglePartitionReadCommand command, Batch newBatch) {
    batch = newBatch;
    mark = BTreeRow.emptyRow(Clustering.EMPTY);
    return new MarkedPartition(command, mark);
  }

  /** The same partition, whose batches go to the aggregates instead of its rows. */
  public RowIterator fed(RowIterator partition, ResultSetBuilder result) {
    return new FedRows(partition, row -> row == mark, () -> feed(result));
  }

  private void feed(ResultSetBuilder result) {
    if (feeds == null) {
      feeds = parts.feeds(result, asked);
    }
    for (BatchFeed feed : feeds) {
      feed.feed(batch);
    }
    batch = null;
    mark = null;
    end();
  }
}
