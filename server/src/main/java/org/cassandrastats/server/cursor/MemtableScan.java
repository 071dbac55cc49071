/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.server.cursor;

import org.apache.cassandra.db.DecoratedKey;
import org.apache.cassandra.db.partitions.UnfilteredPartitionIterator;
import org.apache.cassandra.db.rows.UnfilteredRowIterator;

/** The partitions of a range in a memtable. */
final class MemtableScan implements PartitionScan {
  private final UnfilteredPartitionIterator partitions;
  private final ClusteringOrder order;
  private final AskedColumns asked;
  private final long nowInSeconds;
  private DecoratedKey key;

  /** Null before the first partition and behind the last one. */
  private MemtableSource rows;

  /** Of the partitions before. */
  private int dead;

  MemtableScan(
      UnfilteredPartitionIterator partitions,
      ClusteringOrder order,
      AskedColumns asked,
      long nowInSeconds) {
    this.partitions = partitions;
    this.order = order;
    this.asked = asked;
    this.nowInSeconds = nowInSeconds;
  }

  @Override
  public void advance() {
    closeRows();
    key = null;
    if (partitions.hasNext()) {
      UnfilteredRowIterator next = partitions.next();
      rows = new MemtableSource(next, order, asked, nowInSeconds);
      key = next.partitionKey();
    }
  }

  private void closeRows() {
    if (rows != null) {
      dead += rows.dead;
      rows.close();
      rows = null;
    }
  }

  @Override
  public DecoratedKey key() {
    return key;
  }

  @Override
  public Source rows() {
    return rows;
  }

  @Override
  public int dead() {
    return dead + (rows == null ? 0 : rows.dead);
  }

  @Override
  public void close() {
    closeRows();
    partitions.close();
  }
}
