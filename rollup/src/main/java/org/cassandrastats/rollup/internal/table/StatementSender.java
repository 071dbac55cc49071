/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.rollup.internal.table;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DriverException;
import com.datastax.oss.driver.api.core.cql.BatchStatement;
import com.datastax.oss.driver.api.core.cql.BatchType;
import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.cql.BoundStatementBuilder;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.ResultSet;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.datastax.oss.driver.api.core.cql.Statement;
import com.datastax.oss.driver.api.core.metadata.schema.ColumnMetadata;
import com.datastax.oss.driver.api.core.servererrors.FunctionFailureException;
import com.datastax.oss.driver.api.core.servererrors.QueryValidationException;
import com.datastax.oss.driver.api.core.servererrors.UnauthorizedException;
import com.datastax.oss.driver.api.core.type.codec.TypeCodec;
import com.datastax.oss.driver.api.core.uuid.Uuids;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.cassandrastats.client.api.StatsException;
import org.cassandrastats.client.api.StatsOptions;
import org.cassandrastats.client.internal.request.Failures;
import org.cassandrastats.client.internal.request.Requests;

/** Sends statements, all of which may be repeated without harm. */
public final class StatementSender {
  /** Longer than the deadlines of a server with default settings: it is to say why it fails. */
  private static final Duration TIMEOUT = Duration.ofSeconds(15);

  /** What can be done about a run that has ended early: nothing is lost. */
  public static final String GO_ON = " Run the same command again to go on.";

  private final CqlSession session;
  private final ConsistencyLevel consistency;
  private final int pageSize;
  private final Duration retryTimeout;

  /**
   * Statements of a run.
   *
   * @param retryTimeout how long one may fail before the run stops
   */
  public StatementSender(
      CqlSession session, ConsistencyLevel consistency, int pageSize, Duration retryTimeout) {
    this.session = session;
    this.consistency = consistency;
    this.pageSize = pageSize;
    this.retryTimeout = retryTimeout;
  }

  /** Statements as the options of a client say. */
  public static StatementSender of(CqlSession session, StatsOptions options) {
    return new StatementSender(
        session,
        new Requests(session, options).consistencyLevel(),
        options.pageSize(),
        options.retryTimeout());
  }

  /** What they are sent by. */
  public CqlSession session() {
    return session;
  }

  /** Requests of a client at the same level, which are repeated as long. */
  public Requests requests() {
    return new Requests(
        session,
        StatsOptions.standard()
            .withConsistencyLevel(consistency)
            .withPageSize(pageSize)
            .withRetryTimeout(retryTimeout));
  }

  /** How values of a column become bytes, and bytes values. */
  public TypeCodec<Object> codec(ColumnMetadata column) {
    return session.getContext().getCodecRegistry().codecFor(column.getType());
  }

  /** Prepares a statement. */
  public PreparedStatement prepare(String cql) {
    return retried(() -> session.prepare(cql));
  }

  /** A statement with the bytes of its markers' values. */
  public BoundStatement bind(PreparedStatement statement, List<ByteBuffer> values) {
    BoundStatementBuilder builder = statement.boundStatementBuilder();
    for (int i = 0; i < values.size(); i++) {
      builder = builder.setBytesUnsafe(i, values.get(i));
    }
    return builder
        .setConsistencyLevel(consistency)
        .setPageSize(pageSize)
        .setIdempotence(true)
        .setTimeout(TIMEOUT)
        .build();
  }

  /**
   * Statements that are executed all or none, without a log.
   *
   * @param statements of one partition: no batch of one is too large for its log
   */
  public BatchStatement batch(List<BoundStatement> statements) {
    return BatchStatement.builder(BatchType.UNLOGGED)
        .addStatements(List.copyOf(statements))
        .setConsistencyLevel(consistency)
        .setSerialConsistencyLevel(serialConsistency())
        .setIdempotence(true)
        .setTimeout(TIMEOUT)
        .build();
  }

  /** The same statement, so that it reads the outcome of all transactions before it. */
  public <T extends Statement<T>> T serial(T select) {
    return select.setConsistencyLevel(serialConsistency());
  }

  private ConsistencyLevel serialConsistency() {
    return consistency.isDcLocal() ? ConsistencyLevel.LOCAL_SERIAL : ConsistencyLevel.SERIAL;
  }

  /** The time by a clock of the cluster, in milliseconds. */
  public long now() {
    SimpleStatement statement =
        SimpleStatement.newInstance("SELECT now() FROM system.local").setTimeout(TIMEOUT);
    return Uuids.unixTimestamp(rows(statement).get(0).getUuid(0));
  }

  /** The rows of a statement whose rows fit into a page; sent once. */
  public List<Row> once(Statement<?> statement) {
    return session.execute(statement).all();
  }

  /** The rows of a statement whose rows fit into a page, repeated until it succeeds. */
  public List<Row> rows(Statement<?> statement) {
    return retried(() -> once(statement));
  }

  /** A page of rows, and where the next one begins. */
  public record Page(List<Row> rows, ByteBuffer next) {}

  /**
   * A page, repeated until it is there.
   *
   * @param from where it begins; null for the first one
   */
  public Page page(BoundStatement statement, ByteBuffer from) {
    return retried(
        () -> {
          ResultSet result = session.execute(statement.setPagingState(from));
          List<Row> rows = new ArrayList<>();
          for (int left = result.getAvailableWithoutFetching(); left > 0; left--) {
            rows.add(result.one());
          }
          return new Page(rows, result.getExecutionInfo().getPagingState());
        });
  }

  /** Whether a request that has failed may succeed when it is repeated, or asks for less. */
  public static boolean isPassing(DriverException failed) {
    return !(failed instanceof QueryValidationException
        || failed instanceof FunctionFailureException);
  }

  /**
   * Whether a request was not repeated, which about fewer rows may succeed: it has met too many
   * deleted ones, for example.
   */
  public static boolean isTooMuch(StatsException failed) {
    return Failures.isTooMuch(failed.getCause());
  }

  /**
   * Why Cassandra refuses something, in one line for the user.
   *
   * @param task what is refused, such as rollup
   * @param needed the permissions that it takes
   */
  public static StatsException refused(DriverException failed, String task, String needed) {
    String message = Failures.line(failed);
    if (failed instanceof UnauthorizedException) {
      return new StatsException(
          "No permission: %s. Needed are %s.".formatted(message, needed), failed);
    }
    if (isWriteTime(failed)) {
      return new StatsException(
          "Cassandra refuses the %s, which writes USING TIMESTAMP: %s. Expected user_timestamps_enabled to be true in cassandra.yaml, or a superuser, whom guardrails do not bind."
              .formatted(task, message),
          failed);
    }
    return new StatsException(
        Failures.missingFunction(failed)
            .orElse("Cassandra refuses the %s: %s.".formatted(task, message)),
        failed);
  }

  /** Whether a guardrail forbids that clients say when something was written. */
  static boolean isWriteTime(DriverException refused) {
    return String.valueOf(refused.getMessage()).startsWith("Guardrail user_timestamps ");
  }

  private <T> T retried(Supplier<T> request) {
    long start = System.nanoTime();
    int failures = 0;
    while (true) {
      try {
        return request.get();
      } catch (DriverException failed) {
        if (!isPassing(failed)) {
          throw failed;
        }
        if (!Failures.mayPass(failed)) {
          throw StatsException.unavailable(
              "A request fails each time it is repeated: %s.".formatted(Failures.line(failed)),
              failed);
        }
        if (System.nanoTime() - start > retryTimeout.toNanos()) {
          throw StatsException.unavailable(
              "A request has failed for %d s, the cluster is overloaded or down. Last: %s."
                      .formatted(retryTimeout.toSeconds(), Failures.line(failed))
                  + GO_ON,
              failed);
        }
        pause(Failures.pauseMillis(failures++));
      }
    }
  }

  private static void pause(long millis) {
    try {
      Thread.sleep(millis);
    } catch (InterruptedException interrupted) {
      throw interrupted(interrupted);
    }
  }

  /** What to throw where a thread was interrupted. */
  public static StatsException interrupted(InterruptedException interrupted) {
    Thread.currentThread().interrupt();
    return StatsException.interrupted(interrupted).with(GO_ON);
  }
}
