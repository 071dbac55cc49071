/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.server.batch;

import java.util.function.Function;
import java.util.function.Supplier;
import org.apache.cassandra.db.LocalRangeCommand;
import org.apache.cassandra.db.PartitionRangeReadCommand;
import org.apache.cassandra.db.ReadExecutionController;
import org.apache.cassandra.db.ReadResponse;
import org.apache.cassandra.db.partitions.UnfilteredPartitionIterator;

/**
 * Reads a page of a range of partitions by batches. Cassandra cuts the range by the replicas, and
 * may read several parts at once: the first part is read, the others are left for further pages.
 */
final class BatchRange extends LocalRangeCommand {
  /** Null where this is not the first part. */
  private final BatchPage page;

  BatchRange(PartitionRangeReadCommand command, BatchPage page) {
    super(command);
    this.page = page;
  }

  @Override
  protected BatchRange like(PartitionRangeReadCommand command) {
    return new BatchRange(command, page);
  }

  @Override
  protected BatchRange partOf(PartitionRangeReadCommand part) {
    return new BatchRange(part, page.begin(part.dataRange().keyRange()) ? page : null);
  }

  @Override
  public UnfilteredPartitionIterator executeLocally(ReadExecutionController controller) {
    return page == null
        ? BatchResponse.nothing(this)
        : page.read(this, controller, () -> super.executeLocally(controller));
  }

  @Override
  protected ReadResponse respond(
      UnfilteredPartitionIterator rows,
      Function<UnfilteredPartitionIterator, ReadResponse> ordinary,
      Supplier<ReadResponse> again) {
    return ordinary.apply(rows);
  }
}
