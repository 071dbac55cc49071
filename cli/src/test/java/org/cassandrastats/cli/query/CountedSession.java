/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.query;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.AsyncResultSet;
import com.datastax.oss.driver.api.core.cql.BoundStatement;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;

/** Counts the requests of a session whose statement contains a text, those that come and go. */
final class CountedSession {
  private final CqlSession session;
  private final String text;
  private final AtomicInteger sent = new AtomicInteger();
  private final AtomicInteger inFlight = new AtomicInteger();
  private final AtomicInteger mostInFlight = new AtomicInteger();

  CountedSession(CqlSession session, String text) {
    this.session = session;
    this.text = text;
  }

  /** The session to be used; it answers as the one that it stands for. */
  CqlSession session() {
    return (CqlSession)
        Proxy.newProxyInstance(
            CqlSession.class.getClassLoader(),
            new Class<?>[] {CqlSession.class},
            (proxy, method, arguments) -> call(method, arguments));
  }

  int sent() {
    return sent.get();
  }

  int mostInFlight() {
    return mostInFlight.get();
  }

  private Object call(Method method, Object[] arguments) throws Throwable {
    boolean counts =
        method.getName().equals("executeAsync")
            && arguments[0] instanceof BoundStatement statement
            && statement.getPreparedStatement().getQuery().contains(text);
    if (counts) {
      sent.incrementAndGet();
      mostInFlight.accumulateAndGet(inFlight.incrementAndGet(), Math::max);
    }
    Object result = invoke(method, arguments);
    if (counts) {
      @SuppressWarnings("unchecked") // What executeAsync gives.
      CompletionStage<AsyncResultSet> stage = (CompletionStage<AsyncResultSet>) result;
      // Before whoever waits for the answer knows of it, and may send the next request.
      return stage.whenComplete((answer, failure) -> inFlight.decrementAndGet());
    }
    return result;
  }

  private Object invoke(Method method, Object[] arguments) throws Throwable {
    try {
      return method.invoke(session, arguments);
    } catch (InvocationTargetException failed) {
      throw failed.getCause();
    }
  }
}
