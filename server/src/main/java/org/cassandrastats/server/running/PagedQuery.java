/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.server.running;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.function.UnaryOperator;
import org.apache.cassandra.db.ReadQuery;
import org.apache.cassandra.service.pager.QueryPager;

/** A query that reads its pages by another pager. All else is Cassandra's own query. */
public final class PagedQuery {
  private PagedQuery() {}

  /**
   * The same query with another pager.
   *
   * @param pager makes it of Cassandra's own
   */
  public static ReadQuery of(ReadQuery query, UnaryOperator<QueryPager> pager) {
    return proxy(
        ReadQuery.class,
        (proxy, method, arguments) -> {
          Object result = call(method, query, arguments);
          return result instanceof QueryPager ? pager.apply((QueryPager) result) : result;
        });
  }

  static <T> T proxy(Class<T> type, InvocationHandler handler) {
    return type.cast(
        Proxy.newProxyInstance(PagedQuery.class.getClassLoader(), new Class<?>[] {type}, handler));
  }

  static Object call(Method method, Object on, Object[] arguments) throws Throwable {
    try {
      return method.invoke(on, arguments);
    } catch (InvocationTargetException failed) {
      throw failed.getCause();
    }
  }
}
