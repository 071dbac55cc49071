/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.server.batch;

import java.util.function.UnaryOperator;
import org.apache.cassandra.db.Clustering;
import org.apache.cassandra.db.DataRange;
import org.apache.cassandra.db.DecoratedKey;
import org.apache.cassandra.db.PartitionPosition;
import org.apache.cassandra.db.PartitionRangeReadCommand;
import org.apache.cassandra.db.ReadQuery;
import org.apache.cassandra.db.SinglePartitionReadCommand;
import org.apache.cassandra.db.filter.DataLimits;
import org.apache.cassandra.dht.AbstractBounds;
import org.apache.cassandra.dht.Bounds;
import org.apache.cassandra.dht.ExcludingBounds;
import org.apache.cassandra.dht.IncludingExcludingBounds;
import org.apache.cassandra.dht.Range;
import org.apache.cassandra.service.pager.PagingState;
import org.apache.cassandra.service.pager.QueryPager;
import org.apache.cassandra.transport.ProtocolVersion;
import org.cassandrastats.server.cursor.Batch;

/**
 * All rows of a range of partitions. Where a batch ends inside a partition, a cursor reads the rest
 * of that first, as one partition: so its rows are found by its row index.
 */
public final class UnreadRange implements Unread {
  private final PartitionRangeReadCommand command;
  private final UnaryOperator<ReadQuery> rows;
  private final ProtocolVersion version;

  /** Null where there is none left. */
  private AbstractBounds<PartitionPosition> range;

  /** The partition that is being read; null where one begins. */
  private DecoratedKey key;

  private Clustering<?> last;

  /**
   * All that a command reads.
   *
   * @param command of a range whose ends are those of tokens
   * @param rows how a query is read where that is not done here
   */
  public UnreadRange(
      PartitionRangeReadCommand command, UnaryOperator<ReadQuery> rows, ProtocolVersion version) {
    this.command = command;
    this.rows = rows;
    this.version = version;
    this.range = command.dataRange().keyRange();
  }

  @Override
  public ReadQuery query() {
    return command;
  }

  @Override
  public ReadQuery next(BatchPage page, DataLimits limits, int pageSize) {
    if (last == null) {
      return page(limits.forPaging(pageSize), command.dataRange().forSubRange(range), page);
    }
    DataLimits rest = limits.forPaging(pageSize, key.getKey(), DataLimits.NO_LIMIT);
    if (page.isToBeReadByCursor()) {
      return new BatchCommand(restOfPartition(rest), page);
    }
    return page(
        rest,
        command.dataRange().forPaging(from(key), command.metadata().comparator, last, false),
        page);
  }

  private BatchRange page(DataLimits limits, DataRange newRange, BatchPage page) {
    return new BatchRange(command.withUpdatedLimitsAndDataRange(limits, newRange), page);
  }

  private SinglePartitionReadCommand restOfPartition(DataLimits limits) {
    SinglePartitionReadCommand whole =
        SinglePartitionReadCommand.create(
            command.metadata(),
            command.nowInSec(),
            command.columnFilter(),
            command.rowFilter(),
            limits,
            key,
            command.clusteringIndexFilter(key));
    if (command.isTrackingWarnings()) {
      whole.trackWarnings();
    }
    return whole.forPaging(last, limits);
  }

  @Override
  public void advance(Batch batch, BatchPage page) {
    if (!page.isAtEnd(batch)) {
      goBehind(batch.lastKey(), batch.last());
    } else if (page.range() == null) {
      goBehind(key, null);
    } else {
      range = behind(page.range().right);
      key = null;
      last = null;
    }
  }

  /** Goes behind a row of a partition, or behind that. */
  private void goBehind(DecoratedKey of, Clustering<?> row) {
    // Without columns of a clustering there is one row.
    last = row == null || row.size() == 0 ? null : row;
    key = last == null ? null : of;
    range = behind(of);
  }

  private AbstractBounds<PartitionPosition> behind(PartitionPosition position) {
    PartitionPosition end = command.dataRange().keyRange().right;
    if (position.equals(end)) {
      return null;
    }
    return includesEnd() ? new Range<>(position, end) : new ExcludingBounds<>(position, end);
  }

  private AbstractBounds<PartitionPosition> from(PartitionPosition position) {
    PartitionPosition end = command.dataRange().keyRange().right;
    return includesEnd()
        ? new Bounds<>(position, end)
        : new IncludingExcludingBounds<>(position, end);
  }

  /** Warnings show the range as Cassandra's pagers write it. */
  private boolean includesEnd() {
    AbstractBounds<PartitionPosition> all = command.dataRange().keyRange();
    return all instanceof Range || all instanceof Bounds;
  }

  @Override
  public boolean isEmpty() {
    return range == null && last == null;
  }

  @Override
  public QueryPager inCassandrasWay(int remainingInPartition) {
    if (last == null) {
      return rows.apply(
              command.withUpdatedLimitsAndDataRange(
                  command.limits(), command.dataRange().forSubRange(range)))
          .getPager(null, version);
    }
    return rows.apply(command)
        .getPager(state(key, last, DataLimits.NO_LIMIT, remainingInPartition), version);
  }

  @Override
  public boolean goTo(PagingState state) {
    if (state.partitionKey == null || !RowMarks.isUnlimited(state)) {
      return false;
    }
    DecoratedKey stopped = command.metadata().partitioner.decorateKey(state.partitionKey);
    Clustering<?> row = RowMarks.row(state, command.metadata());
    boolean isMarked = state.rowMark != null;
    if (!range.contains(stopped) || isMarked != (row != null)) {
      return false;
    }
    goBehind(stopped, row);
    return true;
  }

  @Override
  public PagingState state(
      DecoratedKey of, Clustering<?> row, int remaining, int remainingInPartition) {
    return new PagingState(
        of.getKey(),
        row == null ? null : RowMarks.of(row, command.metadata(), version),
        remaining,
        remainingInPartition);
  }
}
