/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.spark.source;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DriverException;
import com.datastax.oss.driver.api.core.cql.AsyncResultSet;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Collections;
import java.util.Iterator;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.cassandrastats.client.api.StatsException;
import org.cassandrastats.client.internal.request.Failures;

/**
 * The rows of a statement, a page ahead. A page that fails is asked for again from where it begins:
 * its rows are handed on only when all of it is there, so that none comes twice.
 */
final class RowPages implements AutoCloseable {
  private final CqlSession session;
  private final SimpleStatement statement;
  private final Duration patience;
  private Iterator<Row> rows = Collections.emptyIterator();
  private ByteBuffer position;
  private CompletableFuture<AsyncResultSet> next;

  /**
   * The rows.
   *
   * @param statement one that is idempotent
   * @param patience how long a page may fail
   */
  RowPages(CqlSession session, SimpleStatement statement, Duration patience) {
    this.session = session;
    this.statement = statement;
    this.patience = patience;
    this.next = ask();
  }

  private CompletableFuture<AsyncResultSet> ask() {
    SimpleStatement page = position == null ? statement : statement.setPagingState(position);
    return session.executeAsync(page).toCompletableFuture();
  }

  /**
   * The next row.
   *
   * @return null behind the last one
   * @throws StatsException if they cannot be read
   */
  Row next() {
    while (!rows.hasNext()) {
      if (next == null) {
        return null;
      }
      AsyncResultSet page = await();
      rows = page.currentPage().iterator();
      position = page.getExecutionInfo().getPagingState();
      next = page.hasMorePages() ? ask() : null;
    }
    return rows.next();
  }

  private AsyncResultSet await() {
    long start = System.nanoTime();
    int failures = 0;
    while (true) {
      try {
        try {
          return next.get();
        } catch (ExecutionException failed) {
          Throwable cause = failed.getCause();
          if (!(cause instanceof DriverException) || !Failures.mayPass(cause)) {
            throw Failures.stopped(cause);
          }
          Duration longest = Failures.patience(cause, patience, position == null);
          if (System.nanoTime() - start > longest.toNanos()) {
            throw Failures.unreachable(cause)
                .orElseGet(
                    () ->
                        StatsException.unavailable(
                            "Reading rows has failed for %d s, the cluster is overloaded or down. Last: %s."
                                .formatted(longest.toSeconds(), Failures.line(cause)),
                            cause));
          }
          failures++;
          Thread.sleep(Failures.pauseMillis(failures));
          next = ask();
        }
      } catch (InterruptedException interrupted) {
        Thread.currentThread().interrupt();
        throw StatsException.interrupted(interrupted);
      }
    }
  }

  @Override
  public void close() {
    if (next != null) {
      next.cancel(true);
    }
  }
}
