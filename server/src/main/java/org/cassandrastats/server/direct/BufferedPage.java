/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.server.direct;

import com.google.common.collect.Iterators;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.function.Consumer;
import org.apache.cassandra.db.partitions.AbstractUnfilteredPartitionIterator;
import org.apache.cassandra.db.partitions.UnfilteredPartitionIterator;
import org.apache.cassandra.db.rows.Unfiltered;
import org.apache.cassandra.db.rows.UnfilteredRowIterator;
import org.apache.cassandra.schema.TableMetadata;

/** The partitions that were read for a page, in their order. */
final class BufferedPage {
  private final TableMetadata table;
  private final List<BufferedPartition> partitions = new ArrayList<>(1);

  /** A page without partitions yet. */
  BufferedPage(TableMetadata table) {
    this.table = table;
  }

  /** Adds a partition without rows yet. */
  BufferedPartition add(UnfilteredRowIterator header) {
    BufferedPartition partition = new BufferedPartition(header);
    partitions.add(partition);
    return partition;
  }

  /**
   * The page as the partitions of a read; as often as it is asked for.
   *
   * @param path takes an unexpected error
   */
  UnfilteredPartitionIterator iterate(PathSwitch path) {
    return new Partitions(
        table,
        new Buffered<>(
            Iterators.transform(partitions.iterator(), held -> held.iterate(path)), path));
  }

  /**
   * The page, once, then what was not read of its last partition, then further partitions. What has
   * been handed over is released.
   *
   * @param rest of the last partition, and closed with it
   * @param others closed by the caller
   * @param released takes each row of the page that is released
   */
  UnfilteredPartitionIterator drainFollowedBy(
      UnfilteredRowIterator rest,
      Iterator<UnfilteredRowIterator> others,
      Consumer<Unfiltered> released) {
    BufferedPartition last = partitions.remove(partitions.size() - 1);
    Deque<BufferedPartition> whole = new ArrayDeque<>(partitions);
    partitions.clear();
    return new Partitions(
        table,
        Iterators.concat(
            Iterators.transform(
                Iterators.consumingIterator(whole.iterator()), held -> held.drain(released)),
            Iterators.singletonIterator(last.drainFollowedBy(rest, released)),
            others));
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
