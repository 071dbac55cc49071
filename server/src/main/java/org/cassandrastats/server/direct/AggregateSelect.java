/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.server.direct;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.LongConsumer;
import org.apache.cassandra.config.DatabaseDescriptor;
import org.apache.cassandra.cql3.QueryOptions;
import org.apache.cassandra.cql3.selection.ResultSetBuilder;
import org.apache.cassandra.cql3.statements.SelectStatement;
import org.apache.cassandra.db.ConsistencyLevel;
import org.apache.cassandra.db.PartitionRangeReadCommand;
import org.apache.cassandra.db.ReadCommand;
import org.apache.cassandra.db.ReadQuery;
import org.apache.cassandra.db.SinglePartitionReadCommand;
import org.apache.cassandra.db.aggregation.AggregationSpecification;
import org.apache.cassandra.db.filter.ColumnFilter;
import org.apache.cassandra.db.filter.DataLimits;
import org.apache.cassandra.db.rows.RowIterator;
import org.apache.cassandra.service.ClientState;
import org.apache.cassandra.service.QueryState;
import org.apache.cassandra.transport.Dispatcher;
import org.apache.cassandra.transport.messages.ResultMessage;
import org.cassandrastats.server.limit.AggregationLimits;
import org.cassandrastats.server.limit.Deadline;
import org.cassandrastats.server.limit.MemoryBudget;
import org.cassandrastats.server.running.RunningAggregations;
import org.cassandrastats.server.running.WatchedQuery;

/**
 * A statement that does all that another one does, but can be seen and stopped while it runs. Where
 * that is certain to change no answer, it reads its partition directly, and fewer columns of it.
 */
final class AggregateSelect extends SelectStatement {
  private final SelectParts parts;
  private final PathSwitch path;
  private final MemoryBudget budget;
  private final FewerColumns fewer;
  private final BatchReads batches;
  private final RunningAggregations running;
  private final AggregationLimits limits;
  private final boolean covered;
  private final String text;

  AggregateSelect(
      SelectStatement statement,
      SelectParts parts,
      PathSwitch path,
      MemoryBudget budget,
      FewerColumns fewer,
      BatchReads batches,
      RunningAggregations running,
      AggregationLimits limits,
      boolean covered,
      String text) {
    super(
        statement.table,
        statement.bindVariables,
        statement.parameters,
        statement.getSelection(),
        statement.getRestrictions(),
        parts.isReversed(statement),
        parts.aggregation(statement),
        null,
        parts.limit(statement),
        parts.perPartitionLimit(statement));
    this.parts = parts;
    this.path = path;
    this.budget = budget;
    this.fewer = fewer;
    this.batches = batches;
    this.running = running;
    this.limits = limits;
    this.covered = covered;
    this.text = text;
  }

  @Override
  public ResultMessage.Rows execute(
      QueryState state, QueryOptions options, Dispatcher.RequestTime time) {
    boolean watched = running.isEnabled();
    if (watched) {
      running.begin(this, text, state.getClientState());
    }
    try {
      limits.begin(deadline(options, time), running.checkOfCurrent());
      return super.execute(state, options, time);
    } finally {
      limits.end();
      batches.end();
      if (watched) {
        running.end();
      }
    }
  }

  /** Of the request, whatever its pages take. */
  private Deadline deadline(QueryOptions options, Dispatcher.RequestTime time) {
    long timeout =
        getRestrictions().isKeyRange()
            ? DatabaseDescriptor.getRangeRpcTimeout(TimeUnit.NANOSECONDS)
            : DatabaseDescriptor.getReadRpcTimeout(TimeUnit.NANOSECONDS);
    return new Deadline(running.deadline(time, timeout), options.getConsistency());
  }

  /** Called for each partition of a page, or a part of one, by the thread of the request. */
  @Override
  public void processPartition(
      RowIterator partition, QueryOptions options, ResultSetBuilder result, long nowInSeconds) {
    RowIterator checked = limits.checked(partition, result);
    super.processPartition(
        batches.fed(checked, result, limits.check()), options, result, nowInSeconds);
  }

  @Override
  public ReadQuery getQuery(
      QueryOptions options,
      ClientState client,
      ColumnFilter columns,
      long nowInSeconds,
      DataLimits limits) {
    boolean certain = covered && isOne(options.getConsistency());
    ColumnFilter read = certain ? fetched(options, columns) : columns;
    ReadQuery query = super.getQuery(options, client, read, nowInSeconds, limits);
    return WatchedQuery.of(certain ? batchedIfOn(query, options) : query, running);
  }

  private ReadQuery batchedIfOn(ReadQuery query, QueryOptions options) {
    if (parts.aggregation(this) == null) {
      return directIfOn(query);
    }
    return batches.of(
        query,
        this::directIfOn,
        columns -> fewer.aggregated(this, options, columns),
        () -> groups(options),
        options,
        running.bytesOfCurrent());
  }

  /** Null where all rows are one. */
  private AggregationSpecification groups(QueryOptions options) {
    return fewer.isOneGroup(this) ? null : parts.aggregation(this).newInstance(options);
  }

  private ReadQuery directIfOn(ReadQuery query) {
    if (!path.isOn()) {
      return query;
    }
    try {
      return direct(query);
    } catch (RuntimeException | LinkageError unexpected) {
      path.trip(unexpected);
      return query;
    }
  }

  private ColumnFilter fetched(QueryOptions options, ColumnFilter columns) {
    if (!path.fetchesFewerColumns()) {
      return columns;
    }
    try {
      ColumnFilter fetched = fewer.of(this, options, columns);
      if (!fetched.equals(columns)) {
        path.fewerColumns();
      }
      return fetched;
    } catch (RuntimeException | LinkageError unexpected) {
      path.trip(unexpected);
      return columns;
    }
  }

  /** With one replica to ask there is nothing to compare and nothing to repair. */
  private static boolean isOne(ConsistencyLevel consistency) {
    return consistency == ConsistencyLevel.ONE || consistency == ConsistencyLevel.LOCAL_ONE;
  }

  /** The same query, read directly; any other query than those that are known as it is. */
  private ReadQuery direct(ReadQuery query) {
    if (query.getClass() == SinglePartitionReadCommand.Group.class) {
      return direct((SinglePartitionReadCommand.Group) query);
    }
    if (query.getClass() != PartitionRangeReadCommand.class || usesIndex((ReadCommand) query)) {
      return query;
    }
    path.statement();
    return new DirectRange(
        (PartitionRangeReadCommand) query, new DirectPage(path, budget, running.bytesOfCurrent()));
  }

  private ReadQuery direct(SinglePartitionReadCommand.Group group) {
    for (SinglePartitionReadCommand command : group.queries) {
      if (command.getClass() != SinglePartitionReadCommand.class || usesIndex(command)) {
        return group;
      }
    }
    path.statement();
    LongConsumer bytes = running.bytesOfCurrent();
    List<SinglePartitionReadCommand> commands = new ArrayList<>(group.queries.size());
    for (SinglePartitionReadCommand command : group.queries) {
      commands.add(new DirectCommand(command, new DirectPage(path, budget, bytes)));
    }
    return SinglePartitionReadCommand.Group.create(commands, group.limits());
  }

  private static boolean usesIndex(ReadCommand command) {
    return command.indexQueryPlan() != null;
  }
}
