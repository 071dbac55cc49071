/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.rollup;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.BatchStatement;
import com.datastax.oss.driver.api.core.cql.BoundStatement;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/** A session whose writes wait, as those of a process do that is paused between two requests. */
final class PausedSession {
  private static final int MINUTES = 2;

  private final CqlSession session;
  private final Predicate<String> waits;
  private final CountDownLatch reached = new CountDownLatch(1);
  private final CountDownLatch goOn = new CountDownLatch(1);

  /**
   * A session.
   *
   * @param waits which statements wait
   */
  PausedSession(CqlSession session, Predicate<String> waits) {
    this.session = session;
    this.waits = waits;
  }

  /** The session to be used; it answers as the one that it stands for. */
  CqlSession session() {
    return (CqlSession)
        Proxy.newProxyInstance(
            CqlSession.class.getClassLoader(),
            new Class<?>[] {CqlSession.class},
            (proxy, method, arguments) -> call(method, arguments));
  }

  /** Waits until a statement waits. */
  void awaitPause() throws InterruptedException {
    require(reached);
  }

  /** Has all statements go on. */
  void goOn() {
    goOn.countDown();
  }

  private Object call(Method method, Object[] arguments) throws Throwable {
    if (method.getName().equals("execute") && waits.test(cql(arguments[0]))) {
      reached.countDown();
      require(goOn);
    }
    try {
      return method.invoke(session, arguments);
    } catch (InvocationTargetException failed) {
      throw failed.getCause();
    }
  }

  private static String cql(Object statement) {
    if (statement instanceof BatchStatement batch) {
      return cql(batch.iterator().next());
    }
    return statement instanceof BoundStatement bound ? bound.getPreparedStatement().getQuery() : "";
  }

  private static void require(CountDownLatch latch) throws InterruptedException {
    if (!latch.await(MINUTES, TimeUnit.MINUTES)) {
      throw new IllegalStateException("nothing has happened for two minutes");
    }
  }
}
