/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.server.cursor;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import org.apache.cassandra.db.ColumnFamilyStore;
import org.apache.cassandra.db.DecoratedKey;
import org.apache.cassandra.db.PartitionRangeReadCommand;
import org.apache.cassandra.db.ReadCommand;
import org.apache.cassandra.db.SinglePartitionReadCommand;
import org.apache.cassandra.db.partitions.PartitionIterator;
import org.apache.cassandra.db.partitions.UnfilteredPartitionIterator;
import org.apache.cassandra.db.partitions.UnfilteredPartitionIterators;
import org.apache.cassandra.db.rows.Cell;
import org.apache.cassandra.db.rows.Row;
import org.apache.cassandra.db.rows.RowIterator;
import org.apache.cassandra.db.rows.UnfilteredRowIterator;
import org.apache.cassandra.db.rows.UnfilteredRowIterators;
import org.apache.cassandra.io.sstable.SSTableReadsListener;
import org.apache.cassandra.io.sstable.format.SSTableReader;
import org.apache.cassandra.schema.ColumnMetadata;
import org.apache.cassandra.utils.ByteBufferUtil;
import org.apache.cassandra.utils.CloseableIterator;

/** Reads one page of some in Cassandra's way, too, and compares. */
public final class PageCheck {
  private final AtomicLong pages = new AtomicLong();
  private volatile int every;

  /** One page of so many is compared; 0 for none. */
  public PageCheck(int every) {
    this.every = every;
  }

  public int every() {
    return every;
  }

  public void setEvery(int newEvery) {
    every = Math.max(0, newEvery);
  }

  /**
   * Compares a batch with what Cassandra's own iterators find in the same SSTables.
   *
   * @throws NotCovered if these fail
   * @throws RuntimeException if they differ
   */
  void compare(
      SinglePartitionReadCommand command,
      AskedColumns asked,
      Batch batch,
      ColumnFamilyStore.ViewFragment view) {
    if (view.sstables.isEmpty() || !isDue()) {
      return;
    }
    try (RowIterator rows = asCassandraReads(command, view.sstables)) {
      compare(command, asked, batch, 0, batch.rows(), rows);
    } catch (DifferentPage different) {
      throw different;
    } catch (RuntimeException | AssertionError damaged) {
      throw unreadable(damaged);
    }
  }

  /** Cassandra tells of damage itself, where it reads the page. */
  private static NotCovered unreadable(Throwable damaged) {
    return new NotCovered("a page that Cassandra cannot read: " + damaged);
  }

  private static RowIterator asCassandraReads(
      SinglePartitionReadCommand command, List<SSTableReader> sstables) {
    List<UnfilteredRowIterator> each =
        ofEach(
            sstables,
            sstable ->
                sstable.rowIterator(
                    command.partitionKey(),
                    command.clusteringIndexFilter().getSlices(command.metadata()),
                    command.columnFilter(),
                    false,
                    SSTableReadsListener.NOOP_LISTENER));
    return UnfilteredRowIterators.filter(UnfilteredRowIterators.merge(each), command.nowInSec());
  }

  /** Whether it is the turn of the next page. */
  boolean isDue() {
    int each = every;
    return each != 0 && pages.getAndIncrement() % each == 0;
  }

  /**
   * Compares a batch of a range, with all of its runs, with what Cassandra's own iterators find in
   * the same SSTables.
   *
   * @throws NotCovered if these fail
   * @throws RuntimeException if they differ
   */
  void compare(
      PartitionRangeReadCommand command,
      AskedColumns asked,
      Batch batch,
      ColumnFamilyStore.ViewFragment view) {
    if (view.sstables.isEmpty()) {
      return;
    }
    try (PartitionIterator partitions = asCassandraReads(command, view.sstables)) {
      int run = 0;
      while (partitions.hasNext()) {
        try (RowIterator rows = partitions.next()) {
          DecoratedKey key = rows.partitionKey();
          if (batch.last() != null && key.compareTo(batch.lastKey()) > 0) {
            break;
          }
          // Those before it have no values, if they are there.
          int from = batch.firstRow(run);
          while (run < batch.runs() && batch.key(run).compareTo(key) <= 0) {
            run++;
          }
          compare(command, asked, batch, from, batch.firstRow(run), rows);
        }
      }
      int from = batch.firstRow(run);
      if (nextWithValue(asked, batch, from - 1, batch.rows()) < batch.rows()) {
        throw new DifferentPage(command, "partitions at the end that are not there");
      }
    } catch (DifferentPage different) {
      throw different;
    } catch (RuntimeException | AssertionError damaged) {
      throw unreadable(damaged);
    }
  }

  private static PartitionIterator asCassandraReads(
      PartitionRangeReadCommand command, List<SSTableReader> sstables) {
    List<UnfilteredPartitionIterator> each =
        ofEach(
            sstables,
            sstable ->
                sstable.partitionIterator(
                    command.columnFilter(),
                    command.dataRange(),
                    SSTableReadsListener.NOOP_LISTENER));
    return UnfilteredPartitionIterators.filter(
        UnfilteredPartitionIterators.mergeLazily(each), command.nowInSec());
  }

  /** What is opened of each, and closed again where one of them fails. */
  private static <T extends CloseableIterator<?>> List<T> ofEach(
      List<SSTableReader> sstables, Function<SSTableReader, T> open) {
    List<T> opened = new ArrayList<>();
    boolean done = false;
    try {
      sstables.forEach(sstable -> opened.add(open.apply(sstable)));
      done = true;
      return opened;
    } finally {
      if (!done) {
        opened.forEach(CloseableIterator::close);
      }
    }
  }

  /** Rows of which no asked column has a value may be in one of them only, unless rows count. */
  private static void compare(
      ReadCommand command, AskedColumns asked, Batch batch, int from, int to, RowIterator rows) {
    int row = nextWithValue(asked, batch, from - 1, to);
    boolean isLast = batch.last() != null && to == batch.rows();
    boolean ended = false;
    while (!ended && rows.hasNext()) {
      Row expected = rows.next();
      ended =
          isLast && command.metadata().comparator.compare(expected.clustering(), batch.last()) > 0;
      if (!ended && hasValue(asked, expected)) {
        if (row == to) {
          throw new DifferentPage(command, "rows are missing from " + expected.clustering());
        }
        compare(command, asked, batch, row, expected);
        row = nextWithValue(asked, batch, row, to);
      }
    }
    if (row < to) {
      throw new DifferentPage(command, "rows at the end that are not there");
    }
  }

  private static void compare(
      ReadCommand command, AskedColumns asked, Batch batch, int row, Row expected) {
    for (int column = 0; column < asked.cells(); column++) {
      Cell<?> cell = expected.getCell(asked.get(column));
      boolean same =
          cell == null
              ? !batch.has(column, row)
              : batch.has(column, row) && cell.buffer().equals(bytes(asked, batch, column, row));
      if (!same) {
        throw different(command, asked.get(column), expected);
      }
    }
    for (int column = asked.cells(); column < asked.size(); column++) {
      ColumnMetadata key = asked.get(column);
      ByteBuffer value = bytes(asked, batch, column, row);
      if (!expected.clustering().bufferAt(key.position()).equals(value)) {
        throw different(command, key, expected);
      }
    }
  }

  private static DifferentPage different(ReadCommand command, ColumnMetadata column, Row expected) {
    return new DifferentPage(
        command, "another value of " + column + " in " + expected.clustering());
  }

  private static int nextWithValue(AskedColumns asked, Batch batch, int after, int to) {
    for (int row = after + 1; row < to; row++) {
      if (asked.countsRows() && batch.isThere(row)) {
        return row;
      }
      for (int column = 0; column < asked.cells(); column++) {
        if (batch.has(column, row)) {
          return row;
        }
      }
    }
    return to;
  }

  private static boolean hasValue(AskedColumns asked, Row row) {
    if (asked.countsRows()) {
      return true;
    }
    for (int column = 0; column < asked.cells(); column++) {
      if (row.getCell(asked.get(column)) != null) {
        return true;
      }
    }
    return false;
  }

  /** The bytes of a value of a row, which may be none. */
  public static ByteBuffer bytes(AskedColumns asked, Batch batch, int column, int row) {
    if (batch.isEmpty(column, row)) {
      return ByteBufferUtil.EMPTY_BYTE_BUFFER;
    }
    int width = asked.width(column);
    return width == AskedColumns.WIDE
        ? batch.value(column, row)
        : bytes(batch.bits(column, row), width);
  }

  /** The bytes of a value. */
  public static ByteBuffer bytes(long bits, int width) {
    ByteBuffer bytes = ByteBuffer.allocate(width);
    switch (width) {
      case 8:
        return bytes.putLong(0, bits);
      case 4:
        return bytes.putInt(0, (int) bits);
      case 2:
        return bytes.putShort(0, (short) bits);
      default:
        return bytes.put(0, (byte) bits);
    }
  }

  /** What was read from SSTables is not what Cassandra itself reads from them. */
  private static final class DifferentPage extends RuntimeException {
    private static final long serialVersionUID = 1;

    DifferentPage(ReadCommand command, String difference) {
      super("the cursor and Cassandra differ: " + difference + ", in " + command.toCQLString());
    }
  }
}
