/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.server.direct;

import com.google.common.collect.Iterators;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.function.Consumer;
import org.apache.cassandra.db.rows.AbstractUnfilteredRowIterator;
import org.apache.cassandra.db.rows.Unfiltered;
import org.apache.cassandra.db.rows.UnfilteredRowIterator;

/**
 * The rows and range tombstones that were read of one partition. They are those of the storage
 * engine, not copies, so they must not be changed; what memtables keep outside the heap is copied
 * to it by Cassandra before it gets here.
 */
final class BufferedPartition {
  private final UnfilteredRowIterator header;
  private final List<Unfiltered> content = new ArrayList<>();

  /**
   * A partition without rows yet.
   *
   * @param partition is asked for its key and columns, and so on
   */
  BufferedPartition(UnfilteredRowIterator partition) {
    // A copy of its header: the iterator itself leads to everything that was open.
    this.header = new Rows(partition, Collections.emptyIterator(), () -> {});
  }

  void add(Unfiltered next) {
    content.add(next);
  }

  /**
   * What was read; as often as it is asked for.
   *
   * @param path takes an unexpected error
   */
  UnfilteredRowIterator iterate(PathSwitch path) {
    return new Rows(header, new Buffered<>(content.iterator(), path), () -> {});
  }

  /**
   * What was read, once: each row is released when it is handed over.
   *
   * @param released takes each of them
   */
  UnfilteredRowIterator drain(Consumer<Unfiltered> released) {
    return new Rows(header, draining(released), () -> {});
  }

  /** What was read, once, then the rest of the partition, which is closed with it. */
  UnfilteredRowIterator drainFollowedBy(UnfilteredRowIterator rest, Consumer<Unfiltered> released) {
    return new Rows(header, Iterators.concat(draining(released), rest), rest::close);
  }

  private Iterator<Unfiltered> draining(Consumer<Unfiltered> released) {
    return new Iterator<>() {
      private int next;

      @Override
      public boolean hasNext() {
        return next < content.size();
      }

      @Override
      public Unfiltered next() {
        Unfiltered handedOver = content.set(next++, null);
        released.accept(handedOver);
        return handedOver;
      }
    };
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
