/* SPDX-License-Identifier: Apache-2.0 */
package org.apache.cassandra.db;

import java.util.function.Function;
import java.util.function.Supplier;
import org.apache.cassandra.db.filter.DataLimits;
import org.apache.cassandra.db.partitions.UnfilteredPartitionIterator;
import org.apache.cassandra.dht.AbstractBounds;

/**
 * A read of a range of partitions whose responses to this very node are made elsewhere: one for
 * each part of the range that this node reads by itself.
 *
 * <p>Whatever derives another command from this one gets one of the same kind, as of {@link
 * LocalPageCommand}.
 */
public abstract class LocalRangeCommand extends PartitionRangeReadCommand {
  /** A command that reads what another one reads. */
  protected LocalRangeCommand(PartitionRangeReadCommand command) {
    super(
        command.isDigestQuery(),
        command.digestVersion(),
        command.acceptsTransient(),
        command.metadata(),
        command.nowInSec(),
        command.columnFilter(),
        command.rowFilter(),
        command.limits(),
        command.dataRange(),
        command.indexQueryPlan(),
        command.isTrackingWarnings());
  }

  /** A command of this kind that reads what another one reads. */
  protected abstract PartitionRangeReadCommand like(PartitionRangeReadCommand command);

  /** A command of this kind that reads a part of what this one reads, for the same page. */
  protected abstract PartitionRangeReadCommand partOf(PartitionRangeReadCommand part);

  /** As in {@link LocalPageCommand#respond}. */
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
  public final PartitionRangeReadCommand forSubRange(
      AbstractBounds<PartitionPosition> range, boolean isRangeContinuation) {
    return partOf(super.forSubRange(range, isRangeContinuation));
  }

  @Override
  public final PartitionRangeReadCommand copy() {
    return like(super.copy());
  }

  @Override
  public final PartitionRangeReadCommand withUpdatedLimit(DataLimits newLimits) {
    return like(super.withUpdatedLimit(newLimits));
  }

  @Override
  public final PartitionRangeReadCommand withUpdatedLimitsAndDataRange(
      DataLimits newLimits, DataRange newDataRange) {
    return like(super.withUpdatedLimitsAndDataRange(newLimits, newDataRange));
  }
}
