/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.server.cursor;

import static org.apache.cassandra.io.sstable.format.SSTableReader.Operator.GE;
import static org.apache.cassandra.io.sstable.format.SSTableReader.Operator.GT;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.apache.cassandra.db.DecoratedKey;
import org.apache.cassandra.db.PartitionPosition;
import org.apache.cassandra.dht.AbstractBounds;
import org.apache.cassandra.dht.IPartitioner;
import org.apache.cassandra.io.sstable.format.SSTableReader;
import org.apache.cassandra.io.util.RandomAccessReader;

/**
 * The partitions of a range in an SSTable, as its file has them: each begins where the one before
 * ends, with its key and its deletion.
 */
final class SSTableScan extends SSTableRows implements PartitionScan {
  /** The sign of a partition that was not deleted, where it is not a time. */
  private static final byte IS_LIVE = (byte) 0x80;

  /** What the time of a deletion and its seconds take. */
  private static final int DELETION = Long.BYTES + Integer.BYTES;

  private final RandomAccessReader file;
  private final long end;
  private final IPartitioner partitioner;
  private final boolean hasSignOfLife;

  /** Null where there are no static rows. */
  private final Layout statics;

  private DecoratedKey key;
  private long deleted = CellValue.NEVER;

  private SSTableScan(
      SSTableReader sstable,
      RandomAccessReader file,
      long end,
      ClusteringOrder order,
      AskedColumns asked,
      boolean isOnly,
      long nowInSeconds) {
    super(sstable, file, order, asked, isOnly, nowInSeconds);
    this.file = file;
    this.end = end;
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
      AbstractBounds<PartitionPosition> range,
      ClusteringOrder order,
      AskedColumns asked,
      boolean isOnly,
      long nowInSeconds) {
    // As Cassandra's getPositionsForBounds, which there is not before 5.0.5.
    long begin = sstable.getPosition(range.left, range.inclusiveLeft() ? GE : GT);
    long behind =
        range.right.isMinimum()
            ? -1
            : sstable.getPosition(range.right, range.inclusiveRight() ? GT : GE);
    long end = behind < 0 ? sstable.uncompressedLength() : behind;
    if (begin < 0 || begin >= end) {
      return null;
    }
    RandomAccessReader file = sstable.openDataReader();
    SSTableScan opened = null;
    try {
      file.seek(begin);
      opened = new SSTableScan(sstable, file, end, order, asked, isOnly, nowInSeconds);
      return opened;
    } finally {
      if (opened == null) {
        file.close();
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
    key = partitioner.decorateKey(ByteBuffer.wrap(bytes));
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
