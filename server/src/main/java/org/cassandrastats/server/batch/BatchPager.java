/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.server.batch;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.apache.cassandra.db.Clustering;
import org.apache.cassandra.db.ConsistencyLevel;
import org.apache.cassandra.db.ReadExecutionController;
import org.apache.cassandra.db.SinglePartitionReadCommand;
import org.apache.cassandra.db.filter.DataLimits;
import org.apache.cassandra.db.partitions.PartitionIterator;
import org.apache.cassandra.service.ClientState;
import org.apache.cassandra.service.pager.PagingState;
import org.apache.cassandra.service.pager.QueryPager;
import org.apache.cassandra.transport.Dispatcher;
import org.cassandrastats.server.cursor.Batch;
import org.cassandrastats.server.running.PageTime;

/**
 * Reads partitions batch by batch, one slice behind the other, until one is left to Cassandra: then
 * its own pager goes on from there, to the end of the request.
 */
public final class BatchPager implements QueryPager {
  private final List<SinglePartitionReadCommand> commands;
  private final CursorSwitch cursors;
  private final BatchRequest request;
  private final Function<List<SinglePartitionReadCommand>, QueryPager> ordinaryPager;

  /** Null until a page is left to Cassandra. */
  private QueryPager ordinary;

  private int next;
  private Clustering<?> last;
  private long rows;

  /**
   * A pager that has read nothing yet.
   *
   * @param ordinary Cassandra's own pager of these commands, or of what is left of them
   */
  public BatchPager(
      List<SinglePartitionReadCommand> commands,
      CursorSwitch cursors,
      BatchRequest request,
      Function<List<SinglePartitionReadCommand>, QueryPager> ordinary) {
    this.commands = commands;
    this.cursors = cursors;
    this.request = request;
    this.ordinaryPager = ordinary;
  }

  @Override
  public PartitionIterator fetchPage(
      int pageSize, ConsistencyLevel consistency, ClientState client, Dispatcher.RequestTime time) {
    if (ordinary == null) {
      PartitionIterator partition = readBatch(pageSize, consistency, client, time);
      if (partition != null) {
        return partition;
      }
    }
    return inCassandrasWay().fetchPage(pageSize, consistency, client, time);
  }

  /** Null where it is left to Cassandra. */
  private PartitionIterator readBatch(
      int pageSize, ConsistencyLevel consistency, ClientState client, Dispatcher.RequestTime time) {
    if (!cursors.isOn()) {
      return null;
    }
    BatchPage page = request.newPage(cursors);
    SinglePartitionReadCommand command = rest(commands.get(next));
    BatchCommand read =
        new BatchCommand(command.withUpdatedLimit(command.limits().forPaging(pageSize)), page);
    // What another node has answered is read once more, in pages that Cassandra counts.
    read.execute(consistency, client, PageTime.next(time)).close();
    Batch batch = page.taken();
    if (batch == null) {
      request.end();
      return null;
    }
    last = batch.last();
    next += last == null ? 1 : 0;
    rows += batch.rows();
    return request.partition(command, batch);
  }

  private SinglePartitionReadCommand rest(SinglePartitionReadCommand command) {
    return last == null ? command : command.forPaging(last, command.limits());
  }

  private List<SinglePartitionReadCommand> rest() {
    List<SinglePartitionReadCommand> rest = new ArrayList<>();
    rest.add(rest(commands.get(next)));
    rest.addAll(commands.subList(next + 1, commands.size()));
    return rest;
  }

  @Override
  public boolean isExhausted() {
    return ordinary == null ? next == commands.size() : ordinary.isExhausted();
  }

  @Override
  public int maxRemaining() {
    long remaining = (ordinary == null ? DataLimits.NO_LIMIT : ordinary.maxRemaining()) - rows;
    return (int) Math.max(0, remaining);
  }

  @Override
  public PagingState state() {
    return ordinary == null ? null : ordinary.state();
  }

  @Override
  public boolean isTopK() {
    return false;
  }

  /** Only groups need it, which are not read so. */
  @Override
  public QueryPager withUpdatedLimit(DataLimits newLimits) {
    throw new UnsupportedOperationException();
  }

  @Override
  public ReadExecutionController executionController() {
    return inCassandrasWay().executionController();
  }

  @Override
  public PartitionIterator fetchPageInternal(int pageSize, ReadExecutionController controller) {
    return inCassandrasWay().fetchPageInternal(pageSize, controller);
  }

  private QueryPager inCassandrasWay() {
    if (ordinary == null) {
      ordinary = ordinaryPager.apply(rest());
    }
    return ordinary;
  }
}
