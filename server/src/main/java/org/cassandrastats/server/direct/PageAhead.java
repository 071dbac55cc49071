/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.server.direct;

import java.util.Iterator;
import java.util.List;
import org.apache.cassandra.db.partitions.PartitionIterator;
import org.apache.cassandra.db.rows.RowIterator;
import org.apache.cassandra.service.ClientWarn;
import org.cassandrastats.server.limit.PageMemory;

/**
 * A page that one thread has read and another one takes when it is due. What the read has to tell
 * the client, warnings or an error, is told when the page is taken, and never if it is not.
 */
final class PageAhead {
  private final PartitionIterator rows;
  private final Throwable failure;
  private final long bytes;
  private final boolean exhausted;
  private final int remaining;
  private List<String> warnings = List.of();

  private PageAhead(
      PartitionIterator rows, Throwable failure, long bytes, boolean exhausted, int remaining) {
    this.rows = rows;
    this.failure = failure;
    this.bytes = bytes;
    this.exhausted = exhausted;
    this.remaining = remaining;
  }

  /**
   * A page whose rows are in memory.
   *
   * @param bytes that they take
   * @param exhausted whether it is the last one
   * @param remaining rows that may follow
   */
  static PageAhead held(
      List<RowIterator> partitions,
      long bytes,
      PageMemory memory,
      boolean exhausted,
      int remaining) {
    return new PageAhead(
        new Held(partitions.iterator(), memory), null, bytes, exhausted, remaining);
  }

  /** A page that Cassandra has open: no other one can be read before it is closed. */
  static PageAhead open(PartitionIterator rows) {
    return new PageAhead(rows, null, 0, false, 0);
  }

  /** A page that could not be read. */
  static PageAhead failed(Throwable failure) {
    return new PageAhead(null, failure, 0, false, 0);
  }

  void setWarnings(List<String> newWarnings) {
    warnings = List.copyOf(newWarnings);
  }

  /** Whether its rows are in memory. */
  boolean isHeld() {
    return bytes > 0;
  }

  /** Whether the next page can be read. */
  boolean canBeFollowed() {
    return isHeld() && !exhausted;
  }

  long bytes() {
    return bytes;
  }

  boolean isExhausted() {
    return exhausted;
  }

  int remaining() {
    return remaining;
  }

  /** The rows, closed by the caller, or the error of the read. */
  PartitionIterator take() {
    warnings.forEach(ClientWarn.instance::warn);
    if (failure instanceof Error) {
      throw (Error) failure;
    }
    if (failure != null) {
      throw (RuntimeException) failure;
    }
    return rows;
  }

  /** Nobody is going to take it. */
  void discard() {
    if (rows != null) {
      rows.close();
    }
  }

  private static final class Held implements PartitionIterator {
    private final Iterator<RowIterator> partitions;
    private final PageMemory memory;

    Held(Iterator<RowIterator> partitions, PageMemory memory) {
      this.partitions = partitions;
      this.memory = memory;
    }

    @Override
    public boolean hasNext() {
      return partitions.hasNext();
    }

    @Override
    public RowIterator next() {
      return partitions.next();
    }

    @Override
    public void close() {
      memory.release();
    }
  }
}
