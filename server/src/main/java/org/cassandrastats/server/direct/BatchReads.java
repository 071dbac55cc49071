/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.server.direct;

import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.apache.cassandra.cql3.QueryOptions;
import org.apache.cassandra.cql3.selection.ResultSetBuilder;
import org.apache.cassandra.db.Keyspace;
import org.apache.cassandra.db.ReadQuery;
import org.apache.cassandra.db.RegularAndStaticColumns;
import org.apache.cassandra.db.SinglePartitionReadCommand;
import org.apache.cassandra.db.aggregation.AggregationSpecification;
import org.apache.cassandra.db.rows.RowIterator;
import org.apache.cassandra.schema.ColumnMetadata;
import org.apache.cassandra.tracing.Tracing;
import org.apache.cassandra.transport.ProtocolVersion;
import org.apache.cassandra.utils.FBUtilities;
import org.cassandrastats.server.batch.BatchPager;
import org.cassandrastats.server.batch.BatchRequest;
import org.cassandrastats.server.batch.CursorSwitch;
import org.cassandrastats.server.batch.Groups;
import org.cassandrastats.server.batch.SelectorParts;
import org.cassandrastats.server.cursor.AskedColumns;
import org.cassandrastats.server.cursor.ClusteringOrder;
import org.cassandrastats.server.limit.MemoryBudget;
import org.cassandrastats.server.running.PagedQuery;

/** The requests that read batches of values instead of rows, from their first page to their end. */
final class BatchReads {
  private final CursorSwitch cursors;
  private final SelectorParts parts;
  private final MemoryBudget budget;

  /** By the thread that answers the request. */
  private final ConcurrentMap<Thread, BatchRequest> requests = new ConcurrentHashMap<>();

  BatchReads(CursorSwitch cursors, SelectorParts parts, MemoryBudget budget) {
    this.cursors = cursors;
    this.parts = parts;
    this.budget = budget;
  }

  /**
   * A query that reads batches, until this thread says that its request has {@link #end ended}.
   *
   * @param query Cassandra's own
   * @param rows how it is read where it is not read so, or what is left of it
   * @param aggregated the columns whose values alone decide the answer, of those that are read;
   *     none where rows do, too
   * @param groups of GROUP BY; gives null where all rows are one
   */
  ReadQuery of(
      ReadQuery query,
      UnaryOperator<ReadQuery> rows,
      Function<RegularAndStaticColumns, Set<ColumnMetadata>> aggregated,
      Supplier<AggregationSpecification> groups,
      QueryOptions options) {
    if (!cursors.isOn()
        || query.getClass() != SinglePartitionReadCommand.Group.class
        || Tracing.isTracing()) {
      return rows.apply(query);
    }
    SinglePartitionReadCommand.Group group = (SinglePartitionReadCommand.Group) query;
    ReadQuery batched = null;
    try {
      batched = batched(group, rows, aggregated, groups.get(), options.getProtocolVersion());
    } catch (RuntimeException | LinkageError unexpected) {
      cursors.trip(unexpected, group.queries.get(0).toCQLString());
    }
    return batched == null ? rows.apply(query) : batched;
  }

  /** Null where it is not read so. */
  private ReadQuery batched(
      SinglePartitionReadCommand.Group group,
      UnaryOperator<ReadQuery> rows,
      Function<RegularAndStaticColumns, Set<ColumnMetadata>> aggregated,
      AggregationSpecification specification,
      ProtocolVersion version) {
    SinglePartitionReadCommand first = group.queries.get(0);
    boolean inGroups = specification != null;
    Set<ColumnMetadata> columns =
        new HashSet<>(aggregated.apply(first.columnFilter().queriedColumns()));
    if (inGroups) {
      if (columns.isEmpty()
          || group.queries.size() > 1
          || !ClusteringOrder.isLong(first.metadata())) {
        return null;
      }
      columns.addAll(first.metadata().clusteringColumns());
    }
    AskedColumns asked = AskedColumns.of(columns);
    if (asked == null || !group.queries.stream().allMatch(this::isHere)) {
      return null;
    }
    return PagedQuery.of(
        group,
        pager -> {
          BatchRequest request = new BatchRequest(asked, parts, budget);
          requests.put(Thread.currentThread(), request);
          return new BatchPager(
              group.queries,
              cursors,
              request,
              rest ->
                  rows.apply(SinglePartitionReadCommand.Group.create(rest, group.limits()))
                      .getPager(null, version),
              inGroups ? Groups.of(specification, first.partitionKey(), asked) : null,
              version);
        });
  }

  /** Whether this node has a replica. */
  private boolean isHere(SinglePartitionReadCommand command) {
    return Keyspace.open(command.metadata().keyspace)
        .getReplicationStrategy()
        .getNaturalReplicasForToken(command.partitionKey().getToken())
        .endpoints()
        .contains(FBUtilities.getBroadcastAddressAndPort());
  }

  /** The rows of a partition, without those that stand for batches. */
  RowIterator fed(RowIterator partition, ResultSetBuilder result) {
    BatchRequest request = requests.get(Thread.currentThread());
    return request == null ? partition : request.fed(partition, result);
  }

  /** The request of this thread has been answered, or has failed. */
  void end() {
    BatchRequest request = requests.remove(Thread.currentThread());
    if (request != null) {
      request.end();
    }
  }
}
