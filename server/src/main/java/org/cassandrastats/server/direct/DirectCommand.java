/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.server.direct;

import java.util.function.Function;
import org.apache.cassandra.db.ConsistencyLevel;
import org.apache.cassandra.db.LocalPageCommand;
import org.apache.cassandra.db.ReadResponse;
import org.apache.cassandra.db.SinglePartitionReadCommand;
import org.apache.cassandra.db.partitions.PartitionIterator;
import org.apache.cassandra.db.partitions.PartitionIterators;
import org.apache.cassandra.db.partitions.UnfilteredPartitionIterator;
import org.apache.cassandra.service.ClientState;
import org.apache.cassandra.transport.Dispatcher;
import org.cassandrastats.server.running.PageTime;

/** Reads a page of one partition; where this node has it, its rows are handed over as they are. */
final class DirectCommand extends LocalPageCommand {
  private final PathSwitch path;
  private final MemoryBudget budget;
  private final PageMemory memory;

  DirectCommand(SinglePartitionReadCommand command, PathSwitch path, MemoryBudget budget) {
    super(command);
    this.path = path;
    this.budget = budget;
    this.memory = new PageMemory(budget);
  }

  @Override
  protected DirectCommand like(SinglePartitionReadCommand command) {
    return new DirectCommand(command, path, budget);
  }

  @Override
  protected ReadResponse respond(
      UnfilteredPartitionIterator rows,
      Function<UnfilteredPartitionIterator, ReadResponse> ordinary) {
    return path.isOn()
        ? new PageReader(path, memory).respond(rows, ordinary)
        : ordinary.apply(rows);
  }

  @Override
  public PartitionIterator execute(
      ConsistencyLevel consistency, ClientState client, Dispatcher.RequestTime time) {
    if (!path.isOn()) {
      return super.execute(consistency, client, time);
    }
    boolean executed = false;
    try {
      PartitionIterator page =
          PartitionIterators.doOnClose(
              super.execute(consistency, client, PageTime.of(time)), memory::release);
      executed = true;
      return page;
    } catch (LinkageError | ClassCastException unexpected) {
      path.trip(unexpected);
      throw unexpected;
    } finally {
      if (!executed) {
        memory.release();
      }
    }
  }
}
