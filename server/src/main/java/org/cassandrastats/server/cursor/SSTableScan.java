/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.server.cursor;

import static org.apache.cassandra.io.sstable.format.SSTableReader.Operator.GE;
import static org.apache.cassandra.io.sstable.format.SSTableReader.Operator.GT;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.apache.cassandra.db.DecoratedKey;
import org.apache.cassandra.db.PartitionPosition;
import org.apache.cassandra.db.PartitionRangeReadCommand;
import org.apache.cassandra.db.partitions.UnfilteredPartitionIterator;
import org.apache.cassandra.db.rows.UnfilteredRowIterator;
import org.apache.cassandra.dht.AbstractBounds;
import org.apache.cassandra.dht.IPartitioner;
import org.apache.cassandra.io.sstable.SSTableReadsListener;
import org.apache.cassandra.io.sstable.format.SSTableReader;
import org.apache.cassandra.io.util.RandomAccessReader;

/**
 * The partitions of a range in an SSTable, as its file has them: each begins where the one before
 * ends, with its key and its deletion. An index tells where the first one is, and the key of the
 * one behind the range where they end. Unlike the file, an index has no checksum: the first key is
 * that of Cassandra's own scan, or Cassandra reads.
 */
final class SSTableScan extends SSTableRows implements PartitionScan {
  /** The sign of a partition that was not deleted, where it is not a time. */
  private static final byte IS_LIVE = (byte) 0x80;

  /** What the time of a deletion and its seconds take. */
  private static final int DELETION = Long.BYTES + Integer.BYTES;

  private final RandomAccessReader file;
  private final long end;
  private final AbstractBounds<PartitionPosition> range;
  private final DecoratedKey first;
  private final IPartitioner partitioner;
  private final boolean hasSignOfLife;

  /** Null where there are no static rows. */
  private final Layout statics;

  private DecoratedKey key;
  private long deleted = CellValue.NEVER;

  private SSTableScan(
      SSTableReader sstable,
      RandomAccessReader file,
      PartitionRangeReadCommand command,
      DecoratedKey first,
      ClusteringOrder order,
      AskedColumns asked,
      boolean isOnly) {
    super(sstable, file, order, asked, isOnly, command.nowInSec());
    this.file = file;
    this.first = first;
    this.end = sstable.uncompressedLength();
    this.range = command.dataRange().keyRange();
    this.partitioner = sstable.metadata().partitioner;
    this.hasSignOfLife = sstable.descriptor.version.hasUIntDeletionTime();
    this.statics = Layout.ofStatics(sstable);
  }

  /**
   * The partitions of a range; null where the SSTable has none of them.
   *
   * @param isOnly whether no other memtable or SSTable may have deleted its rows
   * @throws NotCovered if only Cassandra itself can read it
   */
  static SSTableScan open(
      SSTableReader sstable,
      PartitionRangeReadCommand command,
      ClusteringOrder order,
      AskedColumns asked,
      boolean isOnly) {
    AbstractBounds<PartitionPosition> range = command.dataRange().keyRange();
    RandomAccessReader file = null;
    SSTableScan opened = null;
    try {
      DecoratedKey first = firstKey(sstable, command);
      if (first == null) {
        return null;
      }
      long begin = sstable.getPosition(range.left, range.inclusiveLeft() ? GE : GT);
      if (begin < 0 || begin >= sstable.uncompressedLength()) {
        throw new NotCovered("an index without the partitions of its file");
      }
      file = sstable.openDataReader();
      file.seek(begin);
      opened = new SSTableScan(sstable, file, command, first, order, asked, isOnly);
      return opened;
    } catch (NotCovered left) {
      throw left;
    } catch (RuntimeException | AssertionError damaged) {
      throw new NotCovered("a damaged index: " + damaged);
    } finally {
      if (file != null && opened == null) {
        file.close();
      }
    }
  }

  /** As Cassandra's own scan finds it; null where there is none. */
  private static DecoratedKey firstKey(SSTableReader sstable, PartitionRangeReadCommand command) {
    try (UnfilteredPartitionIterator partitions =
        sstable.partitionIterator(
            command.columnFilter(), command.dataRange(), SSTableReadsListener.NOOP_LISTENER)) {
      if (!partitions.hasNext()) {
        return null;
      }
      try (UnfilteredRowIterator partition = partitions.next()) {
        return partition.partitionKey();
      }
    }
  }

  @Override
  public void advance() throws IOException {
    if (window.position() >= end) {
      key = null;
      return;
    }
    window.ensure(Short.BYTES);
    int length = (int) window.bits(Short.BYTES);
    window.ensure(length + HEAD);
    byte[] bytes = new byte[length];
    System.arraycopy(window.bytes, window.at, bytes, 0, length);
    window.at += length;
    DecoratedKey next = partitioner.decorateKey(ByteBuffer.wrap(bytes));
    boolean isBehind = isBehindRange(next);
    if (key == null ? isBehind || !next.equals(first) : next.compareTo(key) <= 0) {
      throw new NotCovered("a partition that is not where the index has it");
    }
    if (isBehind) {
      key = null;
      return;
    }
    key = next;
    deleted = hasSignOfLife ? deletionOrSign() : deletion();
    if (window.at > window.limit) {
      throw new NotCovered("a partition that ends behind its file");
    }
    if (statics != null) {
      readStatics(statics);
    }
    kind = Kind.MARKER;
    open = CellValue.NEVER;
    openBefore = CellValue.NEVER;
  }

  private boolean isBehindRange(DecoratedKey next) {
    int order = range.right.isMinimum() ? -1 : next.compareTo(range.right);
    return order > 0 || (order == 0 && !range.inclusiveRight());
  }

  /** As {@code DeletionTime.Serializer}. */
  private long deletionOrSign() {
    byte first = window.bytes[window.at];
    if (first >= 0) {
      long at = window.int64(window.at);
      window.at += DELETION;
      return at;
    }
    if (first != IS_LIVE) {
      throw new NotCovered("the deletion of a partition that is none");
    }
    window.at++;
    return CellValue.NEVER;
  }

  /** As {@code DeletionTime.LegacySerializer}: one that is live has the earliest time. */
  private long deletion() {
    int seconds = (int) window.bits(Integer.BYTES);
    long at = window.int64(window.at);
    window.at += Long.BYTES;
    if (seconds < 0) {
      throw new NotCovered("the deletion of a partition that is none");
    }
    return at;
  }

  @Override
  public DecoratedKey key() {
    return key;
  }

  @Override
  public Source rows() {
    return this;
  }

  @Override
  public int dead() {
    return dead;
  }

  @Override
  long partitionDeleted() {
    return deleted;
  }

  @Override
  void next() throws IOException {
    read();
  }

  @Override
  public void close() {
    file.close();
  }
}
