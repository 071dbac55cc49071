/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.server.batch;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import java.util.function.LongConsumer;
import java.util.function.LongPredicate;
import java.util.function.Supplier;
import org.apache.cassandra.db.ColumnFamilyStore;
import org.apache.cassandra.db.Keyspace;
import org.apache.cassandra.db.MadeResponse;
import org.apache.cassandra.db.PartitionPosition;
import org.apache.cassandra.db.ReadCommand;
import org.apache.cassandra.db.ReadExecutionController;
import org.apache.cassandra.db.monitoring.Monitorable;
import org.apache.cassandra.db.partitions.UnfilteredPartitionIterator;
import org.apache.cassandra.dht.AbstractBounds;
import org.apache.cassandra.exceptions.QueryCancelledException;
import org.apache.cassandra.io.sstable.CorruptSSTableException;
import org.cassandrastats.server.cursor.AskedColumns;
import org.cassandrastats.server.cursor.Batch;
import org.cassandrastats.server.cursor.CursorRead;
import org.cassandrastats.server.cursor.CursorReads;
import org.cassandrastats.server.cursor.NotCovered;
import org.cassandrastats.server.cursor.RowValues;
import org.cassandrastats.server.limit.MemoryBudget;
import org.cassandrastats.server.limit.PageMemory;

/**
 * One page that is read by a cursor or filled from Cassandra's rows, if this node answers the read,
 * and answers it first. The thread that reads fills a batch; the thread of the request takes it,
 * once.
 */
final class BatchPage {
  /** Null where the page is not read by a cursor. */
  private final CursorSwitch cursors;

  private final RowPages rows;

  private final AskedColumns asked;
  private final int most;
  private final int rowLimit;
  private final PageMemory memory;
  private final LongConsumer bytes;
  private final AtomicBoolean begun = new AtomicBoolean();

  private volatile boolean ofCursor;
  private Batch taken;

  /** Of partitions, which it covers; null where it is one of a partition. */
  private AbstractBounds<PartitionPosition> range;

  /**
   * A page that is yet to be read.
   *
   * @param most so many rows are read by a cursor, from 1,024 on
   * @param rowLimit so many are read by Cassandra itself
   * @param bytes is told how many the page takes
   */
  BatchPage(
      CursorSwitch cursors,
      RowPages rows,
      AskedColumns asked,
      int most,
      int rowLimit,
      MemoryBudget budget,
      LongConsumer bytes) {
    this.cursors = cursors;
    this.rows = rows;
    this.asked = asked;
    this.most = most;
    this.rowLimit = rowLimit;
    this.memory = new PageMemory(budget);
    this.bytes = bytes;
  }

  /** Says which range is to be read, and whether that is the first one. */
  boolean begin(AbstractBounds<PartitionPosition> newRange) {
    boolean isFirst = range == null;
    if (isFirst) {
      range = newRange;
    }
    return isFirst;
  }

  /** That range; null where a partition was to be read. */
  AbstractBounds<PartitionPosition> range() {
    return range;
  }

  boolean isToBeReadByCursor() {
    return cursors != null;
  }

  /**
   * What a command reads on this node, in its response to this very node.
   *
   * @param command which may be read once more, after other nodes have answered something else:
   *     then in Cassandra's way
   * @param ordinary reads it so
   */
  UnfilteredPartitionIterator read(
      ReadCommand command,
      ReadExecutionController controller,
      Supplier<UnfilteredPartitionIterator> ordinary) {
    if (controller.isTrackingRepairedStatus() || !begun.compareAndSet(false, true)) {
      return ordinary.get();
    }
    Batch batch = cursors == null ? null : byCursor(command);
    ofCursor = batch != null;
    Room room = new Room();
    // For all rows at once: what has been read of a page would have to be read once more.
    boolean byRows =
        !ofCursor
            && rows.fillsBatches()
            && room.reserve(RowValues.bytes(asked, rowLimit, range == null));
    return byRows
        ? new MadeResponse(
            ordinary.get(), read -> new BatchResponse(this::take, ofRows(command, read, room)))
        : BatchResponse.made(command, new BatchResponse(this::take, batch));
  }

  /** What is reserved for a page that is filled from rows, until it is closed. */
  private final class Room {
    private long free;

    boolean reserve(long wanted) {
      long more = wanted <= free ? 0 : memory.reserve(wanted - free);
      memory.keep(more);
      bytes.accept(more);
      free += more;
      return wanted <= free;
    }

    boolean take(long wanted) {
      boolean isFree = reserve(wanted);
      free -= isFree ? wanted : 0;
      return isFree;
    }
  }

  /** Null where it is Cassandra's turn. */
  private Batch byCursor(ReadCommand command) {
    try {
      ColumnFamilyStore table = Keyspace.openAndGetStore(command.metadata());
      if (!CursorRead.covers(command, table) || isAltered(command)) {
        cursors.left("the table or the node is read in another way");
        return null;
      }
      return held(command, table);
    } catch (NotCovered left) {
      cursors.left(left.getMessage());
    } catch (CorruptSSTableException damaged) {
      // Perhaps behind the page: an index is read for the end of a range, too.
      cursors.left("a damaged SSTable");
    } catch (QueryCancelledException known) {
      throw known;
    } catch (RuntimeException | LinkageError | AssertionError unexpected) {
      if (isAltered(command)) {
        cursors.left("the table is being altered");
      } else {
        cursors.trip(unexpected, command.toCQLString());
      }
    }
    return null;
  }

  /** Null where Cassandra is to read it once more. */
  private Batch ofRows(ReadCommand command, UnfilteredPartitionIterator read, Room room) {
    try {
      return RowValues.of(read, command, asked, rowLimit, room::take);
    } catch (NotCovered left) {
      if (left.getCause() != null) {
        rows.trip(left.getCause());
      }
      return null;
    }
  }

  /** What a cursor reads into memory, which is held until the page is closed. */
  private Batch held(ReadCommand command, ColumnFamilyStore table) {
    long[] reserved = new long[1];
    LongPredicate room =
        wanted -> {
          long more = memory.reserve(wanted);
          reserved[0] += more;
          return more > 0;
        };
    BooleanSupplier isAborted = ((Monitorable) command)::isAborted;
    try {
      Batch batch =
          CursorReads.of(command, asked, most, isAborted, cursors.check(), room).read(table);
      if (batch == null) {
        throw new QueryCancelledException(command);
      }
      memory.keep(reserved[0]);
      bytes.accept(reserved[0]);
      reserved[0] = 0;
      return batch;
    } finally {
      memory.release(reserved[0]);
    }
  }

  /** Whether the table was altered or dropped since the statement began. */
  private static boolean isAltered(ReadCommand command) {
    ColumnFamilyStore table = ColumnFamilyStore.getIfExists(command.metadata().id);
    return table == null || !command.metadata().equals(table.metadata());
  }

  /** The response of this node is the one that counts. */
  private void take(Batch batch) {
    taken = batch;
  }

  /** What was read; null where the page is left to Cassandra. */
  Batch taken() {
    if (taken != null && ofCursor) {
      cursors.read(taken.rows());
    } else if (taken != null) {
      rows.taken(taken.rows());
    }
    return taken;
  }

  boolean isOfCursor() {
    return ofCursor;
  }

  /** Whether nothing follows what was taken, of the partition or range that was to be read. */
  boolean isAtEnd(Batch batch) {
    return ofCursor ? batch.last() == null : batch.rows() < rowLimit;
  }

  /** Whether a cursor was to read it, and has not. */
  boolean wasLeft() {
    return cursors != null && !ofCursor;
  }

  /** Nobody needs what was read any more. */
  void close() {
    memory.release();
  }
}
