/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.spark.request;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.AsyncResultSet;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Collections;
import java.util.Iterator;
import java.util.concurrent.CompletableFuture;
import org.cassandrastats.client.api.StatsException;
import org.cassandrastats.client.internal.request.Failures;

/**
 * The rows of a statement, a page ahead. A page that fails is asked for again from where it begins:
 * its rows are handed on only when all of it is there, so that none comes twice.
 */
public final class RowPages implements AutoCloseable {
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
  public RowPages(CqlSession session, SimpleStatement statement, Duration patience) {
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
  public Row next() {
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
    boolean first = position == null;
    return Repeated.await(
        next,
        () -> next = ask(),
        failure -> Failures.patience(failure, patience, first),
        "Reading rows");
  }

  @Override
  public void close() {
    if (next != null) {
      next.cancel(true);
    }
  }
}
