/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.server.direct;

import com.google.common.collect.Iterators;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import org.apache.cassandra.db.partitions.AbstractUnfilteredPartitionIterator;
import org.apache.cassandra.db.partitions.UnfilteredPartitionIterator;
import org.apache.cassandra.db.rows.AbstractUnfilteredRowIterator;
import org.apache.cassandra.db.rows.Unfiltered;
import org.apache.cassandra.db.rows.UnfilteredRowIterator;
import org.apache.cassandra.schema.TableMetadata;

/**
 * The rows and range tombstones that were read of one partition. They are those of the storage
 * engine, not copies, so they must not be changed; what memtables keep outside the heap is copied
 * to it by Cassandra before it gets here.
 */
final class HeldPage {
  private final UnfilteredRowIterator partition;
  private final List<Unfiltered> content = new ArrayList<>();

  /**
   * A page without rows yet.
   *
   * @param partition is asked for its key and columns, and so on, also when it is closed
   */
  HeldPage(UnfilteredRowIterator partition) {
    // A copy of its header: the iterator itself leads to everything that was open.
    this.partition = new Rows(partition, Collections.emptyIterator(), () -> {});
  }

  void add(Unfiltered next) {
    content.add(next);
  }

  int size() {
    return content.size();
  }

  /** The page as the one partition of a read; as often as it is asked for. */
  UnfilteredPartitionIterator iterate() {
    return new Partitions(partition.metadata(), rows(), Collections.emptyIterator());
  }

  /**
   * The page, then what was not read of its partition, then further partitions.
   *
   * @param rest empty where the partition was read to its end
   * @param close is run when the partition is closed
   */
  UnfilteredPartitionIterator followedBy(
      Iterator<Unfiltered> rest, Runnable close, Iterator<UnfilteredRowIterator> others) {
    Iterator<Unfiltered> all = Iterators.concat(content.iterator(), rest);
    return new Partitions(partition.metadata(), new Rows(partition, all, close), others);
  }

  private UnfilteredRowIterator rows() {
    return new Rows(partition, content.iterator(), () -> {});
  }

  private static final class Rows extends AbstractUnfilteredRowIterator {
    private final Iterator<Unfiltered> content;
    private final Runnable close;

    Rows(UnfilteredRowIterator header, Iterator<Unfiltered> content, Runnable close) {
      super(
          header.metadata(),
          header.partitionKey(),
          header.partitionLevelDeletion(),
          header.columns(),
          header.staticRow(),
          header.isReverseOrder(),
          header.stats());
      this.content = content;
      this.close = close;
    }

    @Override
    protected Unfiltered computeNext() {
      return content.hasNext() ? content.next() : endOfData();
    }

    @Override
    public void close() {
      close.run();
    }
  }

  /** One partition and then others. Who makes it closes the others. */
  private static final class Partitions extends AbstractUnfilteredPartitionIterator {
    private final TableMetadata table;
    private UnfilteredRowIterator first;
    private final Iterator<UnfilteredRowIterator> others;

    Partitions(
        TableMetadata table, UnfilteredRowIterator first, Iterator<UnfilteredRowIterator> others) {
      this.table = table;
      this.first = first;
      this.others = others;
    }

    @Override
    public TableMetadata metadata() {
      return table;
    }

    @Override
    public boolean hasNext() {
      return first != null || others.hasNext();
    }

    @Override
    public UnfilteredRowIterator next() {
      if (first == null) {
        return others.next();
      }
      UnfilteredRowIterator next = first;
      first = null;
      return next;
    }
  }
}
