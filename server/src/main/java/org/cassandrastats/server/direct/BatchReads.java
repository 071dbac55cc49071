/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.server.direct;

import com.google.common.collect.ImmutableList;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.apache.cassandra.cql3.selection.ResultSetBuilder;
import org.apache.cassandra.db.Keyspace;
import org.apache.cassandra.db.ReadQuery;
import org.apache.cassandra.db.RegularAndStaticColumns;
import org.apache.cassandra.db.SinglePartitionReadCommand;
import org.apache.cassandra.db.rows.RowIterator;
import org.apache.cassandra.tracing.Tracing;
import org.apache.cassandra.transport.ProtocolVersion;
import org.apache.cassandra.utils.FBUtilities;
import org.cassandrastats.server.batch.BatchPager;
import org.cassandrastats.server.batch.BatchRequest;
import org.cassandrastats.server.batch.CursorSwitch;
import org.cassandrastats.server.batch.SelectorParts;
import org.cassandrastats.server.cursor.AskedColumns;
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
   * @param suffice whether values of these columns alone decide the answer
   */
  ReadQuery of(
      ReadQuery query, UnaryOperator<ReadQuery> rows, Predicate<RegularAndStaticColumns> suffice) {
    if (!cursors.isOn()
        || query.getClass() != SinglePartitionReadCommand.Group.class
        || Tracing.isTracing()) {
      return rows.apply(query);
    }
    SinglePartitionReadCommand.Group group = (SinglePartitionReadCommand.Group) query;
    RegularAndStaticColumns queried = group.queries.get(0).columnFilter().queriedColumns();
    AskedColumns asked = AskedColumns.of(ImmutableList.copyOf(queried.regulars));
    if (asked == null || !suffice.test(queried) || !group.queries.stream().allMatch(this::isHere)) {
      return rows.apply(query);
    }
    return PagedQuery.of(
        query,
        pager -> {
          BatchRequest request = new BatchRequest(asked, parts, budget);
          requests.put(Thread.currentThread(), request);
          return new BatchPager(
              group.queries,
              cursors,
              request,
              rest ->
                  rows.apply(SinglePartitionReadCommand.Group.create(rest, group.limits()))
                      .getPager(null, ProtocolVersion.CURRENT));
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
