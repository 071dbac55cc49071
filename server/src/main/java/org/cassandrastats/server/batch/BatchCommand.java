/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.server.batch;

import java.util.function.Function;
import java.util.function.Supplier;
import org.apache.cassandra.db.LocalPageCommand;
import org.apache.cassandra.db.MadeResponse;
import org.apache.cassandra.db.ReadExecutionController;
import org.apache.cassandra.db.ReadResponse;
import org.apache.cassandra.db.SinglePartitionReadCommand;
import org.apache.cassandra.db.partitions.UnfilteredPartitionIterator;

/** Reads a page of one partition by a cursor, where this node has it. */
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
    ReadResponse response =
        controller.isTrackingRepairedStatus() ? null : page.read(this, controller);
    return response == null
        ? super.executeLocally(controller)
        : new MadeResponse(metadata(), response);
  }

  @Override
  protected ReadResponse respond(
      UnfilteredPartitionIterator rows,
      Function<UnfilteredPartitionIterator, ReadResponse> ordinary,
      Supplier<ReadResponse> again) {
    return ordinary.apply(rows);
  }
}
