/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.server.direct;

import java.util.function.Function;
import java.util.function.LongConsumer;
import org.apache.cassandra.db.ReadResponse;
import org.apache.cassandra.db.partitions.UnfilteredPartitionIterator;
import org.apache.cassandra.db.rows.RangeTombstoneMarker;
import org.apache.cassandra.db.rows.Row;
import org.apache.cassandra.db.rows.Unfiltered;
import org.apache.cassandra.db.rows.UnfilteredRowIterator;
import org.cassandrastats.server.limit.PageMemory;

/** Reads one page and holds it, or, where it is too large, has Cassandra make its own response. */
final class PageReader {
  /** However small they are, more rows than this are not held at once. */
  static final int MAXIMUM_ROWS = 50_000;

  /** Bytes that a partition itself takes, without its rows and its key. */
  private static final int PARTITION = 512;

  /** Bytes that a row takes in a list that grows. */
  private static final int ENTRY = 8;

  private final PathSwitch path;
  private final PageMemory memory;
  private final LongConsumer heldBytes;
  private long bytes;
  private long reserved;
  private int size;

  PageReader(PathSwitch path, PageMemory memory, LongConsumer heldBytes) {
    this.path = path;
    this.heldBytes = heldBytes;
    this.memory = memory;
  }

  /** The response with what was read, as of {@link DirectPage#respond}. */
  ReadResponse respond(
      StorageRows partitions, Function<UnfilteredPartitionIterator, ReadResponse> ordinary) {
    if (!partitions.hasNext()) {
      return ordinary.apply(partitions);
    }
    try {
      BufferedPage page = new BufferedPage(partitions.metadata());
      while (partitions.hasNext()) {
        try (UnfilteredRowIterator partition = partitions.next()) {
          if (!hold(partition, page.add(partition))) {
            return spill(page, partition, partitions, ordinary);
          }
        }
      }
      ReadResponse response = new LocalRowsResponse(page, path);
      path.held(size);
      heldBytes.accept(bytes);
      memory.keep(reserved);
      reserved = 0;
      return response;
    } finally {
      memory.release(reserved);
    }
  }

  /** Lets each row go when Cassandra takes it, and gives its memory back not before. */
  private ReadResponse spill(
      BufferedPage page,
      UnfilteredRowIterator rest,
      StorageRows others,
      Function<UnfilteredPartitionIterator, ReadResponse> ordinary) {
    path.spilled();
    memory.spill(reserved);
    try {
      return ordinary.apply(page.drainFollowedBy(rest, others, this::release));
    } finally {
      memory.releaseSpilled(reserved);
      reserved = 0;
    }
  }

  private void release(Unfiltered handedOver) {
    bytes -= ENTRY + sizeOf(handedOver);
    long surplus = (reserved - bytes) / PageMemory.STEP * PageMemory.STEP;
    if (surplus > 0) {
      memory.releaseSpilled(surplus);
      reserved -= surplus;
    }
  }

  /** Reads a partition, to its end or until there is no room for what has just been read. */
  private boolean hold(UnfilteredRowIterator partition, BufferedPartition held) {
    boolean fits = fits(partition.staticRow(), PARTITION + keySize(partition));
    while (fits && partition.hasNext()) {
      Unfiltered next = partition.next();
      held.add(next);
      size++;
      fits = fits(next, ENTRY);
    }
    return fits;
  }

  private boolean fits(Unfiltered added, int beside) {
    bytes += beside + sizeOf(added);
    if (bytes > reserved) {
      reserved += memory.reserve(bytes - reserved);
    }
    return bytes <= reserved && size <= MAXIMUM_ROWS;
  }

  private static int keySize(UnfilteredRowIterator partition) {
    return partition.partitionKey().getKey().remaining();
  }

  private static long sizeOf(Unfiltered content) {
    return content.isRow()
        ? ((Row) content).unsharedHeapSize()
        : ((RangeTombstoneMarker) content).unsharedHeapSize();
  }
}
