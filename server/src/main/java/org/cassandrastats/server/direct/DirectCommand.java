/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.server.direct;

import java.util.function.Function;
import java.util.function.Supplier;
import org.apache.cassandra.db.ConsistencyLevel;
import org.apache.cassandra.db.LocalPageCommand;
import org.apache.cassandra.db.ReadResponse;
import org.apache.cassandra.db.SinglePartitionReadCommand;
import org.apache.cassandra.db.partitions.PartitionIterator;
import org.apache.cassandra.db.partitions.UnfilteredPartitionIterator;
import org.apache.cassandra.service.ClientState;
import org.apache.cassandra.transport.Dispatcher;

/** Reads a page of one partition; where this node has it, its rows are handed over as they are. */
final class DirectCommand extends LocalPageCommand {
  private final DirectPage page;

  DirectCommand(SinglePartitionReadCommand command, DirectPage page) {
    super(command);
    this.page = page;
  }

  @Override
  protected DirectCommand like(SinglePartitionReadCommand command) {
    return new DirectCommand(command, page.another());
  }

  @Override
  protected ReadResponse respond(
      UnfilteredPartitionIterator rows,
      Function<UnfilteredPartitionIterator, ReadResponse> ordinary,
      Supplier<ReadResponse> again) {
    return page.respond(rows, ordinary, again);
  }

  @Override
  public PartitionIterator execute(
      ConsistencyLevel consistency, ClientState client, Dispatcher.RequestTime time) {
    return page.execute(time, pageTime -> super.execute(consistency, client, pageTime));
  }
}
