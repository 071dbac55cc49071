/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.tools.bench.run;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import com.datastax.oss.driver.api.core.config.DefaultDriverOption;
import com.datastax.oss.driver.api.core.config.DriverExecutionProfile;
import com.datastax.oss.driver.api.core.cql.BatchStatement;
import com.datastax.oss.driver.api.core.cql.BatchStatementBuilder;
import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.cql.DefaultBatchType;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.servererrors.WriteTimeoutException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicReference;
import org.cassandrastats.tools.bench.target.Target;
import org.cassandrastats.tools.console.UserError;

/**
 * Writes rows into a table like {@link org.cassandrastats.tools.bench.target.BenchKeyspace#TABLE}.
 */
public final class RowWriter {
  // Below the size that Cassandra warns of (5 KiB), and enough to hide the round trips.
  private static final int ROWS_PER_BATCH = 64;
  private static final int BATCHES_IN_FLIGHT = 16;
  private static final int ATTEMPTS = 10;
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private final Target target;
  private final ConsistencyLevel level;
  private final PreparedStatement insert;
  private final DriverExecutionProfile patient;
  private final Semaphore free = new Semaphore(BATCHES_IN_FLIGHT);
  private final AtomicReference<Throwable> failure = new AtomicReference<>();
  private final List<BoundStatement> waiting = new ArrayList<>();
  private int sensor;

  /** Writes at a consistency level. */
  public RowWriter(Target target, String table, ConsistencyLevel level) {
    this.target = target;
    this.level = level;
    // The driver ignores the time-out of a batch statement itself.
    this.patient =
        target
            .session()
            .getContext()
            .getConfig()
            .getDefaultProfile()
            .withDuration(DefaultDriverOption.REQUEST_TIMEOUT, PATIENCE);
    this.insert =
        target.session().prepare("INSERT INTO " + table + " (sensor, at, value) VALUES (?, ?, ?)");
  }

  /**
   * Writes a row, soon.
   *
   * @throws UserError if an earlier write has failed
   */
  public void add(int sensorOfRow, long at, double value) {
    // A batch is of one partition: that is one write for a replica.
    if (waiting.size() == ROWS_PER_BATCH || sensorOfRow != sensor) {
      send();
    }
    sensor = sensorOfRow;
    waiting.add(insert.bind(sensorOfRow, at, value));
  }

  /**
   * Waits until everything is written.
   *
   * @throws UserError if a write has failed
   */
  public void finish() {
    send();
    free.acquireUninterruptibly(BATCHES_IN_FLIGHT);
    free.release(BATCHES_IN_FLIGHT);
    requireSuccess();
  }

  private void send() {
    requireSuccess();
    if (waiting.isEmpty()) {
      return;
    }
    BatchStatementBuilder batch = BatchStatement.builder(DefaultBatchType.UNLOGGED);
    waiting.forEach(batch::addStatement);
    waiting.clear();
    free.acquireUninterruptibly();
    execute(batch.setConsistencyLevel(level).setExecutionProfile(patient).build(), ATTEMPTS);
  }

  /** A short native_transport_timeout, which a study may be about, holds for writes as well. */
  private void execute(BatchStatement batch, int attempts) {
    target
        .session()
        .executeAsync(batch)
        .whenComplete(
            (result, problem) -> {
              if (problem instanceof WriteTimeoutException && attempts > 1) {
                execute(batch, attempts - 1);
                return;
              }
              if (problem != null) {
                failure.compareAndSet(null, problem);
              }
              free.release();
            });
  }

  private void requireSuccess() {
    Throwable problem = failure.get();
    if (problem != null) {
      target.requireRunning();
      throw new UserError("Loading failed: " + problem.getMessage(), problem);
    }
  }
}
