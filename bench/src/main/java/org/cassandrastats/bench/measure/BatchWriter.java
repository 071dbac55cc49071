/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.measure;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.config.DefaultDriverOption;
import com.datastax.oss.driver.api.core.config.DriverExecutionProfile;
import com.datastax.oss.driver.api.core.cql.AsyncResultSet;
import com.datastax.oss.driver.api.core.cql.BatchStatement;
import com.datastax.oss.driver.api.core.cql.BatchStatementBuilder;
import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.cql.DefaultBatchType;
import com.datastax.oss.driver.api.core.cql.Statement;
import com.datastax.oss.driver.api.core.metadata.Node;
import com.datastax.oss.driver.api.core.servererrors.OverloadedException;
import com.datastax.oss.driver.api.core.servererrors.WriteTimeoutException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import org.cassandrastats.bench.nodes.Target;
import org.cassandrastats.cli.console.UserError;

/** Sends writes in batches of one partition, several of them on their way at the same time. */
public class BatchWriter {
  private static final int ATTEMPTS = 10;
  private static final Duration TIMEOUT = Duration.ofSeconds(30);

  /** Before a batch is sent again, so that its node can catch up. */
  private static final Executor PAUSE =
      CompletableFuture.delayedExecutor(100, TimeUnit.MILLISECONDS);

  private final Target target;
  private final ConsistencyLevel level;
  private final int perBatch;
  private final DriverExecutionProfile longTimeout;
  private final InFlight requests;
  private final List<BoundStatement> waiting = new ArrayList<>();
  private Object partition;
  private Node coordinator;

  /**
   * Writes at a consistency level.
   *
   * @param perBatch how many statements at most are sent at once
   * @param inFlight how many batches are on their way at most
   */
  public BatchWriter(Target target, ConsistencyLevel level, int perBatch, int inFlight) {
    this.target = target;
    this.level = level;
    this.perBatch = perBatch;
    this.requests = new InFlight(inFlight);
    // The driver ignores the timeout of a batch statement itself.
    this.longTimeout =
        target
            .session()
            .getContext()
            .getConfig()
            .getDefaultProfile()
            .withDuration(DefaultDriverOption.REQUEST_TIMEOUT, TIMEOUT);
  }

  /** Has a node coordinate all writes, instead of any. */
  public final void through(Node node) {
    coordinator = node;
  }

  /**
   * Carries out a write, soon.
   *
   * @param partitionOfRow tells its partition from others
   * @throws UserError if an earlier write has failed
   */
  public final void add(Object partitionOfRow, BoundStatement write) {
    // A batch is of one partition: that is one write for a replica.
    if (waiting.size() == perBatch || !partitionOfRow.equals(partition)) {
      send();
    }
    partition = partitionOfRow;
    waiting.add(write);
  }

  /**
   * Waits until everything is written.
   *
   * @throws UserError if a write has failed
   */
  public final void finish() {
    send();
    requests.await();
    requireSuccess();
  }

  private void send() {
    requireSuccess();
    if (waiting.isEmpty()) {
      return;
    }
    Statement<?> batch = batch();
    waiting.clear();
    requests.send(() -> untilWritten(target.session(), batch));
  }

  private Statement<?> batch() {
    if (waiting.size() == 1) {
      return waiting
          .get(0)
          .setConsistencyLevel(level)
          .setExecutionProfile(longTimeout)
          .setNode(coordinator);
    }
    BatchStatementBuilder batch = BatchStatement.builder(DefaultBatchType.UNLOGGED);
    waiting.forEach(batch::addStatement);
    return batch
        .setConsistencyLevel(level)
        .setExecutionProfile(longTimeout)
        .setNode(coordinator)
        .build();
  }

  /**
   * Carries out a write, and again where a node was late or had too much to do, a few times: one of
   * many does not end a run. What counts, as a counter does, may count twice.
   */
  public static CompletionStage<AsyncResultSet> untilWritten(
      CqlSession session, Statement<?> write) {
    return untilWritten(session, write, ATTEMPTS);
  }

  /**
   * A short native_transport_timeout, which a study may be about, holds for writes as well: those
   * that have waited for longer are refused before they start.
   */
  private static CompletionStage<AsyncResultSet> untilWritten(
      CqlSession session, Statement<?> write, int attempts) {
    return session
        .executeAsync(write)
        .exceptionallyCompose(
            problem -> {
              boolean isLate =
                  problem instanceof WriteTimeoutException
                      || problem instanceof OverloadedException;
              return isLate && attempts > 1
                  ? CompletableFuture.supplyAsync(
                          () -> untilWritten(session, write, attempts - 1), PAUSE)
                      .thenCompose(repeated -> repeated)
                  : CompletableFuture.failedFuture(problem);
            });
  }

  private void requireSuccess() {
    requests
        .failure()
        .ifPresent(
            problem -> {
              target.requireRunning();
              throw new UserError("Loading failed: " + problem.getMessage(), problem);
            });
  }
}
