/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.command;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.BatchStatement;
import com.datastax.oss.driver.api.core.cql.BoundStatement;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;

/**
 * A session some of whose statements are counted, or wait as those of a process do that is paused
 * between two requests. It answers as the one that it stands for.
 */
public final class WatchedSession {
  private static final int MINUTES = 2;

  private final CqlSession session;
  private final Predicate<String> watched;
  private final CountDownLatch reached = new CountDownLatch(1);
  private final CountDownLatch goOn;
  private final AtomicInteger sent = new AtomicInteger();
  private final AtomicInteger inFlight = new AtomicInteger();
  private final AtomicInteger mostInFlight = new AtomicInteger();

  private WatchedSession(CqlSession session, Predicate<String> watched, boolean paused) {
    this.session = session;
    this.watched = watched;
    this.goOn = new CountDownLatch(paused ? 1 : 0);
  }

  /** A session that counts statements: those that are sent, and those that come and go. */
  public static WatchedSession counting(CqlSession session, Predicate<String> counted) {
    return new WatchedSession(session, counted, false);
  }

  /** A session some of whose statements wait. */
  public static WatchedSession pausing(CqlSession session, Predicate<String> waiting) {
    return new WatchedSession(session, waiting, true);
  }

  /** The session to be used. */
  public CqlSession session() {
    return (CqlSession)
        Proxy.newProxyInstance(
            CqlSession.class.getClassLoader(),
            new Class<?>[] {CqlSession.class},
            (proxy, method, arguments) -> call(method, arguments));
  }

  /** How many statements were sent. */
  public int sent() {
    return sent.get();
  }

  /** How many were not answered at the same time. */
  public int mostInFlight() {
    return mostInFlight.get();
  }

  /** Waits until a statement waits. */
  public void awaitPause() throws InterruptedException {
    require(reached);
  }

  /** Has all statements go on. */
  public void goOn() {
    goOn.countDown();
  }

  private Object call(Method method, Object[] arguments) throws Throwable {
    if (!method.getName().startsWith("execute") || !watched.test(cql(arguments[0]))) {
      return invoke(method, arguments);
    }
    reached.countDown();
    require(goOn);
    sent.incrementAndGet();
    mostInFlight.accumulateAndGet(inFlight.incrementAndGet(), Math::max);
    Object result = invoke(method, arguments);
    if (result instanceof CompletionStage<?> stage) {
      // Before whoever waits for the answer knows of it, and may send the next request.
      return stage.whenComplete((answer, failure) -> inFlight.decrementAndGet());
    }
    inFlight.decrementAndGet();
    return result;
  }

  private Object invoke(Method method, Object[] arguments) throws Throwable {
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
