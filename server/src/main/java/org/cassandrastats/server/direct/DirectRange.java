/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.server.direct;

import java.util.function.Function;
import java.util.function.Supplier;
import org.apache.cassandra.db.ConsistencyLevel;
import org.apache.cassandra.db.LocalRangeCommand;
import org.apache.cassandra.db.PartitionRangeReadCommand;
import org.apache.cassandra.db.ReadResponse;
import org.apache.cassandra.db.partitions.PartitionIterator;
import org.apache.cassandra.db.partitions.UnfilteredPartitionIterator;
import org.apache.cassandra.service.ClientState;
import org.apache.cassandra.transport.Dispatcher;

/**
 * Reads a page of a range of partitions. Cassandra cuts the range by the replicas; the rows of the
 * parts that this node reads by itself are handed over as they are.
 */
final class DirectRange extends LocalRangeCommand {
  private final DirectPage page;

  DirectRange(PartitionRangeReadCommand command, DirectPage page) {
    super(command);
    this.page = page;
  }

  @Override
  protected DirectRange like(PartitionRangeReadCommand command) {
    return new DirectRange(command, page.another());
  }

  @Override
  protected DirectRange partOf(PartitionRangeReadCommand part) {
    return new DirectRange(part, page);
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
