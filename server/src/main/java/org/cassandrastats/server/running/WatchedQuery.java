/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.server.running;

import org.apache.cassandra.db.ReadQuery;
import org.apache.cassandra.service.pager.QueryPager;
import org.apache.cassandra.transport.Dispatcher;

/**
 * A query that counts the pages of an aggregation, and reads no further one when that is stopped.
 * All else is Cassandra's own query and pager.
 */
public final class WatchedQuery {
  private final RunningAggregation aggregation;
  private final RunningAggregations all;

  private WatchedQuery(RunningAggregation aggregation, RunningAggregations all) {
    this.aggregation = aggregation;
    this.all = all;
  }

  /** The same query, watched where this thread answers a request that is. */
  public static ReadQuery of(ReadQuery query, RunningAggregations all) {
    RunningAggregation aggregation = all.current();
    if (aggregation == null) {
      return query;
    }
    WatchedQuery watched = new WatchedQuery(aggregation, all);
    return PagedQuery.of(query, pager -> watched.pager(pager, pager.maxRemaining()));
  }

  private QueryPager pager(QueryPager pager, int first) {
    return PagedQuery.proxy(
        QueryPager.class,
        (proxy, method, arguments) -> {
          if (method.getName().equals("fetchPage")) {
            all.nextPage(aggregation, (long) first - pager.maxRemaining());
            arguments[arguments.length - 1] =
                timeOf((Dispatcher.RequestTime) arguments[arguments.length - 1]);
          }
          Object result = PagedQuery.call(method, pager, arguments);
          return result instanceof QueryPager ? pager((QueryPager) result, first) : result;
        });
  }

  private Dispatcher.RequestTime timeOf(Dispatcher.RequestTime request) {
    long timeout = all.timeoutNanos();
    return timeout == 0 ? request : new PageTime(request, timeout);
  }
}
