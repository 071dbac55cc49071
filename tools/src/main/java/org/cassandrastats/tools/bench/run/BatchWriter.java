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
import java.util.Objects;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicReference;
import org.cassandrastats.tools.bench.target.Target;
import org.cassandrastats.tools.console.UserError;

/** Writes rows into any table, those of one partition that follow each other in batches. */
public final class BatchWriter {
  // Below the size that Cassandra warns of (5 KiB), and enough to hide the round trips.
  private static final int ROWS_PER_BATCH = 64;
  private static final int ROWS_IN_FLIGHT = 1024;
  // A connection of the driver bears 1024 requests.
  private static final int LEAST_ROWS_OF_A_BATCH = 4;
  private static final int ATTEMPTS = 10;
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private final Target target;
  private final ConsistencyLevel level;
  private final PreparedStatement insert;
  private final DriverExecutionProfile patient;
  private final Semaphore free = new Semaphore(ROWS_IN_FLIGHT);
  private final AtomicReference<Throwable> failure = new AtomicReference<>();
  private final List<BoundStatement> waiting = new ArrayList<>();
  private Object partition;

  /**
   * Writes at a consistency level.
   *
   * @param insert with a bind marker for each value of a row
   */
  public BatchWriter(Target target, String insert, ConsistencyLevel level) {
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
    this.insert = target.session().prepare(insert);
  }

  /**
   * Writes a row, soon.
   *
   * @param partitionOfRow tells its partition from others
   * @throws UserError if an earlier write has failed
   */
  public void add(Object partitionOfRow, Object... values) {
    // A batch is of one partition: that is one write for a replica.
    if (waiting.size() == ROWS_PER_BATCH || !Objects.equals(partitionOfRow, partition)) {
      send();
    }
    partition = partitionOfRow;
    waiting.add(insert.bind(values));
  }

  /**
   * Waits until everything is written.
   *
   * @throws UserError if a write has failed
   */
  public void finish() {
    send();
    free.acquireUninterruptibly(ROWS_IN_FLIGHT);
    free.release(ROWS_IN_FLIGHT);
    requireSuccess();
  }

  private void send() {
    requireSuccess();
    if (waiting.isEmpty()) {
      return;
    }
    BatchStatementBuilder batch = BatchStatement.builder(DefaultBatchType.UNLOGGED);
    waiting.forEach(batch::addStatement);
    int rows = Math.max(waiting.size(), LEAST_ROWS_OF_A_BATCH);
    waiting.clear();
    free.acquireUninterruptibly(rows);
    execute(batch.setConsistencyLevel(level).setExecutionProfile(patient).build(), rows, ATTEMPTS);
  }

  /** A short native_transport_timeout, which a study may be about, holds for writes as well. */
  private void execute(BatchStatement batch, int rows, int attempts) {
    target
        .session()
        .executeAsync(batch)
        .whenComplete(
            (result, problem) -> {
              if (problem instanceof WriteTimeoutException && attempts > 1) {
                execute(batch, rows, attempts - 1);
                return;
              }
              if (problem != null) {
                failure.compareAndSet(null, problem);
              }
              free.release(rows);
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
