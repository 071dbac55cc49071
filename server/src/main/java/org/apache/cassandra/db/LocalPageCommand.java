/* SPDX-License-Identifier: Apache-2.0 */
package org.apache.cassandra.db;

import java.util.function.Function;
import java.util.function.Supplier;
import org.apache.cassandra.db.filter.DataLimits;
import org.apache.cassandra.db.partitions.UnfilteredPartitionIterator;

/**
 * A read of one partition whose response to this very node is made elsewhere. It lies in
 * Cassandra's package, because {@code createResponse} takes a type that only this package knows;
 * nothing else does.
 *
 * <p>Whatever derives another command from this one, for the next page or with other limits, gets
 * one of the same kind. Digest and transient reads are derived as Cassandra's own.
 */
public abstract class LocalPageCommand extends SinglePartitionReadCommand {
  /** A command that reads what another one reads. */
  protected LocalPageCommand(SinglePartitionReadCommand command) {
    super(
        command.isDigestQuery(),
        command.digestVersion(),
        command.acceptsTransient(),
        command.metadata(),
        command.nowInSec(),
        command.columnFilter(),
        command.rowFilter(),
        command.limits(),
        command.partitionKey(),
        command.clusteringIndexFilter(),
        command.indexQueryPlan(),
        command.isTrackingWarnings(),
        command.dataRange());
  }

  /** A command of this kind that reads what another one reads. */
  protected abstract SinglePartitionReadCommand like(SinglePartitionReadCommand command);

  /**
   * The response with what was read.
   *
   * @param rows are read while this node holds on to what they are read from, and closed by the
   *     caller
   * @param ordinary makes Cassandra's own response of rows
   * @param again makes it of what is read once more
   */
  protected abstract ReadResponse respond(
      UnfilteredPartitionIterator rows,
      Function<UnfilteredPartitionIterator, ReadResponse> ordinary,
      Supplier<ReadResponse> again);

  @Override
  public final ReadResponse createResponse(
      UnfilteredPartitionIterator rows, RepairedDataInfo repaired) {
    if (rows instanceof MadeResponse) {
      return ((MadeResponse) rows).response();
    }
    return LocalResponse.isPossible(this, repaired)
        ? LocalResponse.of(this, rows, repaired, this::respond)
        : super.createResponse(rows, repaired);
  }

  @Override
  public final SinglePartitionReadCommand copy() {
    return like(super.copy());
  }

  @Override
  public final SinglePartitionReadCommand withUpdatedLimit(DataLimits newLimits) {
    return like(super.withUpdatedLimit(newLimits));
  }

  @Override
  public final SinglePartitionReadCommand forPaging(
      Clustering<?> lastReturned, DataLimits newLimits) {
    return like(super.forPaging(lastReturned, newLimits));
  }
}
