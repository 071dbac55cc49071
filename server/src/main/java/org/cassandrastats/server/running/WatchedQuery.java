/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.server.running;

import org.apache.cassandra.db.ReadQuery;
import org.apache.cassandra.service.pager.QueryPager;
import org.apache.cassandra.transport.Dispatcher;

/**
 * A query that counts the pages of an aggregation, reads no further one when that is stopped, and
 * gives each the time that aggregations have. All else is Cassandra's own query and pager.
 */
public final class WatchedQuery {
  /** Null where it cannot be seen. */
  private final RunningAggregation aggregation;

  private final RunningAggregations all;

  private WatchedQuery(RunningAggregation aggregation, RunningAggregations all) {
    this.aggregation = aggregation;
    this.all = all;
  }

  /** The same query, watched where there is anything to watch. */
  public static ReadQuery of(ReadQuery query, RunningAggregations all) {
    if (!all.watchesPages()) {
      return query;
    }
    WatchedQuery watched = new WatchedQuery(all.current(), all);
    return PagedQuery.of(query, pager -> watched.pager(pager, pager.maxRemaining()));
  }

  private QueryPager pager(QueryPager pager, int first) {
    return PagedQuery.proxy(
        QueryPager.class,
        (proxy, method, arguments) -> {
          if (method.getName().equals("fetchPage")) {
            if (aggregation != null) {
              all.nextPage(aggregation, (long) first - pager.maxRemaining());
            }
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
