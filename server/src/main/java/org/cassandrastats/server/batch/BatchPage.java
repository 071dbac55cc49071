/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.server.batch;

import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.cassandra.db.ColumnFamilyStore;
import org.apache.cassandra.db.Keyspace;
import org.apache.cassandra.db.PartitionPosition;
import org.apache.cassandra.db.ReadCommand;
import org.apache.cassandra.db.ReadExecutionController;
import org.apache.cassandra.db.monitoring.Monitorable;
import org.apache.cassandra.dht.AbstractBounds;
import org.apache.cassandra.exceptions.QueryCancelledException;
import org.apache.cassandra.io.sstable.CorruptSSTableException;
import org.cassandrastats.server.cursor.AskedColumns;
import org.cassandrastats.server.cursor.Batch;
import org.cassandrastats.server.cursor.CursorRead;
import org.cassandrastats.server.cursor.CursorReads;
import org.cassandrastats.server.cursor.NotCovered;
import org.cassandrastats.server.limit.MemoryBudget;
import org.cassandrastats.server.limit.MemoryUse;
import org.cassandrastats.server.limit.PageMemory;

/**
 * One page that is read by a cursor, if this node answers the read, and answers it first. The
 * thread that reads fills a batch; the thread of the request takes it, once.
 */
final class BatchPage {
  private final CursorSwitch cursors;
  private final AskedColumns asked;
  private final int most;
  private final PageMemory memory;
  private final AtomicBoolean begun = new AtomicBoolean();
  private Batch taken;

  /** Of partitions, which it covers; null where it is one of a partition. */
  private AbstractBounds<PartitionPosition> range;

  /**
   * A page that is yet to be read.
   *
   * @param most so many rows are read, from 1,024 on
   */
  BatchPage(CursorSwitch cursors, AskedColumns asked, int most, MemoryBudget budget) {
    this.most = most;
    this.cursors = cursors;
    this.asked = asked;
    this.memory = new PageMemory(budget, MemoryUse.HELD);
  }

  /** Says which range is to be read, and whether that is the first one. */
  boolean begin(AbstractBounds<PartitionPosition> newRange) {
    boolean isFirst = range == null;
    if (isFirst) {
      range = newRange;
    }
    return isFirst;
  }

  AbstractBounds<PartitionPosition> range() {
    return range;
  }

  /**
   * What a read finds; null where it is Cassandra's turn.
   *
   * @param command which is about to be read on this node, perhaps once more, after other nodes
   *     have answered something else: then in Cassandra's way
   */
  BatchResponse read(ReadCommand command, ReadExecutionController controller) {
    if (!begun.compareAndSet(false, true)) {
      return null;
    }
    long[] reserved = new long[1];
    try {
      ColumnFamilyStore table = Keyspace.openAndGetStore(command.metadata());
      if (!CursorRead.covers(command, table) || isAltered(command)) {
        cursors.left("the table or the node is read in another way");
        return new BatchResponse(this::take, null);
      }
      Batch batch =
          CursorReads.of(
                  command,
                  asked,
                  most,
                  ((Monitorable) command)::isAborted,
                  cursors.check(),
                  bytes -> {
                    long more = memory.reserve(bytes);
                    reserved[0] += more;
                    return more > 0;
                  })
              .read(table, controller);
      if (batch == null) {
        throw new QueryCancelledException(command);
      }
      memory.keep(reserved[0]);
      reserved[0] = 0;
      return new BatchResponse(this::take, batch);
    } catch (NotCovered left) {
      cursors.left(left.getMessage());
    } catch (QueryCancelledException | CorruptSSTableException known) {
      throw known;
    } catch (RuntimeException | LinkageError | AssertionError unexpected) {
      if (isAltered(command)) {
        cursors.left("the table is being altered");
      } else {
        cursors.trip(unexpected, command.toCQLString());
      }
    } finally {
      memory.release(reserved[0]);
    }
    return new BatchResponse(this::take, null);
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
    if (taken != null) {
      cursors.read(taken.rows());
    }
    return taken;
  }

  /** Nobody needs what was read any more. */
  void close() {
    memory.release();
  }
}
