/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.server.direct;

import com.google.common.collect.Iterators;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import org.apache.cassandra.db.rows.AbstractUnfilteredRowIterator;
import org.apache.cassandra.db.rows.Unfiltered;
import org.apache.cassandra.db.rows.UnfilteredRowIterator;

/**
 * The rows and range tombstones that were read of one partition. They are those of the storage
 * engine, not copies, so they must not be changed; what memtables keep outside the heap is copied
 * to it by Cassandra before it gets here.
 */
final class HeldPartition {
  private final UnfilteredRowIterator header;
  private final List<Unfiltered> content = new ArrayList<>();

  /**
   * A partition without rows yet.
   *
   * @param partition is asked for its key and columns, and so on
   */
  HeldPartition(UnfilteredRowIterator partition) {
    // A copy of its header: the iterator itself leads to everything that was open.
    this.header = new Rows(partition, Collections.emptyIterator(), () -> {});
  }

  void add(Unfiltered next) {
    content.add(next);
  }

  /** What was read; as often as it is asked for. */
  UnfilteredRowIterator iterate() {
    return new Rows(header, content.iterator(), () -> {});
  }

  /** What was read, then the rest of the partition, which is closed with it. */
  UnfilteredRowIterator followedBy(UnfilteredRowIterator rest) {
    return new Rows(header, Iterators.concat(content.iterator(), rest), rest::close);
  }

  private static final class Rows extends AbstractUnfilteredRowIterator {
    private final Iterator<Unfiltered> content;
    private final Runnable close;

    Rows(UnfilteredRowIterator header, Iterator<Unfiltered> content, Runnable close) {
      super(
          header.metadata(),
          // One that is in no buffer of the storage engine.
          header.partitionKey().retainable(),
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
}
