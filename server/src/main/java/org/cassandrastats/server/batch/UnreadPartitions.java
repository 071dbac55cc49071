/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.server.batch;

import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.apache.cassandra.db.Clustering;
import org.apache.cassandra.db.DecoratedKey;
import org.apache.cassandra.db.ReadQuery;
import org.apache.cassandra.db.SinglePartitionReadCommand;
import org.apache.cassandra.db.filter.DataLimits;
import org.apache.cassandra.service.pager.PagingState;
import org.apache.cassandra.service.pager.QueryPager;
import org.apache.cassandra.transport.ProtocolVersion;
import org.cassandrastats.server.cursor.Batch;

/** Slices of some partitions, one partition behind the other. */
public final class UnreadPartitions implements Unread {
  private final SinglePartitionReadCommand.Group group;
  private final UnaryOperator<ReadQuery> rows;
  private final ProtocolVersion version;
  private int next;
  private Clustering<?> last;

  /**
   * All that a group of commands reads.
   *
   * @param rows how a query is read where that is not done here
   */
  public UnreadPartitions(
      SinglePartitionReadCommand.Group group,
      UnaryOperator<ReadQuery> rows,
      ProtocolVersion version) {
    this.group = group;
    this.rows = rows;
    this.version = version;
  }

  @Override
  public ReadQuery query() {
    return group;
  }

  @Override
  public ReadQuery next(BatchPage page, DataLimits limits, int pageSize) {
    SinglePartitionReadCommand command = group.queries.get(next);
    return new BatchCommand(command.forPaging(last, limitsOfPage(limits, command, pageSize)), page);
  }

  private DataLimits limitsOfPage(
      DataLimits limits, SinglePartitionReadCommand command, int pageSize) {
    return last == null
        ? limits.forPaging(pageSize)
        : limits.forPaging(pageSize, command.partitionKey().getKey(), DataLimits.NO_LIMIT);
  }

  @Override
  public void advance(Batch batch, BatchPage page) {
    // Without columns of a clustering there is one row.
    last = page.isAtEnd(batch) || batch.last().size() == 0 ? null : batch.last();
    next += last == null ? 1 : 0;
  }

  @Override
  public boolean goTo(PagingState state) {
    last = RowMarks.row(state, group.metadata());
    return last != null && group.queries.size() == 1 && RowMarks.isUnlimited(state);
  }

  @Override
  public PagingState state(
      DecoratedKey key, Clustering<?> row, int remaining, int remainingInPartition) {
    return row == null
        ? null
        : new PagingState(
            null, RowMarks.of(row, group.metadata(), version), remaining, remainingInPartition);
  }

  @Override
  public boolean isEmpty() {
    return next == group.queries.size();
  }

  private SinglePartitionReadCommand rest(SinglePartitionReadCommand command) {
    return last == null ? command : command.forPaging(last, command.limits());
  }

  @Override
  public QueryPager inCassandrasWay(int remainingInPartition) {
    if (group.queries.size() == 1) {
      return rows.apply(group)
          .getPager(state(null, last, DataLimits.NO_LIMIT, remainingInPartition), version);
    }
    List<SinglePartitionReadCommand> rest = new ArrayList<>();
    rest.add(rest(group.queries.get(next)));
    rest.addAll(group.queries.subList(next + 1, group.queries.size()));
    return rows.apply(SinglePartitionReadCommand.Group.create(rest, group.limits()))
        .getPager(null, version);
  }
}
