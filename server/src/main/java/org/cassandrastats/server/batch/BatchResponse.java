/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.server.batch;

import java.nio.ByteBuffer;
import java.util.function.Consumer;
import org.apache.cassandra.db.EmptyIterators;
import org.apache.cassandra.db.MadeResponse;
import org.apache.cassandra.db.ReadCommand;
import org.apache.cassandra.db.ReadExecutionController;
import org.apache.cassandra.db.partitions.UnfilteredPartitionIterator;
import org.cassandrastats.server.cursor.Batch;

/** The response of this node to itself, whose values are in a batch. */
final class BatchResponse extends OwnResponse {
  private final Consumer<Batch> taker;
  private final Batch batch;

  /**
   * A response.
   *
   * @param taker takes the batch where this is the response that counts
   * @param batch null where the page is left to Cassandra
   */
  BatchResponse(Consumer<Batch> taker, Batch batch) {
    this.taker = taker;
    this.batch = batch;
  }

  /** What was not read. */
  static UnfilteredPartitionIterator nothing(ReadCommand command) {
    return made(command, new BatchResponse(batch -> {}, null));
  }

  /** Rows whose response has been made already. */
  static UnfilteredPartitionIterator made(ReadCommand command, BatchResponse response) {
    return new MadeResponse(
        EmptyIterators.unfilteredPartition(command.metadata()), rows -> response);
  }

  /** Asked for on the thread of the request, if this is the response that it takes. */
  @Override
  public UnfilteredPartitionIterator makeIterator(ReadCommand command) {
    taker.accept(batch);
    return EmptyIterators.unfilteredPartition(command.metadata());
  }

  /** Of what is read once more: another node has answered, too. */
  @Override
  public ByteBuffer digest(ReadCommand command) {
    try (ReadExecutionController controller = command.executionController();
        UnfilteredPartitionIterator rows = command.executeLocally(controller)) {
      return createSimpleDataResponse(rows, command.columnFilter()).digest(command);
    }
  }
}
