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
import org.apache.cassandra.db.rows.BTreeRow;
import org.apache.cassandra.service.ClientState;
import org.apache.cassandra.service.pager.PagingState;
import org.apache.cassandra.service.pager.QueryPager;
import org.apache.cassandra.transport.Dispatcher;
import org.apache.cassandra.transport.ProtocolVersion;
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

  /** Null where all rows are one group. */
  private final Groups groups;

  private final ProtocolVersion version;

  /** What Cassandra wants to be read next of a group; null where it has not said so. */
  private DataLimits updatedLimits;

  /** Null until a page is left to Cassandra. */
  private QueryPager ordinary;

  private int next;
  private Clustering<?> last;
  private long counted;

  /**
   * A pager that has read nothing yet.
   *
   * @param ordinary Cassandra's own pager of these commands, or of what is left of them
   * @param groups of the rows; null where they are one
   * @param version of the client, which may ask for a next page of groups
   */
  public BatchPager(
      List<SinglePartitionReadCommand> commands,
      CursorSwitch cursors,
      BatchRequest request,
      Function<List<SinglePartitionReadCommand>, QueryPager> ordinary,
      Groups groups,
      ProtocolVersion version) {
    this.commands = commands;
    this.cursors = cursors;
    this.request = request;
    this.ordinaryPager = ordinary;
    this.groups = groups;
    this.version = version;
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
    List<BatchSlice> slices =
        groups == null ? List.of(BatchSlice.all(batch.rows())) : groups.cut(batch, pageSize);
    if (slices == null) {
      cursors.left("groups of a few rows, or whose first row may not be there");
      request.end();
      return null;
    }
    if (groups == null) {
      counted += batch.rows();
    } else {
      counted = groups.counted();
    }
    if (groups == null || !groups.isFull()) {
      last = batch.last();
      next += last == null ? 1 : 0;
    } else if (groups.lastOfFull() != null) {
      last = groups.lastOfFull();
    }
    return request.partition(command, batch, slices);
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
    long remaining = (ordinary == null ? DataLimits.NO_LIMIT : ordinary.maxRemaining()) - counted;
    return (int) Math.max(0, remaining);
  }

  @Override
  public PagingState state() {
    if (ordinary != null) {
      return ordinary.state();
    }
    if (groups == null || last == null) {
      return null;
    }
    PagingState.RowMark mark =
        PagingState.RowMark.create(commands.get(0).metadata(), BTreeRow.emptyRow(last), version);
    return new PagingState(null, mark, maxRemaining(), DataLimits.NO_LIMIT);
  }

  @Override
  public boolean isTopK() {
    return false;
  }

  /** Says which group goes on; here that is known. */
  @Override
  public QueryPager withUpdatedLimit(DataLimits newLimits) {
    updatedLimits = newLimits;
    if (ordinary != null) {
      ordinary = ordinary.withUpdatedLimit(newLimits);
    }
    return this;
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
      if (updatedLimits != null) {
        ordinary = ordinary.withUpdatedLimit(updatedLimits);
      }
    }
    return ordinary;
  }
}
