/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.server.batch;

import java.util.function.Function;
import java.util.function.Supplier;
import org.apache.cassandra.db.LocalPageCommand;
import org.apache.cassandra.db.ReadExecutionController;
import org.apache.cassandra.db.ReadResponse;
import org.apache.cassandra.db.SinglePartitionReadCommand;
import org.apache.cassandra.db.partitions.UnfilteredPartitionIterator;

/** Reads a page of one partition by batches, where this node has it. */
final class BatchCommand extends LocalPageCommand {
  private final BatchPage page;

  BatchCommand(SinglePartitionReadCommand command, BatchPage page) {
    super(command);
    this.page = page;
  }

  @Override
  protected BatchCommand like(SinglePartitionReadCommand command) {
    return new BatchCommand(command, page);
  }

  @Override
  public UnfilteredPartitionIterator executeLocally(ReadExecutionController controller) {
    return page.read(this, controller, () -> super.executeLocally(controller));
  }

  @Override
  protected ReadResponse respond(
      UnfilteredPartitionIterator rows,
      Function<UnfilteredPartitionIterator, ReadResponse> ordinary,
      Supplier<ReadResponse> again) {
    return ordinary.apply(rows);
  }
}
