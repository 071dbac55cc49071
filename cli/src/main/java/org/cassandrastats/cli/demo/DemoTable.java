/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.demo;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.BatchStatement;
import com.datastax.oss.driver.api.core.cql.BatchStatementBuilder;
import com.datastax.oss.driver.api.core.cql.DefaultBatchType;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.cassandrastats.cli.console.Console;
import org.cassandrastats.cli.console.Progress;
import org.cassandrastats.cli.console.UserError;

/** The table that the demo loads a series into, as one partition. */
record DemoTable(CqlSession session) {
  private static final String NAME = "demo.series";

  // Below the size that Cassandra warns of (5 KiB), and enough to hide the round trips.
  private static final int ROWS_PER_BATCH = 64;
  private static final int BATCHES_IN_FLIGHT = 16;

  void create() {
    session.execute(
        "CREATE KEYSPACE demo WITH replication = {'class': 'SimpleStrategy', 'replication_factor':"
            + " 1}");
    session.execute(
        "CREATE TABLE "
            + NAME
            + " (name text, position bigint, value double, PRIMARY KEY (name, position))");
  }

  /** Inserts a series; its first value gets position 0. */
  void load(DemoSeries series, Console console) {
    PreparedStatement insert =
        session.prepare("INSERT INTO " + NAME + " (name, position, value) VALUES (?, ?, ?)");
    Semaphore free = new Semaphore(BATCHES_IN_FLIGHT);
    AtomicLong loaded = new AtomicLong();
    AtomicReference<Throwable> failure = new AtomicReference<>();
    try (Progress progress = console.progress("Loading", series.size(), "rows")) {
      for (int from = 0; from < series.size() && failure.get() == null; from += ROWS_PER_BATCH) {
        BatchStatement batch =
            batch(insert, series, from, Math.min(series.size(), from + ROWS_PER_BATCH));
        free.acquireUninterruptibly();
        session
            .executeAsync(batch)
            .whenComplete(
                (result, problem) -> {
                  if (problem == null) {
                    progress.reached(loaded.addAndGet(batch.size()));
                  } else {
                    failure.compareAndSet(null, problem);
                  }
                  free.release();
                });
      }
      free.acquireUninterruptibly(BATCHES_IN_FLIGHT);
    }
    if (failure.get() != null) {
      throw new UserError("Loading failed: " + failure.get().getMessage(), failure.get());
    }
  }

  /** Asks for an aggregate, or several with commas, over a partition. */
  static Row ask(CqlSession session, String partition, String selectors) {
    return session.execute(select(partition, selectors)).one();
  }

  /**
   * The same where the node reads as it does without the server jar: for any number of replicas.
   */
  static Row askAsCassandraReads(CqlSession session, String partition, String selectors) {
    return session
        .execute(select(partition, selectors).setConsistencyLevel(ConsistencyLevel.ALL))
        .one();
  }

  private static SimpleStatement select(String partition, String selectors) {
    return SimpleStatement.newInstance(
        "SELECT " + selectors + " FROM " + NAME + " WHERE name = ?", partition);
  }

  private static BatchStatement batch(
      PreparedStatement insert, DemoSeries series, int from, int to) {
    BatchStatementBuilder batch = BatchStatement.builder(DefaultBatchType.UNLOGGED);
    for (int position = from; position < to; position++) {
      batch.addStatement(insert.bind(series.name(), (long) position, series.value(position)));
    }
    return batch.build();
  }
}
