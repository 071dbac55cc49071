/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.server.direct;

import com.google.common.collect.Iterators;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.apache.cassandra.db.partitions.AbstractUnfilteredPartitionIterator;
import org.apache.cassandra.db.partitions.UnfilteredPartitionIterator;
import org.apache.cassandra.db.rows.UnfilteredRowIterator;
import org.apache.cassandra.schema.TableMetadata;

/** The partitions that were read for a page, in their order. */
final class HeldPage {
  private final TableMetadata table;
  private final List<HeldPartition> partitions = new ArrayList<>(1);

  /** A page without partitions yet. */
  HeldPage(TableMetadata table) {
    this.table = table;
  }

  /** Adds a partition without rows yet. */
  HeldPartition add(UnfilteredRowIterator header) {
    HeldPartition partition = new HeldPartition(header);
    partitions.add(partition);
    return partition;
  }

  /** The page as the partitions of a read; as often as it is asked for. */
  UnfilteredPartitionIterator iterate() {
    return new Partitions(table, rowsOf(partitions));
  }

  /**
   * The page, then what was not read of its last partition, then further partitions.
   *
   * @param rest of the last partition, and closed with it
   * @param others closed by the caller
   */
  UnfilteredPartitionIterator followedBy(
      UnfilteredRowIterator rest, Iterator<UnfilteredRowIterator> others) {
    int last = partitions.size() - 1;
    return new Partitions(
        table,
        Iterators.concat(
            rowsOf(partitions.subList(0, last)),
            Iterators.singletonIterator(partitions.get(last).followedBy(rest)),
            others));
  }

  private static Iterator<UnfilteredRowIterator> rowsOf(List<HeldPartition> partitions) {
    return Iterators.transform(partitions.iterator(), HeldPartition::iterate);
  }

  private static final class Partitions extends AbstractUnfilteredPartitionIterator {
    private final TableMetadata table;
    private final Iterator<UnfilteredRowIterator> partitions;

    Partitions(TableMetadata table, Iterator<UnfilteredRowIterator> partitions) {
      this.table = table;
      this.partitions = partitions;
    }

    @Override
    public TableMetadata metadata() {
      return table;
    }

    @Override
    public boolean hasNext() {
      return partitions.hasNext();
    }

    @Override
    public UnfilteredRowIterator next() {
      return partitions.next();
    }
  }
}
