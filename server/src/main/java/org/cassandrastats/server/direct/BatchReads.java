/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.server.direct;

import java.nio.ByteBuffer;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Function;
import java.util.function.LongConsumer;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.apache.cassandra.cql3.QueryOptions;
import org.apache.cassandra.cql3.selection.ResultSetBuilder;
import org.apache.cassandra.db.PartitionRangeReadCommand;
import org.apache.cassandra.db.ReadQuery;
import org.apache.cassandra.db.RegularAndStaticColumns;
import org.apache.cassandra.db.SinglePartitionReadCommand;
import org.apache.cassandra.db.aggregation.AggregationSpecification;
import org.apache.cassandra.db.filter.DataLimits;
import org.apache.cassandra.db.rows.RowIterator;
import org.apache.cassandra.schema.ColumnMetadata;
import org.apache.cassandra.schema.TableMetadata;
import org.apache.cassandra.service.pager.PagingState;
import org.apache.cassandra.tracing.Tracing;
import org.apache.cassandra.transport.ProtocolVersion;
import org.apache.cassandra.utils.ByteBufferUtil;
import org.cassandrastats.server.batch.BatchPager;
import org.cassandrastats.server.batch.BatchRequest;
import org.cassandrastats.server.batch.CursorSwitch;
import org.cassandrastats.server.batch.GroupKeys;
import org.cassandrastats.server.batch.Groups;
import org.cassandrastats.server.batch.RowPages;
import org.cassandrastats.server.batch.SelectorParts;
import org.cassandrastats.server.batch.Unread;
import org.cassandrastats.server.batch.UnreadPartitions;
import org.cassandrastats.server.batch.UnreadRange;
import org.cassandrastats.server.cursor.AskedColumns;
import org.cassandrastats.server.limit.MemoryBudget;
import org.cassandrastats.server.running.PagedQuery;

/** The requests that read batches of values instead of rows, from their first page to their end. */
final class BatchReads {
  private final CursorSwitch cursors;
  private final RowPages rowPages;
  private final SelectorParts parts;
  private final GroupKeys.Finder groupKeys;
  private final MemoryBudget budget;

  /** By the thread that answers the request. */
  private final ConcurrentMap<Thread, BatchRequest> requests = new ConcurrentHashMap<>();

  BatchReads(CursorSwitch cursors, RowPages rowPages, SelectorParts parts, MemoryBudget budget) {
    this.cursors = cursors;
    this.rowPages = rowPages;
    this.parts = parts;
    this.groupKeys = new GroupKeys.Finder();
    this.budget = budget;
  }

  /**
   * A query that reads batches, until this thread says that its request has {@link #end ended}.
   *
   * @param query Cassandra's own
   * @param rows how it is read where it is not read so, or what is left of it
   * @param aggregated what alone decides the answer, of the columns that are read
   * @param groups of GROUP BY; gives null where all rows are one
   * @param bytes is told how many each page takes
   */
  ReadQuery of(
      ReadQuery query,
      UnaryOperator<ReadQuery> rows,
      Function<RegularAndStaticColumns, AggregatedColumns> aggregated,
      Supplier<AggregationSpecification> groups,
      QueryOptions options,
      LongConsumer bytes) {
    if (!(cursors.isOn() || rowPages.fillsBatches()) || Tracing.isTracing()) {
      return rows.apply(query);
    }
    ReadQuery batched = null;
    try {
      batched = batched(query, rows, aggregated, groups.get(), options, bytes);
    } catch (RuntimeException | LinkageError unexpected) {
      if (cursors.isOn()) {
        cursors.trip(unexpected, query.toString());
      } else {
        rowPages.trip(unexpected);
      }
    }
    return batched == null ? rows.apply(query) : batched;
  }

  /** Null where it is not read so. */
  private ReadQuery batched(
      ReadQuery query,
      UnaryOperator<ReadQuery> rows,
      Function<RegularAndStaticColumns, AggregatedColumns> aggregated,
      AggregationSpecification specification,
      QueryOptions options,
      LongConsumer bytes) {
    AggregatedColumns taken = aggregated.apply(query.columnFilter().queriedColumns());
    Unread unread =
        taken == AggregatedColumns.NONE ? null : unread(query, rows, options.getProtocolVersion());
    if (unread == null) {
      return null;
    }
    if (hasUnset(options)) {
      // Cassandra refuses an unset constant where there is a row to use it for.
      return null;
    }
    boolean inGroups = specification != null;
    // Where a partition has no row, static values make one, which pages of rows count. A cursor
    // leaves such a partition to Cassandra where that matters.
    boolean asksForRows = inGroups || taken.countsRows || !isOnePartition(query);
    boolean hasStatics = !query.columnFilter().fetchedColumns().statics.isEmpty();
    RowPages pages = asksForRows && hasStatics ? RowPages.NONE : rowPages;
    if (!cursors.isOn() && !pages.fillsBatches()) {
      return null;
    }
    if (inGroups && !cursors.isOn() && query.metadata().clusteringColumns().isEmpty()) {
      // Each group is a row, and Cassandra refuses the states of its own pagers.
      return null;
    }
    PagingState state = options.getPagingState();
    if (state != null && !(inGroups && unread.goTo(state))) {
      return null;
    }
    int remaining = state == null ? DataLimits.NO_LIMIT : state.remaining;
    GroupKeys keys = inGroups ? groupKeys.of(specification, query.metadata()) : null;
    if (inGroups && (keys == null || !isCutIntoGroups(query))) {
      return null;
    }
    AskedColumns asked = asked(taken, keys);
    return asked == null
        ? null
        : PagedQuery.of(
            query,
            pager -> {
              pages.statement();
              BatchRequest request = new BatchRequest(asked, parts, budget, bytes);
              requests.put(Thread.currentThread(), request);
              return new BatchPager(
                  unread,
                  cursors,
                  pages,
                  request,
                  inGroups ? groups(keys, asked, query.metadata(), state) : null,
                  remaining);
            });
  }

  @SuppressWarnings("ReferenceEquality")
  private static boolean hasUnset(QueryOptions options) {
    for (ByteBuffer value : options.getValues()) {
      if (value == ByteBufferUtil.UNSET_BYTE_BUFFER) {
        return true;
      }
    }
    return false;
  }

  private static Groups groups(
      GroupKeys keys, AskedColumns asked, TableMetadata table, PagingState state) {
    if (state == null) {
      return new Groups(keys, asked, null, 0);
    }
    return new Groups(
        keys,
        asked,
        state.partitionKey == null ? null : table.partitioner.decorateKey(state.partitionKey),
        DataLimits.NO_LIMIT - state.remainingInPartition);
  }

  private static AskedColumns asked(AggregatedColumns taken, GroupKeys keys) {
    if (keys == null) {
      return AskedColumns.of(taken.columns, taken.countsRows);
    }
    Set<ColumnMetadata> columns = new HashSet<>(taken.columns);
    columns.addAll(keys.tail());
    return AskedColumns.ofGroups(columns, taken.countsRows, keys.prefix());
  }

  /** A range or one partition. */
  private static boolean isCutIntoGroups(ReadQuery query) {
    return query.getClass() == PartitionRangeReadCommand.class || isOnePartition(query);
  }

  private static boolean isOnePartition(ReadQuery query) {
    return query.getClass() == SinglePartitionReadCommand.Group.class
        && ((SinglePartitionReadCommand.Group) query).queries.size() == 1;
  }

  /** What is to be read of a query; null where that is not done here. */
  private static Unread unread(
      ReadQuery query, UnaryOperator<ReadQuery> rows, ProtocolVersion version) {
    if (query.getClass() == SinglePartitionReadCommand.Group.class) {
      SinglePartitionReadCommand.Group group = (SinglePartitionReadCommand.Group) query;
      return group.queries.stream().allMatch(BatchReads::isPlain)
          ? new UnreadPartitions(group, rows, version)
          : null;
    }
    if (query.getClass() == PartitionRangeReadCommand.class) {
      PartitionRangeReadCommand command = (PartitionRangeReadCommand) query;
      return LocalReplicas.haveAllRows(command) ? new UnreadRange(command, rows, version) : null;
    }
    return null;
  }

  private static boolean isPlain(SinglePartitionReadCommand command) {
    return command.indexQueryPlan() == null
        && command.rowFilter().isEmpty()
        && LocalReplicas.have(command);
  }

  /**
   * The rows of a partition, without those that stand for batches.
   *
   * @param check fails where the aggregation is to end
   */
  RowIterator fed(RowIterator partition, ResultSetBuilder result, Runnable check) {
    BatchRequest request = requests.get(Thread.currentThread());
    return request == null ? partition : request.fed(partition, result, check);
  }

  /** The request of this thread has been answered, or has failed. */
  void end() {
    BatchRequest request = requests.remove(Thread.currentThread());
    if (request != null) {
      request.end();
    }
  }
}
