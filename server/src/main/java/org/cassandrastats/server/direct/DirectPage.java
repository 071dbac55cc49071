/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.server.direct;

import java.util.function.Function;
import java.util.function.LongConsumer;
import java.util.function.Supplier;
import org.apache.cassandra.db.ReadResponse;
import org.apache.cassandra.db.partitions.PartitionIterator;
import org.apache.cassandra.db.partitions.PartitionIterators;
import org.apache.cassandra.db.partitions.UnfilteredPartitionIterator;
import org.apache.cassandra.transport.Dispatcher;
import org.cassandrastats.server.limit.MemoryBudget;
import org.cassandrastats.server.limit.PageMemory;
import org.cassandrastats.server.running.PageTime;

/** One page, of one command or of the parts of a range, from its request until it is closed. */
final class DirectPage {
  private final PathSwitch path;
  private final MemoryBudget budget;
  private final LongConsumer bytes;
  private final PageMemory memory;

  /**
   * A page that is yet to be read.
   *
   * @param bytes is told how many each page took that was handed over
   */
  DirectPage(PathSwitch path, MemoryBudget budget, LongConsumer bytes) {
    this.path = path;
    this.budget = budget;
    this.bytes = bytes;
    this.memory = new PageMemory(budget);
  }

  /** Another page of the same statement. */
  DirectPage another() {
    return new DirectPage(path, budget, bytes);
  }

  /**
   * The response of this node with what it has read. An error of what reads, such as too many
   * tombstones, goes to the caller. An unexpected one of ours turns the path off.
   *
   * @param rows closed by the caller
   * @param ordinary makes Cassandra's own response of rows
   * @param again makes it of what is read once more
   */
  ReadResponse respond(
      UnfilteredPartitionIterator rows,
      Function<UnfilteredPartitionIterator, ReadResponse> ordinary,
      Supplier<ReadResponse> again) {
    if (!path.isOn()) {
      return ordinary.apply(rows);
    }
    StorageRows read = new StorageRows(rows);
    try {
      return new PageReader(path, memory, bytes).respond(read, ordinary);
    } catch (RuntimeException | LinkageError | AssertionError failed) {
      if (read.haveThrown(failed)) {
        throw failed;
      }
      path.trip(failed);
      return again.get();
    }
  }

  /**
   * Reads the page.
   *
   * @param read executes the command in the time it is given
   */
  PartitionIterator execute(
      Dispatcher.RequestTime time, Function<Dispatcher.RequestTime, PartitionIterator> read) {
    if (!path.isOn()) {
      // Nobody gives back what a page holds that is read after the path was turned on.
      memory.release();
      return read.apply(time);
    }
    boolean executed = false;
    try {
      PartitionIterator page =
          PartitionIterators.doOnClose(read.apply(PageTime.of(time)), memory::release);
      executed = true;
      return page;
    } catch (DirectReadFailure | LinkageError | ClassCastException unexpected) {
      // Nothing was handed over yet: Cassandra reads the page once more, in its own way.
      path.trip(unexpected);
      return read.apply(time);
    } finally {
      if (!executed) {
        memory.release();
      }
    }
  }
}
