/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.server.batch;

import java.util.List;
import org.apache.cassandra.db.ConsistencyLevel;
import org.apache.cassandra.db.ReadExecutionController;
import org.apache.cassandra.db.aggregation.GroupingState;
import org.apache.cassandra.db.filter.DataLimits;
import org.apache.cassandra.db.partitions.PartitionIterator;
import org.apache.cassandra.db.transform.MorePartitions;
import org.apache.cassandra.exceptions.CassandraException;
import org.apache.cassandra.serializers.MarshalException;
import org.apache.cassandra.service.ClientState;
import org.apache.cassandra.service.pager.PagingState;
import org.apache.cassandra.service.pager.QueryPager;
import org.apache.cassandra.transport.Dispatcher;
import org.cassandrastats.server.cursor.Batch;
import org.cassandrastats.server.running.PageTime;

/**
 * Reads partitions batch by batch, one slice behind the other: by cursors, or else from Cassandra's
 * own rows, in the pages that its pagers would read. Where one is left to Cassandra, its pager goes
 * on from there, to the end of the request.
 */
public final class BatchPager implements QueryPager {
  private final Unread unread;
  private final CursorSwitch cursors;
  private final RowPages rows;
  private final BatchRequest request;

  /** Null where all rows are one group. */
  private final Groups groups;

  /** Of the query, and with the group that goes on where Cassandra has said which. */
  private DataLimits limits;

  /** Null until a page is left to Cassandra. */
  private QueryPager ordinary;

  private static final int LEAST_ROWS = 1024;

  /** After a page that a cursor leaves, it leaves the next ones probably, too. */
  private static final int LONGEST_REST = 64;

  private final int remaining;
  private long counted;

  /** Whether the last page was filled from Cassandra's rows. */
  private boolean isPageOfRows;

  /** How many have been read. */
  private int batches;

  /** How many pages are not read by cursors from here on, and how many were the last time. */
  private int resting;

  private int rest = 1;

  /**
   * A pager that has read nothing yet.
   *
   * @param groups of the rows; null where they are one
   * @param remaining how many rows or groups the client may ask for
   */
  public BatchPager(
      Unread unread,
      CursorSwitch cursors,
      RowPages rows,
      BatchRequest request,
      Groups groups,
      int remaining) {
    this.remaining = remaining;
    this.rows = rows;
    this.unread = unread;
    this.cursors = cursors;
    this.request = request;
    this.groups = groups;
    this.limits = unread.query().limits();
  }

  @Override
  public PartitionIterator fetchPage(
      int pageSize, ConsistencyLevel consistency, ClientState client, Dispatcher.RequestTime time) {
    long end = counted + pageSize;
    PartitionIterator first = fetch(pageSize, consistency, client, time);
    // Of groups one partition is read, or a range.
    return groups == null
        ? MorePartitions.extend(first, () -> more(end, consistency, client, time))
        : first;
  }

  /** The next partition of a page of Cassandra's own size; null where there is none. */
  private PartitionIterator more(
      long end, ConsistencyLevel consistency, ClientState client, Dispatcher.RequestTime time) {
    return ordinary == null && isPageOfRows && counted < end && !unread.isEmpty()
        ? fetch((int) (end - counted), consistency, client, time)
        : null;
  }

  private PartitionIterator fetch(
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
    boolean byCursor = cursors.isOn() && resting-- <= 0;
    // Objects of rows cost no more than arrays of groups that have few.
    boolean byRows = rows.fillsBatches() && (groups == null || !groups.areSmall());
    if (!byCursor && !byRows) {
      return null;
    }
    BatchPage page =
        request.newPage(byCursor ? cursors : null, rows, rowsOfNext(pageSize), rowLimit(pageSize));
    // What another node has answered is read once more, in pages that Cassandra counts.
    pass(unread.next(page, limits, pageSize).execute(consistency, client, PageTime.next(time)));
    Batch batch = page.taken();
    if (byCursor) {
      rest = page.wasLeft() ? Math.min(2 * rest, LONGEST_REST) : 1;
      resting = page.wasLeft() ? rest : 0;
    }
    if (batch == null) {
      request.end();
      return null;
    }
    isPageOfRows = !page.isOfCursor();
    List<BatchSlice> slices =
        groups == null ? List.of(BatchSlice.all(batch)) : groupsOf(batch, page, pageSize);
    if (slices == null) {
      if (!isPageOfRows) {
        cursors.left("groups of a few rows, or whose first row may not be there");
      }
      request.end();
      return null;
    }
    if (groups == null) {
      counted += batch.rows();
    } else {
      counted = groups.counted();
    }
    if (groups == null || !groups.isFull()) {
      unread.advance(batch, page);
    }
    return request.partitions(unread.query(), batch, slices);
  }

  /** Null where Cassandra is to say which groups there are, or why there are none. */
  private List<BatchSlice> groupsOf(Batch batch, BatchPage page, int pageSize) {
    try {
      List<BatchSlice> slices = groups.cut(batch, pageSize, isPageOfRows);
      if (isPageOfRows && page.isAtEnd(batch)) {
        groups.close(pageSize);
      }
      return slices;
    } catch (CassandraException | MarshalException refused) {
      return null;
    } catch (RuntimeException unexpected) {
      if (isPageOfRows) {
        rows.trip(unexpected);
      } else {
        cursors.trip(unexpected, unread.query().toString());
      }
      return null;
    }
  }

  /** How many rows Cassandra reads at once of so many rows or groups. */
  private int rowLimit(int pageSize) {
    return groups == null
        ? pageSize
        : limits.forGroupByInternalPaging(GroupingState.EMPTY_STATE).count();
  }

  /** Of a few groups a few rows, and then more: what is behind the page is read once more. */
  private int rowsOfNext(int pageSize) {
    long most = groups == null ? Batch.MAXIMUM_ROWS : Math.max(LEAST_ROWS, 64L * pageSize);
    most = Math.min(Batch.MAXIMUM_ROWS, most << (2 * Math.min(batches, 8)));
    batches++;
    return (int) most;
  }

  private static void pass(PartitionIterator partitions) {
    try (partitions) {
      while (partitions.hasNext()) {
        partitions.next().close();
      }
    }
  }

  @Override
  public boolean isExhausted() {
    return ordinary == null ? unread.isEmpty() : ordinary.isExhausted();
  }

  @Override
  public int maxRemaining() {
    long ofOrdinary = ordinary == null ? 0 : DataLimits.NO_LIMIT - ordinary.maxRemaining();
    return (int) Math.max(0, remaining - counted - ofOrdinary);
  }

  @Override
  public PagingState state() {
    PagingState state = ordinary == null ? null : ordinary.state();
    if (state != null) {
      return new PagingState(
          state.partitionKey, state.rowMark, maxRemaining(), state.remainingInPartition);
    }
    // A pager has none that has read the first row of the next group only.
    return groups == null || groups.lastKey() == null
        ? null
        : unread.state(groups.lastKey(), groups.last(), maxRemaining(), remainingInPartition());
  }

  private int remainingInPartition() {
    return DataLimits.NO_LIMIT - (groups == null ? 0 : groups.countedInPartition());
  }

  @Override
  public boolean isTopK() {
    return false;
  }

  /** Says which group goes on; of batches that is known, and Cassandra counts by it. */
  @Override
  public QueryPager withUpdatedLimit(DataLimits newLimits) {
    limits = newLimits;
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
      ordinary = unread.inCassandrasWay(remainingInPartition());
      if (groups != null) {
        ordinary = ordinary.withUpdatedLimit(limits);
      }
    }
    return ordinary;
  }
}
