/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.server.running;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
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
    return proxy(
        ReadQuery.class,
        (proxy, method, arguments) -> {
          Object result = call(method, query, arguments);
          return result instanceof QueryPager
              ? watched.pager((QueryPager) result, ((QueryPager) result).maxRemaining())
              : result;
        });
  }

  private QueryPager pager(QueryPager pager, int first) {
    return proxy(
        QueryPager.class,
        (proxy, method, arguments) -> {
          if (method.getName().equals("fetchPage")) {
            all.nextPage(aggregation, (long) first - pager.maxRemaining());
            arguments[arguments.length - 1] =
                timeOf((Dispatcher.RequestTime) arguments[arguments.length - 1]);
          }
          Object result = call(method, pager, arguments);
          return result instanceof QueryPager ? pager((QueryPager) result, first) : result;
        });
  }

  private Dispatcher.RequestTime timeOf(Dispatcher.RequestTime request) {
    long timeout = all.timeoutNanos();
    return timeout == 0 ? request : new PageTime(request, timeout);
  }

  private static <T> T proxy(Class<T> type, InvocationHandler handler) {
    return type.cast(
        Proxy.newProxyInstance(
            WatchedQuery.class.getClassLoader(), new Class<?>[] {type}, handler));
  }

  private static Object call(Method method, Object on, Object[] arguments) throws Throwable {
    try {
      return method.invoke(on, arguments);
    } catch (InvocationTargetException failed) {
      throw failed.getCause();
    }
  }
}
