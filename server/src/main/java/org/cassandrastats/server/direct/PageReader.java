/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.server.direct;

import java.util.function.Function;
import org.apache.cassandra.db.ReadResponse;
import org.apache.cassandra.db.partitions.UnfilteredPartitionIterator;
import org.apache.cassandra.db.rows.RangeTombstoneMarker;
import org.apache.cassandra.db.rows.Row;
import org.apache.cassandra.db.rows.Unfiltered;
import org.apache.cassandra.db.rows.UnfilteredRowIterator;

/** Reads one page and holds it, or, where it is too large, has Cassandra make its own response. */
final class PageReader {
  /** However small they are, more rows than this are not held at once. */
  static final int MAXIMUM_ROWS = 50_000;

  /** Bytes that the page itself takes, without its rows. */
  private static final int PAGE = 512;

  /** Bytes that a row takes in a list that grows. */
  private static final int ENTRY = 8;

  private final PathSwitch path;
  private final PageMemory memory;
  private long bytes = PAGE;
  private long reserved;
  private boolean closed;

  PageReader(PathSwitch path, PageMemory memory) {
    this.path = path;
    this.memory = memory;
  }

  /**
   * The response with what was read. An error of what reads, such as too many tombstones, goes to
   * the caller. One of what holds the rows turns the path off, and Cassandra goes on from there.
   *
   * @param partitions closed by the caller
   * @param ordinary makes Cassandra's own response of rows
   */
  ReadResponse respond(
      UnfilteredPartitionIterator partitions,
      Function<UnfilteredPartitionIterator, ReadResponse> ordinary) {
    if (!partitions.hasNext()) {
      return ordinary.apply(partitions);
    }
    UnfilteredRowIterator partition = partitions.next();
    try {
      HeldPage page = new HeldPage(partition);
      boolean fits = fits(partition.staticRow(), 0);
      while (fits && partition.hasNext()) {
        Unfiltered next = partition.next();
        page.add(next);
        fits = fits(next, page.size());
      }
      if (fits) {
        close(partition);
        // One partition was asked for, so that there is no other one.
        fits = !partitions.hasNext();
      }
      if (fits) {
        path.held(page.size());
        return new HeldResponse(page);
      }
      path.spilled();
      memory.release();
      return ordinary.apply(page.followedBy(partition, () -> close(partition), partitions));
    } finally {
      close(partition);
    }
  }

  /** Whether there is room for what has just been added. */
  private boolean fits(Unfiltered added, int size) {
    try {
      bytes += ENTRY + sizeOf(added);
      if (bytes > reserved) {
        reserved = memory.reserve(bytes);
      }
      return bytes <= reserved && size <= MAXIMUM_ROWS;
    } catch (RuntimeException | LinkageError unexpected) {
      path.trip(unexpected);
      return false;
    }
  }

  private static long sizeOf(Unfiltered content) {
    return content.isRow()
        ? ((Row) content).unsharedHeapSize()
        : ((RangeTombstoneMarker) content).unsharedHeapSize();
  }

  /** As Cassandra does, once. */
  private void close(UnfilteredRowIterator partition) {
    if (!closed) {
      closed = true;
      partition.close();
    }
  }
}
