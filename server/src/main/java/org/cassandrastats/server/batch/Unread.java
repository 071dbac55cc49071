/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.server.batch;

import org.apache.cassandra.db.Clustering;
import org.apache.cassandra.db.DecoratedKey;
import org.apache.cassandra.db.ReadQuery;
import org.apache.cassandra.db.filter.DataLimits;
import org.apache.cassandra.service.pager.PagingState;
import org.apache.cassandra.service.pager.QueryPager;
import org.cassandrastats.server.cursor.Batch;

/** What has not been read yet of a request. */
public interface Unread {
  /** The query whose result this is a part of. */
  ReadQuery query();

  /**
   * Reads the next page, as Cassandra would do it unless a cursor is to read it.
   *
   * @param page is read where this node does it
   * @param limits those of the query, with the group that goes on
   * @param pageSize how many rows or groups Cassandra would read at once
   */
  ReadQuery next(BatchPage page, DataLimits limits, int pageSize);

  /** Goes behind a batch that was read into a page. */
  void advance(Batch batch, BatchPage page);

  /**
   * Goes to where a client goes on.
   *
   * @return false where Cassandra is to find out where that is
   */
  boolean goTo(PagingState state);

  /**
   * Where a client goes on.
   *
   * @param last the row before that; null behind the last one of its partition
   * @param remaining how many rows or groups the client may still ask for
   * @param remainingInPartition the same of the partition
   */
  PagingState state(DecoratedKey key, Clustering<?> last, int remaining, int remainingInPartition);

  boolean isEmpty();

  /**
   * Cassandra's own pager of what is left.
   *
   * @param remainingInPartition as of {@link #state}
   */
  QueryPager inCassandrasWay(int remainingInPartition);
}
